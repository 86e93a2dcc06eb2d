"""What the five source documents print and claim, with expressions that recompute the one and refute the other."""

from collections.abc import Sequence
from copy import deepcopy
from fractions import Fraction
from math import ceil, floor, isnan
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ..forensics.printed import read
from ..inputs import arguments
from ..kinds.help_pages import described_by
from . import shipped
from .documents import names


def printed_figures() -> pd.DataFrame:
    """Every number that the documents print, recomputed.

    Returns
    -------
    DataFrame
        A row per place, in the documents' order. Columns: document, section, what, printed (a string; several
        numbers are separated by spaces), recomputed (to as many digits), holds ("yes", "no", "not printed" where the
        output got lost and is recomputed, "cannot be told" where nothing allows recomputing), expression, why.

    References
    ----------
    Potts (2018, 2020), Evaluation metrics in NLP. Yggdrasil Decision Forests, Evaluation metrics. ROUGE and BLEU, a
    post. Chadha, Primers: Evaluation Metrics.

    Examples
    --------
    >>> figures = printed_figures()
    >>> figures.loc[figures["what"] == "BLEU", ["printed", "recomputed", "holds"]].to_numpy().tolist()
    [['0.33933', '0.386275', 'no']]
    """
    figures = pd.DataFrame(shipped.tables("printed.toml")["figure"]).fillna({"why": ""})
    values = [_flat(evaluate(expression)) if expression else [] for expression in figures["expression"]]
    printed = [text.split() for text in figures["printed"]]
    figures.insert(4, "recomputed", [_digits(*place) for place in zip(values, printed, strict=True)])
    figures.insert(5, "holds", [_verdict(*place) for place in zip(values, printed, strict=True)])
    return figures[["document", "section", "what", "printed", "recomputed", "holds", "expression", "why"]]


@described_by(printed_figures)
def refuted_claims() -> pd.DataFrame:
    """Sentences of the documents that do not hold, each with a line of Python that shows it.

    Returns
    -------
    DataFrame
        Columns: documents; says, the claim in our words; holds, what is right; proof, an expression; shown, whether
        the expression is true; where, the chapter and the section that has the whole story.

    Examples
    --------
    >>> claims = refuted_claims()
    >>> bool(claims["shown"].all())
    True
    >>> claims.loc[1, "proof"]
    'macro_f_score(ex1) < min(precision(ex1).mean(), recall(ex1).mean())'
    """
    claims = pd.DataFrame(shipped.tables("claims.toml")["claim"])
    claims.insert(4, "shown", [bool(evaluate(proof)) for proof in claims["proof"]])
    return claims


@described_by(printed_figures)
def evaluate(expression: str) -> Any:
    """The value of one of the expressions of `printed_figures` and `refuted_claims`.

    Parameters
    ----------
    expression : str
        Python, in terms of this package's public names and of the documents' examples: matrices ex1 to ex4, left and
        right (two tables of Potts), search, patients, walkthrough (of Chadha), models (his three), scores (of the
        walkthrough), A and B (his relevances), human and machine (his sentences as words; raw_human and raw_machine
        as printed) and a few more. It is run as it stands: never pass a stranger's.

    Returns
    -------
    Any
        What it comes to.

    Examples
    --------
    >>> float(evaluate("accuracy(ex1)"))
    0.8110236220472441
    """
    if not isinstance(expression, str):
        raise TypeError(f"expression must be a string of Python; got {type(expression).__name__}")
    return deepcopy(eval(expression, dict(names())))  # the examples are shared: nobody may change them


def rounds_to(value: float, printed: str) -> bool:
    """Whether a value is a printed number to its last digit.

    Parameters
    ----------
    value : float
        The value; nan is what "NaN" stands for.
    printed : str
        A decimal ("0.43", "2e-16"), a fraction ("2/7", compared exactly) or "NaN". A value half-way between two
        decimals may be rounded up or to the even digit; nobody rounds it down to the odd one. What is half-way only as
        it is written (2.675, stored as a little less) may also be rounded as it is stored, which is what Python does.

    Returns
    -------
    bool
        False for an infinite value: it rounds to nothing.

    References
    ----------
    IEEE 754-2019, section 4.3, on rounding to nearest with ties to even or away from zero.

    Examples
    --------
    >>> rounds_to(3 / 7, "0.43"), rounds_to(0.1875, "0.188"), rounds_to(0.1875, "0.187")
    (True, True, False)
    """
    number = arguments.real(value, "value")
    return isnan(number) if printed == "NaN" else read(printed, "printed").prints(number)


def possible_counts(printed: str, n: int) -> NDArray[np.int64]:
    """Every count k of n for which k/n prints as a given share: the question of the GRIM test.

    Parameters
    ----------
    printed : str
        A share in [0, 1] as it was printed, with all its digits: "0.957".
    n : int
        How many examples it is a share of.

    Returns
    -------
    array of int
        The counts, in increasing order. None: no n examples have that share, so the number, or the n, is wrong.

    References
    ----------
    Brown, N. J. L. & Heathers, J. A. J. (2017). The GRIM test: a simple technique detects numerous anomalies in the
    reporting of results in psychology. Social Psychological and Personality Science 8 (4), 363-369.

    Examples
    --------
    >>> possible_counts("0.957", 2000).tolist()
    [1913, 1914]
    >>> possible_counts("0.957", 20).tolist()
    []
    """
    n = arguments.whole_number(n, "n", least=1)
    share = read(printed, "printed")
    if not 0 <= share.value <= 1 or not share.unit:
        raise ValueError(f'printed must be a decimal between 0 and 1, such as "0.957"; got {printed!r}')
    near = range(max(ceil(share.low * n), 0), min(floor(share.high * n), n) + 1)
    return np.array([k for k in near if share.prints(k / n)], dtype=np.int64)


def _flat(value: Any) -> list[Any]:
    """The numbers or words of a result, row by row."""
    return [x for part in value for x in _flat(part)] if isinstance(value, list) else np.ravel(value).tolist()


def _verdict(values: Sequence[Any], printed: Sequence[str]) -> str:
    if not values:
        return "cannot be told"
    if not printed:
        return "not printed"
    agree = (x == text if isinstance(x, str) else rounds_to(x, text) for x, text in zip(values, printed, strict=True))
    return "yes" if all(agree) else "no"


def _digits(values: Sequence[Any], printed: Sequence[str]) -> str:
    """The values as text, each with the digits of what was printed, or with four."""
    return " ".join(
        _shown(x, text) for x, text in zip(values, printed or ["0.0000"] * len(values), strict=bool(values))
    )


def _shown(value: Any, like: str) -> str:
    if isinstance(value, str | int):
        return str(value)
    if "/" in like:
        return str(Fraction(value).limit_denominator(1000))
    if isnan(value):
        return "NaN"
    places = read(like, "printed").places
    if not rounds_to(value, like) and not float(value).is_integer():
        places = min(max(places + 1, 3), 16)
    return f"{value:.{places}f}"
