"""Run each cell of a notebook once more after all of them: `python -m tests.book.again NOTEBOOK` says which differ.

A reader who changes a cell in the middle and runs it again meets a name that a later cell has used for something else.
"""

import json
import os
import sys
from multiprocessing import Pipe
from pathlib import Path

from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output


def outcome(shell: InteractiveShell, source: str) -> tuple[str, str]:
    """What a cell prints, and the error that it ends with."""
    import matplotlib.pyplot as plt

    with capture_output() as printed:
        ran = shell.run_cell(source)
    plt.close("all")
    error = ran.error_before_exec or ran.error_in_exec
    return printed.stdout, f"{type(error).__name__}: {error}" if error else ""


def again(shell: InteractiveShell, source: str) -> tuple[str, str]:
    """What a cell would print and raise now, tried in a copy of this process."""
    here, there = Pipe(duplex=False)
    if (child := os.fork()) == 0:
        there.send(outcome(shell, source))
        os._exit(0)
    there.close()
    found: tuple[str, str] = here.recv()
    os.waitpid(child, 0)
    return found


def main(path: Path) -> None:
    """Print the cells that fail or print something else when they are run again."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    sources = {i: "".join(cell["source"]) for i, cell in enumerate(cells) if cell["cell_type"] == "code"}
    os.chdir(path.parent)
    shell = InteractiveShell.instance(history_manager=None)
    shell.displayhook.write_output_prompt = lambda: None  # its number is another one the second time
    first = {i: outcome(shell, source) for i, source in sources.items()}
    for i, source in sources.items():
        second = again(shell, source)
        if second != first[i]:
            print(f"cell {i}: {second[1] or 'prints something else'}")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
