"""Print the lowest versions of what the package itself needs, as constraints for pip: `make test-lowest` uses them."""

import re
import tomllib
from pathlib import Path

PROJECT = Path(__file__).parents[1] / "pyproject.toml"


def main() -> None:
    """One line a requirement."""
    for requirement in tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["dependencies"]:
        name, version = re.fullmatch(r"([\w-]+)>=([\d.]+)", requirement).groups()
        print(f"{name}=={version}" if version.count(".") == 2 else f"{name}=={version}.*")


if __name__ == "__main__":
    main()
