"""Whether two expressions, or two pieces of Python code, compute the same: digests in which names do not count."""

from linkwright.symbolic.identity.expressions import digest_expressions, digest_of
from linkwright.symbolic.identity.python_code import code_record, describe_difference

__all__ = ["code_record", "describe_difference", "digest_expressions", "digest_of"]
