"""A small benchmark of questions, and what two invented systems answered."""

import pandas as pd

from . import shipped


def example_quiz() -> pd.DataFrame:
    """Forty-eight unfinished sentences about twelve passages of *Alice*, and the outputs of two invented systems.

    Both were told to think as long as they like and to end with a line "Answer: …". Terse does nothing else; Chatty
    thinks aloud, knows more, and keeps to the form when it remembers it.

    Returns
    -------
    DataFrame of shape (48, 5)
        Columns passage, prompt, answers (a list of right ones, the first of them the book's words), terse and chatty
        (raw outputs).

    Examples
    --------
    >>> example_quiz().loc[3, ["prompt", "answers", "terse"]].to_list()
    ['The White Rabbit that ran close by her had eyes that were', ['pink'], 'Answer: pink']
    """
    rows = [(passage["name"], *item) for passage in shipped.tables("quiz.toml")["passage"] for item in passage["items"]]
    return pd.DataFrame(rows, columns=["passage", "prompt", "answers", "terse", "chatty"])
