"""The stores of this test: Virtuoso and npm's oxigraph, each with its addresses, and a gate before them."""
# SPDX-License-Identifier: Apache-2.0
import base64
import contextlib
import http.client
import http.server
import json
import os
import pathlib
import shutil
import subprocess
import sys
import threading

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "endpoint"))
import virtuoso  # noqa: E402

MOST_ROWS = 10_000


class VirtuosoStore:
    """Digest; `ResultSetMaxRows` cuts answers without a word."""
    name = "virtuoso"
    refuses = 1  # of the delta: "P2D"^^xsd:duration

    def __init__(self, folder):
        self._server = virtuoso.Virtuoso(folder / "virtuoso", MOST_ROWS, 60)
        self.port, self.login = self._server.http_port, ["--user", "dba", "--login", "digest"]
        self.password = "dba"
        self.paths = {"graph-store": "/sparql-graph-crud-auth", "update": "/sparql-auth", "query": "/sparql"}

    @staticmethod
    def missing():
        return None if virtuoso.is_installed() else "virtuoso-t and isql-vt (Debian: virtuoso-opensource-7-bin)"

    def __enter__(self):
        self._server.__enter__()
        return self

    def __exit__(self, *error):
        self._server.__exit__(*error)

    def update(self, text):
        self._server.update(text)


class OxigraphStore:
    """Basic."""
    name = "oxigraph"
    refuses = 0

    def __init__(self, _folder):
        self.port, self._process = None, None
        self.login, self.password = ["--user", "someone", "--login", "basic"], "pass word"
        self.paths = {"graph-store": "/data", "update": "/update", "query": "/query"}

    @staticmethod
    def modules():
        """LAUNDROMAT_NODE, or where `scripts/foreign-readers --install` puts the packages of npm."""
        return pathlib.Path(os.environ.get("LAUNDROMAT_NODE", HERE.parents[1] / "build/foreign-readers"))

    @classmethod
    def missing(cls):
        is_there = shutil.which("node") and (cls.modules() / "node_modules/oxigraph").is_dir()
        return None if is_there else "oxigraph (scripts/foreign-readers --install)"

    def __enter__(self):
        login = "Basic " + base64.b64encode(f"someone:{self.password}".encode()).decode()
        self._process = subprocess.Popen(["node", HERE / "oxigraph_server.js", self.modules()], stdout=subprocess.PIPE, text=True,
                                         env={**os.environ, "STORE_LOGIN": login})
        self.port = int(self._process.stdout.readline())
        self._headers = {"Authorization": login, "Content-Type": "application/sparql-update"}
        return self

    def __exit__(self, *_):
        self._process.kill()
        self._process.wait()
        self._process.stdout.close()

    def update(self, text):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request("POST", "/update", text.encode(), self._headers)
        answer = connection.getresponse()
        if answer.status >= 300:
            raise RuntimeError(answer.read().decode())
        connection.close()


class Gate:
    """Forwards requests to a store. `before(number)` and `after(number)` are called around each request with a body, except those that only ask for a
    login; number counts from 1."""

    def __init__(self, port):
        self.to, self.number = port, 0
        self.before = self.after = lambda number: None
        self._lock = threading.Lock()
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._server.handle_error = lambda *_: None  # the clients of this test are killed
        self.port = self._server.server_address[1]

    def __enter__(self):
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()

    def begin(self, before=None, after=None):
        with self._lock:
            self.number = 0
            self.before, self.after = before or (lambda number: None), after or (lambda number: None)

    def _handler(self):
        gate = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def forward(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                number = 0
                if body:
                    with gate._lock:
                        gate.number += 1
                        number = gate.number
                    gate.before(number)
                connection = http.client.HTTPConnection("127.0.0.1", gate.to, timeout=120)
                headers = {name: value for name, value in self.headers.items() if name not in ("Host", "Connection")}
                connection.request(self.command, self.path, body, headers)
                answer = connection.getresponse()
                content = answer.read()
                connection.close()
                if number:
                    gate.after(number)
                with contextlib.suppress(OSError):
                    self.send_response(answer.status)
                    for name, value in answer.getheaders():
                        if name.lower() not in ("content-length", "connection", "transfer-encoding", "server", "date"):
                            self.send_header(name, value)
                    self.send_header("Content-Length", str(len(content)))
                    self.end_headers()
                    self.wfile.write(content)

            do_GET = do_PUT = do_POST = do_DELETE = forward

            def log_message(self, *_):
                pass

        return Handler


class Loader:
    """Runs `laundromat load`."""

    def __init__(self, program, store, port=None):
        self.program, self.store = program, store
        base = f"http://127.0.0.1:{port or store.port}"
        self.places = [word for name, path in store.paths.items() for word in (f"--{name}", base + path)]

    def words(self, *arguments):
        return [str(word) for word in (self.program, "load", *arguments, *self.places, *self.store.login, "--password-env", "STORE_PASSWORD",
                                       "--json", "--attempts", "1")]

    def start(self, *arguments, password=None):
        return subprocess.Popen(self.words(*arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                env={**os.environ, "STORE_PASSWORD": password or self.store.password})

    def run(self, *arguments, password=None):
        """(exit code, the JSON object or None, messages)"""
        with self.start(*arguments, password=password) as process:
            out, err = process.communicate(timeout=300)
        return process.returncode, json.loads(out) if out else None, err

