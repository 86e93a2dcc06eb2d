"""Coursework that answers with the smallest counter-example: `check`, `variant` and `student`, for notebooks.

    from evalmetrics_exercises import check, student, variant

    me = student("ada")
    check("precision_of", precision_of)
    variant("scores_by_hand", me)

The instructor's half is in `evalmetrics_exercises.grading`, which the student's edition does not have.
"""

from dataclasses import replace
from typing import Any

from .answers import Here
from .judging import Effort, judge, seed_for_everyone
from .libraries import kept_out
from .reports import Report
from .seeds import OPEN_COURSE, Student
from .tasks import ByHand, find_task

__all__ = ["check", "student", "variant"]


def student(name: str, course: str = OPEN_COURSE) -> Student:
    """Who you are in this course: the name that you hand in under decides your data.

    Examples
    --------
    >>> student("ada")
    Student(name='ada', course='open')
    """
    if not isinstance(name, str):
        raise TypeError(f"name must be the name that you hand in under, got {name!r}")
    return Student(name, course)


def check(task: str, answer: Any, student: Student | str = "", points: float | None = None) -> Report:
    """Judge an answer at once.

    Parameters
    ----------
    task : str
        The task's name, which is also the name of the function or variable that you write.
    answer : function or value
        Yours.
    student : what `student` returned, optional
        Needed by tasks that are done by hand, whose data are your own.
    points : float, optional
        What the whole task is worth in your course, if not what it is worth in the book.

    Returns
    -------
    Report
        Whether the answer is right; if not, the smallest counter-example. The same answer gets the same report.

    Raises
    ------
    ValueError
        A task that does not exist, or no name where the data depend on it.

    Examples
    --------
    >>> check("accuracy_from_counts", lambda correct, n: correct / n)
    accuracy_from_counts ✗ 1 of 2 points
    Not yet right for inputs of the kind “any number of examples”. The smallest input found where yours differs:
    <BLANKLINE>
        correct   0
        n         0
        yours     ZeroDivisionError: division by zero
        right     nan
        try it    accuracy_from_counts(correct=0, n=0)
    """
    asked = find_task(task)
    who = Student(student) if isinstance(student, str) else student
    here = Here({task: answer})
    outcome = judge(asked, here, who, seed_for_everyone(task), Effort())
    used = {*kept_out(answer), *here.imported} if callable(answer) else set()
    if missing := ", ".join(sorted(used)):
        remark = f"When this is graded, {missing} is not there: write it with NumPy and pandas at most."
        outcome = replace(outcome, remarks=(*outcome.remarks, remark))
    return Report(outcome if points is None else outcome.out_of(points))


def variant(task: str, student: Student | str) -> Any:
    """The data of a task that is done by hand: every student gets other numbers, and always the same.

    Raises
    ------
    ValueError
        No name, or a task without data of its own.
    """
    asked = find_task(task)
    if not isinstance(asked, ByHand):
        raise ValueError(f"the task {task!r} is not done by hand: it has no data of its own")
    return (Student(student) if isinstance(student, str) else student).variant(asked)
