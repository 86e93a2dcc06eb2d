"""Tables with a row a student, as people read them and as Canvas and Moodle import them; and feedback to upload."""

import io
import re
import zipfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from ..tasks import Argue, Topic
from . import collecting, files, marks, reading, records, roster
from .batch import Result
from .feedback import as_file
from .names import harmless
from .roster import Person

WHO = ("id", "name", "mail")
NOTHING = "nothing handed in"
ID_NUMBERS = ("id number", "id nummer", "numero d identification", "numero de id")  # Moodle's


def row(topic: Topic, result: Result | None, given: marks.Marks, came: dict[str, str]) -> dict[str, Any]:
    """An assignment's columns for one student. What has not been graded is empty, never 0."""
    found: dict[str, Any] = {"outcome": NOTHING, "automatic": "", "total": "", "needs_person": "no"}
    if result is None:
        return found | ({"outcome": "not graded yet"} if came else {})
    standing = marks.standings(topic, result, given)
    late = came.get("late") or came.get("status", "").partition(" - ")[2]  # what Moodle says besides "submitted"
    open_ = [task for task, each in standing.items() if each.open]
    found |= {"submitted": harmless(came.get("when", "")), "late": harmless(late)}
    found["outcome"] = "graded"
    found["needs_person"] = ", ".join([*open_, *(["the file"] if result.refused else [])]) or "no"
    if standing:
        automatic = [outcome.earned for outcome in result.outcomes if outcome.earned is not None]
        found["automatic"] = f"{sum(automatic):g}"
        found["total"] = "" if open_ else f"{sum(each.points or 0 for each in standing.values()):g}"
        found |= {task: f"{each.points:g}" for task, each in standing.items() if each.points is not None}
    if result.refused:
        again = "again: {}; the points are those of the file before" if standing else ": {}"
        found["outcome"] = harmless(f"not graded {again}".replace(" :", ":").format(result.refused))
    return found


def everybody(people: Sequence[Person], known: Iterable[str]) -> list[Person]:
    """The roster, and after it those who are on none."""
    ids = {person.id for person in people}
    return [*people, *(Person(student) for student in sorted(set(known) - ids))]


def assignment(folder: Path, topic: Topic, people: Sequence[Person]) -> Path:
    """Write ``results/TITLE.csv``, and ``.xlsx``: one row a student, one column a task."""
    results, given = records.read(folder, topic.title), marks.read(folder)
    came = collecting.names(folder, topic.title)
    columns = [*WHO, "outcome", "automatic", "automatic_max", "total", "max", "needs_person", "submitted", "late"]
    columns += [task.name for task in topic.tasks]
    automatic = topic.points - sum(topic.points_of(task) for task in topic.tasks if isinstance(task, Argue))
    most = {"automatic_max": f"{automatic:g}", "max": f"{topic.points:g}"}
    rows = [
        _who(person) | row(topic, results.get(person.id), given, came.get(person.id, {})) | most
        for person in everybody(people, results)
    ]
    return reading.write_for_people(folder / "results" / f"{topic.title}.csv", columns, rows, WHO)


def course(folder: Path, topics: Sequence[Topic], people: Sequence[Person]) -> list[Path]:
    """Write the tables of a course: ``grades.csv`` and ``.xlsx``, and into ``upload/`` what platforms import."""
    given = marks.read(folder)
    results = {topic.title: records.read(folder, topic.title) for topic in topics}
    came = {topic.title: collecting.names(folder, topic.title) for topic in topics}
    rows, points = [], []
    for person in everybody(people, {student for known in results.values() for student in known}):
        whole, settled = _who(person), {}
        for topic in topics:
            known = row(topic, results[topic.title].get(person.id), given, came[topic.title].get(person.id, {}))
            whole |= {f"{topic.title} {name}": known[name] for name in ("automatic", "total", "outcome")}
            settled[topic.title] = known["total"] or known["automatic"]
        rows.append(whole)
        points.append((person, settled))
    titles = [topic.title for topic in topics]
    columns = [f"{title} {name}" for title in titles for name in ("automatic", "total", "outcome")]
    written = [reading.write_for_people(folder / "grades.csv", [*WHO, *columns], rows, WHO)]
    written.append(_canvas(folder / "upload" / "canvas.csv", topics, points))
    written.append(_moodle(folder / "upload" / "moodle.csv", titles, points))
    return written


def _who(person: Person) -> dict[str, str]:
    return {key: harmless(value) for key, value in zip(WHO, (person.id, person.name, person.mail), strict=True)}


def _canvas(path: Path, topics: Sequence[Topic], points: list[tuple[Person, dict[str, str]]]) -> Path:
    """Canvas finds students by its own number or the login, and assignments by the name they have in its export."""
    known = next((person.row for person, _ in points if person.row), {})
    names = {topic.title: _column(topic, known) for topic in topics}
    who = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]
    most = {names[topic.title]: f"{topic.points:g}" for topic in topics}
    rows: list[dict[str, Any]] = [{"Student": "    Points Possible"} | most]
    for person, settled in points:
        line = {"Student": person.name, "SIS Login ID": person.id}
        if person.canvas:
            line = {key: person.row.get(key, "") for key in who} | {"Student": person.row.get("Student", person.name)}
        rows.append(line | {names[title]: value for title, value in settled.items()})
    return reading.write(path, [*who, *names.values()], rows)


def _column(topic: Topic, known: dict[str, str]) -> str:
    """An assignment's column in Canvas's own export, as in "02_precision_recall (4711)"; else its title."""
    named = re.compile(rf"({re.escape(topic.title)}|{re.escape(topic.name.replace('_', ' '))}) \(\d+\)", re.IGNORECASE)
    return next(filter(named.fullmatch, known), topic.title)


def _moodle(path: Path, titles: list[str], points: list[tuple[Person, dict[str, str]]]) -> Path:
    """Moodle's import asks which column says who: the id number or the mail."""
    rows = []
    for person, settled in points:
        first, last = next(filter(all, ((person.cell([a]), person.cell([b])) for a, b in roster.PARTS)), ("", ""))
        if not last:
            turned = person.name.partition(", ")[::-1]  # as in Byron, Ada
            first, _, last = turned if turned[0] else person.name.rpartition(" ")
        who = {"First name": first, "Last name": last, "ID number": person.cell(ID_NUMBERS) or person.id}
        rows.append(who | {"Email address": person.mail} | settled)
    return reading.write(path, ["First name", "Last name", "ID number", "Email address", *titles], rows)


def feedback(folder: Path, topic: Topic) -> Path:
    """Pack the pages of an assignment, each under the name by which its platform knows whose it is."""
    came = collecting.names(folder, topic.title)
    path = folder / "upload" / f"feedback-{topic.title}.zip"
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for student in sorted(records.read(folder, topic.title)):
            page = folder / "feedback" / student / topic.title / f"{topic.title}.html"
            if page.exists():
                name = collecting.feedback_name(came.get(student, {}).get("path", ""), student, topic.title)
                text = page.read_text(encoding="utf-8")
                archive.writestr(zipfile.ZipInfo(name), as_file(text, name))
    files.write_bytes(path, data.getvalue())
    return path
