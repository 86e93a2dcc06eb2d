"""Whose data: everything random about a course comes from its key, a task and a student."""

import hashlib
import hmac
import json
import random
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from unicodedata import normalize

from .tasks import ByHand

OPEN_COURSE = "open"


class NameNeededError(ValueError):
    """Data that depend on a name, and no name. A notebook shows the sentence and no traceback."""

    def _render_traceback_(self) -> list[str]:
        return [f"Not yet: {self}"]


@dataclass(frozen=True)
class Student:
    """A student as the coursework knows one: by name and course."""

    name: str
    course: str = OPEN_COURSE

    def __str__(self) -> str:
        return self.name

    def variant(self, task: ByHand) -> Any:
        """The student's own data for a task that is done by hand."""
        if not self.name.strip():
            raise NameNeededError('write your name into the first cell, me = student("your name"), and run it again')
        return json.loads(_drawn(task, _digest(self.course, canonical(self.name), task.name)))


@lru_cache(maxsize=10_000)
def _drawn(task: ByHand, seed: str) -> str:
    """The data of a student as JSON; some take a while to draw, and are asked for more than once."""
    return json.dumps(task.telling(random.Random(seed)))


def canonical(name: str) -> str:
    """A name without what people and systems write differently: capitals, blanks around it, accents apart."""
    return normalize("NFC", normalize("NFC", name).strip().lower())


def course_of(key: str) -> str:
    """The public half of a course key, which stands in the students' notebooks and decides their data."""
    return _digest("course", key)[:8]


def hidden_seed(key: str, student: str, task: str) -> int:
    """The seed of a submission's hidden tests; nobody without the key can work it out."""
    return int(hmac.new(key.encode(), f"{student}\n{task}".encode(), hashlib.sha256).hexdigest()[:8], 16)


def _digest(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
