"""`python -m teyra_kit` is `teyra-kit`."""

from .cli import main

raise SystemExit(main())
