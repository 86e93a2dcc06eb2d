"""How the notebooks are written (`write`), what they must look like (`rules`) and how that is checked."""
