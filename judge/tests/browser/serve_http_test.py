"""`judge serve` without a browser: forged requests, requests in requests, what is made to exhaust it, its ends.

    serve_http_test.py JUDGE ROOT
"""

import json
import signal
import socket
import sys
import time
import zlib

from running import run_tests, tests_of
from serve_server import HANGS, RIGHT, Server, folder

server = Server()


def test_goes_on_after_kill_9():
    one = Server("killed")
    ids = [one.submit(HANGS, "ua_hangs")["id"], one.submit(RIGHT, "ua_first")["id"], one.submit(RIGHT + "//\n", "ua_second")["id"]]
    until = time.monotonic() + 20
    while "data-state=\"running\"" not in one.request("GET", f"/submissions/{ids[0]}/result")[1]:
        assert time.monotonic() < until, "it is not begun"
        time.sleep(0.05)
    one.kill()
    two = Server("killed")
    for number in ids:
        assert "data-state=\"queued\"" in two.request("GET", f"/submissions/{number}/result")[1] or number == ids[0]
    status, _ = two.request("POST", "/api/cancel", {"id": ids[0]})
    assert status == 200
    assert "accepted" in two.result(ids[1])[1] and "accepted" in two.result(ids[2])[1]
    two.process.send_signal(signal.SIGTERM)
    assert two.process.wait(10) == 0


def test_times_two_submissions_side_by_side():
    first = server.submit(RIGHT, "va_one")
    second = server.submit(RIGHT + "// the same with a remark\n", "va_two")
    broken = server.submit("no C++", "va_three")
    for one in (first, second, broken):
        server.result(one["id"])
    status, reply = server.request("POST", "/api/compare", {"a": str(first["id"]), "b": str(second["id"])})
    assert status == 200, reply
    state, page = server.result(json.loads(reply)["id"])
    assert state == "done" and " blocks" in page and "A" in page, page
    status, reply = server.request("POST", "/api/compare", {"a": str(first["id"]), "b": str(broken["id"])})
    state, page = server.result(json.loads(reply)["id"])
    assert state == "done" and "nothing to compare" in page and "va_three" not in page and "error" in page, page


def test_refuses_forged_requests():
    save = {"problem": "vector-addition", "file": "va_forged", "base": "", "text": "x"}
    for headers, status in (({"Origin": "http://evil.example"}, 403), ({"Origin": None}, 403), ({"Origin": "null"}, 403), ({"Host": "evil.example"}, 421), ({"Host": None}, 421),
                            ({"Content_Type": "text/plain"}, 415), ({"Sec_Fetch_Site": "cross-site"}, 403)):
        got, _ = server.request("POST", "/api/save", save, **headers)
        assert got == status, (headers, got)
    assert server.request("GET", "/", Host="evil.example:80")[0] == 421
    assert server.request("GET", "/api/file?problem=vector-addition", Sec_Fetch_Site="cross-site")[0] == 403
    assert not (server.solutions / "va_forged.cu").exists()
    for path in ("/problems/..%2f..%2fetc", "/assets/../../etc/passwd", "/api/file?problem=vector-addition&file=..%2f..%2fx", "/submissions/99999", "/submissions/-1", "/nothing"):
        assert server.request("GET", path)[0] == 404, path
    assert server.request("POST", "/api/save", {**save, "text": "x" * 600_000})[0] == 400


def request_bytes(method, path, body=b"", **headers):
    fields = {"Host": f"127.0.0.1:{server.port}", **({"Content-Length": len(body)} if body else {}), **{name.replace("_", "-"): value for name, value in headers.items()}}
    return f"{method} {path} HTTP/1.1\r\n".encode() + "".join(f"{name}: {value}\r\n" for name, value in fields.items()).encode() + b"\r\n" + body


def test_a_body_is_never_another_request():
    """What a page of another site can send, with a request of our own page's kind in its body."""
    text = json.dumps({"problem": "vector-addition", "file": "va_smuggled", "base": "", "text": "x"}).encode()
    inner = request_bytes("POST", "/api/save", text, Origin=server.address, Content_Type="application/json")
    for method, path, headers in (("POST", "/api/save", {"Origin": "http://evil.example", "Content_Type": "text/plain"}), ("GET", "/", {}), ("GET", "/api/file", {}), ("POST", "/", {})):
        head = request_bytes(method, path, Content_Length=0, **headers)
        for size in (4096, 8192):   # what a reader may have in its buffer ends there
            rest = size - len(head) - len(str(size)) + 1
            head = request_bytes(method, path, Content_Length=rest + len(inner), **headers)
            padding = b"x" * (size - len(head))
            head = request_bytes(method, path, Content_Length=len(padding) + len(inner), **headers)
            for parts in ((head + padding + inner,), (head + padding, inner), (head, padding + inner), (head, inner + padding)):
                reply = server.raw(*parts)
                assert reply.count(b"HTTP/1.1 ") <= 1 and b'"version"' not in reply, (method, path, reply)
    head = request_bytes("GET", "/queue")
    reply = server.raw(head + inner)
    assert reply.startswith(b"HTTP/1.1 200") and reply.count(b"HTTP/1.1 ") == 1 and b"Connection: close" in reply and b"Keep-Alive" not in reply, reply[:300]
    assert server.raw(request_bytes("GET", "/queue", b"x")).startswith(b"HTTP/1.1 400")
    assert not (server.solutions / "va_smuggled.cu").exists()


def test_withstands_what_is_made_to_exhaust_it():
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    bomb = b"".join(packer.compress(bytes(1 << 20)) for _ in range(300)) + packer.flush()
    before = server.memory()
    for path in ("/api/save", "/api/sign-in"):
        for _ in range(2):
            assert server.raw(request_bytes("POST", path, bomb, Origin=server.address, Content_Type="application/json", Content_Encoding="gzip")).startswith(b"HTTP/1.1 415")
    assert server.memory() - before < 100, (before, server.memory())
    deep = b'{"id": ' + b"[" * 250_000 + b"]" * 250_000 + b"}"
    for path in ("/api/cancel", "/api/save"):
        assert server.raw(request_bytes("POST", path, deep, Origin=server.address, Content_Type="application/json")).startswith(b"HTTP/1.1 400")
    for text in ("y" * 300_000, "\n" * 30_000):
        assert server.request("POST", "/api/diff", {"problem": "vector-addition", "file": "va_mine", "text": text})[0] == 400
    status, page = server.request("POST", "/api/diff", {"problem": "vector-addition", "file": "va_mine", "text": "a\n" * 15_000})
    assert status == 200 and "the first 2000 lines are shown" in page and len(page) < 1_000_000, len(page)
    # One address takes no more than its share of the server.
    slow = [socket.create_connection(("127.0.0.1", server.port), source_address=("127.0.0.2", 0)) for _ in range(120)]
    for one in slow:
        try:
            one.sendall(b"GET / HTTP/1.1\r\nX: ")
        except OSError:
            pass
    begun = time.monotonic()
    for _ in range(5):
        assert server.request("GET", "/queue")[0] == 200
    assert time.monotonic() - begun < 4, "slow requests keep the server from others"
    closed = 0
    for one in slow:
        one.setblocking(False)
        try:
            closed += one.recv(1) == b""
        except BlockingIOError:
            pass
        except OSError:
            closed += 1
        one.close()
    assert closed == 120 - 48, closed


def test_a_gentle_end_keeps_the_queue():
    for sign in (signal.SIGTERM, signal.SIGINT):
        name = f"ended-{sign}"
        one = Server(name)
        ids = [one.submit(HANGS, "ua_hangs")["id"], one.submit(RIGHT, "ua_first")["id"]]
        until = time.monotonic() + 20
        while "data-state=\"running\"" not in one.request("GET", f"/submissions/{ids[0]}/result")[1]:
            assert time.monotonic() < until, "it is not begun"
            time.sleep(0.05)
        time.sleep(0.5)
        one.process.send_signal(sign)
        assert one.process.wait(10) == 0
        for kept in (one.folder / "data").iterdir():
            assert kept.stat().st_mode & 0o077 == 0, kept
        assert (one.folder / "data").stat().st_mode & 0o077 == 0
        two = Server(name)
        assert all(two.request("GET", f"/submissions/{number}/result")[1].split('data-state="')[1].split('"')[0] in ("queued", "running") for number in ids)
        assert {kept.name for kept in (two.folder / "data").iterdir()} >= {"serve.sqlite-wal", "serve.sqlite-shm"}
        for kept in (two.folder / "data").iterdir():
            assert kept.stat().st_mode & 0o077 == 0, kept
        assert two.request("POST", "/api/cancel", {"id": ids[0]})[0] == 200
        assert "accepted" in two.result(ids[1])[1]
        two.kill()


try:
    sys.exit(run_tests(tests_of(globals())))
finally:
    server.kill()
    folder.cleanup()
