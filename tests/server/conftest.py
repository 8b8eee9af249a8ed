"""One server for all tests of this folder that do not need one of their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.host import Client, Host, running


@pytest.fixture(scope="session")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with running(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture
def client(host: Host) -> Client:
    return host.client()
