"""One module per topic: its tasks. A module needs TITLE, the name of its notebook, and TASKS."""
