"""`python -m evalmetrics check report.toml` says whether the numbers of a report can be true."""

import io
import sys

from .forensics.check import main

if __name__ == "__main__":
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # not every terminal can show every name
    sys.exit(main())
