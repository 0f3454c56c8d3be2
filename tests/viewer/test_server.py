"""The server of the live page: who may connect, what messages do, two tabs, hostile messages, runs, commands."""

import http.client
import json
import os
import shlex
import signal
import socket
import subprocess
import sys

import numpy as np
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

import linkwright as lw
from cli.calling import call, refused
from linkwright.drawing import playback
from linkwright.trajectory import Outcome, Trajectory
from linkwright.viewer import Server, open_browser, run_subject, subject_of
from linkwright.viewer.server import READ_AND_DROPPED
from linkwright.viewer.tab import LARGEST
from viewer import pages


@pytest.fixture(scope="module")
def server():
    with pages.served(pages.subject_of("four_bar")) as found:
        yield found


@pytest.fixture
def tab(server):
    with pages.client(server) as found:
        yield found


# -- who may connect ---------------------------------------------------------------------------------------------------


def ask(server, path, *headers):
    """An answer to a plain request, headers as they are given."""
    asking = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    asking.putrequest("GET", path, skip_host=True, skip_accept_encoding=True)
    for name, value in headers:
        asking.putheader(name, value)
    asking.endheaders()
    answer = asking.getresponse()
    body = answer.read().decode()
    asking.close()
    return answer, body


def host(server):
    return ("Host", f"127.0.0.1:{server.port}")


def test_the_page_is_one_file_that_allows_nothing_from_outside(server):
    answer, body = ask(server, f"/?token={server.token}", host(server))
    assert answer.status == 200
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert "<h1>Four-bar linkage</h1>" in body
    assert "default-src 'none'" in body
    assert "src=" not in body.partition("<script>")[0]
    assert server.token not in body


def test_it_listens_on_this_machine_only(server):
    assert server._server.socket.getsockname()[0] == "127.0.0.1"
    assert len(server.token) == 22  # 128 bits, six in each letter


def wrong_tokens(token):
    return ["", token[:-1], token + "A", token.swapcase(), token[::-1], "0" * len(token), f"{token}&token={token}"]


def test_wrong_tokens_are_refused_on_every_path(server):
    for path in ("/", "/live", "/other"):
        for token in wrong_tokens(server.token):
            answer, body = ask(server, f"{path}?token={token}", host(server))
            assert (answer.status, "address that linkwright printed" in body) == (403, True), (path, token)
        assert ask(server, path, host(server))[0].status == 403
    assert ask(server, f"/other?token={server.token}", host(server))[0].status == 404


@pytest.mark.parametrize(
    "name", ["evil.example", "localhost", "127.0.0.2", "127.0.0.1.evil.example", "10.0.0.1", "[::1]"]
)
def test_wrong_hosts_are_refused(server, name):
    """A site that lets its name lead here (DNS rebinding) comes with its own name as Host."""
    path = f"/?token={server.token}"
    for value in (f"{name}:{server.port}", name):
        assert ask(server, path, ("Host", value))[0].status == 403
    assert ask(server, path)[0].status == 403
    assert ask(server, path, ("Host", f"127.0.0.1:{server.port + 1}"))[0].status == 403
    assert ask(server, path, host(server), ("Host", f"{name}:{server.port}"))[0].status == 403


def wrong_origins(port):
    return [
        "null", "http://evil.example", f"http://evil.example:{port}", f"https://127.0.0.1:{port}", "http://127.0.0.1",
        f"http://127.0.0.1:{port + 1}", f"http://localhost:{port}", f"http://127.0.0.1:{port}.evil.example", "file://",
        "",
    ]  # fmt: skip


def test_wrong_origins_are_refused_before_a_websocket_is_opened(server):
    for origin in wrong_origins(server.port):
        assert ask(server, f"/?token={server.token}", host(server), ("Origin", origin))[0].status == 403, origin
        with (
            pytest.raises(InvalidStatus, match="403"),
            connect(pages.live(server), additional_headers={"Origin": origin}),
        ):
            pass
    with connect(pages.live(server), origin=f"http://127.0.0.1:{server.port}", compression=None) as socket_:
        assert "greeting" in json.loads(socket_.recv(timeout=60))


def test_wrong_tokens_and_hosts_open_no_websocket(server):
    address = f"ws://127.0.0.1:{server.port}/live"
    for token in wrong_tokens(server.token):
        with pytest.raises(InvalidStatus, match="403"), connect(f"{address}?token={token}"):
            pass
    for name in ("localhost", "evil.example"):
        plain = socket.create_connection(("127.0.0.1", server.port))
        foreign = f"ws://{name}:{server.port}/live?token={server.token}"
        with pytest.raises(InvalidStatus, match="403"), connect(foreign, sock=plain):
            pass


def test_a_plain_request_opens_no_websocket(server):
    answer, body = ask(server, f"/live?token={server.token}", host(server))
    assert (answer.status, "websocket" in body) == (426, True)


def test_a_taken_port_is_said(server):
    with pytest.raises(ValueError, match=f"port {server.port} is taken by another program; choose another one"):
        Server(server.subject, port=server.port)
    with pytest.raises(ValueError, match="port 70000: expected a whole number from 1 to 65535"):
        Server(server.subject, port=70000)


# -- messages ----------------------------------------------------------------------------------------------------------


def test_a_slider_moves_the_machine_and_parameters_follow(tab):
    names = [slider["name"] for slider in tab.greeting["sliders"]]
    assert names == ["phi"]
    answer = tab.set(phi=0.9)
    assert answer["fault"] == ""
    assert answer["values"]["phi"] == pytest.approx(0.9, abs=1e-12)
    assert answer["gap"] < 1e-8
    assert 0 < answer["margin"] <= 1
    length = next(each["value"] for each in tab.greeting["parameters"] if each["name"] == "l_1")
    longer = tab.set(l_1=1.1 * length)
    assert longer["gap"] < 1e-8
    assert longer["values"]["phi"] == pytest.approx(0.9, abs=1e-9)
    # The coupler's origin is on the tip of the crank: pose and picture have its new length.
    tip = 1.1 * length * np.array([np.cos(0.9), np.sin(0.9)])
    np.testing.assert_allclose(longer["poses"]["coupler"][:2], tip, atol=1e-9)
    drawn = {body["name"]: body for body in longer["scene"]["bodies"]}
    bar = next(shape for shape in drawn["crank.bar"]["shapes"] if shape["kind"] == "bar")
    assert np.linalg.norm(np.subtract(bar["end"], bar["start"])) == pytest.approx(1.1 * length)


def test_what_a_parameter_cannot_be_is_said_and_nothing_changes(tab):
    before = tab.set(phi=0.8)
    answer = tab.set(m_1=-1.0)
    assert "must be" in answer["fault"]
    assert answer["values"] == before["values"]
    answer = tab.set(l_0=50.0)
    assert answer["fault"]
    assert answer["gap"] < 1e-8
    assert answer["poses"] == before["poses"]


def test_two_tabs_are_independent(server):
    with pages.client(server) as one, pages.client(server) as other:
        assert one.greeting["pose"] == other.greeting["pose"]
        moved = one.set(phi=0.5)
        assert other.set(phi=1.4)["values"]["phi"] == pytest.approx(1.4)
        other.set(l_1=0.3)
        again = one.set(phi=0.5)
        assert again["values"]["phi"] == pytest.approx(0.5)
        np.testing.assert_allclose(again["poses"]["coupler"], moved["poses"]["coupler"], atol=1e-9)


def test_messages_that_come_at_once_are_all_answered(tab):
    values = np.linspace(0.9, 1.3, 40)
    for k, value in enumerate(values):
        tab.socket.send(json.dumps({"set": {"phi": value}, "id": k}))
    answers = [tab.read() for _ in values]
    assert [answer["id"] for answer in answers] == list(range(40))
    assert max(answer["answer"]["gap"] for answer in answers) < 1e-8
    assert answers[-1]["answer"]["values"]["phi"] == pytest.approx(1.3, abs=1e-12)


HOSTILE = {
    "empty": "",
    "no JSON": "{set: phi}",
    "cut off": '{"set": {"phi": 0.',
    "a list": "[1, 2, 3]",
    "a number": "7",
    "null": "null",
    "deep": "[" * 30000,
    "a verb that is none": '{"exec": "import os"}',
    "two verbs": '{"set": {"phi": 1}, "home": true}',
    "no verb": '{"id": 3}',
    "not a number": '{"set": {"phi": NaN}}',
    "infinite": '{"set": {"phi": 1e999}}',
    "a text": '{"set": {"phi": "1"}}',
    "a bool": '{"set": {"phi": true}}',
    "nothing to set": '{"set": {}}',
    "a name that is none": '{"set": {"__class__": 1}}',
    "a long name": json.dumps({"set": {"x" * 60000: 1}}),
    "many digits": '{"set": {"phi": ' + "9" * 5000 + "}}",
    "binary": b"\x00\x01\x02\xff",
    "no UTF-8": b"\xc3\x28",
    "64 kB and one": " " * (LARGEST - 20) + '{"set": {"phi": 0.500}}',
    "a megabyte": "x" * 2**20,
    "a drag of nothing": '{"drag": {"body": "moon", "point": [0, 0, 0], "to": [0, 0, 0]}}',
    "a drag to nowhere": '{"drag": {"body": "coupler", "point": [0, 0, 0], "to": [1e999, 0, 0]}}',
    "a run without inputs": '{"run": {"inputs": {}, "duration": 1}}',
    "a run for ever": '{"run": {"inputs": {"tau": "0"}, "duration": 1e9}}',
    "a law that is none": '{"run": {"inputs": {"tau": "evil:1"}, "duration": 1}}',
    "a file": '{"run": {"inputs": {"tau": "table:/etc/passwd"}, "duration": 1}}',
    "a command of nonsense": '{"command": 5}',
}


@pytest.mark.parametrize("what", HOSTILE)
def test_nonsense_is_refused_in_words_and_the_connection_goes_on(tab, what):
    before = tab.set(phi=0.7)
    answer = tab.ask(HOSTILE[what])
    assert set(answer) <= {"refused", "id"}, answer
    assert 10 < len(answer["refused"]) < 2000
    after = tab.set(phi=0.7)
    assert after["poses"] == before["poses"]


def test_a_binary_frame_of_json_is_taken_as_text(tab):
    """What counts are its bytes; a browser sends texts."""
    assert tab.ask(b'{"set": {"phi": 0.6}}')["answer"]["values"]["phi"] == pytest.approx(0.6)


def test_values_that_nobody_would_set_are_answered(tab):
    for name, value in (("phi", 1e99), ("phi", -1e12), ("m_1", 1e99), ("l_1", 1e99), ("l_1", 0.0), ("g", -1e99)):
        answer = tab.ask({"set": {name: value}})
        if "answer" in answer:
            assert answer["answer"]["gap"] < 1e-8, (name, value)
        else:
            assert "cannot be computed" in answer["refused"]
    assert tab.set(phi=0.7)["gap"] < 1e-8


def test_a_message_without_end_ends_only_its_own_connection(server, tab):
    with pages.client(server) as other:
        other.socket.send("x" * (READ_AND_DROPPED + 1))
        with pytest.raises(Exception, match=r"1009|too big"):
            other.read()
    assert tab.set(phi=0.7)["gap"] < 1e-8


# -- runs and commands -------------------------------------------------------------------------------------------------


def outcome(tab):
    while True:
        run = tab.read()["run"]
        if "finished" in run:
            return run


def test_a_run_begins_at_the_pose_and_its_command_repeats_it(tab):
    tab.set(phi=1.2)
    tab.set(m_1=2.0)
    wanted = {"inputs": {"tau": "sine:0.2,1"}, "duration": 0.2}
    text = tab.ask({"command": wanted})["command"]
    assert tab.ask({"run": wanted})["run"]["share"] == 0.0
    run = outcome(tab)
    assert (run["finished"], run["verdict"]) == (True, "trusted")
    names = [channel["name"] for channel in run["data"]["channels"]]
    first = playback.unpack(run["data"])[run["data"]["channels"][names.index("phi")]["column"]]
    step = float(np.ptp(first)) * 2.0**-24  # to which the page's numbers are rounded
    assert first[0] == pytest.approx(1.2, abs=step)
    words = shlex.split(text)
    assert words[:3] == ["linkwright", "simulate", "four_bar"]
    told = json.loads(call(*words[1:], "--samples", "1001", "--json").stdout)
    assert told["final_state"]["positions"]["phi"] == pytest.approx(first[-1], abs=1e-9 + step)


def test_a_run_can_be_stopped(tab):
    assert "run" in tab.ask({"run": {"inputs": {"tau": "0"}, "duration": 3600}})
    assert "under way" in tab.ask({"run": {"inputs": {"tau": "0"}, "duration": 1}})["refused"]
    tab.socket.send(json.dumps({"stop": True}))
    run = outcome(tab)
    assert run["finished"] is False
    assert "stopped" in run["words"]
    assert tab.set(phi=0.9)["gap"] < 1e-8


def test_a_machine_made_in_python_is_copied_as_a_program():
    subject = pages.subject_of("four_bar", command=())
    with pages.served(subject) as server, pages.client(server) as tab:
        tab.set(phi=1.1)
        text = tab.ask({"command": {"inputs": {"tau": "0.1"}, "duration": 0.1}})["command"]
    space = {"machine": subject.dynamics}
    exec(text, space)  # noqa: S102  what a reader would paste
    assert space["trajectory"]["phi"][0] == pytest.approx(1.1)
    assert space["trajectory"].outcome.finished


def test_gains_are_set_without_compiling():
    mechanism = lw.mechanisms.double_pendulum()
    plain = lw.compile(lw.formalisms.modular(mechanism))
    block = lw.control.P(2.0).every(period=1e-3)
    diagram = lw.control.Diagram({"hold": block}, {"hold.measurement": "theta1", "tau1": "hold.command"})
    loop = lw.ClosedLoop(plain, diagram)
    subject = subject_of(mechanism, loop)
    with pages.served(subject) as server, pages.client(server) as tab:
        gains = {gain["name"]: gain["value"] for gain in tab.greeting["gains"]}
        assert gains["hold.k"] == 2.0
        assert [each["name"] for each in tab.greeting["inputs"]] == list(loop.inputs)
        assert tab.set(**{"hold.k": 5.0})["fault"] == ""
        inputs = dict.fromkeys(loop.inputs, "0")
        text = tab.ask({"command": {"inputs": inputs, "duration": 0.1}})["command"]
        assert "'hold.k': 5.0" in text
        tab.ask({"run": {"inputs": inputs, "duration": 0.1}})
        assert outcome(tab)["finished"]


# -- saved runs --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs") / "first"
    call("simulate", "four_bar", "--duration", "0.1", "--samples", "11", "--out", str(folder))
    return next(folder.glob("run.*"))


def test_a_saved_run_is_replayed_and_its_machine_moves(saved):
    subject = run_subject(Trajectory.load(saved))
    assert subject.notes == ()
    with pages.served(subject) as server, connect(pages.live(server), compression=None) as opened:
        hello = json.loads(opened.recv(timeout=60))
    assert [slider["name"] for slider in hello["greeting"]["sliders"]] == ["phi"]
    assert hello["run"]["finished"] is True
    assert len(hello["run"]["data"]["poses"]) == 3


def test_a_run_of_another_version_is_shown_without_its_machine(saved):
    run = Trajectory.load(saved)
    strange = Trajectory(
        run.time, dict(run.channels), poses=dict(run.poses), outcome=run.outcome,
        provenance={"machine": "four_bar", "join": "of another version"},
    )  # fmt: skip
    subject = run_subject(strange)
    assert subject.dynamics is None
    assert any("cannot be moved" in note for note in subject.notes)
    with pages.served(subject) as server, pages.client(server) as tab:
        assert tab.greeting["sliders"] == []
        assert "cannot be moved" in tab.ask({"set": {"phi": 1}})["refused"]
        assert "cannot be made again" in tab.ask({"run": {}})["refused"]


def test_what_cannot_be_viewed_is_said(saved, tmp_path):
    half = tmp_path / "half.parquet"
    half.write_bytes(saved.read_bytes()[: saved.stat().st_size // 2])
    for words, expected in (
        ((str(half),), "half"),
        ((str(tmp_path / "missing.parquet"),), "does not exist"),
        (("four_baar",), "four_bar"),
        ((str(tmp_path),), "no run.parquet"),
        ((str(saved), "--set", "l_1=2"), "saved run"),
    ):
        told = refused("view", *words, "--no-browser")
        assert expected in told, told


def test_no_browser_is_said(monkeypatch):
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    if sys.platform.startswith("linux"):
        assert open_browser("http://127.0.0.1:1/") is False


def test_wrong_arguments_are_said():
    with pytest.raises(TypeError, match=r"view\(int\): expected view\(mechanism\)"):
        subject_of(3)
    bare = run_subject(Trajectory(np.zeros(1), {}, outcome=Outcome("finished", "", "", 0.0)))
    assert bare.dynamics is None
    assert len(bare.notes) == 2


@pytest.mark.skipif(os.name == "nt", reason="signals are of POSIX")
def test_ctrl_c_ends_it_at_once():
    command = [sys.executable, "-m", "linkwright", "view", "four_bar", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        url = process.stdout.readline().strip()
        assert url.startswith("http://127.0.0.1:")
        live = url.replace("http://", "ws://").replace("/?", "/live?")
        with connect(live, compression=None) as opened:
            opened.recv(timeout=60)
            opened.send(json.dumps({"run": {"inputs": {"tau": "0"}, "duration": 3600}}))
            opened.recv(timeout=60)
            process.send_signal(signal.SIGINT)
            assert process.wait(timeout=30) == 0
        assert "Traceback" not in process.stderr.read()


def test_without_websockets_it_is_said_what_to_install(tmp_path):
    (tmp_path / "websockets.py").write_text("raise ImportError('not here')\n", encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])}
    command = [sys.executable, "-m", "linkwright", "view", "four_bar", "--no-browser"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300, env=environment)
    assert done.returncode == 2
    assert 'python -m pip install "linkwright[live]"' in done.stderr
    assert "Traceback" not in done.stderr
