"""Check built pages as a reader without a network would meet them.

    python tools/check_pages.py build/docs

A fault is a resource (script, style, picture, frame, font) from elsewhere, a picture that is missing, a link inside the
pages that leads nowhere, or a formula that was left as typed. Links to other places are not followed.
"""

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

REQUESTS = {"stylesheet", "icon", "shortcut", "preload", "modulepreload", "preconnect", "dns-prefetch", "manifest"}
"""Relations of a <link> for which a browser asks at once; others only tell."""
LITERAL = {"pre", "code", "script", "style", "math", "textarea"}
FORMULA = re.compile(r"\\[(\[]|\$\$|\$[^$\s][^$]*\\[a-z]+[^$]*\$|\\(?:frac|dot|begin|mathrm|sum|int|mathsf|varphi)\b")
ADDRESS = re.compile(r"""(?:url\(\s*['"]?|@import\s+['"])([^'")\s]+)""")


class Page(HTMLParser):
    """What one page asks for, links to and says."""

    def __init__(self, path):
        super().__init__()
        self.path, self.resources, self.links, self.names = path, [], [], set()
        self.open, self.styles, self.text = [], [], []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        """Note names, links and resources."""
        given = {name: value or "" for name, value in attributes}
        self.names |= {given[name] for name in ("id", "name") if name in given}
        if tag in LITERAL:
            self.open.append(tag)
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if tag == "link" and set(given.get("rel", "").split()) & REQUESTS:
            self.resources.append(given.get("href", ""))
        if tag not in {"a", "link"}:
            self.resources += [given[name] for name in ("src", "poster", "data") if name in given and tag != "param"]
            self.resources += [part.split()[0] for part in given.get("srcset", "").split(",") if part.strip()]
        self.styles.append(given.get("style", ""))

    def handle_endtag(self, tag):
        """Leave what is shown as typed."""
        if tag in self.open:
            self.open.remove(tag)

    def handle_data(self, data):
        """Keep what a reader reads."""
        if "style" in self.open:
            self.styles.append(data)
        elif not self.open:
            self.text.append(data)


def _elsewhere(address):
    """Whether an address leaves the folder of pages."""
    return address.startswith("//") or urlsplit(address).scheme in {"http", "https", "ws", "wss", "ftp"}


def _missing(page, address, folder):
    """Why a local address leads nowhere, or an empty text."""
    parts = urlsplit(address)
    if parts.scheme or not (parts.path or parts.fragment):
        return ""
    target = (page.parent / unquote(parts.path)).resolve() if parts.path else page.resolve()
    target = target / "index.html" if target.is_dir() else target
    if not target.is_relative_to(folder.resolve()):
        return "leaves the folder of pages"
    return "" if target.is_file() and target.stat().st_size else "is not there"


def faults(folder):
    """All faults of the pages in a folder, in words."""
    pages = {path.resolve(): Page(path) for path in sorted(folder.rglob("*.html"))}
    found = [] if pages else [f"{folder} has no pages; build them first: make docs"]
    for path, page in pages.items():
        name = path.relative_to(folder.resolve())
        asked = page.resources + [each for style in page.styles for each in ADDRESS.findall(style)]
        found += [f"{name} asks {each[:80]}" for each in asked if _elsewhere(each)]
        for each in {*asked, *page.links}:
            wrong = "" if _elsewhere(each) else _missing(page.path, each, folder)
            found += [f"{name}: {each} {wrong}"] if wrong else []
        for each in page.links:
            parts = urlsplit(each)
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            named = parts.fragment and not parts.scheme and target in pages
            if named and unquote(parts.fragment) not in pages[target].names:
                found.append(f"{name}: {each} names no place on that page")
        shown = FORMULA.search(" ".join(page.text))
        found += [f"{name} shows a formula as it was typed: {shown[0][:60]}"] if shown else []
    for style in sorted(folder.rglob("*.css")):
        for each in ADDRESS.findall(style.read_text(encoding="utf-8")):
            wrong = "is elsewhere" if _elsewhere(each) else "" if each[:5] == "data:" else _missing(style, each, folder)
            found += [f"{style.relative_to(folder)}: {each[:80]} {wrong}"] if wrong else []
    return found


def main():
    """Print the faults of a folder; the exit code says whether there are any."""
    found = faults(Path(sys.argv[1]))
    print("\n".join(found) or "The pages are complete: no request leaves, every picture and link inside is there.")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
