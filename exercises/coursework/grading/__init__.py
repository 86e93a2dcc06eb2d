"""The instructor's half of the coursework: the sandbox, the judge, the gradebook and the pages for students."""
