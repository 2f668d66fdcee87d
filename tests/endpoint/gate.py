"""A server between a client and an endpoint: counts the queries, and acts before each of them."""
# SPDX-License-Identifier: Apache-2.0
import http.server
import threading
import urllib.error
import urllib.parse
import urllib.request


class Gate:
    """Forwards each GET to the server of `endpoint`. `before(number, query)` is called before each query, and may return other fields to send."""

    def __init__(self, endpoint):
        self.server_uri = endpoint.rsplit("/", 1)[0]
        self.before = None
        self.queries, self.answers = [], []  # answers: (status, X-SQL-State)
        self._lock = threading.Lock()
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self.port = self._server.server_address[1]
        self.endpoint = f"http://127.0.0.1:{self.port}/sparql"

    def begin(self, before=None):
        """Counts from now on."""
        with self._lock:
            self.before, self.queries, self.answers = before, [], []

    def __enter__(self):
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()

    def _ask(self, target, accept):
        query = urllib.parse.parse_qs(urllib.parse.urlsplit(target).query).get("query", [""])[0]
        if query:
            with self._lock:
                self.queries.append(query)
                number, before = len(self.queries), self.before
            fields = before(number, query) if before else None
            if fields:
                target = target.split("?", 1)[0] + "?" + urllib.parse.urlencode(fields)
        request = urllib.request.Request(self.server_uri + target, headers={"Accept": accept})
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                got = answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as error:
            got = error.code, error.headers, error.read()
        if query:
            with self._lock:
                self.answers.append((got[0], got[1].get("X-SQL-State", "")))
        return got

    def _handler(self):
        gate = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                status, headers, body = gate._ask(self.path, self.headers.get("Accept", "*/*"))
                self.send_response(status)
                for name in ("Content-Type", "X-SQL-State", "X-SQL-Message"):
                    if name in headers:
                        self.send_header(name, headers[name].replace("\r", " ").replace("\n", " "))
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                try:
                    self.wfile.write(body)
                except OSError:
                    self.close_connection = True  # the client was killed

            def log_message(self, *_):
                pass

        return Handler
