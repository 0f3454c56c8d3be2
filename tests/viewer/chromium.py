"""A real browser that tests drive: Chromium over its own protocol, page by page."""

import base64
import contextlib
import http.client
import itertools
import json
import shutil
import subprocess
import time

from websockets.sync.client import connect

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--enable-unsafe-swiftshader", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--remote-debugging-port=0",
)  # fmt: skip
PATIENCE = 60.0
"""Seconds until something is given up; machines that test may be busy."""


class Page:
    """A tab: scripts are run in it, input is given as by hand, and everything that it logs and asks for is kept."""

    def __init__(self, socket):
        self.socket, self.numbers, self.events = socket, itertools.count(1), []
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method, **parameters):
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.socket.recv(timeout=PATIENCE))
            if message.get("id") == number:
                assert "error" not in message, (method, message["error"])
                return message["result"]
            self.events.append(message)

    def run(self, script):
        """The value of an expression in the page; a promise is awaited."""
        found = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def open(self, url, width=1280, height=900, *, dark=False):
        features = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self.call("Emulation.setEmulatedMedia", features=features)
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 500
        )
        self.call("Page.navigate", url=url)
        self.wait('document.getElementById("lw-status")?.dataset.started === "true"')

    def wait(self, condition):
        end = time.monotonic() + PATIENCE
        while not self.run(condition):
            assert time.monotonic() < end, (condition, self.status(), self.troubles())
            time.sleep(0.02)

    def status(self):
        return self.run('({...document.getElementById("lw-status")?.dataset})')

    def mouse(self, kind, x, y, *, held=True):
        button = "left" if held else "none"
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, buttons=int(held), clickCount=1)

    def troubles(self):
        """Errors and warnings of the console, and exceptions."""
        found = []
        for event in self.events:
            method, told = event.get("method"), event.get("params", {})
            if method == "Runtime.exceptionThrown":
                found.append(json.dumps(told["exceptionDetails"])[:500])
            elif method == "Runtime.consoleAPICalled" and told["type"] in {"error", "warning", "assert"}:
                found.append(json.dumps(told["args"])[:500])
            elif method == "Log.entryAdded" and told["entry"]["level"] in {"error", "warning"}:
                found.append(told["entry"]["text"])
        # Without a graphics card WebGL is drawn by the processor, which Chromium remarks on.
        return [text for text in found if "GPU stall" not in text and "swiftshader" not in text.lower()]

    def requests(self):
        """Addresses that the page asked for."""
        asked = [event["params"] for event in self.events if event.get("method") == "Network.requestWillBeSent"]
        opened = [event["params"] for event in self.events if event.get("method") == "Network.webSocketCreated"]
        return [told["request"]["url"] for told in asked] + [told["url"] for told in opened]

    def picture(self, path, *, whole=True):
        found = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(found["data"]))


@contextlib.contextmanager
def browser(folder):
    """A browser with a profile of its own; gives a function that opens new tabs."""
    profile = folder / "profile"
    command = [BROWSER, *FLAGS, f"--user-data-dir={profile}", "about:blank"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with contextlib.ExitStack() as stack:
        stack.callback(process.wait)
        stack.callback(process.terminate)
        end = time.monotonic() + PATIENCE
        active = profile / "DevToolsActivePort"
        while not (active.exists() and active.read_text().count("\n")):
            assert process.poll() is None, "the browser ended"
            assert time.monotonic() < end, "the browser did not start"
            time.sleep(0.05)
        port = int(active.read_text().split()[0])

        def tab():
            asking = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
            asking.request("PUT", "/json/new?about:blank")
            address = json.load(asking.getresponse())["webSocketDebuggerUrl"]
            asking.close()
            return Page(stack.enter_context(connect(address, max_size=None, compression=None, ping_interval=None)))

        yield tab
