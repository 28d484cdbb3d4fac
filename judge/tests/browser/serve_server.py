"""A `judge serve` with a folder of its own, for the tests of its pages and of what it answers. Their arguments: JUDGE ROOT"""

import http.client
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time

judge = sys.argv[1]
folder = tempfile.TemporaryDirectory(prefix="judge-serve-test-")
place = pathlib.Path(folder.name)

# All problems, one of them with few and small cases, and a copy of that one which takes no seconds to time.
root = place / "root"
shutil.copytree(pathlib.Path(sys.argv[2]) / "problems", root / "problems")
tests_file = root / "problems/elementwise/vector-addition/tests.json"
tests = json.loads(tests_file.read_text())
tests["cases"] = [case for case in tests["cases"] if case.get("name") in ("worked example", "small") or case.get("sweep", {}).get("N", [0])[0] == 31]
tests_file.write_text(json.dumps(tests))
untimed = root / "problems/elementwise/untimed-addition"
shutil.copytree(tests_file.parent, untimed)
(untimed / "tests.json").write_text(json.dumps({"cases": [case for case in tests["cases"] if "timed" not in case]}))
(untimed / "problem.json").write_text(json.dumps(dict(json.loads((untimed / "problem.json").read_text()), prefix="ua", number=999, title="Untimed addition")))

RIGHT = """__global__ void add(const float* A, const float* B, float* C, int N) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N) C[i] = A[i] + B[i];
}
extern "C" void solve(const float* A, const float* B, float* C, int N) {
  add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}
"""
HANGS = RIGHT.replace("if (i < N)", "while (N > 0 && A[0] == A[0]) { }\n  if (i < N)")


class Server:
    """judge serve on a port of its own. Two of one name share files, queue and ledger."""

    def __init__(self, name="one", *options):
        self.folder = place / name
        self.solutions = self.folder / "solutions"
        self.process = subprocess.Popen(
            [judge, "serve", "--root", str(root), "--runtime", "emulated", "--data", str(self.folder / "data"), "--solutions", str(self.solutions),
             "--ledger", str(self.folder / "ledger.sqlite"), "--cache", str(place / "cache"), *(options if "--port" in options else (*options, "--port", "0"))],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            # Its timings wait for no other test's.
            env=dict(os.environ, XDG_DATA_HOME=str(self.folder / "xdg"), XDG_RUNTIME_DIR=str(place)))
        self.address = self.process.stdout.readline().split()[-1].rstrip("/")
        self.port = int(self.address.rsplit(":", 1)[1])
        self.address = f"http://127.0.0.1:{self.port}"

    def lines(self, count):
        return [self.process.stdout.readline().strip() for _ in range(count)]

    def kill(self):
        self.process.kill()
        self.process.wait()

    def request(self, method, path, body=None, **headers):
        """Status and body, with the headers as given: _ for -, None leaves one out."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        sent = {"Host": f"127.0.0.1:{self.port}", **({"Origin": self.address, "Content-Type": "application/json"} if method == "POST" else {}),
                **{name.replace("_", "-"): value for name, value in headers.items()}}
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        text = json.dumps(body).encode() if body is not None else b""
        for name, value in sent.items():
            if value is not None:
                connection.putheader(name, value)
        if body is not None:
            connection.putheader("Content-Length", str(len(text)))
        connection.endheaders(text)
        reply = connection.getresponse()
        return reply.status, reply.read().decode()

    def raw(self, *parts, pause=0.1, seconds=5):
        """All that comes back for these bytes, a pause between the parts, until the server closes the connection."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=seconds) as connection:
            reply = b""
            try:
                for part in parts:
                    connection.sendall(part)
                    if part is not parts[-1]:
                        time.sleep(pause)
                while chunk := connection.recv(1 << 16):
                    reply += chunk
            except (BrokenPipeError, ConnectionResetError):
                pass
            return reply

    def memory(self):
        """Of the server, in MiB."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1024

    def submit(self, text, file="va_mine", base="", kind="judge"):
        problem = "untimed-addition" if file.startswith("ua_") else "vector-addition"
        status, reply = self.request("POST", "/api/submit", {"problem": problem, "file": file, "base": base, "text": text, "kind": kind})
        assert status == 200, reply
        return json.loads(reply)

    def result(self, number, seconds=40):
        until = time.monotonic() + seconds
        while True:
            status, page = self.request("GET", f"/submissions/{number}/result")
            state = page.split('data-state="')[1].split('"')[0]
            if status == 200 and state not in ("queued", "running"):
                return state, page
            assert time.monotonic() < until, f"{number} is still {state}"
            time.sleep(0.1)
