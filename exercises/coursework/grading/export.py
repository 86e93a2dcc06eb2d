"""What nbgrader itself is asked to use: the table of grades, a refusal to run student code, and a careful collector."""

import csv
import io
import os
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NoReturn

from nbgrader.api import Gradebook
from nbgrader.exchange.default import ExchangeCollect
from nbgrader.plugins.export import ExportPlugin as Base
from nbgrader.preprocessors import NbGraderPreprocessor

from ..tasks import topics
from . import files
from .gradebook import COLUMNS, rows
from .ledger import Ledger
from .submissions import RefusedError, ordinary_bytes

MOST_FILES = 50


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


class Refuse(NbGraderPreprocessor):  # type: ignore[misc]
    """Stands where `nbgrader autograde` would run a submission."""

    def preprocess(self, nb: Any, resources: Any) -> NoReturn:
        """Say what to do instead."""
        raise RuntimeError("nbgrader autograde runs student code unprotected: use make grade (exercises/README.md)")


class Collect(ExchangeCollect):  # type: ignore[misc]
    """`nbgrader collect` from an exchange in which students can make what they like.

    A folder counts if it belongs to the student that it names. What it links to is not copied, and none of what can be
    wrong with one folder keeps the others from being collected.
    """

    src_records: list[Any]

    def _path_to_record(self, path: str) -> Any:
        try:
            return super()._path_to_record(path)
        except ValueError:
            name = os.path.basename(path)
            return {"username": name.split("+")[0], "filename": name, "timestamp": datetime.min.replace(tzinfo=UTC)}

    def _sort_by_timestamp(self, records: list[Any]) -> list[Any]:
        return sorted(records, key=lambda record: (self._is_own(record), record["timestamp"]), reverse=True)

    def _is_own(self, record: Any) -> bool:
        path = Path(self.inbound_path, record["filename"])
        try:
            own = not self.check_owner or path.owner() == record["username"]
        except (KeyError, OSError):
            return False
        return own and path.is_dir() and not path.is_symlink()

    def copy_files(self) -> None:
        """Leave out what is not the student's own, and collect the rest."""
        for record in self.src_records:
            if not self._is_own(record):
                self.log.error("%s is left out: it is no folder of that student", record["filename"])
        self.src_records = [record for record in self.src_records if self._is_own(record)]
        super().copy_files()

    def do_copy(self, src: str, dest: str, log: Any = None) -> None:
        """Copy the ordinary files of a folder: no links, no pipes, no folders within, and not without end."""
        with TemporaryDirectory() as between:
            copied = Path(between, "copied")
            copied.mkdir()
            for name in sorted(os.listdir(src))[:MOST_FILES]:
                try:
                    (copied / name).write_bytes(ordinary_bytes(Path(src, name)))
                except (OSError, RefusedError) as reason:
                    self.log.error("%s/%s is left out: %s", os.path.basename(src), name, reason)
            super().do_copy(str(copied), dest, log)
