"""What is audited: which scores of which worlds, for which the book prints intervals like these."""

from .cases_made_up import OF_MADE_UP
from .cases_of_data import OF_DATA
from .cases_of_films_and_texts import OF_FILMS, OF_TEXTS
from .cases_of_people import OF_PEOPLE_AND_MACHINES

CASES = {case.name: case for case in [*OF_MADE_UP, *OF_DATA, *OF_FILMS, *OF_TEXTS, *OF_PEOPLE_AND_MACHINES]}
