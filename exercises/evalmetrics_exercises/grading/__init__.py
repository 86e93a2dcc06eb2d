"""The instructor's half of the coursework: the sandbox, the judge, tables, and pages for people."""
