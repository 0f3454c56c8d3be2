"""The folder of `linearize --out` holds what is said, and nothing of an earlier call."""

import json

from cli.calling import call

HANGING = ("--position", "phi=-1.5707963267948966")


def test_pages_of_an_earlier_call_are_taken_away(tmp_path):
    """Upright, a pendulum has two modes, one that grows and one that decays; hanging it has one, which oscillates."""
    first = json.loads(call("linearize", "simple_pendulum", "--out", str(tmp_path), "--json").stdout)
    assert [path.name for path in sorted(tmp_path.glob("*.html"))] == ["mode-1.html", "mode-2.html"]
    assert first["removed"] == []
    others = ["mode-9.html", "mode-shapes.html", "notes.txt"]  # of somebody else: they stay
    for name in others:
        (tmp_path / name).write_text("mine", encoding="utf-8")
    done = call("linearize", "simple_pendulum", *HANGING, "--out", str(tmp_path)).stdout
    assert f"removed {tmp_path / 'mode-2.html'}, the page of a mode of an earlier call" in done
    assert sorted(path.name for path in tmp_path.iterdir()) == ["linear.json", "mode-1.html", *others]
    told = json.loads(call("linearize", "simple_pendulum", *HANGING, "--out", str(tmp_path), "--json").stdout)
    assert told["files"] == [str(tmp_path / "linear.json"), str(tmp_path / "mode-1.html")]
    assert told["removed"] == []
