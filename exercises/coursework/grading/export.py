"""What nbgrader itself is asked to use: the table of grades, and a refusal to run student code."""

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from nbconvert.exporters import NotebookExporter
from nbgrader.api import Gradebook
from nbgrader.exchange.default import ExchangeReleaseFeedback
from nbgrader.plugins.export import ExportPlugin as Base

from ..tasks import topics
from . import files
from .gradebook import COLUMNS, harmless, rows
from .ledger import Ledger
from .names import legible


def write(book: Gradebook, folder: Path, path: Path, titles: Sequence[str] = (), students: Sequence[str] = ()) -> Path:
    """Write the grades of the assignments and students named, or of all that the gradebook knows, as CSV."""
    known = {assignment.name for assignment in book.assignments}
    wanted = [topic for topic in topics() if topic.title in known and (not titles or topic.title in titles)]
    shown = {harmless(legible(student)) for student in students}
    tasks = [task.name for topic in wanted for task in topic.tasks]
    text = io.StringIO(newline="")
    table = csv.DictWriter(text, [*COLUMNS, *tasks], restval="")
    table.writeheader()
    for topic in wanted:
        found = rows(book, topic, Ledger.read(folder, topic.title))
        table.writerows(row for row in found if not shown or row["student"] in shown)
    files.write_text(path, text.getvalue(), errors="backslashreplace")
    return path


class ExportPlugin(Base):  # type: ignore[misc]
    """`nbgrader export`: the same table."""

    def export(self, gradebook: Gradebook) -> None:
        """Write grades.csv, or what ``--to`` names, for what ``--assignment`` and ``--student`` name."""
        folder = Path(self.parent.coursedir.root) if self.parent is not None else Path()
        titles, students = map(str, self.assignment), map(str, self.student)
        write(gradebook, folder, Path(self.to or "grades.csv"), [*titles], [*students])


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
