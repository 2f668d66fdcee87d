#!/usr/bin/env python3
# Measures what a Virtuoso needs to import a partial dump by SPARQL Update: bench/merge/virtuoso_update.py [--json FILE]
# SPDX-License-Identifier: Apache-2.0
"""A graph of 5 million statements, and a dump of 500,000 that is all that is said about its subjects, a tenth of those of the graph.

As GeoLink specifies it: for each subject of the dump all its statements are deleted, then the dump is inserted. DELETE WHERE and INSERT DATA are
sent in batches over one kept connection. Loading the graph is not counted. At the end the
statements are counted. Prints the seconds; exits 77 when Virtuoso is not installed.
"""
import argparse
import hashlib
import http.client
import json
import os
import pathlib
import re
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tests/endpoint"))
import virtuoso  # noqa: E402

SKIPPED = 77
GRAPH = "http://example.org/graph"
PER_SUBJECT = 5
BUFFERS_PER_GIB = 85_000  # the ratio of the comments in Debian's virtuoso.ini


def statements(subject, version):
    """Five statements about a subject, of which a new version changes two."""
    iri = f"<http://example.org/data/cruise/{subject:08}>"
    yield f"{iri} <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://schema.geolink.org/1.0/base/main#Cruise>"
    yield f"{iri} <http://www.w3.org/2000/01/rdf-schema#label> \"Cruise {subject} of the research vessel {subject % 97}\""
    yield f"{iri} <http://schema.geolink.org/1.0/base/main#hasVehicle> <http://example.org/data/vessel/{subject % 97}>"
    yield f"{iri} <http://schema.geolink.org/1.0/base/main#description> \"Version {version}: section {subject * 7 % 1000}\""
    yield f"{iri} <http://schema.geolink.org/1.0/base/main#startDate> \"20{version + 10:02}-0{subject % 9 + 1}-1{subject % 10}\"^^<http://www.w3.org/2001/XMLSchema#date>"


class Endpoint:
    """SPARQL Update with Digest (RFC 7616), one nonce for all requests."""

    def __init__(self, port):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=3600)
        self.nonce, self.count, self.requests = None, 0, 0

    def _authorization(self, path):
        self.count += 1
        realm, nonce = self.nonce
        number, mine = f"{self.count:08x}", os.urandom(8).hex()

        def md5(text):
            return hashlib.md5(text.encode()).hexdigest()

        response = md5(f"{md5(f'dba:{realm}:dba')}:{nonce}:{number}:{mine}:auth:{md5(f'POST:{path}')}")
        return (f'Digest username="dba", realm="{realm}", nonce="{nonce}", uri="{path}", nc={number}, cnonce="{mine}", qop=auth, '
                f'response="{response}", algorithm=MD5')

    def send(self, path, media_type, body):
        for _ in range(3):
            headers = {"Content-Type": media_type}
            if self.nonce:
                headers["Authorization"] = self._authorization(path)
            self.connection.request("POST", path, body if self.nonce else b"", headers)
            answer = self.connection.getresponse()
            text = answer.read().decode("utf-8", "replace")
            if answer.status != 401:
                self.requests += 1
                if answer.status >= 300:
                    raise RuntimeError(f"{answer.status}: {text[:500]}")
                return text
            found = dict(re.findall(r'(\w+)="([^"]*)"', answer.getheader("WWW-Authenticate", "")))
            self.nonce, self.count = (found["realm"], found["nonce"]), 0
            self.connection.close()
        raise RuntimeError("the login is refused")

    def update(self, text):
        self.send("/sparql-auth", "application/sparql-update", text.encode())


def count_statements(server):
    _, _, body = server.ask(f"SELECT (COUNT(*) AS ?n) WHERE {{ GRAPH <{GRAPH}> {{ ?s ?p ?o }} }}", "text/csv")
    return int(body.split()[1])


def load(server, subjects):
    """By the loader of the server itself, 100,000 statements a file, without its transaction log."""
    step, file = 20_000, server.folder / "part.nt"
    for first in range(0, subjects, step):
        with open(file, "w", encoding="ascii") as out:
            out.writelines(line + " .\n" for subject in range(first, min(first + step, subjects)) for line in statements(subject, 1))
        server.sql("log_enable(2,1);", f"ttlp(file_to_string_output('{file}'),'','{GRAPH}',512);")


def import_dump(endpoint, changed, options):
    """Seconds to delete and to insert."""
    began = time.monotonic()
    for first in range(0, len(changed), options.deletes):
        some = [f"<http://example.org/data/cruise/{subject:08}>" for subject in changed[first:first + options.deletes]]
        if options.by == "subject":
            endpoint.update(" ;\n".join(f"DELETE WHERE {{ GRAPH <{GRAPH}> {{ {subject} ?p ?o }} }}" for subject in some))
        else:
            endpoint.update(f"DELETE {{ GRAPH <{GRAPH}> {{ ?s ?p ?o }} }} WHERE {{ GRAPH <{GRAPH}> {{ ?s ?p ?o }} VALUES ?s {{ {' '.join(some)} }} }}")
    deleted = time.monotonic()
    per_batch = options.inserts // PER_SUBJECT
    for first in range(0, len(changed), per_batch):
        lines = " .\n".join(line for subject in changed[first:first + per_batch] for line in statements(subject, 2))
        endpoint.update(f"INSERT DATA {{ GRAPH <{GRAPH}> {{\n{lines} .\n}} }}")
    return deleted - began, time.monotonic() - deleted


def main():
    parser = argparse.ArgumentParser(description="measures the import of a partial dump by SPARQL Update into a Virtuoso")
    parser.add_argument("--graph", type=int, default=5_000_000, help="statements of the graph (default 5,000,000)")
    parser.add_argument("--dump", type=int, default=500_000, help="statements of the partial dump (default 500,000)")
    parser.add_argument("--by", choices=("subject", "values"), default="subject",
                        help="one DELETE WHERE for each subject, as GeoLink (default), or one DELETE with VALUES for all of a request, the fastest here")
    parser.add_argument("--deletes", type=int, default=50, help="subjects of one request (default 50)")
    parser.add_argument("--inserts", type=int, default=1_000, help="statements of one INSERT DATA (default 1,000)")
    parser.add_argument("--memory-gib", type=float, default=2, help="for the buffers of the server (default 2)")
    parser.add_argument("--folder", help="where the database is made (default: TMPDIR)")
    parser.add_argument("--json", help="write the result to this file")
    options = parser.parse_args()
    if not virtuoso.is_installed():
        print("skipped: virtuoso-t and isql-vt are not installed (Debian: virtuoso-opensource-7-bin)")
        return SKIPPED
    subjects, some = options.graph // PER_SUBJECT, options.dump // PER_SUBJECT
    changed = range(0, subjects, subjects // some)[:some]
    buffers = int(options.memory_gib * BUFFERS_PER_GIB)
    virtuoso.CONFIGURATION = (virtuoso.CONFIGURATION.replace("NumberOfBuffers = 10000", f"NumberOfBuffers = {buffers}")
                              .replace("MaxDirtyBuffers = 6000", f"MaxDirtyBuffers = {buffers * 3 // 4}"))
    with tempfile.TemporaryDirectory(dir=options.folder) as folder, virtuoso.Virtuoso(pathlib.Path(folder) / "v", 1_000_000, 3600) as server:
        began = time.monotonic()
        load(server, subjects)
        loaded = time.monotonic() - began
        endpoint = Endpoint(server.http_port)
        before = count_statements(server)
        deleting, inserting = import_dump(endpoint, changed, options)
        requests, after = endpoint.requests, count_statements(server)
    if before != subjects * PER_SUBJECT or after != before:
        print(f"failed: {before} statements before, {after} after, for {subjects * PER_SUBJECT}")
        return 1
    result = {"graph": before, "dump": some * PER_SUBJECT, "by": options.by, "subjects": some, "requests": requests, "loading_s": round(loaded, 1),
              "deleting_s": round(deleting, 1), "inserting_s": round(inserting, 1), "import_s": round(deleting + inserting, 1)}
    print(f"graph {before:,} statements, loaded in {loaded:.0f} s (not counted)")
    print(f"partial dump {result['dump']:,} statements about {some:,} subjects, {requests:,} requests")
    print(f"DELETE by {options.by} {deleting:.1f} s, INSERT DATA {inserting:.1f} s: import {deleting + inserting:.1f} s")
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(result) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
