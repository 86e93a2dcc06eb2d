"""`nbgrader collect`, from an exchange in which students can make what they like."""

import os
import pwd
import re
import shutil
import stat
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from nbgrader.api import Gradebook, MissingEntry
from nbgrader.exchange.default import ExchangeCollect

from .gradebook import moment_of, timestamp_of
from .names import unfit
from .sandbox import printable
from .submissions import LARGEST_BYTES, TEXTS, RefusedError, ordinary_bytes

MOST_FILES, MOST_BYTES = 50, 2 * LARGEST_BYTES
KINDS = (".ipynb", *TEXTS, ".csv", ".png", ".jpg", ".jpeg")  # no programs: a nbgrader_config.py would be one


@dataclass(frozen=True)
class HandedIn:
    """A folder of the exchange, whose it says it is, and when it says it came."""

    folder: Path
    student: str
    moment: datetime | None  # None for a date of another kind: the exchange can be told to write its own time zone
    changed: float

    @property
    def order(self) -> tuple[datetime, float]:
        """Earlier and later: by date and, without one, by when the folder was changed."""
        return self.moment or datetime.min, self.changed


class Collect(ExchangeCollect):  # type: ignore[misc]
    """Takes each student's newest folder; nothing that is wrong with one keeps the others from being collected.

    A folder counts if it belongs to the student whose name it bears. Its notebook, date, tables and pictures are
    copied; programs are not, nor what it links to.
    """

    def init_src(self) -> None:
        """Choose among each student's folders: the newest, or the newest that came before the assignment was due."""
        self.title = str(self.coursedir.assignment_id)
        inbound = Path(self.root, self.coursedir.course_id, "inbound")
        if not inbound.is_dir():
            self.fail(f"{inbound} is not there: is the course's name {self.coursedir.course_id}?")
        found: dict[str, list[HandedIn]] = defaultdict(list)
        for one in self._handed_in(inbound):
            found[one.student].append(one)
        due = self._due() if self.before_duedate else None
        self.chosen = [self._newest(each, due) for _, each in sorted(found.items())]

    def _handed_in(self, inbound: Path) -> Iterator[HandedIn]:
        wanted = self.coursedir.student_id
        bears = re.compile(rf"(?P<student>[^.].*)\+{re.escape(self.title)}\+(?P<date>[^+]*)(\+[^+]*)?", re.DOTALL)
        for folder in sorted(inbound.iterdir()):
            if not (name := bears.fullmatch(folder.name)) or wanted not in ("", "*", name["student"]):
                continue
            if (changed := self._changed(folder, name["student"])) is None:
                self.log.error("%r is left out: it is no folder of that student", folder.name)
                continue
            if reason := unfit(name["student"]):
                self.log.error("%r is left out: %s", folder.name, reason)
                continue
            if not (moment := moment_of(name["date"])):
                self.log.warning("%r bears no date that is read here: it counts as older than others", folder.name)
            yield HandedIn(folder, name["student"], moment, changed)

    def _changed(self, folder: Path, student: str) -> float | None:
        """When a student's own folder was changed; None for what is none."""
        try:
            found = os.lstat(folder)  # once: a link may turn into a folder meanwhile, and belong to somebody else
            own = not self.check_owner or pwd.getpwuid(found.st_uid).pw_name == student
        except (KeyError, OSError):
            return None
        return found.st_mtime if own and stat.S_ISDIR(found.st_mode) else None

    def _due(self) -> datetime | None:
        with Gradebook(self.coursedir.db_url, self.coursedir.course_id) as book:
            try:
                due: datetime | None = book.find_assignment(self.title).duedate
            except MissingEntry:
                return None
        return due

    def _newest(self, each: list[HandedIn], due: datetime | None) -> HandedIn:
        in_time = [one for one in each if due is None or (one.moment is not None and one.moment <= due)]
        return max(in_time or each, key=lambda one: one.order)

    def copy_files(self) -> None:
        """Copy what is new into the course's folder."""
        for one in self.chosen:
            path = self.coursedir.format_path(self.coursedir.submitted_directory, one.student, self.title)
            notebook = Path(path, f"{self.title}.ipynb")
            known = timestamp_of(notebook)
            if notebook.parents[1].is_symlink():
                self.log.error("%r is left out: %s is a link, remove it", one.student, notebook.parents[1])
                continue
            newer = not known or not one.moment or known < one.moment
            again = (self.update and newer) or (self.before_duedate and known != one.moment)
            if os.path.isdir(notebook.parent) and not again:
                self.log.info("%r has been collected before", one.student)
                continue
            try:
                self._replace(notebook.parent, one.folder)
                self.log.info("%r is collected", one.student)
            except OSError as error:
                self.log.error("%r is left out: %s", one.folder.name, printable(error))

    def _replace(self, place: Path, folder: Path) -> None:
        first = {f"{self.title}.ipynb", "timestamp.txt"}
        listed = (name for name in os.listdir(folder) if name.lower().endswith(KINDS))
        names = sorted(listed, key=lambda name: (name not in first, name))
        place.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=place.parent, prefix=".") as between:  # beside it: a full disk costs nobody's work
            new, left = Path(between, place.name), MOST_BYTES
            new.mkdir()
            for name in names[:MOST_FILES]:
                try:
                    data = ordinary_bytes(folder / name)
                except RefusedError as reason:
                    self.log.error("%r of %r is left out: %s", name, folder.name, printable(reason))
                    continue
                if (left := left - len(data)) >= 0:
                    (new / name).write_bytes(data)
            if left < 0 or len(names) > MOST_FILES:
                self.log.error("%r is more than is taken: what is over is left out", folder.name)
            if place.is_dir() and not place.is_symlink():
                shutil.rmtree(place)
            new.rename(place)
