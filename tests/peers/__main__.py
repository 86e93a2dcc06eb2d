"""Run all libraries, write what they say to `peers.csv`, and print what moved: `make peers`."""

import sys
from pathlib import Path

import evalmetrics_book
from evalmetrics_book.peers import results, said, to_run, version_of

from .run import as_csv, installed, moved

RESULTS = Path(evalmetrics_book.__file__).parent / "data" / "peers.csv"


def main() -> None:
    """Nothing is written unless every library is there."""
    if missing := sorted({case["library"] for case in to_run() if not installed(case)}):
        sys.exit(f"not installed: {', '.join(missing)}; `make peers` installs them")
    now = {case["name"]: (version_of(case), said(case)) for case in to_run()}
    before = {name: result for name, result in results().items() if result[0] != "not run"} if RESULTS.exists() else {}
    RESULTS.write_text(as_csv(now), encoding="utf-8")
    print("\n".join(moved(before, now)) or "nothing moved")


if __name__ == "__main__":
    main()
