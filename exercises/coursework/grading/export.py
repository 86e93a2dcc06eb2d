"""What nbgrader itself is asked to use: the table of grades, and a refusal to run student code."""

import csv
import io
from pathlib import Path
from typing import Any

from nbconvert.exporters import NotebookExporter
from nbgrader.api import Gradebook
from nbgrader.exchange.default import ExchangeReleaseFeedback
from nbgrader.plugins.export import ExportPlugin as Base

from ..tasks import topics
from . import files
from .gradebook import COLUMNS, rows
from .ledger import Ledger


def write(book: Gradebook, folder: Path, path: Path, titles: list[str] | None = None) -> Path:
    """Write the grades of the assignments named, or of all that the gradebook knows, as CSV."""
    known = {assignment.name for assignment in book.assignments}
    wanted = [topic for topic in topics() if topic.title in known and (not titles or topic.title in titles)]
    tasks = [task.name for topic in wanted for task in topic.tasks]
    text = io.StringIO(newline="")
    table = csv.DictWriter(text, [*COLUMNS, *tasks], restval="")
    table.writeheader()
    for topic in wanted:
        table.writerows(rows(book, topic, Ledger.read(folder, topic.title)))
    files.write_text(path, text.getvalue(), errors="backslashreplace")
    return path


class ExportPlugin(Base):  # type: ignore[misc]
    """`nbgrader export`: the same table."""

    def export(self, gradebook: Gradebook) -> None:
        """Write grades.csv, or what ``--to`` names, for the assignments that ``--assignment`` names."""
        folder = Path(self.parent.coursedir.root) if self.parent is not None else Path()
        write(gradebook, folder, Path(self.to or "grades.csv"), [str(name) for name in self.assignment])


class Refuse(NotebookExporter):
    """Stands where `nbgrader autograde` would run a submission; nbgrader makes it before it changes anything."""

    said = "nbgrader autograde runs student code unprotected: use make grade (exercises/README.md)"

    def __init__(self, **_: Any) -> None:
        """Say what to do instead."""
        raise RuntimeError(self.said)


class NotReleased(ExchangeReleaseFeedback):  # type: ignore[misc]
    """Stands where `nbgrader release_feedback` would look for files that our pages do not have beside them."""

    def start(self) -> None:
        """Say what to do instead."""
        self.fail("feedback pages are yours to hand out: feedback/STUDENT/ holds them (exercises/README.md)")


class Keep(Refuse):
    """Stands where `nbgrader generate_feedback` would write over the pages."""

    said = "nbgrader generate_feedback would hide which marks are open: use make grade, which writes the pages"
