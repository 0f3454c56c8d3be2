"""The report as text: what it contains, that nothing in it can break out, that it asks nothing of a network."""

import json
import re
from html.parser import HTMLParser

import numpy as np
import pytest

from linkwright import report
from linkwright.drawing import Bar, DrawnBody, Point, Scene
from linkwright.drawing.playback import unpack
from linkwright.trajectory import Certificate, Channel, Outcome, Trajectory, UnknownChannelError
from report import three_rrr_picture as picture

HOSTILE = "</script><script>alert(1)</script><!-- & \"quoted\" 'single' <img src=x onerror=alert(1)>"


class Page(HTMLParser):
    """The elements of a page, with the text of each script and the visible text."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.elements, self.words, self.scripts, self.inside = [], [], [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        self.inside.append(tag)

    def handle_endtag(self, tag):
        while self.inside and self.inside.pop() != tag:
            pass

    def handle_data(self, data):
        if self.inside and self.inside[-1] == "script":
            self.scripts.append(data)
        elif not (self.inside and self.inside[-1] == "style"):
            self.words.append(data + ("" if self.inside and self.inside[-1] in {"b", "span", "tspan"} else " "))

    @property
    def text(self):
        return " ".join("".join(self.words).split())

    @property
    def data(self):
        (run,) = json.loads(self.scripts[0])["runs"]
        return run


def test_the_page_says_what_was_run_and_how_it_ended():
    page = Page(report.render(picture.scene(), picture.motion(), parameters=picture.PARAMETERS))
    for words in (
        "Planar 3RRR with motors",
        "Finished at t = 4 s, and every check is within its limit",
        "Position constraints, largest residual",
        "3.1·10⁻¹² m or rad",
        "Rank margin",
        "1\u202f234 taken, 5 rejected".replace("\u202f", " "),
        "relative 10⁻⁸, absolute 10⁻¹⁰",
        "DormandPrince",
        "Complement(Partition())",
        "versions: casadi",
        "length of an upper bar",
        "The voltages are prescribed.",
    ):
        assert words in page.text.replace("\u202f", " ")


def test_the_data_are_those_of_the_motion():
    motion = picture.motion()
    data = Page(report.render(picture.scene(), motion)).data
    columns = unpack(data)
    half = 0.5 * 2.0**-24  # of a step, which is a part in 2^24 of the range
    np.testing.assert_allclose(columns[data["time"]], motion.time, rtol=0, atol=4.0 * 0.5 * 2.0**-40)
    for channel in data["channels"]:
        values = motion[channel["name"]]
        np.testing.assert_allclose(columns[channel["column"]], values, rtol=0, atol=half * np.ptp(values))
        assert channel["unit"] == motion.unit(channel["name"])
    pose = next(entry for entry in data["poses"] if entry["name"] == "platform")
    found = np.column_stack([columns[number] for number in pose["columns"]])
    np.testing.assert_allclose(found, motion.poses["platform"], rtol=0, atol=half)
    bodies = [{**body, "shapes": data["shapes"][body["shapes"]]} for body in data["scene"]["bodies"]]
    assert Scene.from_dict({**data["scene"], "bodies": bodies}) == picture.scene()
    assert len(data["shapes"]) == 3  # three legs look alike: two bars, and the platform


def test_hostile_names_and_titles_stay_text():
    t = np.array([0.0, 1.0])
    still = np.tile([0.0, 0, 0, 1, 0, 0, 0], (2, 1))
    scene = Scene(HOSTILE, planar=True, bodies=(DrawnBody("a", (Bar((0, 0), (1, 0), 0.1), Point(HOSTILE, (0, 0)))),))
    motion = Trajectory(
        t,
        {"a.x": Channel(t, "<m>", HOSTILE)},
        {"a": still},
        outcome=Outcome("failed", HOSTILE, HOSTILE, 1.0),
        certificate=Certificate(integrator=HOSTILE, notes=(HOSTILE,)),
        provenance={"machine": HOSTILE, "more": {HOSTILE: HOSTILE}},
    )
    rows = [report.Parameter(HOSTILE, HOSTILE, HOSTILE, HOSTILE)]
    sections = [report.Section(HOSTILE, "<p>made by us</p>")]
    text = report.render(scene, motion, title=HOSTILE, parameters=rows, sections=sections)
    page = Page(text)
    assert [tag for tag, _ in page.elements].count("script") == 2  # data and program, nothing else
    assert not [tag for tag, _ in page.elements if tag in {"img", "iframe", "object", "embed", "link", "base"}]
    assert not [name for _, attrs in page.elements for name in attrs if name.startswith("on")]
    assert page.data["title"] == HOSTILE
    assert page.data["points"][0]["name"] == HOSTILE
    assert " ".join(HOSTILE.split()) in page.text
    assert re.fullmatch(r"[a-z0-9-]+\.csv", page.data["file"])


def test_the_page_asks_nothing_of_a_network():
    page = Page(report.render(picture.scene(), picture.motion()))
    for tag, attrs in page.elements:
        for name in ("src", "href", "srcset", "action", "data", "poster"):
            assert name not in attrs, (tag, name)
    policy = next(
        attrs["content"] for tag, attrs in page.elements if attrs.get("http-equiv") == "Content-Security-Policy"
    )
    assert policy.startswith("default-src 'none';")
    assert "http" not in policy
    assert "unsafe-inline" not in policy.split("script-src")[1]
    style = report.page.read_packaged("bundle", "report.css")
    assert "url(" not in style
    assert "@import" not in style


def test_the_bundle_is_whole_and_carries_its_licences():
    script = report.page.read_packaged("bundle", "report.js")
    assert len(script) < 750_000
    assert "</script" not in script.lower()
    assert "<!--" not in script
    assert "\r" not in script  # browsers would change it, and its hash with it
    assert script.count("Permission is hereby granted") == 2
    for name in ("LICENSE-three.js", "LICENSE-uPlot"):
        assert "MIT" in report.page.read_packaged("bundle", name)


def test_a_long_run_is_thinned_and_said_so():
    motion = picture.motion(samples=50_000)
    page = Page(report.render(picture.scene(), motion, channels=["platform.x"]))
    columns = unpack(page.data)
    x = columns[page.data["channels"][0]["column"]]
    assert len(x) <= 20_100
    bits = int(np.log2(int(re.search(r"rounded to 1/(\d+)", page.text)[1])))
    extremes = [motion["platform.x"].min(), motion["platform.x"].max()]
    np.testing.assert_allclose([x.min(), x.max()], extremes, rtol=0, atol=2.0**-bits * np.ptp(extremes))
    assert columns[page.data["time"]][[0, -1]].tolist() == [0.0, 4.0]
    assert "50 000 samples" in page.text.replace("\u202f", " ")
    assert "hold all" in page.text


def test_very_many_channels_are_cut_and_said_so():
    t = np.linspace(0.0, 1.0, 600)
    channels = {f"b{k}.x": Channel(t, "m", "") for k in range(2500)}
    motion = Trajectory(t, channels, outcome=Outcome("finished", "", "", 1.0))
    page = Page(report.render(Scene("Many", planar=True, bodies=()), motion, channels=["b2499.x"]))
    assert len(page.data["channels"]) == 2000
    assert "b2499.x" in {channel["name"] for channel in page.data["channels"]}
    assert "2500 channels; this page holds 2000" in page.text
    assert "nothing to animate" in page.text


def test_the_first_choice_of_channels_and_paths():
    data = Page(report.render(picture.scene(), picture.motion())).data
    assert {"platform.x", "platform.theta", "A.v", "C.i"} <= set(data["shown"])
    assert data["paths"] == ["P"]
    chosen = Page(report.render(picture.scene(), picture.motion(), channels=["A.phi"], paths=["A.bar"])).data
    assert (chosen["shown"], chosen["paths"]) == (["A.phi"], ["A.bar"])


def test_a_machine_with_coordinates_of_its_own_is_shown_by_these():
    """Not by the Euler parameters of its limbs, of which there are more; inputs and energies stay."""
    motion, wave = picture.motion(), np.sin(picture.motion().time)
    names = {"limb.e0": "", "limb.e1": "", "gamma": "rad", "limb.wx": "rad/s", "gamma'": "rad/s", "T": "N m"}
    channels = {name: Channel(wave, unit, "") for name, unit in names.items()}
    own = Trajectory(motion.time, channels, motion.poses, outcome=motion.outcome)
    assert Page(report.render(picture.scene(), own)).data["shown"] == ["gamma", "T", "gamma'"]


def test_what_only_a_program_reads_is_not_told():
    motion = picture.motion()
    run = {
        "start": {"q": (0.0,) * 9},
        "inputs": {"A.v": 0.5},
        "fingerprint": (1.0, 2.0),
        "tree": "",
        "marks": "z" * 999,
    }
    told = Trajectory(motion.time, motion.channels, motion.poses, outcome=motion.outcome, provenance={"run": run})
    text = Page(report.render(picture.scene(), told)).text
    assert "run: inputs A.v = 0.5" in text
    assert not any(f"run: {key}" in text for key in ("start", "fingerprint", "tree", "log"))


def test_wrong_names_are_told_with_close_matches():
    with pytest.raises(UnknownChannelError, match="did you mean platform"):
        report.render(picture.scene(), picture.motion(), channels=["platfrom.x", "nothing"])
    with pytest.raises(ValueError, match="no point or body 'Q'"):
        report.render(picture.scene(), picture.motion(), paths=["Q"])
    with pytest.raises(TypeError, match="expected a Scene"):
        report.render("three_rrr", picture.motion())
    with pytest.raises(TypeError, match="parameters are a int"):
        report.render(picture.scene(), picture.motion(), parameters=3)


DONE = Outcome("finished", "", "", 4.0)
STOPPED = Outcome("stopped", "Ctrl-C.", "Run it again.", 2.0)
FAILED = Outcome("failed", "Singular.", "Move away.", 1.5)


@pytest.mark.parametrize(
    ("outcome", "certificate", "style", "words"),
    [
        (DONE, Certificate(energy_error=1e-4, rtol=1e-8), "caution", "! Finished"),
        (DONE, Certificate(position_residual=1.0), "bad", "✗ Finished"),
        (DONE, Certificate(position_residual=np.nan), "bad", "✗ Finished"),
        (DONE, Certificate(), "", "nothing was certified"),
        (STOPPED, Certificate(rank_margin=0.5), "caution", "What to do: Run it again."),
        (FAILED, Certificate(rank_margin=1e-12), "bad", "✗ Failed at t = 1.5 s"),
    ],
)
def test_verdicts_are_told_in_words_and_signs(outcome, certificate, style, words):
    page = Page(report.render(picture.scene(), picture.motion(outcome=outcome, certificate=certificate)))
    banner = next(attrs for _, attrs in page.elements if attrs.get("id") == "lw-verdict")
    assert banner["class"].split()[1:] == style.split()
    assert words in page.text


def test_bodies_without_poses_are_named():
    motion = picture.motion()
    partial = Trajectory(motion.time, motion.channels, {"platform": motion.poses["platform"]}, outcome=motion.outcome)
    assert "no poses of A.upper" in Page(report.render(picture.scene(), partial)).text


def test_parameters_come_from_the_provenance_too():
    motion = picture.motion()
    told = Trajectory(
        motion.time, motion.channels, motion.poses, outcome=motion.outcome, provenance={"parameters": {"eta": 20.0}}
    )
    assert "eta 20" in Page(report.render(picture.scene(), told)).text


def test_a_run_whose_last_poses_are_unknown_still_gives_a_page():
    motion = picture.motion()
    lost = {body: np.where(motion.time[:, None] > 3.0, np.nan, pose) for body, pose in motion.poses.items()}
    broken = Trajectory(motion.time, motion.channels, lost, outcome=motion.outcome)
    assert '="nan"' not in report.render(picture.scene(), broken)
