# ruff: noqa: E501  (sentences and programs that students wrote)
"""A class of 120 who did the exercise on precision and recall: most by themselves, some from one another.

Everything honest is drawn: ways to write a function, names, remarks, numbers that people like, sentences with the words
that the question suggests. So honest answers coincide as often as they do where a task has few ways to be done.
"""

import random
import re

from evalmetrics_exercises.grading.batch import Result
from evalmetrics_exercises.seeds import Student, course_of
from evalmetrics_exercises.tasks import find_topic

TOPIC = find_topic("precision_recall")
KEY = "the key of a made class"
TASK = {task.name: task for task in TOPIC.tasks}
N = 120

WORDS = {
    "ROW": "i k row c label cls",
    "TP": "tp hit right good true_pos correct",
    "COL": "col total predicted pred column_sum n s below",
    "RES": "res result out precisions answer values p",
    "TOP": "top num numerator above upper",
    "BOT": "bottom den denominator lower below d",
    "B2": "b2 beta2 bsq square weight",
}
PRECISION = [
    "    RES = []\n    for ROW in range(len(cm)):\n        COL = cm[:, ROW].sum()\n        RES.append(cm[ROW, ROW] / COL if COL > 0 else float('nan'))\n    return RES",
    "    RES = []\n    for ROW in range(cm.shape[0]):\n        TP = cm[ROW][ROW]\n        COL = sum(cm[j][ROW] for j in range(len(cm)))\n        if COL == 0:\n            RES.append(np.nan)\n        else:\n            RES.append(TP / COL)\n    return RES",
    "    TP = np.diag(cm)\n    COL = cm.sum(axis=0)\n    return [a / b if b else float('nan') for a, b in zip(TP, COL)]",
    "    TP, COL = np.diag(cm), np.sum(cm, axis=0)\n    return [float(TP[ROW] / COL[ROW]) if COL[ROW] != 0 else np.nan for ROW in range(len(COL))]",
    "    COL = cm.sum(axis=0)\n    RES = np.full(len(cm), np.nan)\n    RES[COL > 0] = np.diag(cm)[COL > 0] / COL[COL > 0]\n    return RES.tolist()",
    "    with np.errstate(all='ignore'):\n        RES = np.diag(cm) / cm.sum(axis=0)\n    return list(RES)",
]
F_BETA = [
    "    BOT = beta**2 * precision + recall\n    return (1 + beta**2) * precision * recall / BOT if BOT else float('nan')",
    "    if precision == 0 and recall == 0:\n        return float('nan')\n    B2 = beta ** 2\n    TOP = (1 + B2) * precision * recall\n    BOT = B2 * precision + recall\n    return TOP / BOT",
    "    try:\n        return (1 + beta**2) * precision * recall / (beta**2 * precision + recall)\n    except ZeroDivisionError:\n        return np.nan",
    "    B2 = beta * beta\n    BOT = B2 * precision + recall\n    if BOT == 0:\n        return np.nan\n    return (1 + B2) * (precision * recall) / BOT",
]
REMARKS = [
    "",
    "",
    "# columns are predictions",
    "# avoid dividing by zero",
    "# nan if nothing predicted",
    "# as in the lecture",
]
OPENINGS = [
    "For the {a} filter I would {v} precision {w}, so beta should be {s} than one",
    "In the first case a false alarm {h} an application that nobody {r}, which is {x}",
    "With job applications a {y} positive costs a person a {j}, so I {v} a {s} beta",
    "The second team {h} a battery in the hold, and a miss there is {x}",
    "An opened suitcase is {n} compared with a {f}, so recall {w}",
    "F hides which {p} of precision and recall stands behind it, for instance {q}",
    "Neither F says how {o} suitcases are opened in a day, since true negatives are {g}",
    "Beside it I would report {l} with {k}, and the {t} that was used",
    "The base rate {u} what an alarm is worth, so I would {v} it as well",
    "I think {z} is enough for the first team, because {m}",
]
FILL = {
    "a": "first|spam|application|mail", "v": "prefer|choose|report|weigh|take|want|use", "w": "more|higher|most|above all",
    "s": "smaller|lower|larger|bigger", "h": "means|hides|loses|costs|hits", "r": "reads|opens|sees|looks at",
    "x": "bad|worse|a real loss|the expensive error|hard to repair|what counts", "y": "false|wrong",
    "j": "job|chance|career step", "n": "cheap|nothing|a nuisance|two minutes|a small price",
    "f": "fire|battery that burns|smoking hold", "p": "pair|mix|combination",
    "q": "0.6 and 0.6 or 0.45 and 0.9|a half and one|high precision with low recall", "o": "many|few",
    "g": "ignored|left out|not in it|missing", "l": "both numbers|the counts|precision and recall|the table",
    "k": "intervals|a confidence interval|the sample size|their counts", "t": "threshold|cut-off|limit",
    "u": "decides|changes|drives|sets", "z": "0.5|one half|0.25|a beta of 0.3", "m": "readers are slow|time is cheap|people read on",
}  # fmt: skip


def filled(template, source):
    return re.sub(r"\{(\w)\}", lambda found: source.choice(FILL[found[1]].split("|")), template)


def renamed(code, source):
    names = {word: source.choice(choice.split()) for word, choice in WORDS.items()}
    code = re.sub("|".join(WORDS), lambda found: names[found[0]], code)
    lines = [f"{line}  {remark}" if (remark := source.choice(REMARKS)) else line for line in code.split("\n")]
    return "\n".join(lines)


def honest(student, source):
    """One student's answers: code and an essay by task, and values."""
    written = {
        "precision_of": "def precision_of(cm):\n" + renamed(source.choice(PRECISION), source),
        "f_beta": "def f_beta(precision, recall, beta):\n" + renamed(source.choice(F_BETA), source),
        "which_beta": ". ".join(filled(each, source) for each in source.sample(OPENINGS, source.randint(6, 9))) + ".",
    }
    task = TASK["rates_by_hand"]
    data = Student(student, course_of(KEY)).variant(task)
    solve = source.choice([task.solve] * 4 + list(task.wrong_ideas.values()))
    numbers = {key: round(value, 3) for key, value in (task.solve(data) | solve(data)).items()}
    if source.random() < 0.3:
        key = source.choice(list(numbers))
        numbers[key] = round(numbers[key] + source.choice([0.001, -0.01, 0.1]), 3)
    if source.random() < 0.6:
        scale = source.choice([1, 1, 1, 10, 2])
        table = [[99 * scale, scale], [1000 * scale, 99000 * scale]]
    else:
        table = [[source.choice([100, 99, 198, 990, 1000, source.randint(99, 999)]), source.choice([0, 1, 1, 2])]]
        table.append(
            [source.choice([1000, 990, 5000, 2000, source.randint(900, 9999)]), source.choice([99000, 990000, 10**6])]
        )
    zeros, ones = source.choice([2, 3, 3, 3, 4, 5, 9, 10]), source.choice([2, 3, 3, 4, 5, 9, 10])
    rise = {"labels": [0] * zeros + [1] * ones, "before": source.choice([zeros, 1]), "after": zeros + ones}
    return written, {"rates_by_hand": numbers, "good_test_bad_alarm": table, "both_rise": rise}


def result(student, written, values, says=""):
    whole = repr((student, written, values))
    return Result(student, written=dict(written), values=dict(values), says=says or student, digest=whole)


def made(seed, model):
    """(results of the class, the groups of students whose answers were planted, by what was copied)."""
    source = random.Random(seed)
    students = [f"s{i:03}" for i in range(N)]
    answers = {student: honest(student, source) for student in students}
    says = dict(zip(students, students, strict=True))
    digests = {}
    free = students[:]
    source.shuffle(free)

    def some(n):
        return [free.pop() for _ in range(n)]

    planted = {}
    planted["a whole file"] = whole = some(2)
    digests |= dict.fromkeys(whole, "one file")
    answers[whole[1]] = answers[whole[0]]
    planted["everything, by five"] = five = some(5)
    answers |= dict.fromkeys(five, answers[five[0]])
    planted["code under other names"] = code = some(2)
    text = answers[code[0]][0]["precision_of"] = "def precision_of(cm):\n" + LONG
    names = {"found": "x1", "column": "y1", "share": "z1", "whole": "w1", "position": "q"}
    answers[code[1]][0]["precision_of"] = re.sub(
        "|".join(names), lambda word: names[word[0]], re.sub(" *#.*", "", text)
    )
    planted["half of an essay"] = essay = some(2)
    theirs = answers[essay[0]][0]["which_beta"] = ESSAY
    mine = answers[essay[1]][0]["which_beta"].split(". ")
    answers[essay[1]][0]["which_beta"] = ". ".join(mine[:4] + theirs.split(". ")[2:5])
    planted["a counter-example"] = table = some(2)
    answers[table[0]][1]["good_test_bad_alarm"] = [[7919, 61], [83107, 9400021]]
    answers[table[1]][1]["good_test_bad_alarm"] = [[7919, 61], [83107, 9400020]]
    planted["a classmate's numbers"] = numbers = some(2)
    right = TASK["rates_by_hand"].solve(Student(numbers[0], course_of(KEY)).variant(TASK["rates_by_hand"]))
    for student in numbers:
        answers[student][1]["rates_by_hand"] = {key: round(value, 3) for key, value in right.items()}
    planted["somebody else's name"] = name = some(1)
    says[name[0]] = students[0]
    planted["the model's essay"] = solved = some(1)
    answers[solved[0]][0]["which_beta"] = model["which_beta"]
    results = [result(student, *answers[student], says[student]) for student in students]
    results = [r if r.student not in digests else type(r)(**vars(r) | {"digest": digests[r.student]}) for r in results]
    return results, planted


LONG = """    found = []
    for position in range(cm.shape[1]):
        column = [cm[k, position] for k in range(cm.shape[0])]
        whole = 0
        for share in column:
            whole += share  # everything in this column
        if not whole:
            found.append(float("nan"))
            continue
        found.append(column[position] / whole)
    return found"""
ESSAY = (
    "My grandmother once threw away a letter because it looked like advertising, and it was the one with the contract. "
    "That is the first team: whoever never opens the second folder pays for each wrong turn with a whole afternoon of regret. "
    "A weight below one tells the score to listen to purity rather than to completeness. "
    "At the airport nobody cries over an unpacked bag, but a lithium cell in the hold is another matter entirely. "
    "There I would let completeness count four times, and print how many bags per thousand were opened beside it. "
    "What neither summary shows is whether two mediocre halves or one excellent and one poor half made it."
)
