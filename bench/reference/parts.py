"""Finding the parts of the reference program, and compiling the little program that talks to it."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

from sandtable.core.errors import SandtableError

PLACE = "SANDTABLE_REFERENCE"
"""Environment variable that names the folder with the unpacked packages."""
PROGRAM = "usr/share/games/triplea/bin/triplea.jar"
LIBRARIES = "usr/share/java"
SOURCE = Path(__file__).with_name("Opponent.java")


class NoReference(SandtableError):
    """The reference program or a Java compiler is missing, or it does not answer."""


def home() -> Path:
    """Where the packages were unpacked, and where compiled classes go."""
    return Path(os.environ.get(PLACE) or Path.home() / ".cache/sandtable-reference")


def program() -> Path:
    """The reference program itself. Raises `NoReference`."""
    for root in (home(), Path("/")):
        if (root / PROGRAM).exists():
            return root / PROGRAM
    raise NoReference(f"{home() / PROGRAM} is not there; `pydoc bench.reference` says how to get it (or set {PLACE})")


def class_path() -> str:
    """The jars and our compiled classes. Raises `NoReference`."""
    libraries = [jar for root in (home(), Path("/")) for jar in sorted((root / LIBRARIES).glob("*.jar"))]
    jars = ":".join(str(jar) for jar in (program(), *libraries))
    return f"{_compiled(jars)}:{jars}"


def _compiled(jars: str) -> Path:
    """The folder with the classes of the present source, compiled if need be."""
    mark = hashlib.sha256(SOURCE.read_bytes()).hexdigest()[:12]
    classes = home() / "classes" / mark
    if not (classes / "Opponent.class").exists():
        compiler = shutil.which("javac")
        if compiler is None:
            raise NoReference("There is no javac; install a JDK (openjdk-17-jdk-headless)")
        classes.mkdir(parents=True, exist_ok=True)
        order = [compiler, "-nowarn", "-d", str(classes), "-cp", jars, str(SOURCE)]
        done = subprocess.run(order, check=False, capture_output=True, text=True)
        if done.returncode:
            raise NoReference(f"{SOURCE.name} does not compile: {done.stderr.strip()}")
    return classes
