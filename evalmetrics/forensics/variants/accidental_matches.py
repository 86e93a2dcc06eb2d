"""How often a number is matched by luck: by values that lie where it was printed, and have nothing to do with it."""

import numpy as np

from ...inputs import numbers
from ...metric import checked_by


@checked_by(numbers.values_and_interval)
def accidental_matches(values, value, width):
    """How many of some values lie, by luck alone, in an interval of this width around another value.

    As many as lie on average in so wide an interval among its nearest neighbours: eight of them, or the root of all, or
    as many as lie inside.

    Returns
    -------
    float
        From 0 to the number of values. Far below 1, a value that does lie there can hardly be one by luck.

    References
    ----------
    Karlin and Altschul (1990), Methods for assessing the statistical significance of molecular sequence features, PNAS
    87: what a search finds is weighed against how many finds as good chance alone would give.

    Examples
    --------
    >>> values = [i / 100 for i in range(100)]
    >>> print(round(accidental_matches(values, 0.5, 0.002), 2))
    0.2
    """
    distance = np.sort(np.abs(values - value))
    inside = (distance <= width / 2).sum()
    near = max(8, int(len(values) ** 0.5), inside)
    near = min(near, len(values))
    window = max(2 * distance[near - 1], width)
    return near * width / window if width else 0.0
