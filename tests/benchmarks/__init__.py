"""Benchmarks against other libraries. They run on one thread, which has to be said before NumPy is loaded."""

import os

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ[variable] = "1"
os.environ["EVALMETRICS_PATIENCE"] = "inf"  # no progress bars
