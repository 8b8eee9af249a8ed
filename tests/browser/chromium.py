"""Chromium for the browser tests: the system's, installed by apt where it is missing and that is possible.

`make test` runs this file before the tests; alone: `python tests/browser/chromium.py`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")


def find() -> str | None:
    """The command of an installed Chromium."""
    wished = os.environ.get("SANDTABLE_CHROMIUM")
    return next((path for name in ([wished] if wished else NAMES) if (path := shutil.which(name))), None)


def install() -> str:
    """Install Debian's Chromium; "" if that went well, otherwise why not."""
    apt = shutil.which("apt-get")
    if apt is None:
        return "this system has no apt-get"
    if os.geteuid() != 0:
        return "only root may install it (sudo apt-get install chromium)"
    print("Installing Chromium for the browser tests ...", flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    command = [apt, "install", "--yes", "--no-install-recommends", "chromium"]
    for attempt in (command, [apt, "update"], command):
        subprocess.run(attempt, check=False, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if find():
            return ""
    return "apt-get could not install it"


def main() -> None:
    if find():
        return
    problem = install()
    if problem:
        print(f"!! NO CHROMIUM: {problem}. The browser tests will be SKIPPED.", file=sys.stderr)


if __name__ == "__main__":
    main()
