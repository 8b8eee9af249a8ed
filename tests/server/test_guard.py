"""Who may talk to the server, and what its answers give away."""

from __future__ import annotations

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from sandtable.server.pages import static_folder
from tests.server.host import Client, Host


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
    assert client.http.get("/", headers=link).status_code in (200, 503)  # somebody follows a link to the start page
    assert client.http.get("/api/games", headers=link).status_code == 403


def test_without_a_session_nothing_is_told(host: Host) -> None:
    for cookies in ({}, {"sandtable_session": "guess"}):
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
