"""Execute notebooks and store them in their committed form: `python -m tests.book.write [NOTEBOOK ...]`.

Doing it twice gives the same bytes.
"""

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nbformat
from evalmetrics_exercises.grading.notebooks import executed

from . import notebooks
from .plugin import ignore_personal_settings


def write(path: Path) -> str:
    """Execute one notebook in its folder and write it back."""
    notebook = executed(notebooks.read(path), path.parent, timeout=300)
    before = path.read_bytes()
    nbformat.write(notebooks.canonical(notebook, path.name), path)
    if path.resolve() == notebooks.COVERED:
        notebooks.COVER.write_bytes(notebooks.cover(notebook))
    return f"{path.name}: {'unchanged' if path.read_bytes() == before else 'written'}"


def main() -> None:
    ignore_personal_settings()
    with ThreadPoolExecutor(max_workers=2) as pool:
        for line in pool.map(write, [Path(n) for n in sys.argv[1:]] or [own.path for own in notebooks.listed()]):
            print(line, flush=True)


if __name__ == "__main__":
    main()
