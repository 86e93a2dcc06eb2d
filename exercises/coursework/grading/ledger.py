"""What one grading leaves for the next: refusals, in ``results/TITLE.json``, and what marks were given for.

The latter lies in a table of its own in the gradebook: who restores an old gradebook gets what belongs to its marks.
"""

import json
import os
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import text

from . import files

Look = dict[str, str]  # "shown": points and file as formgrader shows them, "marked": those of the "mark"


@dataclass
class Ledger:
    """Why the submissions of one assignment were refused: by student, the folder they lay in, the reason, the date."""

    path: Path
    refused: dict[str, tuple[str, str, str]] = field(default_factory=dict)

    @classmethod
    def read(cls, folder: Path, title: str) -> "Ledger":
        """The ledger of an assignment; an empty one if there is none, or one that was damaged."""
        path = folder / "results" / f"{title}.json"
        try:
            known: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            return cls(path, {student: (where, reason, date) for student, (where, reason, date) in known.items()})
        except (OSError, ValueError, TypeError, AttributeError):
            return cls(path)

    @property
    def reasons(self) -> dict[str, str]:
        """Why each submission that could not be graded was not."""
        return {student: reason for student, (_, reason, _) in self.refused.items()}

    def enter(self, folder: Path, settled: dict[str, tuple[str, datetime | None]], graded: set[str]) -> None:
        """Replace what was said of a batch's students, and what the last batch from the same folder said.

        `settled` holds a reason, "" for none, and a date for each student of the batch. What was refused stays beside
        an older submission; and beside points, until that student is graded again, since the student's page says so.
        """
        course = self.path.parents[1]
        where = os.path.relpath(folder.resolve(), course.resolve())

        def stays(student: str, said: tuple[str, str, str]) -> bool:
            if student not in settled:
                return said[0] != where or student in graded
            date = settled[student][1]
            return date is not None and said[2] > date.isoformat()

        kept = {student: said for student, said in self.refused.items() if stays(student, said)}
        new = {s: (where, reason, date.isoformat() if date else "") for s, (reason, date) in settled.items() if reason}
        self.refused = new | kept
        files.write_text(self.path, json.dumps(self.refused, indent=1))


def looks(book: Any, title: str, student: str) -> dict[str, Look]:
    """By task, what a student's marks were given for when their submission was last entered."""
    book.db.execute(
        text("CREATE TABLE IF NOT EXISTS coursework_looks (title, student, looks, UNIQUE (title, student))")
    )
    query = text("SELECT looks FROM coursework_looks WHERE title = :title AND student = :student")
    found = book.db.execute(query, {"title": title, "student": student}).scalar()
    return dict(json.loads(found)) if found else {}


def remember(book: Any, title: str, student: str, looks: dict[str, Look]) -> None:
    """Keep them; the caller commits, together with the scores."""
    query = text("INSERT OR REPLACE INTO coursework_looks VALUES (:title, :student, :looks)")
    book.db.execute(query, {"title": title, "student": student, "looks": json.dumps(looks)})


def second_look(grade: Any, shown: str, comment: str, before: Look) -> Look:
    """Decide whether a person has to look at one of nbgrader's grades, now that `shown` is what its page shows.

    A mark, or a comment where there is none, belongs to what was shown when a person saved it, which is when nbgrader
    takes the question away (unless formgrader, which remembers, believes that there is none) or it is another one. It
    asks for a second look as long as something else is shown, however many gradings come and go.
    """
    scored, marked = grade.manual_score is not None or bool(grade.extra_credit), ""
    mark = f"{grade.manual_score} and {grade.extra_credit}" if scored else comment
    by_person = scored or bool(comment)
    saved = not grade.needs_manual_grade or mark != before.get("mark", mark)
    if by_person:
        marked = before.get("shown" if saved else "marked", "")
    missing = grade.manual_score is None and grade.auto_score is None
    grade.needs_manual_grade = missing or (by_person and marked != shown)
    return {"shown": shown, "marked": marked, "mark": mark}
