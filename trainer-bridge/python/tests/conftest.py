"""Makes the package and the tests' own modules importable without an installation."""

import sys
from pathlib import Path

here = Path(__file__).parent
sys.path[:0] = [str(here.parent), str(here)]
