"""The rows of the table, topic by topic: what both sides are given, what each of them does, and how they agree."""
