"""The real server, in a process of its own."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import threading
from pathlib import Path


class Server:
    """`sandtable play`, which can be killed and started again on the same saved games."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.port = 0
        self.process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [str(Path(sys.executable).parent / "sandtable"), "play", "--no-browser"]
        command += ["--port", str(self.port), "--data", str(self.data)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        assert found, f"the server did not say its address, but: {line!r}"
        self.port = int(found[1])
        # Whatever else it says must not fill the pipe.
        threading.Thread(target=self.process.stdout.read, daemon=True).start()

    def kill(self) -> None:
        """As hard as it gets: kill -9."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
