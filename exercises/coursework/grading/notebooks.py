"""From the source notebook with its solutions to the student version; nbgrader does the clearing."""

import hashlib
import re
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from nbgrader.preprocessors import (
    ClearHiddenTests,
    ClearMarkScheme,
    ClearOutput,
    ClearSolutions,
    ComputeChecksums,
    LockCells,
)

from ..reports import MARK
from ..seeds import OPEN_COURSE
from . import files

Notebook = Any  # nbformat ships no types

EXERCISES = Path(__file__).parents[2]
SOURCE = EXERCISES / "source"
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
KEPT_CELL_METADATA = ("nbgrader", "tags")
ME = 'me = student("model solution")'
STUB = "# YOUR CODE HERE\npass"  # runs, so that "Run All Cells" gets to the end
CLEARING = (ClearSolutions, LockCells, ComputeChecksums, ClearOutput, ClearHiddenTests, ClearMarkScheme)


def source_path(title: str) -> Path:
    """Where the source notebook of a topic lies."""
    return SOURCE / title / f"{title}.ipynb"


def student_path(title: str) -> Path:
    """Where the student version of a topic lies."""
    return EXERCISES / f"{title}.ipynb"


def read(path: Path) -> Notebook:
    """A notebook from its file."""
    return nbformat.read(path, as_version=4)


def write(notebook: Notebook, path: Path) -> None:
    """A notebook into its file, in canonical form."""
    files.write_text(path, nbformat.writes(canonical(notebook, path.name)) + "\n")


def canonical(notebook: Notebook, name: str) -> Notebook:
    """The notebook as it is stored: nothing in it depends on who made it, when or where."""
    notebook.metadata = nbformat.from_dict(METADATA)
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    for position, cell in enumerate(notebook.cells):
        cell.id = hashlib.sha256(f"{name} {position}".encode()).hexdigest()[:8]
        cell.metadata = nbformat.from_dict({k: v for k, v in sorted(cell.metadata.items()) if k in KEPT_CELL_METADATA})
        for output in cell.get("outputs", []):
            output.pop("metadata", None) if output.output_type == "stream" else output.update(metadata={})
    return notebook


def student_version(source: Notebook, course: str = OPEN_COURSE) -> Notebook:
    """The notebook without solutions, rubrics and outputs, for the students of one course."""
    notebook = nbformat.from_dict(source)
    for step in CLEARING:
        options = {"code_stub": {"python": STUB}} if step is ClearSolutions else {}
        notebook, _ = step(**options).preprocess(notebook, {})
    for cell in addressed(notebook, course).cells:
        cell.source = cell.source.replace("](../../../notebooks/", "](../notebooks/")
        if "checksum" in cell.metadata.get("nbgrader", {}):
            cell, _ = ComputeChecksums().preprocess_cell(cell, {}, 0)
    return notebook


def addressed(notebook: Notebook, course: str) -> Notebook:
    """The notebook with a blank for the student's name, and the name of the course, where the source has its own."""
    blank = 'me = student("")' if course == OPEN_COURSE else f'me = student("", course="{course}")'
    for cell in notebook.cells:
        cell.source = cell.source.replace(ME, blank)
    return notebook


def executed(source: Notebook, folder: Path) -> Notebook:
    """The notebook with the outputs of running it."""
    client = NotebookClient(
        source,
        timeout=120,
        kernel_name="python3",
        record_timing=False,
        coalesce_streams=True,
        store_widget_state=False,
        resources={"metadata": {"path": str(folder)}},
    )
    return client.execute()


def missed(source: Notebook) -> list[str]:
    """The checks of an executed notebook that found something wrong, by the first line of what they say."""
    said = [output.get("data", {}).get("text/plain", "") for cell in source.cells for output in cell.get("outputs", [])]
    return [text.splitlines()[0] for text in said if MARK[False] in text]


def solution_lines(source: Notebook) -> set[str]:
    """The lines that only the source may have: those between BEGIN and END of a solution or a mark scheme."""
    lines: set[str] = set()
    for cell in source.cells:
        for region in re.findall(
            r"BEGIN (?:SOLUTION|MARK SCHEME)(.*?)\n[^\n]*END (?:SOLUTION|MARK SCHEME)", cell.source, re.S
        ):
            lines |= {line.strip() for line in region.splitlines() if len(line.strip()) > 12}
    return lines
