"""Who may talk to the server, and what its answers give away."""

from __future__ import annotations

import socket
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from sandtable.server.pages import static_folder
from sandtable.server.run import host_names
from tests.server.host import PATIENCE, Client, Host, running


@pytest.mark.parametrize("name", ["evil.example", "evil.example:80", "127.0.0.1", "localhost:1", "192.168.0.1:80", ""])
def test_other_host_names_are_turned_away(host: Host, name: str) -> None:
    """A page that rebinds its own name to this machine does not get in."""
    for path in ("/", "/api/session", "/openapi.json"):
        answer = httpx.get(host.address + path, headers={"Host": name})
        assert answer.status_code in (400, 403) and "set-cookie" not in answer.headers


def test_both_names_of_this_machine_are_known(host: Host) -> None:
    port = host.address.rpartition(":")[2]
    assert httpx.get(f"{host.address}/api/session", headers={"Host": f"localhost:{port}"}).status_code == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1:1", "http://localhost"])
def test_pages_from_elsewhere_are_turned_away(client: Client, origin: str) -> None:
    before = len(client.get("/api/games"))
    answer = client.http.post("/api/games", json={"game": "classic"}, headers={"Origin": origin})
    assert answer.status_code == 403 and answer.json()["code"] == "forbidden" and answer.json()["text"]["de"]
    assert len(client.get("/api/games")) == before
    own = client.http.post("/api/games", json={"game": "classic"}, headers={"Origin": client.address})
    assert own.status_code == 201


def test_requests_that_a_foreign_page_caused_are_turned_away(client: Client) -> None:
    for site in ("cross-site", "same-site"):
        assert client.http.get("/api/games", headers={"Sec-Fetch-Site": site}).status_code == 403
    assert client.http.get("/api/games", headers={"Sec-Fetch-Site": "same-origin"}).status_code == 200
    link = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    start = client.http.get("/", headers=link)  # somebody follows a link to the start page
    assert start.status_code in (200, 503)
    without = httpx.get(f"{client.address}/", headers=link)  # browsers keep the cookie back on the way in
    assert without.status_code == start.status_code and "set-cookie" not in without.headers
    assert client.http.get("/api/games", headers=link).status_code == 403


def test_without_a_session_nothing_is_told(client: Client, host: Host) -> None:
    (name,) = client.http.cookies
    for cookies in ({}, {name: "guess"}, {name: ""}, {"other": client.http.cookies[name]}):
        answer = httpx.get(f"{host.address}/api/games", cookies=cookies)
        assert answer.status_code == 401 and answer.json()["code"] == "no_session"


def test_the_sessions_cookie_is_not_for_scripts_and_not_for_other_sites(host: Host) -> None:
    cookie = httpx.get(f"{host.address}/api/session").headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=strict" in cookie
    client = host.client()
    assert "set-cookie" not in client.http.get("/api/session").headers


def test_every_answer_carries_the_strict_headers(client: Client) -> None:
    for path in ("/", "/api/session", "/api/games/none", "/openapi.json"):
        headers = client.http.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"], path
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


def test_the_live_socket_checks_origin_and_session(client: Client) -> None:
    play = client.new()
    address = client.address.replace("http", "ws") + f"{play.path}/live"
    cookie = "; ".join(f"{name}={value}" for name, value in client.http.cookies.items())
    for headers, origin in (({"Cookie": cookie}, "http://evil.example"), ({}, client.address)):
        with pytest.raises(InvalidStatus):
            connect(address, additional_headers=headers, origin=Origin(origin))
    with connect(address, additional_headers={"Cookie": cookie}, origin=Origin(client.address)) as socket:
        assert '"hello"' in str(socket.recv(timeout=10))


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("POST", "/api/games", b"{", 400),
        ("POST", "/api/games", b"\xff", 400),
        ("POST", "/api/games", b"[" * 50_000, 400),
        ("POST", "/api/games", b"1" * 300_000, 413),
        ("GET", "/api/nowhere", b"", 404),
        ("GET", "/api/games/..%2f..%2fetc%2fpasswd", b"", 404),
        ("GET", "/assets/..%2f..%2fstore.py", b"", 404),
        ("PUT", "/api/games", b"", 405),
        ("GET", "/api/games/none", b"", 404),
        ("GET", "/api/games/none/log?limit=x", b"", 400),
        ("DELETE", "/api/games/%00", b"", 404),
    ],
)
def test_whatever_is_sent_the_answer_is_a_problem_and_never_our_insides(
    client: Client, method: str, path: str, body: bytes, status: int
) -> None:
    answer = client.http.request(method, path, content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == status, answer.text
    problem = answer.json()
    assert problem["code"] and problem["text"]["en"] and problem["text"]["de"]
    for word in ("Traceback", ".py", "/src/", "litestar"):
        assert word not in answer.text


def test_the_start_page_begins_a_session_and_stands_for_unknown_paths(host: Host) -> None:
    built = static_folder().is_dir()
    for path in ("/", "/game/abc", "/nothing.here"):
        answer = httpx.get(host.address + path)
        assert answer.status_code == (200 if built else 503), answer.text
        assert "sandtable_session" in answer.headers["set-cookie"] and answer.headers["cache-control"] == "no-cache"
        assert answer.headers["content-type"].count("charset") == 1
        assert ("<html" in answer.text) if built else ("make client" in answer.text)


def test_assets_have_hashed_names_and_may_be_kept(host: Host) -> None:
    assets = sorted((static_folder() / "assets").glob("*.js")) if (static_folder() / "assets").is_dir() else []
    if not assets:
        pytest.skip("the client has not been built")
    answer = httpx.get(f"{host.address}/assets/{assets[0].name}")
    assert answer.status_code == 200 and "immutable" in answer.headers["cache-control"]


def test_files_outside_the_clients_folder_are_never_served(client: Client) -> None:
    for path in ("/..%2f..%2fstore.py", "/%2e%2e/%2e%2e/store.py", "/../texts.toml", "//etc/passwd"):
        answer = client.http.get(path)
        assert "sqlite" not in answer.text and "root:" not in answer.text and "[problem]" not in answer.text


def test_the_description_lists_every_path_and_type(client: Client) -> None:
    schema = client.get("/openapi.json")
    assert schema["openapi"].startswith("3.1")
    for path in ("actions", "undo", "auto", "order", "reach", "resolve", "odds", "log", "charts", "timeline"):
        assert f"/api/games/{{ident}}/{path}" in schema["paths"], path
    for name in ("Snapshot", "Problem", "Step", "OddsView", "Way"):
        assert name in schema["components"]["schemas"], name


def test_two_servers_on_one_machine_do_not_take_each_others_sessions_away(host: Host, tmp_path: Path) -> None:
    """A browser sends the cookies of a machine to all its ports."""
    with running(tmp_path) as second, httpx.Client(timeout=PATIENCE) as browser:
        for server in (host, second, host, second):
            browser.get(f"{server.address}/")
        for server in (host, second):
            assert browser.get(f"{server.address}/api/games").status_code == 200
        assert len(browser.cookies) == 2


@pytest.mark.parametrize("start", ["//api", "///api", "/%2fapi", "//api/"])
def test_slashes_too_many_do_not_lead_around_the_checks(client: Client, start: str) -> None:
    """The application reads //api as /api, so the guard has to."""
    play = client.new()
    for path in ("games", f"games/{play.id}", f"games/{play.id}/record"):
        answer = _ask_raw(client.address, f"{start}/{path}")
        assert answer.startswith(("HTTP/1.1 401", "HTTP/1.1 404")) and play.id not in answer, answer
        link = _ask_raw(client.address, f"{start}/{path}", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate")
        assert link.startswith("HTTP/1.1 403"), link
    address = client.address.replace("http", "ws") + f"{start}/games/{play.id}/live"
    with pytest.raises(InvalidStatus):
        connect(address, origin=Origin(client.address))


def _ask_raw(address: str, path: str, *headers: str) -> str:
    """A request whose path is sent as it is written."""
    host, _, port = address.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as line:
        head = (f"GET {path} HTTP/1.1", f"Host: {host}:{port}", "Connection: close", *headers, "", "")
        line.sendall("\r\n".join(head).encode())
        answer = b""
        while more := line.recv(65536):
            answer += more
    return answer.decode()


@pytest.mark.parametrize("path", ["/%00", "/assets/%00", "/a%00b", "/" + "a" * 5000, "/assets/" + "a" * 3000])
def test_paths_that_no_file_can_have_are_simply_not_there(client: Client, path: str) -> None:
    answer = client.http.get(path)
    assert answer.status_code == 404 and answer.json()["code"] == "not_found"


def test_browsers_leave_out_the_usual_port() -> None:
    assert host_names(80) >= {"localhost", "127.0.0.1", "localhost:80"}
    assert host_names(8942) == {"localhost:8942", "127.0.0.1:8942"}
