"""Data in parts on engines that a reader of the book does without."""
