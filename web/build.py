"""Builds and checks the browser client with Node: the installed one if it is new enough, otherwise the one from PyPI.

python web/build.py          build into src/sandtable/server/static
python web/build.py check    types, style, unit tests, and whether the generated types fit the server
python web/build.py test     the unit tests only, beside a real server
python web/build.py types    write the types again from the server's OpenAPI description
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

WEB = Path(__file__).resolve().parent
NODE_LOCK = WEB / "node.lock"
PACKAGES = WEB / "node_modules"
INSTALLED = PACKAGES / ".package-lock.json"
SCHEMA = WEB / "src" / "api" / "schema.ts"
ENOUGH = ((20, 19), (22, 12))
"""The oldest usable releases of the two lines that Vite supports; everything newer is fine too."""


def new_enough(version: str) -> bool:
    """`v20.19.1` → True."""
    found = re.match(r"v(\d+)\.(\d+)", version)
    if found is None:
        return False
    major, minor = int(found[1]), int(found[2])
    return any(major == line[0] and minor >= line[1] for line in ENOUGH) or major > ENOUGH[-1][0]


def system_node() -> Path | None:
    """The folder of the installed Node, if it has npm and is new enough."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return None
    answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    return Path(node).parent if answer.returncode == 0 and new_enough(answer.stdout) else None


def packaged_node() -> Path:
    """Node from PyPI, in the environment that runs this script."""
    folder = Path(sys.executable).parent
    if not (folder / "npm").exists():
        print("Fetching Node from PyPI ...", flush=True)
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "--require-hashes", "-r", str(NODE_LOCK)], check=True)
    return folder


def npm(*words: str, quiet: bool = False, **extra: str) -> None:
    """Run npm in `web/`, with some more in its environment; what goes wrong is always shown."""
    folder = system_node() or packaged_node()
    path = os.pathsep.join([str(folder), os.environ.get("PATH", "")])
    command = shutil.which("npm", path=path)
    if command is None:
        sys.exit("npm was not found, though Node is there. Installing Node 22 or newer helps: https://nodejs.org")
    environment = {**os.environ, "PATH": path, **extra}
    output = subprocess.DEVNULL if quiet else None
    done = subprocess.run([command, *words], cwd=WEB, env=environment, stdout=output, check=False)
    if done.returncode:
        sys.exit(done.returncode)


def fetch_packages() -> None:
    """The locked packages, if they are not there yet."""
    lock = WEB / "package-lock.json"
    if not INSTALLED.exists() or INSTALLED.stat().st_mtime < lock.stat().st_mtime:
        print("Fetching the client's packages ...", flush=True)
        # Not `npm ci`: it insists on entries for the binaries of every platform, also of those never used here.
        # `install` takes every locked version by its hash and adds the binary of this machine, whose exact version
        # its package prescribes. Nothing of it needs install scripts.
        npm("install", "--no-save", "--ignore-scripts", "--loglevel", "error", quiet=True)
        INSTALLED.touch()


def describe(target: Path) -> None:
    """Write the server's OpenAPI description."""
    import msgspec

    from sandtable.server.app import describe_api

    target.write_bytes(msgspec.json.encode(describe_api()))


def write_types(target: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        description = Path(folder) / "openapi.json"
        describe(description)
        npm("run", "--silent", "types", "--", str(description), "--output", str(target), quiet=True)


def check() -> None:
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(folder) / "schema.ts"
        write_types(fresh)
        if fresh.read_text(encoding="utf-8") != SCHEMA.read_text(encoding="utf-8"):
            sys.exit(
                "web/src/api/schema.ts does not fit the server any more. Write it again: python web/build.py types"
            )
    npm("run", "--silent", "check")
    npm("run", "--silent", "lint")
    test()


@contextmanager
def server() -> Iterator[str]:
    """The address of a `sandtable play` with no games, as long as it is needed."""
    with tempfile.TemporaryDirectory() as folder:
        command = [str(Path(sys.executable).parent / "sandtable"), "play", "--no-browser", "--port", "0"]
        process = subprocess.Popen([*command, "--data", folder], stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            found = re.search(r"http://[\d.]+:\d+/", line)
            if found is None:
                sys.exit(f"The server for the unit tests did not start: {line!r}")
            yield found[0]
        finally:
            process.terminate()
            process.wait()


def test() -> None:
    """The unit tests; those that plan moves ask a real server."""
    with server() as address:
        npm("test", "--silent", SANDTABLE_SERVER=address)


def main() -> None:
    task = sys.argv[1] if len(sys.argv) > 1 else "build"
    fetch_packages()
    match task:
        case "build":
            npm("run", "--silent", "build", "--", "--logLevel", "warn")
        case "check":
            check()
        case "test":
            test()
        case "types":
            write_types(SCHEMA)
        case _:
            sys.exit(f"{task!r} is none of the tasks: build, check, test, types")


if __name__ == "__main__":
    main()
