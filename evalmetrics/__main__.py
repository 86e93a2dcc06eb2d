"""`python -m evalmetrics check report.toml` says whether the numbers of a report can be true."""

import sys

from .forensics.check import main

if __name__ == "__main__":
    sys.exit(main())
