"""The command `gradcli`, also as `python -m gradcli`."""

import sys


def main() -> None:
    """Runs the command; Ctrl-C ends it with 130, also while it is being loaded."""
    try:
        from gradcli.cli import main as command

        command()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
