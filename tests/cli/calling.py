"""Commands called as a user calls them, in this process."""

from typer.testing import CliRunner

from linkwright.cli import app

runner = CliRunner()


def call(*arguments, code=0):
    """What a command answered, with the exit code expected."""
    done = runner.invoke(app, list(arguments))
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == code, f"{done.stdout}\n{done.stderr}"
    return done


def refused(*arguments):
    """What a wrong command is answered with; nothing of it goes to standard output."""
    done = call(*arguments, code=2)
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    return done.stderr
