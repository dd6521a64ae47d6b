"""Whether a chain is what was written: its links, its head, its contents, and the signed heads kept elsewhere."""

from audit.verify.chain import verify
from audit.verify.verdicts import Fault, Finding, Report, Verdict

__all__ = ["Fault", "Finding", "Report", "Verdict", "verify"]
