"""Benchmarks of questions: answers above guessing, answers as texts, options by their scores, and how many it takes."""

import re
import string
from collections import Counter
from math import ceil
from typing import Any

import numpy as np

from .human_judgement import variance_of_mean
from .inputs import arguments, labels, resampling
from .inputs import question_benchmarks as inputs
from .kinds.help_pages import described_by
from .kinds.results import Score, WithInterval
from .metric import checked_by, mean_of, of_sums
from .uncertainty import Interval


def right_and_guessed(y_true, y_pred, *, options):
    """Whether an answer is right, how often one that is guessed among so many options would be, and one question."""
    return y_true == y_pred, 1 / np.asarray(options), 1


@of_sums(right_and_guessed, inputs=inputs.one_of_options, at_once=True, each=["options"])
def accuracy_above_chance(right, guessed, questions):
    """Accuracy on the scale from guessing, which is 0, to all right, which is 1.

    With k options everywhere it is what psychometrics calls the correction for guessing: right answers less wrong ones
    over k - 1, per question. Below 0 where guessing would have done better: -1 if all answers of two are wrong.

    >>> accuracy_above_chance(["a", "b", "c", "d"], ["a", "b", "d", "c"], options=4)
    0.3333333333333333
    """
    return (right - guessed) / (questions - guessed)


def as_compared(text):
    """A text in lower case, without punctuation and articles, with single blanks."""
    dropped = str.maketrans("", "", string.punctuation)
    bare = text.lower().translate(dropped)
    return " ".join(re.sub(r"\b(a|an|the)\b", " ", bare).split())


@checked_by(inputs.one_answer)
def normalize_answer(text):
    """A text as SQuAD compares it: in lower case, without punctuation and articles, with single blanks.

    -> str
        Only the punctuation marks of ASCII are dropped, and nothing is put in their places: "well-known" becomes one
        word. The articles are *a*, *an* and *the*, also where they are the answer.

    Source: Rajpurkar, Jia and Liang (2018), Know what you don't know: unanswerable questions for SQuAD, and the
    evaluation script that came with it.

    >>> normalize_answer("The Duchess's cat, a smile.")
    'duchesss cat smile'
    """
    return as_compared(text)


def right_answers(answers):
    """The right answers as they are compared, if something is left of them; without any, to say nothing is right."""
    return list(filter(None, map(as_compared, answers))) or [""]


def matches(answers, said):
    """Whether what was said is one of the right answers."""
    return as_compared(said) in right_answers(answers)


@mean_of(matches, inputs=inputs.with_answers)
def squad_exact_match(matches, questions):
    """Share of questions whose answer is, after `normalize_answer`, one of the right ones: the EM of SQuAD.

    Where a question has no answer, saying nothing is right, by the script of SQuAD 2.0.

    >>> squad_exact_match([["10 inches", "ten inches"], []], ["Ten inches.", ""])
    1.0
    """
    return matches / questions


def token_f1(wanted, given):
    """F1 of two bags of words: of two empty ones 1, of an empty one and another 0."""
    if not (wanted and given):
        return float(wanted == given)
    shared = (Counter(wanted) & Counter(given)).total()
    return 2 * shared / (len(wanted) + len(given))


def best_f1(answers, said):
    """The F1 with the right answer that is nearest."""
    given = as_compared(said).split()
    return max(token_f1(one.split(), given) for one in right_answers(answers))


@mean_of(best_f1, inputs=inputs.with_answers)
def squad_f1(f1, questions):
    """Mean over questions of the F1 between the words of an answer and those of the right answer nearest to it.

    Where a question has no answer, saying nothing scores 1 and anything else 0, by the script of SQuAD 2.0.

    >>> round(squad_f1([["10 inches", "ten inches"]], ["about ten inches"]), 3)
    0.8
    """
    return f1 / questions


def chosen(right, scores):
    """Whether the right option has the highest score; one of m that share it has it with probability 1 / m."""
    return (scores[right] == max(scores)) / np.sum(scores == max(scores))


@mean_of(chosen, inputs=inputs.scored_options)
def choice_accuracy(chosen, questions):
    """Share of questions whose right option has the highest score, such as the likelihood that a model gives to it.

    What scores are compared is for you to say, and chooses other options: log-likelihoods as they are, per token, per
    byte, or less those without the question.

    >>> choice_accuracy([0, 1], [[-3.2, -4.0], [-1.1, -2.5, -7.0]])
    0.5
    """
    return chosen / questions


def pairs_alike(answers):
    """Share of the pairs of answers that are the same."""
    alike = sum(n * (n - 1) for n in Counter(answers).values())
    return alike / (len(answers) * (len(answers) - 1))


@mean_of(pairs_alike, inputs=inputs.asked_again)
def answer_consistency(alike, questions):
    """How often two answers to one question are the same, of all that were given to it: in other orders, say.

    >>> answer_consistency([["tea", "tea", "tea", "milk"], ["milk"] * 4])
    0.75
    """
    return alike / questions


class QuestionMean(WithInterval, Score):
    """A mean over questions, a number everywhere, with its standard error, its interval and what they rest on."""

    called = "mean"
    standard_error: float
    interval: Interval
    n_questions: int
    n_groups: int | None

    @property
    def estimate(self) -> float:
        """The mean, as figures ask for it."""
        return float(self)

    def __str__(self) -> str:
        of = f" in {self.n_groups} groups" if self.n_groups else ""
        return f"{self:.3f} ± {self.standard_error:.3f} {self.interval}, {self.n_questions} questions{of}"


@arguments.described_with(resampling.tails)
def with_standard_error(
    mean: float, _: Any, data: Any, options: Any, *, groups: Any = None, level: float = 0.95
) -> QuestionMean:
    """Dress a mean with the standard error of questions that come in groups.

    groups : sequence of n labels, optional
        What each question shares with others: the passage that it is about, say. Then questions of a group count as
        dependent; without, each is a group of its own.
    """
    from scipy.special import stdtrit

    values = np.asarray(data[0], dtype=np.float64)
    tail = (1 + arguments.fraction(level, "level")) / 2
    which = np.arange(len(values)) if groups is None else labels.numbered(groups, "groups", data[0], of="scores")
    drawn = int(which.max()) + 1
    known = drawn > 1 and options["sample_weight"] is None
    error = float(np.sqrt(variance_of_mean(values - mean, which))) if known else np.nan
    reach = stdtrit(drawn - 1, tail) * error if known else np.nan
    interval = Interval(float(mean - reach), float(mean + reach), level, "t" if groups is None else "t over groups")
    return QuestionMean(
        mean,
        standard_error=error,
        interval=interval,
        n_questions=len(values),
        n_groups=None if groups is None else drawn,
    )


def points(score):
    """What a question adds to the sum."""
    return score


@mean_of(points, inputs=inputs.of_questions, at_once=True, result=with_standard_error)
def question_mean(points, questions):
    """Mean of the scores of questions, with the standard error of questions that come in groups.

    Give it the scores of a system, or the differences of two systems on the same questions: a paired comparison is the
    mean of differences.

    -> QuestionMean
        The mean, with ``standard_error``, ``interval`` (Student's t with one degree of freedom less than there are
        groups) and ``n_groups``. Both are nan for a single group, and with weights.

    Source: Liang and Zeger (1986), Longitudinal data analysis using generalized linear models, with the correction G /
    (G - 1) for G groups; Miller (2024), Adding error bars to evals, for questions.

    >>> print(question_mean([1, 1, 0, 1, 0, 0], groups="aabbcc"))
    0.500 ± 0.289 [-0.742, 1.742] (95 %, t over groups), 6 questions in 3 groups
    """
    return points / questions


@described_by()
def questions_needed(
    difference: float, spread: float, *, level: float = 0.95, power: float = 0.8, design_effect: float = 1.0
) -> int:
    """How many questions it takes to find a difference that is there.

    difference : float
        The smallest mean difference of two systems that is to be found, not 0.
    spread : float
        Standard deviation of their differences on single questions, above 0. Of systems that are right or wrong and
        disagree on a share d of the questions it is the root of d - difference**2.
    level : float, default 0.95
        One less the probability that the two-sided test finds a difference where there is none, between 0 and 1.
    power : float, default 0.8
        The probability of finding it, between 0 and 1.
    design_effect : float, default 1.0
        By how much groups raise the variance of a mean, above 0: 1 + (m - 1) * r for groups of m questions whose
        differences correlate with r.

    -> int
        The smallest number of questions, by the normal approximation.

    Source: Miller (2024), Adding error bars to evals: a statistical approach to language model evaluations,
    arXiv:2411.00640, section 5.

    >>> questions_needed(0.03, 1 / 3)
    969
    """
    from scipy.special import ndtri

    size = arguments.positive(abs(arguments.real(difference, "difference")), "difference")
    deviation, effect = arguments.positive(spread, "spread"), arguments.positive(design_effect, "design_effect")
    errors = ndtri((1 + arguments.fraction(level, "level")) / 2) + ndtri(arguments.fraction(power, "power"))
    apart = float(errors) * deviation / size
    if apart * apart * effect > arguments.LARGEST:
        raise ValueError(f"difference must need fewer than 2**53 questions, got {difference!r} and spread={spread!r}")
    return ceil(effect * apart**2)
