"""The command `completion`: what a shell needs to complete commands, options and names."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated

import typer

from linkwright.cli import output
from linkwright.cli.candidates import candidates
from linkwright.cli.options import Json
from linkwright.cli.values import InputFaults, one_of

BASH = r"""_linkwright() {
    local line=${COMP_LINE:0:COMP_POINT} current prefix="" IFS=$' \t\n'
    local -a words
    read -ra words <<< "$line"
    [[ $line == *[[:space:]] ]] && words+=("")
    current=${words[${#words[@]}-1]}
    # bash completes only what follows the last = or : of a word
    [[ $current == *[=:]* ]] && prefix=${current%"${current##*[=:]}"}
    IFS=$'\n'
    COMPREPLY=($("${words[0]}" completion --words -- "${words[@]:1}" 2>/dev/null))
    COMPREPLY=("${COMPREPLY[@]#"$prefix"}")
    [[ ${COMPREPLY[0]} == *[=:] ]] && compopt -o nospace 2>/dev/null
    return 0
}
complete -o default -F _linkwright linkwright
"""

ZSH = r"""#compdef linkwright
_linkwright() {
    local -a found
    local code=1
    found=("${(@f)$("${words[1]}" completion --words -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    if [[ -z ${found[1]} ]]; then
        _files
        return
    fi
    compadd -S '' -- ${(M)found:#*[=:]} && code=0
    compadd -- ${found:#*[=:]} && code=0
    return code
}
# as a file in fpath this text is the function itself; else it is read once, after compinit
if [[ ${funcstack[1]} == _linkwright ]]; then
    _linkwright "$@"
else
    compdef _linkwright linkwright
fi
"""

FISH = r"""function __linkwright_complete
    set -l found (linkwright completion --words -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)
    if test (count $found) -gt 0
        string join \n $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c linkwright -f -a '(__linkwright_complete)'
"""

SCRIPTS = {"bash": BASH, "zsh": ZSH, "fish": FISH}

HELP = """Print what bash, zsh or fish need to complete commands, options and names.

Names of machines, quantities, inputs and parameters are completed, files where files are meant. Of your own programs
the names that they define are completed; nothing of them is run for it.

\b
Examples:
  linkwright completion bash >> ~/.bashrc
  linkwright completion zsh > ~/.zfunc/_linkwright
  linkwright completion fish > ~/.config/fish/completions/linkwright.fish
"""


def command(
    words: Annotated[list[str], typer.Argument(metavar="SHELL", help="bash, zsh or fish.", show_default=False)],
    *,
    complete: Annotated[
        bool, typer.Option("--words", help="Print what may stand for the last of these words (shells ask so).")
    ] = False,
    as_json: Json = False,
) -> None:
    """Print what bash, zsh or fish need to complete commands, options and names."""
    if complete:
        app = import_module("linkwright.cli.app")  # it loads the commands, this one too
        found = candidates(words, app.commands(), app.load_command)
        if as_json:
            output.emit(found)
        elif found:
            output.say("\n".join(found))
        return
    faults = [fault for word in words for fault in one_of(word, tuple(SCRIPTS), "shell")]
    if len(words) > 1:
        faults.append(f"got {len(words)} shells, expected one of {', '.join(SCRIPTS)}")
    if faults:
        raise InputFaults(faults)
    if as_json:
        output.emit({"shell": words[0], "script": SCRIPTS[words[0]]})
    else:
        typer.echo(SCRIPTS[words[0]], nl=False)
