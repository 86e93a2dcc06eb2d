"""The worlds that are made up, by name: what each can draw stands in `made_up.py`."""

from scipy.special import ndtri

from . import made_up
from .coverage import endless

MADE_UP = [
    endless("four in five right", made_up.classes([[0.56, 0.14], [0.06, 0.24]])),
    endless("three in four right", made_up.classes([[0.5, 0.0], [0.25, 0.25]])),
    endless("nineteen in twenty right", made_up.classes([[0.5, 0.0], [0.05, 0.45]])),
    endless("nine in ten right", made_up.classes([[0.9, 0.1], [0.0, 0.0]])),
    *(
        endless(f"{k} in {n} right", made_up.classes([[k, n - k], [0, 0]]))
        for k, n in [(87, 90), (234, 270), (192, 270), (58, 90)]
    ),
    endless("the best of forty coins", made_up.best_of_coins),
    endless("noise at its best threshold", made_up.best_threshold_on_noise),
    endless("uniform numbers", lambda n, rng: (rng.random(n),)),
    endless("two equal learners", made_up.folds),
    endless("a rare class", made_up.classes([[0.955, 0.015], [0.015, 0.015]])),
    endless("cautious and bold", made_up.cautious_and_bold, systems=2),
    endless("normal scores", made_up.scores(0.3, 1.5)),
    endless("normal scores, even", made_up.scores(0.5, 2**0.5 * ndtri(0.75))),
    endless("normal scores, far apart", made_up.scores(0.1, 3.3)),
    endless("two alike scorers", made_up.two_scores(0.3, (1.5, 1.5), 0.5), systems=2),
    endless("a better scorer", made_up.two_scores(0.3, (1.8, 1.5), 0.5), systems=2),
    endless("honest forecasts", made_up.forecasts),
    endless("patients", made_up.patients, 10**5, groups=True),
    endless("a line", made_up.lines(0.5)),
    endless("hardly a line", made_up.lines(2.0)),
    endless("normal pairs", made_up.pairs("normal")),
    *(endless(f"normal pairs at {r}", made_up.pairs("normal", r)) for r in (0.93, 0.52, 0.39, -0.8)),
    endless("skewed pairs", made_up.pairs("skewed"), 10**7),
    endless("a bow tie", made_up.pairs("bow tie")),
    endless("two blobs", made_up.blobs, 4000),
    endless("two groupings", made_up.groupings),
    endless("two clouds", made_up.clouds),
    endless("two judges", made_up.judges),
    endless("listeners", made_up.listeners, 10**5, groups=True),
    endless("programming tasks", made_up.tasks),
    endless("two rectified clouds", made_up.rectified_clouds, 10**5),
    endless("two rectified clouds, with noise and without", made_up.noisy_and_clean, 10**5, systems=2),
    endless("a sure classifier", made_up.verdicts),
    endless("melodies, crackling", made_up.clips, 2000),
    endless("cepstra of melodies, crackling", made_up.cepstra_of(made_up.clips), 2000),
    endless("cepstra of melodies, late", made_up.cepstra_of(made_up.late), 2000),
    endless("bands of melodies, crackling", made_up.bands, 1000),
    endless("bits, wrong one by one", made_up.channel(1)),
    endless("bits, wrong in bursts", made_up.channel(50)),
    endless("systems, one in nine far behind", made_up.systems),
    endless("two alike metrics", made_up.two_metrics, systems=2),
    endless("melodies, late and crackling", made_up.both_lines, 2000, systems=2),
    endless("cepstra of melodies, late and crackling", made_up.cepstra_of(made_up.both_lines), 2000, systems=2),
    endless("visitors", made_up.visitors),
]
