"""The data that the book returns to: the documents' matrices, texts, opinions, a melody, measured times."""

from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from evalmetrics.inputs import arguments, matrices
from evalmetrics.kinds.help_pages import described_by

from . import shipped

RATE = 8000  # samples per second
MAJOR = [0, 2, 4, 5, 7, 9, 11, 12]  # a scale, in semitones
_SENTIMENT = ["pos", "neg", "neutral"]
_MATRICES: dict[str, tuple[list[str], list[list[int]]]] = {
    "ex1": (_SENTIMENT, [[15, 10, 100], [10, 15, 10], [10, 100, 1000]]),
    "ex2": (_SENTIMENT, [[0, 0, 125], [0, 0, 35], [0, 0, 1110]]),
    "ex3": (_SENTIMENT, [[1, 0, 124], [0, 1, 24], [0, 0, 1110]]),
    "ex4": (_SENTIMENT, [[15, 10, 100], [10, 15, 10], [10, 100, 100_000]]),
    "search": (["relevant", "irrelevant"], [[3, 4], [1, 0]]),
    "patients": (["disease", "no disease"], [[5, 4], [3, 8]]),
}


@described_by()
def example_matrix(name: str) -> pd.DataFrame:
    """A confusion matrix that the source documents print, rows observed.

    name : {"ex1", "ex2", "ex3", "ex4", "search", "patients"}
        ex1 to ex4: the sentiment classifiers of Potts (2018, 2020), as printed. search: Chadha's search for cats;
        its true negatives are not printed and stand as 0. patients: Chadha's test of 20 patients, turned so that
        rows are the truth.

    -> DataFrame
        A fresh copy, yours to change.

    >>> example_matrix("ex1").to_numpy().sum()
    np.int64(1270)
    """
    labels, cells = _MATRICES[arguments.one_of(name, "name", _MATRICES)]
    return matrices.frame(np.array(cells), labels)


@described_by()
def pneumonia_predictions() -> pd.DataFrame:
    """Ten patients and three models: Chadha's screening example, patient by patient.

    -> DataFrame of shape (10, 4)
        Columns truth, M1, M2, M3, entries "pneumonia" and "healthy". The document prints the scores and shows the
        predictions only as a picture: the counts follow from the scores, which patients are mistaken is our choice.

    >>> (pneumonia_predictions() == "pneumonia").sum().to_list()
    [1, 0, 3, 6]
    """
    positives = {"truth": [0], "M1": [], "M2": [0, 1, 2], "M3": [0, 1, 2, 3, 4, 5]}
    said = {model: np.where(np.isin(range(10), who), "pneumonia", "healthy") for model, who in positives.items()}
    return pd.DataFrame(said, pd.RangeIndex(1, 11, name="patient"))


@described_by()
def example_corpus() -> pd.DataFrame:
    """Forty German sentences, their English references, and six systems that fail in known ways.

    -> DataFrame of shape (40, 8)
        Index "sentence", 1 to 40. Columns: source, a string; references, a list of one to three strings; then one
        column of strings per system: good (natural and right), literal (word for word), fluent (natural English that
        says something else), short (most of it missing), repetitive (right, said twice), negated (natural English
        that says the opposite). Strings are cased and punctuated: split them, or say how to with ``tokenize=``.
        Written for this book, CC BY 4.0.

    >>> corpus = example_corpus()
    >>> corpus.loc[39, ["source", "good", "negated"]].to_list()  # doctest: +NORMALIZE_WHITESPACE
    ['Auf der Insel leben mehr Schafe als Menschen.',
     'There are more sheep on the island than people.',
     'More people than sheep live on the island.']
    """
    return _numbered("sentence", "corpus.toml")


@described_by()
def example_captions() -> pd.DataFrame:
    """Sixteen pictures in words, five captions of each as people give them, and four systems that caption them.

    -> DataFrame of shape (16, 6)
        Index "picture", 1 to 16. Columns: shows, a string; references, a list of five strings; then one column of
        strings per system: careful (right and exact), generic (never wrong, hardly ever helpful), confused (exact, with
        the wrong thing in the wrong place), stutter (the words that matter, said again and again). Captions are in
        lower case without punctuation: ``tokenize="whitespace"`` splits them. Written for this book, CC BY 4.0.

    >>> example_captions().loc[2, ["generic", "confused"]].to_list()
    ['a man is sitting on a bench', 'pigeons on a park bench are feeding an old man']
    """
    return _numbered("picture", "captions.toml")


@described_by()
def example_dictations() -> pd.DataFrame:
    """Thirty sentences as they were said, and as two imaginary speech recognisers wrote them down.

    -> DataFrame of shape (30, 3)
        Index "dictation", 1 to 30; columns of strings: said; ear, a recogniser that hears well and prints bare
        lower-case words; pen, one that punctuates neatly and mishears. Written for this book, CC BY 4.0.

    >>> example_dictations().loc[4].to_list()  # doctest: +NORMALIZE_WHITESPACE
    ['The patient is not allergic to penicillin.',
     'the patient is not allergic to penicillin',
     'The patient is now allergic to penicillin.']
    """
    return _numbered("dictation", "dictations.toml")


@described_by()
def example_story() -> pd.DataFrame:
    """The beginning of Lewis Carroll's Alice's Adventures in Wonderland (1865), which is in the public domain.

    -> DataFrame of shape (2, 2)
        Index "chapter", 1 and 2; columns title and text, strings with a paragraph per line. The first chapter is
        whole, the second ends after its seventh paragraph.

    >>> example_story().loc[1, "text"][:54]
    'Alice was beginning to get very tired of sitting by he'
    """
    return _numbered("chapter", "alice.toml")


@described_by()
def anscombe_quartet() -> dict[str, tuple[NDArray[Any], NDArray[Any], NDArray[Any]]]:
    """Four sets of points that Anscombe drew in 1973, each with its best straight line, which is the same for all.

    -> mapping from name to (x, y_true, y_pred)
        Eleven numbers each; the last are the heights of the line.

    Source: Anscombe (1973), Graphs in statistical analysis, The American Statistician 27.

    >>> [float(line[0].round(1)) for x, y, line in anscombe_quartet().values()]
    [8.0, 8.0, 8.0, 7.0]
    """
    x = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5]
    sets = {
        "I": (x, [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68]),
        "II": (x, [9.14, 8.14, 8.74, 8.77, 9.26, 8.10, 6.13, 3.10, 9.13, 7.26, 4.74]),
        "III": (x, [7.46, 6.77, 12.74, 7.11, 7.81, 8.84, 6.08, 5.39, 8.15, 6.42, 5.73]),
        "IV": ([8] * 7 + [19] + [8] * 3, [6.58, 5.76, 7.71, 8.84, 8.47, 7.04, 5.25, 12.50, 5.56, 7.91, 6.89]),
    }
    lines = {name: np.polyval(np.polyfit(x, y, 1), x) for name, (x, y) in sets.items()}
    return {name: (np.array(x), np.array(y), lines[name]) for name, (x, y) in sets.items()}


@described_by()
def example_ratings() -> pd.DataFrame:
    """A small world of people who watch films and rate them, drawn with seed 0.

    Each of 300 users likes each of four genres to some degree, each of 240 films has a genre and a quality, and a
    liking from 1 to 5 is the sum of both, the user's mood and chance. What gets watched is what is popular (as in
    Zipf's law) and what the user has a taste for: 20 to 60 films each, which is why ratings are missing, and not at
    random. The last third of what a user watched is held out.

    -> DataFrame of shape (11689, 5)
        Columns user (0 to 299), film (0 to 239), genre, rating (whole, 1 to 5), held_out; a user's films in the order
        in which they were watched.

    >>> ratings = example_ratings()
    >>> ratings["rating"].value_counts().sort_index().to_dict()
    {1: 271, 2: 1446, 3: 3763, 4: 3975, 5: 2234}
    """
    rng, users, films = np.random.default_rng(0), 300, 240
    genre, quality = rng.integers(4, size=films), rng.normal(0, 0.4, size=films)
    taste, mood = rng.normal(0, 0.7, size=(users, 4))[:, genre], rng.normal(0, 0.3, size=(users, 1))
    liking = 3.3 + mood + quality + taste + rng.normal(0, 0.6, size=(users, films))
    popularity = -0.9 * np.log(rng.permutation(films) + 1)
    pull = popularity + 0.5 * quality + taste + rng.gumbel(size=(users, films))
    watched = rng.integers(20, 61, size=users)
    chosen = [rng.permutation(np.argsort(-pull[u])[:n]) for u, n in enumerate(watched)]
    user, film = np.repeat(np.arange(users), watched), np.concatenate(chosen)
    return pd.DataFrame(
        {
            "user": user,
            "film": film,
            "genre": np.array(["comedy", "crime", "drama", "space"])[genre[film]],
            "rating": np.clip(np.rint(liking[user, film]), 1, 5).astype(int),
            "held_out": np.concatenate([np.arange(n) >= 2 * n // 3 for n in watched]),
        }
    )


@described_by()
def example_opinions() -> pd.DataFrame:
    """A small listening test of two synthetic voices, drawn with seed 4: all rate all, from 1 to 5.

    What a listener finds is the sum of the voice's quality (B's is 0.2 better), of the listener's generosity (standard
    deviation 0.6), of how much more the listener likes this voice (0.2), of the sentence (0.25) and of chance (0.7),
    rounded to a grade.

    -> DataFrame of shape (600, 4)
        Columns listener (15), sentence (20), voice ("A" or "B"), rating (whole, 1 to 5).

    >>> example_opinions()["rating"].value_counts().sort_index().to_dict()
    {1: 30, 2: 113, 3: 223, 4: 179, 5: 55}
    """
    rng, shape = np.random.default_rng(4), (15, 20, 2)
    generosity, liking = rng.normal(0, 0.6, size=(15, 1, 1)), rng.normal(0, 0.2, size=(15, 1, 2))
    sentence = rng.normal(0, 0.25, size=(1, 20, 1))
    found = 3.1 + np.array([0, 0.2]) + generosity + liking + sentence + rng.normal(0, 0.7, size=shape)
    listener, text, voice = np.indices(shape).reshape(3, -1)
    rating = np.clip(np.rint(found), 1, 5).astype(int).ravel()
    names = np.array(["A", "B"])[voice]
    return pd.DataFrame({"listener": listener, "sentence": text, "voice": names, "rating": rating})


@described_by()
def example_listening_test() -> pd.DataFrame:
    """A small MUSHRA test of two codecs, drawn with seed 1: eighteen listeners, eight pieces, five conditions.

    Listeners 3 and 11 hear no difference between a codec and the reference, listener 7 none between the reference and
    its low-pass at 7 kHz; everybody hears little of it in the piece "organ", which has next to nothing above.

    -> DataFrame of shape (720, 4)
        Columns listener (0 to 17), item (a piece), condition ("reference" hidden among the others, "codec new",
        "codec old", "anchor 7 kHz", "anchor 3.5 kHz"), score (whole, 0 to 100).

    >>> example_listening_test().groupby("condition")["score"].mean().round(1).to_dict()
    {'anchor 3.5 kHz': 24.2, 'anchor 7 kHz': 61.1, 'codec new': 80.4, 'codec old': 74.8, 'reference': 97.1}
    """
    conditions = ["reference", "codec new", "codec old", "anchor 7 kHz", "anchor 3.5 kHz"]
    pieces = ["castanets", "choir", "guitar", "harpsichord", "organ", "speech", "strings", "trumpet"]
    rng, shape = np.random.default_rng(1), (18, 8, 5)
    heard = np.broadcast_to(np.array([100.0, 80, 74, 55, 25]), shape).copy()
    heard[:, pieces.index("organ"), 3] = 92
    heard[[3, 11], :, :3], heard[7, :, 3] = 84, 94
    strictness, piece = rng.normal(0, 7, size=(18, 1, 1)), rng.normal(0, 4, size=(1, 8, 5))
    blur = np.where(heard < 90, 1.0, 0.3)
    scores = heard + blur * (strictness + piece + rng.normal(0, 8, size=shape))
    listener, item, condition = np.indices(shape).reshape(3, -1)
    return pd.DataFrame(
        {
            "listener": listener,
            "item": np.array(pieces)[item],
            "condition": np.array(conditions)[condition],
            "score": np.clip(np.rint(scores), 0, 100).astype(int).ravel(),
        }
    )


@described_by()
def example_synonyms(word: str) -> frozenset[str]:
    """What a small table of English synonyms, shipped with the book, knows of a word: for ``synonyms=`` of METEOR.

    word : str
        In lower case.

    -> frozenset of str
        Words that share a sense with it, itself among them; empty for a word that is not in the table.

    >>> sorted(example_synonyms("content"))
    ['content', 'glad', 'happy', 'substance']
    """
    return frozenset().union(*(group for group in _synonyms() if word in group))


@described_by()
def example_programs() -> pd.DataFrame:
    r"""Twelve small programming tasks, and all that a toy model of code may write for them.

    The model fills one or two holes of a template per task, with texts drawn independently from a table. It is a
    caricature of a language model that has the one property needed here: each program has a known probability.

    -> DataFrame of shape (53, 5)
        Columns task, prompt, program, probability (they add up to 1 over the programs of a task), test (source that
        is to be run after the program).

    >>> programs = example_programs()
    >>> programs.groupby("task")["probability"].idxmax().map(programs["program"])["clamp"]
    'def clamp(x, low, high):\n    return max(low, min(x, high))\n'
    """
    rows = []
    for _, task in _numbered("task", "programs.toml").iterrows():
        for filling in product(*task["holes"]):
            program, probability = task["template"], 1.0
            for hole, (text, share) in enumerate(filling, 1):
                program, probability = program.replace(f"${hole}", text), probability * share
            rows.append((task["name"], task["prompt"], program, probability, task["test"]))
    return pd.DataFrame(rows, columns=["task", "prompt", "program", "probability", "test"])


@described_by()
def example_quiz() -> pd.DataFrame:
    """Forty-eight unfinished sentences about twelve passages of *Alice*, and the outputs of two invented systems.

    Both were told to think as long as they like and to end with a line "Answer: …". Terse does nothing else; Chatty
    thinks aloud, knows more, and keeps to the form when it remembers it.

    -> DataFrame of shape (48, 7)
        Columns passage, prompt, answers (a list of right ones, the first of them the book's words), terse and chatty
        (raw outputs); choices, a list of the book's four answers in the passage, in lower case, and key, the place of
        the right one.

    >>> example_quiz().loc[3, ["prompt", "answers", "terse"]].to_list()
    ['The White Rabbit that ran close by her had eyes that were', ['pink'], 'Answer: pink']
    """
    rows = [(passage["name"], *item) for passage in shipped.tables("quiz.toml")["passage"] for item in passage["items"]]
    quiz = pd.DataFrame(rows, columns=["passage", "prompt", "answers", "terse", "chatty"])
    passages, first = quiz.groupby("passage", sort=False), quiz["answers"].str[0].str.lower()
    choices = first.groupby(quiz["passage"], sort=False).agg(list)
    return quiz.assign(choices=quiz["passage"].map(choices), key=passages.cumcount())


@described_by()
def example_melody(rng: Any) -> NDArray[np.float64]:
    """A second of music: four notes of a major scale, plucked, with overtones and a little hiss.

    rng : int or numpy.random.Generator
        Which notes, how loud, and the hiss.

    -> array of shape (8000,)
        Samples in [-1, 1], 8,000 a second.

    >>> example_melody(0).shape
    (8000,)
    """
    rng = arguments.generator(rng)
    time = np.arange(RATE // 4) / RATE
    notes = []
    for pitch in 220 * 2 ** (rng.choice(MAJOR, size=4) / 12):
        overtones = sum(np.sin(2 * np.pi * pitch * k * time) / k**1.5 for k in range(1, 9))
        notes.append(rng.uniform(0.5, 1) * np.minimum(time / 0.01, 1) * np.exp(-6 * time) * overtones)
    return 0.4 * np.concatenate(notes) + 0.002 * rng.normal(size=4 * len(time))


@described_by()
def example_recordings() -> tuple[list[NDArray[np.float64]], dict[str, list[NDArray[np.float64]]]]:
    """Twenty melodies that were sent over two lines: A hands them on a millisecond late, B crackles.

    -> clips : list of 20 arrays of shape (8000,)
        What was sent, each an `example_melody`: 8,000 samples a second.
    lines : dict from "A" and "B" to lists of 20 such arrays
        What arrived. On line B one sample in five hundred jumps to an end of the scale, -1 or 1.

    >>> clips, lines = example_recordings()
    >>> len(clips), float(lines["A"][0][8] - clips[0][0])
    (20, 0.0)
    """
    clips = [example_melody(seed) for seed in range(20)]
    late = [np.concatenate([np.zeros(RATE // 1000), clip[: -RATE // 1000]]) for clip in clips]
    rng, crackling = np.random.default_rng(0), []
    for clip in clips:
        hit = rng.random(len(clip)) < 1 / 500
        crackling.append(np.where(hit, rng.choice([-1.0, 1.0], size=len(clip)), clip))
    return clips, {"A": late, "B": crackling}


@described_by()
def measured_parts() -> pd.DataFrame:
    """What programs took that scored rows of Parquet files by macro-F1, R² and the area under a ROC curve.

    Measured once, on one machine; ``make bench`` measures anew, and its page, ``tests/benchmarks/parts.md``, says what
    each program does.

    -> DataFrame
        A row for each program and size: rows, parts (how many files), program, cpu (seconds of processors, all
        together), MB (the peak of memory beyond imports), off (the largest difference from the first program's scores).

    >>> measured_parts().columns.tolist()
    ['rows', 'parts', 'program', 'cpu', 'MB', 'off']
    """
    return shipped.rows("parts_measured.csv")


@cache
def _synonyms() -> list[frozenset[str]]:
    return [frozenset(group) for group in shipped.tables("synonyms.toml")["groups"]]


def _numbered(item: str, file: str) -> pd.DataFrame:
    rows = pd.DataFrame(shipped.tables(file)[item])
    return rows.set_axis(pd.RangeIndex(1, len(rows) + 1, name=item))
