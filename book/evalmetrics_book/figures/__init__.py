"""The book's figures: functions that draw in one style and return the Axes they drew on."""
