"""Exports of a made class, as Canvas, Moodle and nbgrader write them, and the rosters that go with them."""

import csv
import io
import zipfile

GIVEN = "Ada Ben Chloé Dmitri Emeka Fatima Grete Hiro Ines Jonas Kofi Lena Mei Nils Olu Priya Quentin Rosa Sven Tariq"
FAMILY = "Abel Brandt Costa Diallo Eriksen Fischer García Huber Ito Jansen Kwak Lind Moreau Novák O'Neil Petrov Quist"


def people(n):
    given, family = GIVEN.split(), FAMILY.split()
    names = [(given[i % len(given)], family[(i // len(given) + i) % len(family)]) for i in range(n)]
    return [(f"u{1000 + i}", *name) for i, name in enumerate(names)]


def mail(person):
    return f"{person[0]}@uni.example"


def table(columns, rows):
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerows([columns, *rows])
    return text.getvalue()


def rows(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def plain_roster(class_):
    return table(["id", "name", "mail"], [(p[0], f"{p[1]} {p[2]}", mail(p)) for p in class_])


def canvas_roster(class_, title):
    columns = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", f"{title} (4711)", "Final Score"]
    rows = [["    Points Possible", "", "", "", "", "22", "(read only)"]]
    rows += [[f"{p[2]}, {p[1]}", str(90_000 + i), f"S{i}", p[0], "A", "", ""] for i, p in enumerate(class_)]
    return table(columns, [*rows, ["Student, Test", "1", "", "f00", "A", "", ""]])


def moodle_roster(class_):
    """What Moodle exports of an assignment, to be graded offline."""
    columns = ["Identifier", "Full name", "ID number", "Email address", "Status", "Grade", "Maximum grade"]
    rows = [
        (f"Participant {70_000 + i}", f"{p[1]} {p[2]}", p[0], mail(p), "", "", "22,00") for i, p in enumerate(class_)
    ]
    return table(columns, rows)


def german_worksheet(class_):
    """The same worksheet where Moodle speaks German."""
    columns = ["ID", "Vollständiger Name", "ID-Nummer", "E-Mail-Adresse", "Status", "Bewertung"]
    rows = [(f"Teilnehmer/in {70_000 + i}", f"{p[1]} {p[2]}", p[0], mail(p), "", "") for i, p in enumerate(class_)]
    return table(columns, rows)


def excel(class_):
    rows = [(p[0], p[2], p[1], mail(p)) for p in class_]
    return table(["Matrikelnummer", "Nachname", "Vorname", "E-Mail"], rows).replace(",", ";")


def archive(path, entries):
    with zipfile.ZipFile(path, "w") as made:
        for name, data in entries.items():
            made.writestr(name, data)
    return path


def in_canvas(i, person, file="02_precision_recall.ipynb", late=False, attempt=5000):
    """What Canvas calls a file: the name as it is sorted, without blanks and signs, and two numbers."""
    key = "".join(c for c in f"{person[2]}{person[1]}".lower() if c.isalnum())
    return f"{key}_{'LATE_' if late else ''}{90_000 + i}_{attempt + i}_{file}"


def in_moodle(i, person, file="02_precision_recall.ipynb", folders=True, old=True):
    """What Moodle calls a file: in a folder, before 4.1 with an underscore at its end, or with all in its name."""
    key = f"{person[1]} {person[2]}_{70_000 + i}_assignsubmission_file"
    return f"{key}{'_' if old else ''}/{file}" if folders else f"{key}_{file}"
