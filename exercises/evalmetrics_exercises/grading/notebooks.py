"""From the source notebook with its solutions to the student version."""

import hashlib
import json
import os
import re
import tempfile
from copy import deepcopy
from pathlib import Path
from typing import Any
from uuid import uuid4

from ..reports import MARK
from ..seeds import OPEN_COURSE
from . import files
from .written import PROMPT

Notebook = Any  # a Node, or what nbformat makes of one; to import nbformat takes two seconds

EXERCISES = Path(__file__).parents[2]
SOURCE = EXERCISES / "source"
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
KEPT_CELL_METADATA = ("alt", "nbgrader", "tags")
ME = 'me = student("model solution")'
STUB = "# YOUR CODE HERE\npass"  # runs, so that "Run All Cells" gets to the end
RUBRIC = re.compile(r"- (\d+(?:\.\d+)?) points?: (.+)")
SOLUTION = re.compile(r"^([ \t]*)### BEGIN SOLUTION.*?### END SOLUTION", re.MULTILINE | re.DOTALL)


def source_path(title: str) -> Path:
    """Where the source notebook of a topic lies."""
    return SOURCE / title / f"{title}.ipynb"


def student_path(title: str) -> Path:
    """Where the student version of a topic lies."""
    return EXERCISES / f"{title}.ipynb"


def called(cell: Any) -> str:
    """The name that a cell bears, which is its task's where the answer goes; "" for none."""
    name: str = cell.metadata.get("nbgrader", {}).get("grade_id", "")
    return name


def place(notebook: Notebook, name: str) -> int:
    """Where the cell of that name stands."""
    return next(i for i, cell in enumerate(notebook.cells) if called(cell) == name)


class Node(dict[str, Any]):
    """A part of a notebook, whose entries are attributes, too, as nbformat has them."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


def read(path: Path) -> Notebook:
    """A notebook from its file, with texts in one piece."""
    notebook = json.loads(path.read_text(encoding="utf-8"), object_hook=Node)
    for cell in notebook.cells:
        cell.source = "".join(cell.source)
        for output in cell.get("outputs", []):
            if "text" in output:
                output.text = "".join(output.text)
            for kind, data in output.get("data", {}).items():
                output.data[kind] = "".join(data) if isinstance(data, list) else data
    return notebook


def write(notebook: Notebook, path: Path) -> None:
    """A notebook into its file, in canonical form."""
    import nbformat

    whole = nbformat.from_dict(canonical(notebook, path.name))
    files.write_text(path, nbformat.writes(whole) + "\n")


def as_bytes(notebook: Notebook) -> bytes:
    """A notebook as a file that may be handed in."""
    return json.dumps(notebook).encode()


def canonical(notebook: Notebook, name: str) -> Notebook:
    """The notebook as it is stored: nothing in it depends on who made it, when or where."""
    notebook.metadata = deepcopy(METADATA)
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    for position, cell in enumerate(notebook.cells):
        cell.id = hashlib.sha256(f"{name} {position}".encode()).hexdigest()[:8]
        cell.metadata = {k: v for k, v in sorted(cell.metadata.items()) if k in KEPT_CELL_METADATA}
        for output in cell.get("outputs", []):
            output.pop("metadata", None) if output.output_type == "stream" else output.update(metadata={})
    return notebook


def student_version(source: Notebook, course: str = OPEN_COURSE) -> Notebook:
    """The notebook without solutions, rubrics and outputs, for the students of one course."""
    notebook = deepcopy(source)
    blank = 'me = student("")' if course == OPEN_COURSE else f'me = student("", course="{course}")'
    for cell in notebook.cells:
        cell.source = cell.source.replace(ME, blank).replace("](../../../notebooks/", "](../notebooks/")
        solution = cell.metadata.get("nbgrader", {}).get("solution", False)
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
            if solution and not SOLUTION.search(cell.source):
                raise ValueError(f"no solution is marked in the cell of {called(cell)}")
            cell.source = SOLUTION.sub(_stub, cell.source)
        elif solution:
            cell.source = PROMPT
    return notebook


def _stub(region: re.Match[str]) -> str:
    return "\n".join(region[1] + line for line in STUB.splitlines())


def rubric(source: Notebook, task: str) -> list[tuple[float, str]]:
    """The lines of an essay's rubric: what each is worth, and for what."""
    lines = source.cells[place(source, task)].source.partition("**Rubric**")[2].split("\n")
    return [(float(found[1]), found[2]) for found in map(RUBRIC.fullmatch, lines) if found]


def through_files() -> dict[str, str]:
    """Settings of a kernel's manager: sockets in files, since any process may take a port before the kernel does."""
    return {"transport": "ipc", "ip": f"{tempfile.gettempdir()}/kernel-{uuid4().hex}"} if os.name == "posix" else {}


def executed(source: Notebook, folder: Path, *, timeout: int = 120) -> Notebook:
    """The notebook with the outputs of running it."""
    import nbformat
    from jupyter_client.manager import AsyncKernelManager
    from nbclient import NotebookClient

    client = NotebookClient(
        nbformat.from_dict(source),
        km=AsyncKernelManager(kernel_name="python3", **through_files()),
        timeout=timeout,
        record_timing=False,
        coalesce_streams=True,
        store_widget_state=False,
        resources={"metadata": {"path": str(folder)}},
    )
    return client.execute(cleanup_kc=True)


def missed(source: Notebook) -> list[str]:
    """The checks of an executed notebook that found something wrong, by the first line of what they say."""
    said = [output.get("data", {}).get("text/plain", "") for cell in source.cells for output in cell.get("outputs", [])]
    return [text.splitlines()[0] for text in said if MARK[False] in text]
