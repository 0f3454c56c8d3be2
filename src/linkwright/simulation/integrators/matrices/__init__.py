"""Linear systems of implicit steps, (mu - J) x = r with J = dy'/dy where the step begins: two ways, one file each.

Both have the same loops, of which an integrator calls

- `linearize(t, run)`: what the matrices follow from, at the start of a step whose slope is known;
- `factor_real(mu, run)` and `factor_pair(mu, real, imaginary, run)`, the latter for mu and for a complex number; 1 if
  a matrix is singular;
- `solve_real(mu, run, r)` and `solve_complex(real, imaginary, run, r, s)`: the solution takes the place of r (r + i s),
  a row of coordinates, speeds and integrals.
"""
