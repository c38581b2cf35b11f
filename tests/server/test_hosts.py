import pytest
from django.test import Client

from scorekeeper.server.hosts import AllowedHosts, machine_names

pytestmark = pytest.mark.urls("tests.server.stub_urls")

LET_IN = [
    "localhost",
    "LOCALHOST.",
    "127.0.0.1:8000",
    "127.8.9.10",
    "10.1.2.3",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.5:8000",
    "169.254.7.7",
    "100.64.0.1",
    "100.127.255.254",
    "[::1]:8000",
    "[fd12:3456::1]",
    "[fe80::1]:80",
    "laptop.local:8000",
    "cards.example.org",
    "Cards.Example.org:443",
    "kitchen",
    "xn--fdk4a1cxb.example:8000",
]
REFUSED = [
    "",
    "example.org",
    "evil.cards.example.org",
    "cards.example.org.evil.example",
    "8.8.8.8",
    "172.32.0.1",
    "172.15.255.255",
    "192.169.1.1",
    "100.128.0.1",
    "0.0.0.0:8000",
    "[2001:db8::1]",
    "[::ffff:8.8.8.8]",
    "192.168.1.5@evil.example",
    "2130706433",
    "0x7f.0.0.1",
    "127.1",
    "192.168.001.005",
    "local",
    ".local.evil.example",
    "a b",
    "localhost, evil.example",
    "localhost:80:80",
]


@pytest.fixture(name="hosts")
def _hosts() -> AllowedHosts:
    return AllowedHosts(["cards.example.org", "kitchen", "トランプ.example"])


@pytest.mark.parametrize("header", LET_IN)
def test_is_let_in(hosts: AllowedHosts, header: str) -> None:
    assert header in hosts


@pytest.mark.parametrize("header", REFUSED)
def test_is_refused(hosts: AllowedHosts, header: str) -> None:
    assert header not in hosts


@pytest.mark.parametrize(
    ("name", "known"), [("Laptop.home.example", {"laptop", "laptop.home.example"}), ("", set())]
)
def test_the_machine_knows_its_name(monkeypatch: pytest.MonkeyPatch, name: str, known: set[str]) -> None:
    """Where it has none, no empty name is let in."""
    monkeypatch.setattr("socket.gethostname", lambda: name)
    assert machine_names() == known
    assert "" not in AllowedHosts(machine_names())


@pytest.mark.parametrize("path", ["/", "/static/css/app.css", "/nothing"])
def test_a_strange_name_gets_a_plain_refusal(client: Client, path: str) -> None:
    answer = client.get(path, headers={"host": "evil.example"})
    assert answer.status_code == 400
    assert "SCOREKEEPER_HOSTS" in answer.content.decode()


def test_a_form_from_a_phone_in_the_home_network_is_taken() -> None:
    client = Client(enforce_csrf_checks=True, headers={"host": "192.168.1.5:8000"})
    token = client.get("/").content.decode()
    sent = {"name": "太郎", "csrfmiddlewaretoken": token}
    answer = client.post("/echo/", sent, headers={"origin": "http://192.168.1.5:8000"})
    assert (answer.status_code, answer.content.decode()) == (200, "太郎")


@pytest.mark.parametrize("origin", ["http://evil.example", "http://192.168.1.5", "null"])
def test_a_form_from_elsewhere_is_not(origin: str) -> None:
    client = Client(enforce_csrf_checks=True, headers={"host": "192.168.1.5:8000"})
    sent = {"csrfmiddlewaretoken": client.get("/").content.decode()}
    assert client.post("/echo/", sent, headers={"origin": origin}).status_code == 403
