# Serves many small documents by a local nginx, for benchmarks of whole runs.
# SPDX-License-Identifier: Apache-2.0
"""Writes distinct N-Triples files of about 1 kB and serves them on a free port of 127.0.0.1."""
import contextlib
import os
import random
import shutil
import socket
import subprocess
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
  server {{ listen 127.0.0.1:{port}; root {folder}; }}
}}
"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


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
    """Serves a folder and returns its address. Tries another port when the chosen one is taken in between."""
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
