"""A Virtuoso of its own folder and ports, with the limits of a public endpoint."""
import contextlib
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import urllib.error
import urllib.parse
import urllib.request

CONFIGURATION = """
[Database]
DatabaseFile = {folder}/v.db
ErrorLogFile = {folder}/v.log
LockFile = {folder}/v.lck
TransactionFile = {folder}/v.trx
xa_persistent_file = {folder}/v.pxa
FileExtend = 200
[TempDatabase]
DatabaseFile = {folder}/v-temp.db
TransactionFile = {folder}/v-temp.trx
[Parameters]
ServerPort = 127.0.0.1:{sql_port}
ServerThreads = 20
DirsAllowed = {folder}
NumberOfBuffers = 10000
MaxDirtyBuffers = 6000
[HTTPServer]
ServerPort = 127.0.0.1:{http_port}
ServerThreads = 10
[SPARQL]
ResultSetMaxRows = {most_rows}
MaxQueryExecutionTime = {most_seconds}
"""


def is_installed():
    return shutil.which("virtuoso-t") is not None and shutil.which("isql-vt") is not None


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Virtuoso:
    def __init__(self, folder, most_rows, most_seconds):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True)
        self.http_port, self.sql_port = free_port(), free_port()
        self.endpoint = f"http://127.0.0.1:{self.http_port}/sparql"
        configuration = self.folder / "virtuoso.ini"
        configuration.write_text(CONFIGURATION.format(folder=self.folder, sql_port=self.sql_port, http_port=self.http_port,
                                                      most_rows=most_rows, most_seconds=most_seconds), encoding="utf-8")
        self.configuration = configuration

    def __enter__(self):
        # With `+wait` the program returns when its server is ready.
        with open(self.folder / "out.log", "wb") as log:
            subprocess.run(["virtuoso-t", "+configfile", str(self.configuration), "+wait"], stdout=log, stderr=log, timeout=120,
                           check=True)
        return self

    def __exit__(self, *_):
        """The server closes the connection of this command when it ends, so that its outcome says nothing."""
        try:
            subprocess.run(["isql-vt", str(self.sql_port), "dba", "dba", "exec=shutdown();"], capture_output=True, timeout=60,
                           check=False)
        finally:
            self.kill()

    def kill(self):
        """Kills the server if it still runs: then its lock file has its process id."""
        lock = self.folder / "v.lck"
        words = lock.read_text(encoding="ascii").split() if lock.exists() else []
        for word in words:
            if word.startswith("VIRT_PID="):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(int(word.removeprefix("VIRT_PID=")), signal.SIGKILL)

    def sql(self, *commands):
        """Runs SQL commands as the administrator of this server, which only this machine can reach."""
        words = ["isql-vt", str(self.sql_port), "dba", "dba"] + [f"exec={command}" for command in commands]
        ran = subprocess.run(words, capture_output=True, text=True, timeout=300, check=False)
        if "Error" in ran.stdout + ran.stderr:
            raise RuntimeError(ran.stdout + ran.stderr)

    def load(self, name, graph, lines):
        """Adds statements. N-Triples in Latin script would be read in another encoding, so that they are escaped to ASCII."""
        file = self.folder / name
        file.write_text("".join(line + "\n" for line in lines), encoding="ascii")
        self.sql(f"ttlp(file_to_string_output('{file}'),'','{graph}',512);")

    def update(self, text):
        self.sql("SPARQL " + text + ";")

    def ask(self, query, accept, more=None):
        """(status, headers, body) of a query."""
        fields = urllib.parse.urlencode({"query": query, **(more or {})}).encode()
        request = urllib.request.Request(self.endpoint, data=fields, headers={
            "Accept": accept, "Content-Type": "application/x-www-form-urlencoded"})
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return answer.status, answer.headers, answer.read().decode("utf-8")
        except urllib.error.HTTPError as error:
            return error.code, error.headers, error.read().decode("utf-8", "replace")
