"""Many runs of a machine at once: arguments, assembly, the compiled loop over rows, the record."""
