"""What a new interpreter needs before the first score."""

import subprocess
import sys
from collections.abc import Callable

from ..row import Row


def fresh(code: str) -> Callable[[], float]:
    """CPU seconds of a new interpreter that runs `code`, its own start included."""

    def run() -> float:
        command = [sys.executable, "-c", f"{code}\nimport time; print(time.process_time())"]
        return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)

    return run


def import_row(at_least: float, ours: str, peer: str, missed: str = "", excused: float = 1.0) -> Row:
    return Row(
        work=f"`{ours}`",
        peer_name=f"`{peer}`",
        at_least=at_least,
        size=0,
        given=lambda _: (),
        ours=fresh(ours),
        peer=fresh(peer),
        agree=lambda *_: True,
        times_itself=True,
        missed=missed,
        excused=excused,
    )


BLEU = "from evalmetrics import corpus_bleu; corpus_bleu([[['a', 'b']]], [['a', 'b']])"
ROWS = [
    import_row(40, "import evalmetrics", "import sklearn.metrics"),
    import_row(
        4,
        "from evalmetrics import confusion_matrix",
        "from sklearn.metrics import confusion_matrix",
        missed="NumPy and pandas alone take five sixths of our time",
    ),
    import_row(1, BLEU, "import sacrebleu", "NumPy alone takes three quarters of our time, and the peer has none", 0.8),
]
