"""`python -m linkwright` is the command `linkwright`."""

from linkwright.cli import main

if __name__ == "__main__":
    main()
