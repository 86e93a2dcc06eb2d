"""Scores of generated programs."""

from . import Row

PROGRAMS = ["x = 1", "x=1", "x = ", "x = 2", "raise SystemExit", "print(x)"]


def attempts(rng):
    made = rng.integers(2, 13, rng.integers(1, 20))
    return made, rng.integers(0, made + 1)


def programs(rng):
    return list(rng.choice(PROGRAMS, rng.integers(1, 9)))


def with_tests(rng):
    chosen = programs(rng)[:2]
    return chosen, ["assert x == 1"] * len(chosen)


def pairs(rng):
    references = programs(rng)
    return references, [text if rng.random() < 0.5 else str(rng.choice(PROGRAMS)) for text in references]


def true_twice(references, _):
    return references, references


AT_K = [{"k": 1}, {"k": 2}]

ROWS = {
    "pass_at_k": Row(attempts, AT_K, best=lambda n, _: (n, n)),
    "pass_hat_k": Row(attempts, AT_K, best=lambda n, _: (n, n)),
    "exact_match": Row(pairs, [{}, {"normalize": str.split}], best=true_twice),
    "compile_rate": Row(lambda rng: (programs(rng),), best=lambda programs: (["x = 1"] * len(programs),)),
    "execution_accuracy": Row(with_tests, best=lambda programs, tests: (["x = 1"] * len(programs), tests), draws=2),
    "edit_similarity": Row(lambda rng: tuple(side[0] for side in pairs(rng)), best=true_twice, undefined=[("", "")]),
}
