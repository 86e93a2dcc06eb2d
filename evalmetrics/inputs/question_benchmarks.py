"""Answers to questions, checked: labels and texts, scores of options, and answers that were asked for again."""

from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from . import arguments, labels
from .arguments import Array, as_list, same_length, shown


def one_of_options(y_true: Any, y_pred: Any, *, options: Any) -> tuple[Array, Array]:
    """Answers that were chosen among options.

    y_true, y_pred : sequences of n labels
        The right options, and those that were chosen.
    options : int, or sequence of n ints
        How many options there were, of every question or of each: at least 2.
    """
    true, pred, _ = labels.encode(y_true, y_pred)
    number = np.asarray(options)
    if number.dtype.kind not in "iu":
        raise TypeError(f"options must be a whole number, or one per question, got {shown(options)}")
    if number.ndim and number.shape != true.shape:
        raise ValueError(f"options must hold one number per question: {len(true)} questions, shape {number.shape}")
    if number.min() < 2:
        raise ValueError(f"options must be at least 2, got {number.min()}: one cannot go wrong")
    return true, pred


def one_answer(text: Any) -> tuple[str]:
    """One answer.

    text : str
    """
    return (arguments.string(text, "text"),)


def with_answers(list_of_references: Any, hypotheses: Any) -> tuple[list[list[str]], list[str]]:
    """Texts that answer questions, each of which may have several right answers.

    list_of_references : list of n lists of strings
        For each question its right answers; an empty list where there is none, and nothing should be answered.
    hypotheses : list of n strings
        What was answered; "" for nothing.
    """
    listed = as_list(list_of_references, "list_of_references", "lists of answers, one list per question")
    said = as_list(hypotheses, "hypotheses", "strings, one per question")
    same_length("question", list_of_references=listed, hypotheses=said)
    several = partial(arguments.strings, of="strings, also when there is one", least=0)
    answers = [several(own, f"list_of_references[{i}]") for i, own in enumerate(listed)]
    return answers, arguments.strings(said, "hypotheses")


def scored_options(y_true: Any, scores: Any) -> tuple[Array, list[Array]]:
    """A score for each option of each question.

    y_true : sequence of n ints
        The places of the right options, from 0.
    scores : array of shape (n, k), or list of n sequences of numbers
        A score for each option, the higher the likelier: log-likelihoods, say. Questions may have different numbers of
        options, at least two.
    """
    right = arguments.numbers(y_true, "y_true", kinds="iu")
    rows = scores.to_numpy() if isinstance(scores, pd.DataFrame) else scores
    listed = as_list(rows, "scores", "sequences of numbers, one per question")
    same_length(y_true=right, scores=listed)
    read = [arguments.floats(row, f"scores[{i}]") for i, row in enumerate(listed)]
    for i, (place, row) in enumerate(zip(right, read, strict=True)):
        if len(row) < 2 or np.isnan(row).any():
            raise ValueError(f"scores[{i}] must hold a number for each of two or more options, got {row}")
        if not 0 <= place < len(row):
            raise ValueError(f"y_true must be a place from 0 to {len(row) - 1} for question {i}, got {place}")
    return right, read


def asked_again(answers: Any) -> tuple[list[Array]]:
    """The answers to each question, which was asked several times.

    answers : table of shape (n, m), or list of n sequences of labels
        A row per question: what was answered each time it was asked, at least twice; of options, their contents and
        not the letters that they stood under.
    """
    rows = answers.to_numpy() if isinstance(answers, pd.DataFrame) else answers
    listed = as_list(rows, "answers", "sequences of answers, one per question")
    read = [labels.read(row, f"answers[{i}]") for i, row in enumerate(listed)]
    if short := [i for i, row in enumerate(read) if len(row) < 2]:
        raise ValueError(f"answers[{short[0]}] must hold the answers of two or more times, got {len(read[short[0]])}")
    return (read,)


def of_questions(scores: Any) -> tuple[Array]:
    """Scores of questions.

    scores : sequence of n numbers
        What each question got: 0 and 1, or anything else, such as the difference of two systems on it.
    """
    return (arguments.finite(scores, "scores", kinds="biuf"),)
