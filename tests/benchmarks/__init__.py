"""Benchmarks against other libraries. They run on one thread, which has to be said before NumPy is loaded."""

import os

for variable in ("OMP_NUM", "OPENBLAS_NUM", "MKL_NUM", "NUMBA_NUM", "POLARS_MAX"):
    os.environ[f"{variable}_THREADS"] = "1"
os.environ["EVALMETRICS_PATIENCE"] = "inf"  # no progress bars
