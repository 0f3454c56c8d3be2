"""What tests of the live page share: machines that are compiled once, servers, and a plain client."""

import json
from contextlib import contextmanager
from functools import cache

from websockets.sync.client import connect

import linkwright as lw
from linkwright.analysis.kinematics import Closing
from linkwright.viewer import Server, Start, Subject


@cache
def dynamics_of(name):
    return lw.compile(lw.formalisms.modular(getattr(lw.mechanisms, name)()))


@cache
def closing_of(name):
    return Closing.of(dynamics_of(name))


def subject_of(name, **more):
    mechanism, dynamics = getattr(lw.mechanisms, name)(), dynamics_of(name)
    start = Start(dict.fromkeys(dynamics.inputs, "0"), {}, 0.2)
    return Subject(mechanism.title, mechanism, dynamics, **{"command": (name,), "start": start, **more})


class Client:
    """A tab without a browser."""

    def __init__(self, socket):
        self.socket = socket
        self.greeting = self.read()["greeting"]

    def read(self):
        return json.loads(self.socket.recv(timeout=60))

    def ask(self, message):
        self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))
        return self.read()

    def set(self, **values):
        return self.ask({"set": values})["answer"]


def live(server):
    return f"ws://127.0.0.1:{server.port}/live?token={server.token}"


@contextmanager
def client(server):
    with connect(live(server), compression=None, max_size=None, ping_interval=None) as socket:
        yield Client(socket)


@contextmanager
def served(subject, **options):
    with Server(subject, **options) as server:
        yield server
