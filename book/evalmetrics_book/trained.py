"""Data of scikit-learn, and what classifiers, regressions and groupings make of them, always the same."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.spatial.distance import cdist
from sklearn.calibration import CalibratedClassifierCV
from sklearn.cluster import DBSCAN, KMeans
from sklearn.datasets import load_breast_cancer, load_diabetes, load_digits, make_classification, make_moons
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.model_selection import train_test_split
from sklearn.naive_bayes import GaussianNB
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

from evalmetrics.inputs import arguments
from evalmetrics.kinds.help_pages import described_by


@described_by()
def tumour_predictions() -> pd.DataFrame:
    """Real diagnoses: scikit-learn's breast cancer data, half of it to train on, the other half predicted.

    -> DataFrame of shape (285, 3)
        Columns truth ("malignant", "benign"); logistic, the probability of malignancy by a standardised
        logistic regression; stump, the same by a decision tree of one split.

    >>> tumour_predictions()["truth"].value_counts().to_dict()
    {'benign': 184, 'malignant': 101}
    """
    logistic = make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000))
    stump = DecisionTreeClassifier(max_depth=1, random_state=0)
    return _chances({"logistic": logistic, "stump": stump}, *_tumours())


@described_by()
def tumour_measurements() -> pd.DataFrame:
    """What was measured of the tumours of `tumour_predictions`, in the same order.

    -> DataFrame of shape (285, 30)
        A column for each measurement, such as "mean radius".

    >>> tumour_measurements()["mean radius"].median()
    np.float64(13.2)
    """
    return pd.DataFrame(_tumours()[1], columns=load_breast_cancer().feature_names)


@described_by()
def tumour_runs() -> pd.DataFrame:
    """Which tumours of `tumour_predictions` are recognised by one small random tree, trained from twenty seeds.

    -> DataFrame of shape (285, 20)
        1 where the tree of that seed is right, else 0.

    >>> tumour_runs()[[0, 1, 2]].mean().round(3).tolist()
    [0.874, 0.909, 0.926]
    """
    x, x_test, y, y_test = _tumours()
    runs = {}
    for seed in range(20):
        tree = DecisionTreeClassifier(max_depth=3, splitter="random", random_state=seed).fit(x, y)
        runs[seed] = (tree.predict(x_test) == y_test).astype(int)
    return pd.DataFrame(runs)


def _tumours() -> Any:
    """Scikit-learn's breast cancer data, halved."""
    data = load_breast_cancer()
    return split_in_halves(data.data, data.target_names[data.target])


@described_by()
def digit_predictions() -> pd.DataFrame:
    """Real ten-class labels: scikit-learn's handwritten digits, half of them to train on, the other half predicted.

    -> DataFrame of shape (899, 3)
        Columns truth, naive_bayes (Gaussian) and logistic (regression), entries 0 to 9.

    >>> len(digit_predictions())
    899
    """
    likeliest = {model: digit_probabilities(model).to_numpy().argmax(axis=1) for model in ("naive_bayes", "logistic")}
    return pd.DataFrame({"truth": _digits()[3], **likeliest})


@described_by()
def diabetes_predictions() -> pd.DataFrame:
    """Real numbers: scikit-learn's diabetes data, half of it to train on, the other half predicted.

    -> DataFrame of shape (221, 3)
        Columns truth, a score of the disease's progress after a year (31 to 321); linear (least squares) and
        forest (a random forest), its predictions.

    >>> diabetes_predictions()["truth"].mean().round(1)
    np.float64(153.7)
    """
    data = load_diabetes()
    x, x_test, y, y_test = split_in_halves(data.data, data.target)
    return pd.DataFrame(
        {
            "truth": y_test,
            "linear": LinearRegression().fit(x, y).predict(x_test),
            "forest": RandomForestRegressor(100, random_state=0).fit(x, y).predict(x_test),
        }
    )


@described_by()
def digit_search() -> tuple[NDArray[Any], dict[str, NDArray[Any]]]:
    """Handwritten digits that search an archive: which are the same digit, and how near three engines see them.

    -> relevant, scores
        An array of shape (899, 898), 1 where an archived digit (a column) is the one that was asked for (a row), else
        0; and of each engine the negative distances: "pixels" compares all dots, "learned" nine directions in which
        a linear model tells digits apart, "black and white" dots in two colours.

    >>> relevant, scores = digit_search()
    >>> list(scores), relevant.shape
    (['pixels', 'learned', 'black and white'], (899, 898))
    """
    data = load_digits()
    archive, asked, archived, wanted = split_in_halves(data.data / 16, data.target)
    directions = LinearDiscriminantAnalysis().fit(archive, archived)
    views = {
        "pixels": (asked, archive),
        "learned": (directions.transform(asked), directions.transform(archive)),
        "black and white": (asked > 0.5, archive > 0.5),
    }
    scores = {name: -cdist(*(side.astype(float) for side in view)) for name, view in views.items()}
    return (wanted[:, None] == archived).astype(int), scores


@described_by()
def digit_probabilities(model: str) -> pd.DataFrame:
    """What classifiers think of the handwritten digits of `digit_predictions`, class by class.

    model : {"naive_bayes", "recalibrated", "logistic"}
        Gaussian naive Bayes; the same, corrected class by class with an isotonic regression that was fitted to
        predictions of the training half in five folds; logistic regression.

    -> DataFrame of shape (899, 10)
        A row per digit, a column per class; rows sum to 1.

    >>> digit_probabilities("logistic").shape
    (899, 10)
    """
    models = {
        "naive_bayes": GaussianNB(),
        "recalibrated": CalibratedClassifierCV(GaussianNB(), method="isotonic", cv=5, ensemble=False),
        "logistic": LogisticRegression(max_iter=1000),
    }
    classifier = models[arguments.one_of(model, "model", models)]
    x, x_test, y, _ = _digits()
    return pd.DataFrame(classifier.fit(x, y).predict_proba(x_test), columns=pd.RangeIndex(10, name="digit"))


@described_by()
def walkthrough_scores() -> pd.DataFrame:
    """Chadha's imbalanced walkthrough: 2,000 artificial examples, 116 of them positive, and a classifier's scores.

    -> DataFrame of shape (2000, 2)
        Columns truth (0, 1) and score: the probability of 1 by a logistic regression that was trained on the other
        8,000 examples. The document does not print the seeds; these give its numbers.

    >>> walkthrough_scores()["truth"].sum()
    np.int64(116)
    """
    x, y = make_classification(10_000, weights=[0.95, 0.05], random_state=42)
    x, x_test, y, y_test = train_test_split(x, y, test_size=0.2, random_state=2)
    return _chances({"score": LogisticRegression()}, x, x_test, y, y_test)


@described_by()
def rare_digit_scores() -> pd.DataFrame:
    """A rare class on real data: handwritten digits with all but 40 of the eights taken out, "eight" or not.

    -> DataFrame of shape (832, 4)
        The test half, 20 eights among 832 digits. Columns truth ("eight", "other"); forest, logistic and naive_bayes,
        each the probability of an eight by the classifier of that name. Which eights stay is drawn with seed 0.

    >>> rare_digit_scores()["truth"].value_counts().to_dict()
    {'other': 812, 'eight': 20}
    """
    data = load_digits()
    eights, others = np.flatnonzero(data.target == 8), np.flatnonzero(data.target != 8)
    kept = np.sort(np.append(others, np.random.default_rng(0).choice(eights, 40, replace=False)))
    x, y = data.data[kept] / 16, data.target[kept] == 8
    x, x_test, y, y_test = train_test_split(x, y, test_size=0.5, random_state=0, stratify=y)
    models = {"forest": RandomForestClassifier(random_state=0), "logistic": LogisticRegression(max_iter=1000)}
    said = _chances(models | {"naive_bayes": GaussianNB()}, x, x_test, y, y_test)
    return said.assign(truth=np.where(y_test, "eight", "other"))


@described_by()
def two_crescents() -> tuple[NDArray[np.float64], dict[str, NDArray[Any]]]:
    """Points along two crescents, and two groupings of them: KMeans cuts both crescents in two, DBSCAN finds them.

    -> points : array of shape (500, 2)
    found : dict from "KMeans" and "DBSCAN" to arrays of 500 labels, 0 and 1
        Fresh copies, yours to change.

    >>> points, found = two_crescents()
    >>> points.shape, {name: np.bincount(labels).tolist() for name, labels in found.items()}
    ((500, 2), {'KMeans': [247, 253], 'DBSCAN': [250, 250]})
    """
    points, _ = make_moons(500, noise=0.05, random_state=0)
    programs = {"KMeans": KMeans(2, n_init=10, random_state=0), "DBSCAN": DBSCAN(eps=0.2)}
    return points, {name: program.fit_predict(points) for name, program in programs.items()}


@described_by()
def drawn_digits() -> tuple[dict[str, NDArray[np.float64]], NDArray[np.int64]]:
    """Handwritten digits, and what two programs make of them: A copies a hundred, B copies all and adds grey noise.

    -> images : dict from "real", "new", "A" and "B" to arrays with a row of 64 pixels for each image
        Darkness from 0 to 1, and beyond for B. "real" and "new" hold 599 images each, drawn from one set; A hands in
        the first hundred of "new", B all of them.
    classes : array of 599 digits
        Which digit each image of "new" shows.

    >>> images, classes = drawn_digits()
    >>> {name: len(rows) for name, rows in images.items()}, classes[:3].tolist()
    ({'real': 599, 'new': 599, 'A': 100, 'B': 599}, [9, 6, 4])
    """
    _, (real, _), (new, classes) = _digits_in_thirds()
    noise = np.random.default_rng(1).normal(size=new.shape)
    return {"real": real, "new": new, "A": new[:100], "B": new + 0.2 * noise}, classes


@described_by()
def digit_features(images: Any, *, layer: int = 2) -> NDArray[np.float64]:
    """What a small network, trained to read other digits than those of `drawn_digits`, holds of images.

    images : array of shape (n, 64)
        As `drawn_digits` has them.
    layer : {1, 2}, default 2
        The first hidden layer, of 64 numbers an image, or the second and last, of 32.

    -> array with a row for each image
        Numbers of at least 0.

    >>> digit_features(drawn_digits()[0]["real"]).shape
    (599, 32)
    """
    network, held = _digit_reader(), np.asarray(images, dtype=np.float64)
    for weights, offset in list(zip(network.coefs_, network.intercepts_, strict=True))[:layer]:
        held = np.maximum(held @ weights + offset, 0)
    return held


@described_by()
def digits_as_read(images: Any) -> NDArray[np.float64]:
    """What the network of `digit_features` answers: how likely each of the ten digits is.

    images : array of shape (n, 64)
        As `drawn_digits` has them.

    -> array of shape (n, 10)
        Probabilities, which sum to 1 in each row.

    >>> images, classes = drawn_digits()
    >>> float((digits_as_read(images["new"]).argmax(axis=1) == classes).mean().round(2))
    0.97
    """
    read: NDArray[np.float64] = _digit_reader().predict_proba(images)
    return read


def _digits() -> Any:
    """Scikit-learn's handwritten digits, darkness from 0 to 1, halved."""
    data = load_digits()
    return split_in_halves(data.data / 16, data.target)


def _digits_in_thirds() -> list[tuple[Any, Any]]:
    """Scikit-learn's handwritten digits, darkness from 0 to 1, dealt into three heaps: images and what they show."""
    data = load_digits()
    order = np.random.default_rng(0).permutation(len(data.data))
    return list(zip(np.split(data.data[order] / 16, 3), np.split(data.target[order], 3), strict=True))


@cache
def _digit_reader() -> Any:
    """A network that learned to read the first heap."""
    return MLPClassifier((64, 32), max_iter=400, random_state=0).fit(*_digits_in_thirds()[0])


def _chances(models: Mapping[str, Any], x: Any, x_test: Any, y: Any, y_test: Any) -> pd.DataFrame:
    """What is so, and the probability of the second class by models that were fitted to other examples."""
    said = {name: model.fit(x, y).predict_proba(x_test)[:, 1] for name, model in models.items()}
    return pd.DataFrame({"truth": y_test, **said})


def split_in_halves(x: Any, y: Any) -> Any:
    """Half of the examples to learn from and half to test on, always the same."""
    return train_test_split(x, y, test_size=0.5, random_state=0)
