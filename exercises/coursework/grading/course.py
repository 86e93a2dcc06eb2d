"""A course's folder: its key, its settings for nbgrader, and where everything lies."""

import os
import secrets
import tempfile
from dataclasses import dataclass
from pathlib import Path

from .. import tasks
from ..seeds import course_of
from . import notebooks
from .batch import Result, Terms, grade_cells
from .submissions import cells

CONFIG = """# Settings of nbgrader for this course. `make grade` does the grading. `nbgrader autograde`, a button of
# formgrader too, would run what students wrote on this machine, unprotected: it is told to refuse.
c = get_config()
c.Autograde.sanitize_preprocessors = c.Autograde.autograde_preprocessors = ["coursework.grading.export.Refuse"]
c.CourseDirectory.course_id = "{name}"
c.CourseDirectory.root = {root!r}
c.ClearSolutions.code_stub = {{"python": {stub!r}}}
c.ExportApp.plugin_class = "coursework.grading.export.ExportPlugin"
"""


@dataclass(frozen=True)
class Course:
    """The folder in which an instructor keeps one course."""

    folder: Path

    @property
    def key(self) -> str:
        """The course's secret, made on first use; everything random about the course follows from it."""
        path = self.folder / "course.key"
        if not path.exists():
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "w") as file:
                file.write(secrets.token_hex(16) + "\n")
        key = path.read_text(encoding="utf-8").strip()
        if len(key) < 8:
            raise ValueError(
                f"{path} must hold a secret of at least 8 characters, one line; delete it to get a new one"
            )
        return key

    @property
    def database(self) -> str:
        """Where nbgrader keeps the gradebook."""
        return f"sqlite:///{(self.folder / 'gradebook.db').resolve()}"

    def path(self, step: str, title: str, student: str = ".") -> Path:
        """A notebook at a step ("source", "release", "submitted", "autograded", "feedback")."""
        return self.folder / step / student / title / f"{title}.ipynb"

    def prepare(self) -> None:
        """Make the folder a course: the key and nbgrader's settings."""
        self.folder.mkdir(parents=True, exist_ok=True)
        _ = self.key
        config = self.folder / "nbgrader_config.py"
        if not config.exists():
            root = str(self.folder.resolve())
            config.write_text(CONFIG.format(name=self.folder.resolve().name, root=root, stub=notebooks.STUB))

    def release(self, topic: tasks.Topic) -> Path:
        """Write the assignment for the students of this course, once it is proven that it can be graded."""
        from . import gradebook

        self.prepare()
        source = notebooks.read(notebooks.source_path(topic.title))
        version = notebooks.student_version(source, course_of(self.key))
        prove(topic, source, version, self.key)
        notebooks.write(source, self.path("source", topic.title))
        notebooks.write(version, self.path("release", topic.title))
        gradebook.register(self.database, topic, notebooks.read(self.path("release", topic.title)))
        return self.path("release", topic.title)


def prove(topic: tasks.Topic, source: notebooks.Notebook, version: notebooks.Notebook, key: str) -> None:
    """Raise unless the solutions earn every point that can be earned without a person, and the empty version none.

    Both are ours, so they run unconfined; students' code never does.
    """
    solved, empty = (judged(topic, notebook, key) for notebook in (source, version))
    lost = [outcome for outcome in solved.outcomes if outcome.earned is not None and not outcome.full]
    if lost:
        raise ValueError(f"the solutions of {topic.title} do not earn full marks: {lost[0].task}: {lost[0].said}")
    if given := [outcome.task for outcome in empty.outcomes if outcome.earned != 0]:
        raise ValueError(f"the empty version of {topic.title} earns points: {', '.join(given)}")


def judged(topic: tasks.Topic, notebook: notebooks.Notebook, key: str) -> Result:
    """What one of our own notebooks earns."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "notebook.ipynb"
        notebooks.write(notebook, path)
        return grade_cells(topic, "model solution", cells(path.read_bytes()), Terms(key, unsafe=True))
