"""What a platform hands out comes into a course, and points and feedback come out in the form that it takes."""

import io
import json
import re
import shutil
import zipfile
from collections import Counter
from pathlib import PurePosixPath
from xml.etree import ElementTree

import nbformat
import nbformat.v4 as nb
import pytest
from evalmetrics_exercises.grading import __main__ as command
from evalmetrics_exercises.grading import batch, collecting, notebooks, roster, submissions
from evalmetrics_exercises.grading.course import Course
from evalmetrics_exercises.judging import Outcome
from evalmetrics_exercises.seeds import Student, course_of
from evalmetrics_exercises.tasks import Argue, find_topic, task_names, topic_names

from . import exports
from .exports import rows

TOPIC = find_topic("precision_recall")
TITLE = TOPIC.title
CLASS = exports.people(12)
AUTOMATIC = TOPIC.points - 4


def notebook(student, essay="", course=""):
    made = notebooks.read(notebooks.student_path(TITLE))
    made.cells[1].source = made.cells[1].source.replace('student("")', f'student("{student}", course="{course}")')
    if essay:
        made.cells[-1].source = essay
    return json.dumps(made)


OTHER = notebooks.student_path("32_bleu").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    course = Course(tmp_path_factory.mktemp("courses") / "made")
    course.release(TOPIC)
    return course


@pytest.fixture
def course(made, tmp_path):
    return Course(shutil.copytree(made.folder, tmp_path / "course"))


def packed(folder, entries):
    return exports.archive(folder / "packed.zip", entries).read_bytes()


def collected(course, source, names=None):
    """What `make collect` says, and who has handed in what."""
    path = None
    if names:
        path = course.folder.parent / "names.csv"
        path.write_text(names, encoding="utf-8")
    command.collect(course, TOPIC, source, path)
    folder = course.folder / "submitted"
    return {one.name: (one / TITLE / f"{TITLE}.ipynb").read_text() for one in sorted(folder.iterdir())}


@pytest.mark.parametrize(
    "names", [exports.plain_roster(CLASS), exports.canvas_roster(CLASS, TITLE)], ids=["own", "its"]
)
def test_an_export_of_canvas_is_collected_by_the_roster(course, tmp_path, capsys, names):
    files = {
        exports.in_canvas(0, CLASS[0]): notebook("u1000"),
        exports.in_canvas(1, CLASS[1], f"{TITLE} (1).ipynb"): notebook("Ben"),
        exports.in_canvas(2, CLASS[2], "my homework.ipynb", late=True): notebook("u1002"),
        exports.in_canvas(3, CLASS[3], f"{TITLE}-1.ipynb", attempt=6000): notebook("u1003", "Again."),
        exports.in_canvas(3, CLASS[3], f"{TITLE}.ipynb"): notebook("u1003", "First."),
        exports.in_canvas(4, CLASS[4]): OTHER,
        exports.in_canvas(5, CLASS[5], "essay.docx"): b"x",
        exports.in_canvas(6, CLASS[6]): "{",
        "nobodyknown_1_2_x.ipynb": notebook(""),
        "__MACOSX/._x.ipynb": b"x",
    }
    found = collected(course, exports.archive(tmp_path / "submissions.zip", files), names)
    assert list(found) == ["u1000", "u1001", "u1002", "u1003", "u1006"]
    assert "Again." in found["u1003"]
    said = capsys.readouterr().out
    for sentence in (
        "u1003 handed in 2 notebooks of this exercise",
        "u1001 wrote student('Ben'), which is nobody on the roster: numbers by hand are right for that name alone",
        f"u1004 handed in '{exports.in_canvas(4, CLASS[4])}': it is the exercise on bleu",
        "essay.docx': it is no notebook: hand in the file that ends in .ipynb",
        "nobodyknown_1_2_x.ipynb is not collected: nobody on the roster has that id, name or mail",
        "Collected 5 notebooks (5 new).",
        "5 of 12 handed in nothing: u1007, u1008",
        f"Next: make grade TOPIC={TOPIC.name} COURSE={course.folder}",
    ):
        assert sentence in said
    became = {row["file"]: row for row in rows(course.folder / "collected" / f"{TITLE}.csv")}
    assert len(became) == 10
    assert became[exports.in_canvas(3, CLASS[3], f"{TITLE}.ipynb")]["became"] == "older than another"
    assert became[exports.in_canvas(4, CLASS[4])] | {"student": "u1004"} == became[exports.in_canvas(4, CLASS[4])]
    assert collecting.names(course.folder, TITLE)["u1002"]["late"] == "yes"


@pytest.mark.parametrize("names", [exports.plain_roster(CLASS), exports.moodle_roster(CLASS)], ids=["own", "its"])
@pytest.mark.parametrize("form", [{"folders": True}, {"folders": True, "old": False}, {"folders": False}], ids=str)
def test_an_export_of_moodle_is_collected_by_the_roster(course, tmp_path, names, form):
    files = {exports.in_moodle(i, person, **form): notebook(person[0]) for i, person in enumerate(CLASS)}
    files[exports.in_moodle(0, CLASS[0], "onlinetext.html", **form)] = "<p>See the notebook.</p>"
    found = collected(course, exports.archive(tmp_path / "export.zip", files), names)
    assert list(found) == [person[0] for person in CLASS]
    assert all(f'student(\\"{student}\\"' in text for student, text in found.items())


def test_namesakes_are_told_apart_by_number_or_first_cell_and_never_guessed(course, tmp_path, capsys):
    class_ = [("u1", "Ada", "Abel"), ("u2", "Ada", "Abel"), ("u3", "Ada", "Abel")]
    files = {exports.in_moodle(0, class_[0]): notebook("u2"), exports.in_moodle(1, class_[1]): notebook("ada")}
    source = exports.archive(tmp_path / "export.zip", files)
    assert list(collected(course, source, exports.plain_roster(class_))) == ["u2"]
    said = capsys.readouterr().out
    assert "its name may be that of u1 or u2 or u3; the first cell says that it is u2's" in said
    assert "its name may be that of u1 or u2 or u3: put it into a folder that bears the id" in said
    assert set(collected(course, source, exports.moodle_roster(class_))) == {"u1", "u2"}


# Of namesakes, of names that differ by accents or order alone, of parts of names.
NAMED = """Vorname;Nachname;Matrikelnummer;Login;E-Mail;Fach;github_username
Ada Augusta;Byron;1;abyron;ab@b.example;Chemie;ada-codes
Jörg;Müller;2;jm;jm@b.example;Mathe;
Jorg;Muller;3;jm3;jm3@b.example;Mathe;x3
Wei;Li;4;wl;wl@b.example;Physik;x4
Li;Wei;5;lw;lw@b.example;Mathe;x5
伟;王;6;ww;ww@b.example;Mathe;x6
Tariq;Eriksen;7;te;te@b.example;Mathe;x7
Tariq;Eriksen;8;te8;te8@b.example;Mathe;x8
Chloe\u0301;García López;9;cgl;cgl@b.example;Mathe;x9
"""


@pytest.fixture
def named(tmp_path):
    (tmp_path / "named.csv").write_text(NAMED, encoding="utf-8")
    return roster.Roster(roster.read(tmp_path / "named.csv"))


@pytest.mark.parametrize(
    ("typed", "whose"),
    [
        *(("Jörg Müller", "2"), ("Müller, Jörg", "2"), ("joerg mueller", "2"), ("MULLER JORG", "3"), ("Wei Li", "4")),
        *(("Li Wei", "5"), ("王伟", "6"), ("王 伟", "6"), ("te8", "8"), ("Tariq Eriksen", ""), ("Chloe Garcia", "9")),
        *(("Ada Byron", "1"), ("Byron, Augusta Ada", "1"), ("Ada Augusta Byron-King", "1"), ("ada-codes", "1")),
        *(("Chemie", "1"), ("Mathe", ""), ("Ada Byron, Wei Li", ""), ("", ""), ("!", ""), ("Chloé", "9")),
    ],
)
def test_a_typed_name_is_whose_it_is_to_the_letter_and_else_in_any_order_and_in_part(named, typed, whose):
    assert named.whose(typed) == whose


@pytest.mark.parametrize(
    ("path", "whose"),
    [
        ("Homework 2_abyron_attempt_2025-03-01-12-00-00_x.ipynb", "1"),  # Blackboard
        ("Aufgabe/Byron_Ada Augusta_abyron/x.ipynb", "1"),  # OLAT
        ("Jörg Müller - x.ipynb", "2"),  # Google Classroom
        ("metrics-2-ada-codes/x.ipynb", "1"),  # GitHub Classroom
        ("Team-1-Jorg Muller_70_assignsubmission_file/x.ipynb", "3"),
        ("AB@b.example/deep/down/x.ipynb", "1"),
        ("Chloé García López/x.pdf", "9"),
        ("Byron, Ada Augusta.ipynb", "1"),
        ("Mathe/Eriksen_Tariq_te8.zip/x.ipynb", "8"),
        ("8/Ada Byron.ipynb", "8"),
        *((path, "") for path in ("Wei Li.ipynb", "Chemie/x.ipynb", "Ada Byron and Wei Li.ipynb", "x.ipynb")),
    ],
)
def test_a_file_is_whose_id_mail_or_name_its_path_bears_and_of_several_nobodys(named, path, whose):
    assert collecting.owner(collecting.Found(PurePosixPath(path), b""), named)[0] == whose


def test_what_is_collected_again_replaces(course, tmp_path, capsys):
    for essay in ("One.", "Two.", "Two."):
        folder = tmp_path / "submitted" / "u1000" / TITLE
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "x.ipynb").write_text(notebook("", essay))
        found = collected(course, tmp_path / "submitted")
    assert "Two." in found["u1000"]
    assert re.findall(r"\(1 (.*?)\)", capsys.readouterr().out) == ["new", "changed", "as before"]
    files = {"u1000/by mail.ipynb": notebook("", "Three."), "u1001/x.ipynb": OTHER}
    collected(course, exports.archive(tmp_path / "late.zip", files))
    assert [tuple(row.values()) for row in rows(course.folder / "collected" / f"{TITLE}.csv")] == [
        ("u1000/02_precision_recall/x.ipynb", "u1000", "older than another"),
        ("u1000/by mail.ipynb", "u1000", "taken"),
        ("u1001/x.ipynb", "u1001", "refused: it is the exercise on bleu"),
    ]


def test_a_name_that_was_added_to_the_roster_of_a_course_is_kept(course, tmp_path, capsys):
    added = exports.plain_roster(CLASS).replace("u1000", "u1000 also Ben")
    (course.folder / "roster.csv").write_bytes(added.encode())
    collected(course, exports.archive(tmp_path / "a.zip", {"u1000/x.ipynb": notebook("")}), exports.plain_roster(CLASS))
    assert (course.folder / "roster-before.csv").read_bytes() == added.encode()
    assert "now roster-before.csv: bring over what you added there" in capsys.readouterr().out


def test_no_link_is_followed_and_archives_in_archives_are_opened_while_there_is_room(course, tmp_path, capsys):
    source = tmp_path / "in"
    (source / "u1000").mkdir(parents=True)
    (tmp_path / "secret.ipynb").write_text(notebook("", "Secret."))
    (source / "u1000" / "x.ipynb").symlink_to(tmp_path / "secret.ipynb")
    (source / "u1001").symlink_to(tmp_path)
    (source / "u1002").mkdir()
    (source / "u1002" / "all.zip").write_bytes(packed(tmp_path, {"u1005/y.ipynb": notebook("", "Packed.")}))
    (source / "u1003.zip").write_bytes(b"no archive")
    for student, deep in (("u1004", 3), ("u1005", 30)):
        nested = {"x.ipynb": notebook("", "Packed.")}
        for _ in range(deep):
            nested = {"inner.zip": packed(tmp_path, nested)}
        (source / f"{student}.zip").write_bytes(nested["inner.zip"])
    locked = bytearray(packed(tmp_path, {"x.ipynb": notebook("")}))
    locked[6] = locked[locked.index(b"PK\1\2") + 8] = 1
    (source / "u1006.zip").write_bytes(locked)
    found = collected(course, source, exports.plain_roster(CLASS))
    assert list(found) == ["u1002", "u1004"]
    said = capsys.readouterr().out
    assert "u1005 handed in 'inner.zip': what was handed in cannot be read (the archive holds more than" in said
    assert "u1000 handed in 'x.ipynb': what was handed in cannot be read (x.ipynb is a link, not a file" in said
    assert "u1006 handed in 'x.ipynb': it cannot be unpacked (it is locked with a password)" in said
    assert "u1003 handed in 'u1003.zip': what was handed in cannot be read" in said


SHORT = "Matrikelnr.;Name;Vorname;E-Mailadresse\n00012;Müller;Jörg;jm@b.example\n13;Abel;Ada;aa@b.example\n"
GERMAN = "Matrikelnummer;Nachname;Vorname;E-Mail\r\n00012;Müller;Jörg;jm@b.example\r\n13;Abel;Ada;aa@b.example\r\n"
WORKSHEET = (
    "ID,Vollständiger Name,E-Mail-Adresse,Status,Bewertung,Zuletzt geändert (Abgabe)\n"
    'Teilnehmer/in 4711,Jörg Müller,jm@b.example,Zur Bewertung abgegeben,,"Montag, 3. März 2025, 9:12"\n'
    "Teilnehmer/in 4712,Ada Abel,aa@b.example,Keine Abgabe,,-\n"
)
FRENCH = (
    "Prénom,Nom,Numéro d'identification,Adresse de courriel\nJörg,Müller,00012,jm@b.example\nAda,Abel,13,aa@b.example\n"
)
ENGLISH = "\ufeffFirst name,Surname,Email address\nJörg,Müller,jm@b.example\nAda,Abel,aa@b.example\n\n"
SPLIT = (
    "LastName;FirstName;ID;SIS User ID;SIS Login ID;Section;T (1)\n;;;;;;Manual Posting\n    Points Possible;;;;;;9,5\n"
    "Müller;Jörg;90;00012;jm;A;\nAbel;Ada;91;13;aa;A;\nStudent;Test;92;;f0;A;\n"
)
POSTED = (
    "Student,ID,SIS User ID,SIS Login ID,Section,T (1)\n,,,,,Manual Posting\n    Points Possible,,,,,22\n"
    '"Müller, Jörg",90,00012,jm,A,\n"Abel, Ada",91,13,aa,A,\n'
)


@pytest.mark.parametrize(
    ("text", "encoding", "student", "columns"),
    [
        (GERMAN, "cp1252", "00012", "id: Matrikelnummer; name: Vorname + Nachname; mail: E-Mail"),
        (GERMAN.replace("\n", ""), "mac_roman", "00012", "id: Matrikelnummer; name: Vorname + Nachname; mail: E-Mail"),
        (GERMAN, "utf-16", "00012", "id: Matrikelnummer; name: Vorname + Nachname; mail: E-Mail"),
        (GERMAN.replace(";", "\t"), "utf-8-sig", "00012", "id: Matrikelnummer; name: Vorname + Nachname; mail: E-Mail"),
        (SHORT, "utf-8", "00012", "id: Matrikelnr.; name: Vorname + Name; mail: E-Mailadresse"),
        (WORKSHEET, "utf-8", "jm@b.example", "id: E-Mail-Adresse; name: Vollständiger Name; mail: E-Mail-Adresse"),
        (FRENCH, "utf-8", "00012", "id: Numéro d'identification; name: Prénom + Nom; mail: Adresse de courriel"),
        (ENGLISH, "utf-8", "jm@b.example", "id: Email address; name: First name + Surname; mail: Email address"),
        (POSTED, "utf-8", "jm", "id: SIS Login ID; name: Student; mail: none"),
        (SPLIT, "utf-8-sig", "jm", "id: SIS Login ID; name: FirstName + LastName; mail: none"),
        ("sep=;\n" + GERMAN, "utf-16", "00012", "id: Matrikelnummer; name: Vorname + Nachname; mail: E-Mail"),
    ],
)
def test_a_roster_of_any_origin_says_who_a_student_is_by_any_name(tmp_path, text, encoding, student, columns):
    path = tmp_path / "roster.csv"
    path.write_bytes(text.encode(encoding))
    people = roster.Roster(roster.read(path))
    assert roster.columns(path) == columns
    assert people.people[0].id == student
    for said in ("Jörg Müller", "müller, jorg", "MÜLLER JÖRG", "Joerg Mueller", "jm", "jm@b.example", student):
        assert people.whose(said) == student
    assert people.whose("Jörg Abel") == ""
    if "SIS User ID" in text:
        assert people.whose("00012") == student
        assert people.find("canvas", "90")[0].id == student
    if "Teilnehmer" in text:
        assert people.find("moodle", "4711")[0].id == student


def test_a_gradebook_without_logins_is_known_by_its_own_numbers(tmp_path):
    (tmp_path / "r.csv").write_text('Student,ID,Section,T (1)\n    Points Possible,,,22\n"Byron, Ada",90,A,\n')
    people = roster.Roster(roster.read(tmp_path / "r.csv"))
    assert people.find("canvas", "90")[0].id == people.whose("Ada Byron") == "90"


HUNDRED = exports.people(120)
ROSTERS = {
    "Canvas": (exports.in_canvas, exports.canvas_roster(HUNDRED, TITLE), "utf-8"),
    "Moodle in German": (exports.in_moodle, exports.german_worksheet(HUNDRED), "utf-8-sig"),
    "Excel, Western": (exports.in_moodle, exports.excel(HUNDRED), "cp1252"),
    "Excel, Unicode text": (exports.in_moodle, exports.excel(HUNDRED).replace(";", "\t"), "utf-16"),
    "Excel, UTF-8": (exports.in_moodle, exports.excel(HUNDRED), "utf-8-sig"),
}


@pytest.mark.parametrize("name", ROSTERS)
def test_a_class_has_the_same_data_by_hand_whatever_its_roster_came_from(course, tmp_path, name):
    called, text, encoding = ROSTERS[name]
    if encoding == "cp1252":
        text = text.replace("Novák", "Novak")
    (tmp_path / "names.csv").write_bytes(text.encode(encoding))
    names = Counter(f"{given} {family}" for _, given, family in HUNDRED)
    typed = {}
    for i, (student, given, family) in enumerate(HUNDRED):
        ways = [f"{given} {family}", f"{family}, {given}", f"{given} {family}".upper(), student]
        typed[student] = ways[i % 4] if names[f"{given} {family}"] == 1 else student
    files = {called(i, person): notebook(typed[person[0]]) for i, person in enumerate(HUNDRED)}
    source = exports.archive(tmp_path / "x.zip", files)
    command.collect(course, TOPIC, source, tmp_path / "names.csv")
    assert [one.id for one in course.people] == [person[0] for person in HUNDRED]
    people = roster.Roster(course.people)
    assert all(people.whose(said) == student for student, said in typed.items())
    found = collecting.collect(source, TOPIC, roster.Roster(course.people))
    assert len(found.taken) == len(HUNDRED)
    assert not [sentence for sentence in found.said if "which is nobody" in sentence]


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("r.xlsx", "PK", "r.xlsx is a workbook: open it, choose Save as, and take CSV UTF-8"),
        ("r.xls", "<table><tr>", "r.xls is a web page: open it in Excel"),
        ("r.csv", "id,name\n1,Byron, Ada\n", "line 2: 3 cells and 2 columns: a cell that holds a comma must"),
        ("r.csv", "", "must begin with names"),
        ("r.csv", "name\nAda\n", "a column id"),
        ("r.csv", "id\na\nA\n", "differs"),
        ("r.csv", "id\n../x\n", "'../x'"),
    ],
)
def test_a_table_that_cannot_be_read_or_says_nothing_is_named(tmp_path, name, data, said):
    (tmp_path / name).write_text(data)
    with pytest.raises(ValueError, match=said):
        roster.read(tmp_path / name)


def test_whatever_was_handed_in_has_a_line_and_a_reason(course, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(batch, "judge", judged_at_once)
    large = json.loads(notebook("u1000", "An essay."))
    next(cell for cell in large["cells"] if cell["cell_type"] == "code").update(
        {"outputs": [{"output_type": "stream", "name": "stdout", "text": "x" * 11 * 2**20}]}
    )
    hidden = {".ipynb_checkpoints/x-checkpoint.ipynb": notebook("u1006")}
    files = {
        exports.in_canvas(0, CLASS[0], "large.ipynb"): json.dumps(large),
        exports.in_canvas(1, CLASS[1], f"{TITLE}.ipynb.txt"): notebook("u1001"),
        exports.in_canvas(2, CLASS[2], "solution.py"): "x = 1",
        exports.in_canvas(3, CLASS[3], "").replace("_5003_", "_text.html"): "<p>",
        exports.in_canvas(4, CLASS[4], "all.zip"): packed(tmp_path, {"inner.zip": b"PK"}),
        exports.in_canvas(5, CLASS[5]): OTHER,
        exports.in_canvas(6, CLASS[6], "all.zip"): packed(tmp_path, hidden),
        exports.in_canvas(7, CLASS[7], "none.zip"): b"PK\x05\x06" + bytes(18),
        "u1008/.ipynb": notebook("u1008"),
        "u1009/a.ipynb": notebook("u1009"),
        "u1009/b.ipynb": notebook("u1009"),
        "u1009/.git/config": b"",
        "u1010_attempt_2025-03-01-12-00-00.txt": notebook("u1010"),
        "u1010_attempt_2025-03-02-12-00-00.json": notebook("u1010", "Newer."),
    }
    found = collected(course, exports.archive(tmp_path / "x.zip", files), exports.canvas_roster(CLASS, TITLE))
    assert list(found) == ["u1000", "u1001", "u1008", "u1009", "u1010"]
    assert "Newer." in found["u1010"]
    assert "u1009/a.ipynb is taken, and nothing says which is the newest" in capsys.readouterr().out
    assert len(rows(course.folder / "collected" / f"{TITLE}.csv")) == len(files)
    command.grade(course, TOPIC, course.folder / "submitted", unsafe=True, workers=1)
    outcomes = {row["id"]: row for row in rows(course.folder / "results" / f"{TITLE}.csv")}
    assert [outcomes[p[0]]["outcome"].startswith("not graded") for p in CLASS] == [False] * 2 + [True] * 6 + [False] * 4
    assert {outcomes[p[0]]["needs_person"] for p in CLASS[2:8]} == {"the file"}
    assert "cannot be read (File is not a zip file)" in outcomes["u1004"]["outcome"]
    command.grades(course)
    with zipfile.ZipFile(course.folder / "upload" / f"feedback-{TITLE}.zip") as archive:
        assert len(archive.namelist()) == 11
        page = archive.read(exports.in_canvas(2, CLASS[2], f"{TITLE}.py")).decode()
        inner = zipfile.ZipFile(io.BytesIO(archive.read(exports.in_canvas(4, CLASS[4], f"{TITLE}.zip"))))
    assert "it will not open for u1003: write to them." in capsys.readouterr().out
    assert "hand in the file that ends in .ipynb" in page
    assert "<h1>" not in page
    assert b"cannot be read" in inner.read("feedback.html")
    report = (course.folder / "results" / f"{TITLE}.report.html").read_text(encoding="utf-8")
    assert "<b>u1005 (Fischer, Fatima)</b> was not graded: " in report


def test_a_later_file_that_is_refused_is_told_until_another_is_put_there(course, tmp_path, monkeypatch):
    monkeypatch.setattr(batch, "judge", judged_at_once)
    outcomes = []
    for name, data in (("x.ipynb", notebook("u1000")), ("x.pdf", "%PDF"), ("", notebook("u1000", "By mail."))):
        if name:
            source = exports.archive(tmp_path / "x.zip", {exports.in_canvas(0, CLASS[0], name): data})
            found = collected(course, source, exports.canvas_roster(CLASS, TITLE))
            assert "By mail." not in found["u1000"]
        else:
            course.path("submitted", TITLE, "u1000").write_text(data, encoding="utf-8")
        command.grade(course, TOPIC, course.folder / "submitted", unsafe=True, workers=1)
        outcomes.append(rows(course.folder / "results" / f"{TITLE}.csv")[0]["outcome"])
    assert (outcomes[0], outcomes[2]) == ("graded", "graded")
    assert outcomes[1].startswith("not graded again: ")
    assert "it is no notebook" in outcomes[1]


def test_what_is_too_large_is_refused_by_name(course, tmp_path, capsys, monkeypatch):
    """Outputs are left out of a notebook that is too large with them; its own text is not."""
    files = {
        exports.in_canvas(0, CLASS[0]): notebook("u1000", "x" * 11 * 2**20),
        exports.in_canvas(1, CLASS[1]): json.dumps(["x" * 11 * 2**20]),
        exports.in_canvas(2, CLASS[2]): notebook("u1002", "x" * 12 * 2**20),
    }
    monkeypatch.setattr(collecting, "LARGEST_ARCHIVE", 12 * 2**20)
    (tmp_path / "roster.csv").write_text(exports.canvas_roster(CLASS, TITLE), encoding="utf-8")
    command.collect(course, TOPIC, exports.archive(tmp_path / "x.zip", files), tmp_path / "roster.csv")
    assert not (course.folder / "submitted").exists()
    assert capsys.readouterr().out.count("is larger than 10 MB without its outputs") == 2
    became = {row["file"]: row for row in rows(course.folder / "collected" / f"{TITLE}.csv")}
    last = became[exports.in_canvas(2, CLASS[2])]
    assert (last["student"], "it is larger than 12 MB" in last["became"]) == ("u1002", True)


@pytest.mark.parametrize(("book", "links"), [("https://book.example/", True), ("", False)])
def test_links_to_lessons_lead_into_the_book_or_are_titles(tmp_path, book, links):
    source = notebooks.student_path(TITLE).read_text(encoding="utf-8")
    assert "](../notebooks/" in source
    path = Course(tmp_path / "new").release(TOPIC, book)
    released = path.read_text(encoding="utf-8")
    assert "../notebooks/" not in released
    assert bool(re.search(r"\]\(https://book\.example/notebooks/[\w/]+\.html[)#]", released)) == links
    command.grade(Course(tmp_path / "new"), TOPIC, handed_in(tmp_path, source), unsafe=True, workers=1)
    (row,) = rows(tmp_path / "new" / "results" / f"{TITLE}.csv")
    assert (row["total"], row["needs_person"]) == ("0", "no")


def test_tasks_by_hand_become_questions_that_know_their_answers(course, capsys):
    command.main(["questions", "--course", str(course.folder), "--topic", TOPIC.name])
    assert "20 draws of each task by hand" in capsys.readouterr().out
    quiz = ElementTree.parse(course.folder / "upload" / f"questions-{TITLE}.xml").getroot()
    category, *asked = quiz.findall("question")
    assert category.findtext("category/text") == f"$course$/top/{TITLE}/rates_by_hand"
    assert len({question.findtext("questiontext/text") for question in asked}) == 20
    for question in asked:
        text = question.findtext("questiontext/text")
        (tp, fn), (fp, tn) = (json.loads(row) for row in re.findall(r"^    (\[.*\])$", text, re.M))
        numbers = {key: float(n) for key, n in re.findall(r"^(\w+): \{1:NUMERICAL:=([\d.]+):0\.00051\}$", text, re.M)}
        assert numbers["precision"] == pytest.approx(tp / (tp + fp), abs=1e-6)
        assert numbers["f1"] == pytest.approx(2 * tp / (2 * tp + fp + fn), abs=1e-6)
        assert numbers.keys() == {"precision", "recall", "specificity", "negative_predictive_value", "f1"}
        assert not re.search(r"<details>|The cell|the dict|\$|^#|points ·", text, re.M)
        assert tn


@pytest.mark.parametrize(
    ("typed", "right"),
    [
        ("u1", True),
        (" ada abel", True),
        ("ada.abel.9@x.example", True),
        ("U1@uni.example", True),
        ("u2", False),
        ("Eve Twin", False),
    ],
)
def test_numbers_belong_to_any_name_by_which_the_roster_knows_a_student_alone(typed, right):
    class_ = [("u1", "Ada", "Abel"), ("u2", "Eve", "Twin"), ("u3", "Eve", "Twin")]
    people = [roster.Person(p[0], f"{p[1]} {p[2]}", exports.mail(p)) for p in class_]
    student = "u1" if typed != "Eve Twin" else "u3"
    task = next(task for task in TOPIC.tasks if task.kind == "by hand")
    key = "a key for tests that is long"
    numbers = task.solve(Student(typed, course_of(key)).variant(task))
    first = f'from evalmetrics_exercises import student\nme = student("{typed}", course="{course_of(key)}")'
    code = [first, f"{task.name} = {numbers!r}"]
    terms = batch.Terms(key, unsafe=True, roster=roster.Roster(people))
    result = batch.grade_cells(
        TOPIC, student, submissions.Submission([submissions.Cell("code", "", cell) for cell in code]), terms
    )
    outcome = next(outcome for outcome in result.outcomes if outcome.task == task.name)
    assert outcome.full == right
    assert result.student == student
    assert bool(result.remarks) != right


def handed_in(folder, source):
    path = folder / "in" / "ada" / TITLE / f"{TITLE}.ipynb"
    path.parent.mkdir(parents=True)
    path.write_text(source, encoding="utf-8")
    return folder / "in"


def judged_at_once(task, session, student, random_seed, effort):
    return Outcome(task.name, task.points, None if isinstance(task, Argue) else task.points, "Judged.")


@pytest.mark.parametrize("platform", ["canvas", "moodle"])
def test_points_and_feedback_go_back_in_the_platforms_own_form(course, tmp_path, monkeypatch, platform):
    monkeypatch.setattr(batch, "judge", judged_at_once)
    name, names = {
        "canvas": (exports.in_canvas, exports.canvas_roster(CLASS, TITLE)),
        "moodle": (exports.in_moodle, exports.moodle_roster(CLASS)),
    }[platform]
    key = course_of(course.key)
    files = {name(i, person): notebook(person[0], "An essay.", key) for i, person in enumerate(CLASS[:3])}
    collected(course, exports.archive(tmp_path / "x.zip", files), names)
    command.grade(course, TOPIC, course.folder / "submitted", unsafe=True, workers=1)
    results = rows(course.folder / "results" / f"{TITLE}.csv")
    assert [row["id"] for row in results] == [person[0] for person in CLASS]
    assert [row["outcome"] for row in results] == ["graded"] * 3 + ["nothing handed in"] * 9
    assert [row["automatic"] for row in results] == [str(AUTOMATIC)] * 3 + [""] * 9
    command.grades(course)
    for name in ("grades", f"collected/{TITLE}", f"results/{TITLE}"):
        with zipfile.ZipFile(course.folder / f"{name}.xlsx") as archive:
            sheet = ElementTree.fromstring(archive.read("xl/sheet.xml"))
        cells = [["".join(cell.itertext()) for cell in row] for row in sheet.findall(".//{*}row")]
        table = rows(course.folder / f"{name}.csv")
        assert cells == [list(table[0]), *(list(row.values()) for row in table)]
    if platform == "canvas":
        first, *others = rows(course.folder / "upload" / "canvas.csv")
        assert list(first) == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", f"{TITLE} (4711)"]
        assert (first["Student"], first[f"{TITLE} (4711)"]) == ("    Points Possible", str(TOPIC.points))
        (other, *_) = rows(course.folder / "upload" / "moodle.csv")
        assert (other["First name"], other["Last name"]) == CLASS[0][1:]
        assert others[0] == dict(
            zip(first, [f"{CLASS[0][2]}, {CLASS[0][1]}", "90000", "S0", "u1000", "A", str(AUTOMATIC)], strict=True)
        )
        expected = [exports.in_canvas(i, person, f"{TITLE}.ipynb") for i, person in enumerate(CLASS[:3])]
    else:
        row = rows(course.folder / "upload" / "moodle.csv")[0]
        told = row["ID number"], row["Email address"], row[TITLE]
        assert told == ("u1000", "u1000@uni.example", str(AUTOMATIC))
        expected = [exports.in_moodle(i, person, f"{TITLE}.html") for i, person in enumerate(CLASS[:3])]
    with zipfile.ZipFile(course.folder / "upload" / f"feedback-{TITLE}.zip") as archive:
        assert sorted(archive.namelist()) == sorted(expected)
        page = archive.read(expected[0]).decode()
    if platform == "canvas":  # which gives it back under the name of what came
        (cell,) = nbformat.reads(page, as_version=4).cells
        assert cell.cell_type == "markdown"
        page = cell.source
    assert f"<h1>{TITLE}: u1000</h1>" in page


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("abelada_LATE_90_5000_x (1).ipynb", "abelada_LATE_90_5000_T.ipynb"),
        ("abelada_90_5000_x.docx", "abelada_90_5000_T.html"),
        ("LATE_anon_Xy7_5000_x.zip/x.ipynb", "LATE_anon_Xy7_5000_T.zip"),
        ("abelada_LATE_90_text.html", "abelada_LATE_90_T.html"),
        ("Ada Abel_7_assignsubmission_file_/x.ipynb", "Ada Abel_7_assignsubmission_file_/T.html"),
        ("Ada Abel_7_assignsubmission_file_x.ipynb", "Ada Abel_7_assignsubmission_file_T.html"),
        ("ada/T/T.ipynb", "ada/T.html"),
        ("", "ada/T.html"),
    ],
)
def test_a_page_bears_the_name_by_which_the_platform_knows_whose_it_is(path, name):
    assert collecting.feedback_name(path, "ada", "T") == name


def test_a_notebook_is_recognised_by_its_tasks_whatever_became_of_its_cells():
    bare = nb.new_notebook(cells=[nb.new_code_cell('check("f_beta", f_beta)'), nb.new_code_cell("x = 1")])
    known = {name: {task for task, home in task_names().items() if home == name} for name in topic_names()}

    def exercise_of(data, **own):
        return collecting.exercise_of(data, known | own, "own")

    assert exercise_of(json.dumps(bare).encode()) == "precision_recall"
    assert exercise_of(notebook("").encode()) == "precision_recall"
    assert exercise_of(OTHER.encode()) == "bleu"
    assert exercise_of(b"{") == exercise_of(b'{"cells": []}') == ""
    assert exercise_of(OTHER.encode(), own=known["bleu"]) == "own"
    assert exercise_of(OTHER.encode(), own={"f_beta", "bleu_by_hand"}) == "bleu"
    assert collecting.late(PurePosixPath("abelada_LATE_1_2_x.ipynb"))
