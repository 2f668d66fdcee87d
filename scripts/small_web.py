# Writes many small documents, and serves them by a local nginx, for benchmarks.
# SPDX-License-Identifier: Apache-2.0
"""Writes distinct N-Triples documents of about 1 kB, as files or in one archive, and serves files on a free port of 127.0.0.1."""
import base64
import contextlib
import gzip
import hashlib
import io
import os
import random
import shutil
import socket
import subprocess
import tarfile
import time
import urllib.error
import urllib.request

import washing

CONNECTIONS = 50
PER_FOLDER = 1000
WORDS = "sock shirt towel soap iron press fold rinse spin dry starch bleach collar button seam linen".split()


def document(dice, number):
    """About 1 kB of N-Triples, different for each number."""
    lines = []
    for part in range(8):
        words = " ".join(dice.choices(WORDS, k=7))
        subject, predicate = f"http://suds.example/item/{number}", f"http://suds.example/term/{WORDS[part]}"
        lines.append(f'<{subject}> <{predicate}> "{words} {dice.random():.9f}"@en .\n')
    return "".join(lines)


def path_of(number):
    return f"{number // PER_FOLDER}/{number}.nt"


def write_documents(folder, count, seed):
    dice = random.Random(seed)
    total = 0
    for number in range(count):
        path = folder / path_of(number)
        path.parent.mkdir(parents=True, exist_ok=True)
        total += path.write_text(document(dice, number), encoding="ascii")
    return total


def generated_documents():
    """The rule of nginx that answers every path of `path_of` with a document of about 1 kB that no file has."""
    lines = "".join(
        f'<http://suds.example/item/$number> <http://suds.example/term/{word}> \\"{" ".join(WORDS[part:part + 7])} 0.$number\\"@en .\n'
        for part, word in enumerate(WORDS[:8])
    )
    return f'location ~ "^/[0-9]+/(?<number>[0-9]+)\\.nt$" {{ default_type application/n-triples; return 200 "{lines}"; }}'


def sha1(block):
    return "sha1:" + base64.b32encode(hashlib.sha1(block).digest()).decode("ascii")


def record(kind, number, address, content_type, block, payload=None):
    """A WARC record in a gzip member of its own, as crawlers write it."""
    fields = [
        "WARC/1.1", f"WARC-Type: {kind}", f"WARC-Record-ID: <urn:uuid:{number:08x}-0000-4000-8000-000000000000>",
        "WARC-Date: 2023-11-14T22:13:20Z", f"WARC-Target-URI: {address}", "WARC-IP-Address: 192.0.2.1",
        f"WARC-Block-Digest: {sha1(block)}", f"Content-Type: {content_type}", f"Content-Length: {len(block)}",
    ]  # fmt: skip
    if payload is not None:
        fields.insert(-2, f"WARC-Payload-Digest: {sha1(payload)}")
    return gzip.compress("\r\n".join(fields).encode("ascii") + b"\r\n\r\n" + block + b"\r\n\r\n", mtime=0)


def write_warc(path, count, seed):
    """The documents of `write_documents` as responses in one file."""
    dice = random.Random(seed)
    with open(path, "wb") as file:
        file.write(record("warcinfo", 0, "", "application/warc-fields", b"software: small_web\r\n"))
        for number in range(count):
            body = document(dice, number).encode("ascii")
            head = (
                "HTTP/1.1 200 OK\r\nServer: nginx\r\nDate: Tue, 14 Nov 2023 22:13:20 GMT\r\nContent-Type: application/n-triples\r\n"
                f"Content-Length: {len(body)}\r\nLast-Modified: Tue, 14 Nov 2023 20:00:00 GMT\r\n\r\n"
            ).encode("ascii")
            address = f"http://suds.example/{path_of(number)}"
            file.write(record("response", number + 1, address, "application/http; msgtype=response", head + body, body))


def write_tar(path, count, seed):
    """The documents of `write_documents` as members of one file."""
    dice = random.Random(seed)
    with tarfile.open(path, "w", format=tarfile.USTAR_FORMAT) as archive:
        for number in range(count):
            body = document(dice, number).encode("ascii")
            member = tarfile.TarInfo(path_of(number))
            member.size = len(body)
            archive.addfile(member, io.BytesIO(body))


def configuration(work, folder, port):
    return f"""daemon off;
master_process on;
worker_processes 1;
user {'root' if os.geteuid() == 0 else 'nobody'};
pid {work}/nginx.pid;
error_log {work}/nginx.error warn;
events {{ worker_connections 1024; }}
http {{
  access_log off;
  sendfile on;
  keepalive_requests 1000000;
  client_body_temp_path {work}/nginx-body;
  proxy_temp_path {work}/nginx-proxy;
  fastcgi_temp_path {work}/nginx-fastcgi;
  uwsgi_temp_path {work}/nginx-uwsgi;
  scgi_temp_path {work}/nginx-scgi;
  types {{ application/n-triples nt; }}
  server {{ listen 127.0.0.1:{port}; {f"root {folder};" if folder else generated_documents()} }}
}}
"""


def free_port():
    """A free port that the system does not give to clients: who waits for a server there cannot be connected with itself."""
    for port in random.sample(range(20_000, 32_000), 100):
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise washing.Refused("no port from 20000 to 32000 is free")


def answers(address):
    try:
        with urllib.request.urlopen(f"{address}/", timeout=5):
            return True
    except urllib.error.HTTPError:
        return True
    except (urllib.error.URLError, OSError):
        return False


@contextlib.contextmanager
def nginx(work, folder):
    """Serves a folder, or documents without files (`folder` is None), and returns its address. Tries another port when the chosen one is taken in between."""
    binary = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if not binary:
        raise washing.Refused("nginx is missing: run scripts/bootstrap --optional")
    for _ in range(5):
        port = free_port()
        address = f"http://127.0.0.1:{port}"
        settings = work / "nginx.conf"
        settings.write_text(configuration(work, folder, port), encoding="utf-8")
        with contextlib.ExitStack() as stack:
            process = stack.enter_context(washing.child([binary, "-c", settings, "-e", work / "nginx.error"]))
            stack.callback(stop, process)
            until = time.monotonic() + 20
            while process.poll() is None and time.monotonic() < until:
                if answers(address):
                    yield address
                    return
    raise washing.Refused(f"nginx does not start: {washing.log_tail(work / 'nginx.error')}")


def stop(process):
    """Ends nginx and its worker, which would survive a SIGKILL of the master."""
    if process.poll() is None:
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(timeout=20)
