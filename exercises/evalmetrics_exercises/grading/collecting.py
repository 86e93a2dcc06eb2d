"""What a platform hands out, brought into ``submitted/ID/TITLE/TITLE.ipynb``: whose it is, and which of several counts.

Understood are the archives, or unpacked folders, of Canvas and Moodle, and folders or files that bear an id, a name or
a mail. A notebook is recognised by the tasks in it, whatever it is called.
"""

import hashlib
import json
import os
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from io import BytesIO
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from ..tasks import Topic, task_names, topic_names
from . import files, reading
from .names import harmless, unfit
from .roster import SUBMITTED, Person, Roster
from .submissions import LARGEST_BYTES, RefusedError, cells, ordinary_bytes, says_who

LEDGER = ("file", "student", "became")
MOST_FILES, LARGEST_ARCHIVE, LARGEST_EXPORT = 20_000, 100 * 2**20, 4 * 2**30
NO_NOTEBOOK = "it is no notebook: hand in the file that ends in .ipynb"
LONGEST_PART = 255  # of a path, as file systems have it; what an archive says may be longer
OPENED = (".ipynb", ".html", ".zip", ".txt", ".md", ".py", ".json")  # what a page can be written as
LEFT_ASIDE = "it is hidden, as what a system leaves behind"
DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError)
CANVAS = re.compile(
    r"(?:(?P<name>(?!anon_|LATE_)[^_/]+)_|(?=(?:LATE_)?anon_))(?P<late>LATE_|late_)?(?P<user>\d+|anon_[0-9A-Za-z]+)_"
    r"(?:(?P<file>\d+)_)?(?P<rest>(?(file)[^/]+|(?:text|link)\.html))"
)
MOODLE = re.compile(r"(?P<name>[^_/]+)_(?P<participant>\d+)_assignsubmission_(?:file|onlinetext)(?P<rest>_[^/]*|)")
ASKED = re.compile(r"""check\(\s*["'](\w+)["']""")
STATUS = ("status", "statut", "estado")  # of Moodle's worksheet: whether it is late, and who has more time
NOTEBOOK = re.compile(r"\.ipynb(?:\.txt|\.json)?$", re.IGNORECASE)  # some browsers and mail programs add an ending
START, LONGEST_START = re.compile(rb"(?:\xef\xbb\xbf)?\s*\{"), 64  # of what may be a notebook by any other name
HIDDEN = re.compile(r"__MACOSX|\._|~\$|\.(?!.*ipynb$)")  # what systems leave behind, and not a notebook called .ipynb
TIME = re.compile(
    r"(?<!\d)20\d\d-?[01]\d-?[0-3]\d[-_ T]?[0-2]\d[-_.]?[0-5]\d(?:[-_.]?[0-5]\d)?(?!\d)"
)  # as of an attempt
COPY = re.compile(r"(?:[-_ ]?\((\d+)\)|-(\d+))\.ipynb(?:\.txt|\.json)?$", re.IGNORECASE)


@dataclass(frozen=True)
class Found:
    """A file of an export: `path` within it, its bytes, and why it cannot be taken."""

    path: PurePosixPath
    data: bytes
    refused: str = ""

    @property
    def order(self) -> tuple[int, str, int]:
        """Earlier and later, by the times and numbers that a platform gives to what is handed in again."""
        copies = COPY.search(self.path.name)
        canvas = CANVAS.fullmatch(self.path.name)
        time = re.sub(r"\D", "", "".join(TIME.findall(str(self.path))[-1:]))
        return int(canvas["file"] or 0) if canvas else 0, time, int(copies[1] or copies[2]) if copies else 0


@dataclass
class Collected:
    """What came of an export: what was taken, by student, and sentences on what a person has to look at.

    `files` has a line for each file: its path, whose it is, and what became of it. `refused` says of students from whom
    nothing was taken what they handed in.
    """

    taken: dict[str, Found] = field(default_factory=dict)
    said: list[str] = field(default_factory=list)
    files: list[tuple[str, str, str]] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)


def collect(source: Path, topic: Topic, roster: Roster, own: Sequence[Topic] = ()) -> Collected:
    """Choose each student's newest notebook of an exercise; `own` are those that the instructor put together."""
    exercises = {name: {task for task, home in task_names().items() if home == name} for name in topic_names()}
    exercises |= {each.name: {task.name for task in each.tasks} for each in own}
    recognised_in = partial(exercise_of, exercises=exercises, asked=topic.name)
    collected = Collected()
    refused: dict[str, list[Found]] = {}
    by_student: dict[str, list[Found]] = {}
    for found in contents(source):
        who, doubt = owner(found, roster)
        recognised = recognised_in(found.data) if who and not found.refused else topic.name
        if not recognised and not NOTEBOOK.search(found.path.name):
            found = replace(found, refused=NO_NOTEBOOK)
        elif recognised not in ("", topic.name):
            found = replace(found, refused=f"it is the exercise on {recognised}")
        if not who:
            became = f"not collected: {found.refused or doubt}"
            collected.said += [f"{found.path} is {became}"] if found.refused != LEFT_ASIDE else []
        elif found.refused:
            became = f"refused: {found.refused}"
            refused.setdefault(who, []).append(found)
        else:
            by_student.setdefault(who, []).append(found)
            continue
        collected.files.append((str(found.path), who, became))
    nobodys = False
    for student, each in sorted(by_student.items()):
        ours = [found for found in each if recognised_in(found.data)] or each
        newest = collected.taken[student] = max(ours, key=lambda found: found.order)
        others = [found for found in ours if found is not newest]
        equal = any(found.order == newest.order for found in others)
        older = "as new as another, for all that is known" if equal else "older than another"
        for found in each:
            left = older if found in ours else "without a task of this exercise"
            collected.files.append((str(found.path), student, "taken" if found is newest else left))
        if others:
            which = "taken, and nothing says which is the newest" if equal else "the newest"
            collected.said.append(
                f"{student} handed in {len(ours)} notebooks of this exercise: {newest.path} is {which}"
            )
        if doubt := owner(newest, roster)[1]:
            collected.said.append(f"{newest.path}: {doubt}")
        if (name := _named(newest)) and roster.people:
            called = [one.id for one in roster.named(name)]
            if called != [student]:
                whose = f"{called[0]}, another" if len(called) == 1 else f"{len(called)} people" if called else "nobody"
                collected.said.append(
                    f"{student} wrote student({name!r}), which is {whose} on the roster: "
                    "numbers by hand are right for that name alone"
                )
                nobodys |= not called
    if nobodys:
        collected.said.append(
            "Where it is a name of theirs, write it into a column of its own in roster.csv of the course, and grade"
        )
    beside = (LEFT_ASIDE, NO_NOTEBOOK)  # a notebook that was taken: worth a line in the list
    for student, each in sorted(refused.items()):
        told = [found for found in each if found.refused not in beside or student not in collected.taken]
        said = "; ".join(f"{found.path.name!r}: {found.refused}" for found in told)
        collected.said += [f"{student} handed in {said}"] if told else []
        if student not in collected.taken:
            collected.refused[student] = said
    return collected


def _named(found: Found) -> str:
    """The name that stands in the first cell of a notebook; "" where there is none."""
    with suppress(RefusedError):
        return (says_who(cells(found.data).code) or ("",))[0].strip()
    return ""


def contents(source: Path) -> Iterator[Found]:
    """The notebooks and other files of an export, be it an archive or a folder."""
    if source.is_dir():
        yield from _in_folder(source, PurePosixPath())
    elif zipfile.is_zipfile(source):
        yield from _in_archive(source, PurePosixPath())
    elif source.exists():
        raise ValueError(f"{source} is neither a zip archive nor a folder")
    else:
        raise FileNotFoundError(f"{source} is not there: name the archive or folder that your platform hands out")


def _in_archive(file: Path | BytesIO, above: PurePosixPath, room: int = LARGEST_EXPORT) -> Iterator[Found]:
    """The files of an archive that may unpack to so many bytes; archives in one that was handed in share half of it."""
    with zipfile.ZipFile(file) as archive, TemporaryDirectory() as folder:
        entries = archive.infolist()
        if len(entries) > MOST_FILES or sum(info.file_size for info in entries) > room:
            raise ValueError(f"the archive holds more than {MOST_FILES:,} files or {room // 2**20:,} MB")
        for info in entries:
            try:
                _unpack(archive, info, folder)
            except (*DAMAGED, ValueError, RefusedError) as error:
                yield Found(above / info.filename, b"", refused=f"it cannot be unpacked ({error})")
        archives = sum(info.filename.lower().endswith(".zip") for info in entries)
        yield from _in_folder(Path(folder), above, room // (1 + archives) if above.parts else LARGEST_EXPORT)


def _unpack(archive: zipfile.ZipFile, info: zipfile.ZipInfo, folder: str) -> None:
    """A file of an archive into a folder: never more of it than is taken, and of what is not read the name alone."""
    parts = [part for part in PurePosixPath(info.filename).parts if part not in ("/", "..")]  # none leads out of it
    place = Path(folder, *parts)
    if info.is_dir():
        return place.mkdir(parents=True, exist_ok=True)
    if info.flag_bits & 1:
        raise RefusedError("it is locked with a password")
    data = b""
    with archive.open(info) as packed:
        start = packed.read(LONGEST_START)
        if NOTEBOOK.search(place.name) or place.suffix.lower() == ".zip" or START.match(start):
            data = start + packed.read(LARGEST_ARCHIVE + 1 - len(start))
    if len(data) > LARGEST_ARCHIVE:
        raise RefusedError(f"it is larger than {LARGEST_ARCHIVE // 2**20} MB")
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(data)
    return None


def _in_folder(folder: Path, above: PurePosixPath, room: int = LARGEST_EXPORT) -> Iterator[Found]:
    """What is in a folder, and in the archives in it."""
    for place, folders, names in os.walk(folder):
        folders.sort()
        inside = PurePosixPath(Path(place).relative_to(folder).as_posix())
        for name in sorted(names):
            path = above / inside / name
            try:
                if any(map(HIDDEN.match, (inside / name).parts)):
                    yield Found(path, b"", refused=LEFT_ASIDE)
                elif NOTEBOOK.search(name) or START.match(_start(Path(place, name))):
                    yield Found(path, slim(ordinary_bytes(Path(place, name), LARGEST_ARCHIVE), name))
                elif name.lower().endswith(".zip"):
                    packed = BytesIO(ordinary_bytes(Path(place, name), LARGEST_ARCHIVE))
                    yield from list(_in_archive(packed, path, room)) or [
                        Found(path, b"", refused="there is no file in it")
                    ]
                else:
                    yield Found(path, b"")
            except (*DAMAGED, ValueError, RefusedError) as error:
                yield Found(path, b"", refused=f"what was handed in cannot be read ({error})")


def _start(path: Path) -> bytes:
    with path.open("rb") if path.is_file() and not path.is_symlink() else BytesIO() as file:
        return file.read(LONGEST_START)


def slim(data: bytes, name: str) -> bytes:
    """A notebook's bytes, without its outputs where it is too large with them."""
    if len(data) <= LARGEST_BYTES:
        return data
    with suppress(ValueError, RecursionError, AttributeError, TypeError):
        notebook = json.loads(data.decode("utf-8-sig"))
        for cell in notebook["cells"]:
            cell.update({"outputs": []} if cell.get("cell_type") == "code" else {})
            cell.pop("attachments", None)
        data = json.dumps(notebook).encode()
    if len(data) > LARGEST_BYTES:
        raise RefusedError(f"{name} is larger than {LARGEST_BYTES // 2**20} MB without its outputs")
    return data


def exercise_of(data: bytes, exercises: Mapping[str, set[str]], asked: str = "") -> str:
    """The exercise whose tasks are those of a notebook, or nearly; "" for none, and for what is no notebook.

    Exercises that an instructor put together have tasks of others: of equals it is the one that is asked for.
    """
    try:
        submission = cells(data)
    except RefusedError:
        return ""
    names = {name for cell in submission.all for name in (cell.name, *ASKED.findall(cell.source))}
    names &= set().union(*exercises.values())
    shares = {exercise: len(names & tasks) / len(names | tasks) for exercise, tasks in exercises.items()}
    return max(shares, key=lambda exercise: (shares[exercise], exercise == asked)) if names else ""


def owner(found: Found, roster: Roster) -> tuple[str, str]:
    """Whose a file is, and what is in doubt about that; the former is "" where nobody can be said to have sent it."""
    kinds = list(_called(found.path))
    if not roster.people:
        student = next((said for kind, said in kinds if not unfit(said)), "")
        return student, "" if student else "its name says nothing of a student"
    whole = [each for kind, said in kinds if (each := roster.find(kind, said))]
    if one := next((each[0] for each in whole if len(each) == 1), None):
        return one.id, ""
    meant = whole + [each for kind, said in kinds if kind == "text" for each in roster.within(said)]
    ids = [{one.id for one in each} for each in meant]
    both = set.intersection(*ids) if ids else set()
    known = [one for one in roster.people if one.id in (both or set().union(*ids))]
    if len(known) == 1:
        return known[0].id, ""
    doubt = f"its name may be that of {' or '.join(one.id for one in known)}"
    if one := _by_first_cell(found, known or roster.people):
        which = f"{doubt}; the" if known else "only its"
        return one.id, f"{which} first cell says that it is {one.id}'s"
    if known:
        return "", f"{doubt}: put it into a folder that bears the id"
    return "", "nobody on the roster has that id, name or mail"


def _called(path: PurePosixPath) -> Iterator[tuple[str, str]]:
    """What a path says of whose it is, the surest first: kinds as `Roster.find` knows them."""
    for part in (part[:LONGEST_PART] for part in path.parts if not HIDDEN.match(part)):
        if moodle := MOODLE.fullmatch(part):
            yield "moodle", moodle["participant"]
            yield "text", moodle["name"]
        elif canvas := CANVAS.fullmatch(part):
            yield "canvas", canvas["user"]
            yield "text", canvas["name"] or ""
        else:
            yield "text", part if part != path.name[:LONGEST_PART] else PurePosixPath(COPY.sub(".ipynb", part)).stem


def _by_first_cell(found: Found, people: list[Person]) -> Person | None:
    try:
        said = says_who(cells(found.data).code)
    except RefusedError:
        return None
    whose = Roster(people).whose(said[0]) if said else ""
    return next((person for person in people if person.id == whose), None)


def store(collected: Collected, folder: Path, title: str, people: Sequence[Person] = ()) -> dict[str, int]:
    """Put what was taken into a course, and remember what each platform called it; counts of what is new and not.

    ``collected/TITLE.csv``, and ``.xlsx`` beside it, gets a line for each file of the export, which says what became of
    it, and keeps those of earlier exports.
    """
    known = names(folder, title)
    told = {person.id: (person.cell(SUBMITTED), person.cell(STATUS)) for person in people}
    counts = {"new": 0, "changed": 0, "as before": 0}
    for student, found in collected.taken.items():
        path = folder / "submitted" / student / title / f"{title}.ipynb"
        before = path.read_bytes() if path.is_file() and not path.is_symlink() else None
        counts["new" if before is None else "as before" if before == found.data else "changed"] += 1
        files.write_bytes(path, found.data)
        known[student] = {"path": str(found.path)}
    for student, why in collected.refused.items():
        known[student] = {"path": next(p for p, who, _ in collected.files if who == student), "refused": why}
        known[student]["before"] = _digest(folder, student, title)
    for student in {*collected.taken, *collected.refused}:
        when, status = told.get(student, ("", ""))
        known[student]["late"] = "yes" if late(PurePosixPath(known[student]["path"])) else ""
        known[student] |= {"when": when, "status": status} if when else {}
    files.write_text(folder / "results" / f"{title}.names.json", json.dumps(known, indent=1))
    ledger = folder / "collected" / f"{title}.csv"
    lines = {row["file"]: row for row in reading.table(ledger)} if ledger.exists() else {}
    for row in lines.values():
        if row["became"] == "taken" and row["student"] in collected.taken:
            row["became"] = "older than another"
    for each in collected.files:
        line = dict(zip(LEDGER, map(harmless, each), strict=True))
        lines[line["file"]] = line
    reading.write_for_people(ledger, LEDGER, [lines[path] for path in sorted(lines)], LEDGER)
    return counts


def refused(folder: Path, title: str) -> dict[str, str]:
    """Why nothing was taken from students, of whom no other notebook was put into the course since."""
    known = {student: each for student, each in names(folder, title).items() if "refused" in each}
    return {
        who: each["refused"] for who, each in known.items() if each.get("before", "") == _digest(folder, who, title)
    }


def _digest(folder: Path, student: str, title: str) -> str:
    path = folder / "submitted" / student / title / f"{title}.ipynb"
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() and not path.is_symlink() else ""


def late(path: PurePosixPath) -> bool:
    """Whether Canvas says so."""
    return any((found := CANVAS.fullmatch(part)) and found["late"] for part in path.parts)


def names(folder: Path, title: str) -> dict[str, dict[str, str]]:
    """What `store` remembers of each student's file: where it lay in the export, when it came, whether late."""
    path = folder / "results" / f"{title}.names.json"
    known: dict[str, dict[str, str]] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return known


def opens(path: str) -> bool:
    """Whether feedback reaches who handed in that file: Canvas gives it back in its place, and under its name."""
    canvas = next(filter(None, map(CANVAS.fullmatch, PurePosixPath(path).parts)), None)
    return canvas is None or (bool(canvas["file"]) and PurePosixPath(canvas["rest"]).suffix.lower() in OPENED)


def feedback_name(path: str, student: str, title: str) -> str:
    """What a page of feedback is called for the platform to give it to whom it belongs."""
    for i, part in enumerate(PurePosixPath(path).parts):
        if moodle := MOODLE.fullmatch(part):
            flat = i == len(PurePosixPath(path).parts) - 1
            above = part[: len(part) - len(moodle["rest"])] if flat else part
            return f"{above}_{title}.html" if flat else f"{above}/{title}.html"
        if canvas := CANVAS.fullmatch(part):
            ending = PurePosixPath(part).suffix.lower() if opens(part) else ".html"
            return f"{part[: -len(canvas['rest'])]}{title}{ending}"
    return f"{student}/{title}.html"
