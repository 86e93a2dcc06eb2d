"""What nbgrader itself is asked to use: the table of grades, and a refusal to run student code."""

import csv
import json
from pathlib import Path
from typing import Any, NoReturn

from nbgrader.api import Gradebook
from nbgrader.plugins.export import ExportPlugin as Base
from nbgrader.preprocessors import NbGraderPreprocessor

from ..tasks import topics
from .gradebook import COLUMNS, rows


def refusals(folder: Path, title: str) -> dict[str, str]:
    """Submissions that could not be graded, and why, as the last grading left them."""
    path = folder / "results" / f"{title}.json"
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else {}


def write(book: Gradebook, folder: Path, path: Path, titles: list[str] | None = None) -> Path:
    """Write the grades of the assignments named, or of all that the gradebook knows, as CSV."""
    known = {assignment.name for assignment in book.assignments}
    wanted = [topic for topic in topics() if topic.title in known and (not titles or topic.title in titles)]
    tasks = [task.name for topic in wanted for task in topic.tasks]
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", errors="backslashreplace", newline="") as file:
        table = csv.DictWriter(file, [*COLUMNS, *tasks], restval="")
        table.writeheader()
        for topic in wanted:
            table.writerows(rows(book, topic, refusals(folder, topic.title)))
    return path


class ExportPlugin(Base):  # type: ignore[misc]
    """`nbgrader export`: the same table."""

    def export(self, gradebook: Gradebook) -> None:
        """Write grades.csv, or what ``--to`` names, for the assignments that ``--assignment`` names."""
        folder = Path(self.parent.coursedir.root) if self.parent is not None else Path()
        write(gradebook, folder, Path(self.to or "grades.csv"), [str(name) for name in self.assignment])


class Refuse(NbGraderPreprocessor):  # type: ignore[misc]
    """Stands where `nbgrader autograde` would run a submission."""

    def preprocess(self, nb: Any, resources: Any) -> NoReturn:
        """Say what to do instead."""
        raise RuntimeError("nbgrader autograde runs student code unprotected: use make grade (exercises/README.md)")
