"""The book is what `listed` says: all that git tracks, in reading order, under names that tell."""

import subprocess

import pytest

from . import notebooks


def test_the_notebooks_that_are_listed_are_those_that_git_tracks():
    command = ["git", "ls-files", "--", "*.ipynb"]
    try:
        told = subprocess.run(command, cwd=notebooks.FOLDER, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"this is no clone, so nobody says which notebooks there are: {error}")
    there = sorted(own.path.relative_to(notebooks.FOLDER).as_posix() for own in notebooks.listed())
    assert there == sorted(told.splitlines()), "git add what is new, under a name that `listed` knows"


@pytest.mark.parametrize("own", notebooks.topics().values(), ids=lambda own: own[0].topic)
def test_a_topic_is_a_chapter_or_a_folder_of_numbered_lessons(own):
    assert len({each.topic for each in own}) == 1, "two topics have one number"
    lessons = [(each.kind, each.place) for each in own if each.kind != "reference"]
    assert lessons in ([("chapter", 0)], [("lesson", k + 1) for k in range(len(lessons))])


def test_ids_of_cells_are_unique_in_the_book():
    ids = [cell.id for own in notebooks.listed() for cell in notebooks.read(own.path).cells]
    assert len(set(ids)) == len(ids)


def test_reading_order_is_lessons_by_number_and_then_the_reference(tmp_path):
    names = ["02_b/02_reference", "02_b/02_10_y", "02_b/02_9_z", "01_a", "02_b/.ipynb_checkpoints/02_1_x-checkpoint"]
    for name in [*names, "Untitled", "02_b/03_1_x", "02_b/sketch"]:
        path = tmp_path / f"{name}.ipynb"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    found = notebooks.listed(tmp_path)
    assert [own.page for own in found] == ["01_a", "02_b/02_9_z", "02_b/02_10_y", "02_b/02_reference"]
    assert [(own.number, own.kind) for own in found[:2]] == [("01", "chapter"), ("02", "lesson")]
    assert list(notebooks.topics(tmp_path)) == ["01", "02"]
    text = "See [it](02_10_y.ipynb#A), [that](../01_a.ipynb), [x](https://x.org/a.ipynb), [here](#A) and $[a](b)$."
    moved = notebooks.relinked(text, tmp_path / "02_b", tmp_path / "exercises" / "lessons")
    assert "(../../02_b/02_10_y.ipynb#A), [that](../../01_a.ipynb), [x](https://x.org/a.ipynb), [here](#A)" in moved
    assert moved.endswith("$[a](b)$.")
