# Runs the program on a served folder and reads the results: shared by the scripts that check whole runs.
# SPDX-License-Identifier: Apache-2.0
"""A served folder, a campaign on it, one run of the engine, and the journal afterwards."""
import argparse
import contextlib
import json
import os
import pathlib
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent
# In a clean document: a node that is named by document and label. Names by content have a number there.
NAME_BY_LABEL = re.compile(rb"/genid/[0-9a-f]{32}/[a-z]")
# How much longer than with names by label the wash of a large document may take where all statements wait for names.
NAMES_TIMES = 1.4


class Refused(Exception):
    """A check cannot be made; the text is for the user."""


class Overdue(Exception):
    """A run exceeded its time limit."""


def parser(sentence, example):
    """A command line with the common arguments of all checks."""
    made = argparse.ArgumentParser(
        description=sentence, epilog="Example:\n  " + example, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument("--json", metavar="FILE", type=pathlib.Path, help="also write the table and the figures to this file")
    made.add_argument(
        "--program", metavar="PATH", type=pathlib.Path, help="program to check (default: build/release/laundromat)"
    )
    return made


def main(check, given):
    """Calls `check(given)` and exits 0 when it returns True, 1 when False, 2 when the check could not be made."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda received, _: sys.exit(128 + received))
    try:
        sys.exit(0 if check(given) else 1)
    except Refused as problem:
        print(f"{pathlib.Path(sys.argv[0]).name}: {problem}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)


def find_program(given):
    """The program to check; builds the release when none is named and it does not exist."""
    if given:
        if not os.access(given, os.X_OK):
            raise Refused(f"{given} is not a program")
        return given.resolve()
    program = ROOT / "build/release/laundromat"
    if not program.exists():
        built = subprocess.run([ROOT / "scripts/build", "release", "laundromat"], stdout=sys.stderr, check=False)
        if built.returncode != 0:
            raise Refused("scripts/build release laundromat failed")
    return program


def work_folder():
    """A temporary folder that is removed at the end of its block."""
    return tempfile.TemporaryDirectory(prefix="laundromat-")


@contextlib.contextmanager
def child(command, **options):
    """A process that is ended at the end of its block."""
    process = subprocess.Popen([str(word) for word in command], **options)
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream:
                stream.close()


@contextlib.contextmanager
def site(program, folder):
    """Serves a folder on a free port of 127.0.0.1; yields its address without the slash at the end."""
    with child([program, "site", folder, "--quiet"], stdout=subprocess.PIPE, text=True) as server:
        said = server.stdout.readline()
        address = re.search(r"at (http://127\.0\.0\.1:\d+)/", said)
        if not address:
            raise Refused(f"{program} site does not serve {folder}: {said.strip()}")
        yield address[1]


@contextlib.contextmanager
def served(program, data, *options):
    """Serves the API of a data folder on a free port of 127.0.0.1; yields its address without the slash at the end."""
    command = [program, "serve", data, "--port", "0", "--requests-per-second", "0", *options]
    with child(command, stdout=subprocess.PIPE, text=True) as server:
        said = server.stdout.readline()
        address = re.search(r"at (http://127\.0\.0\.1:\d+)/", said)
        if not address:
            raise Refused(f"{program} serve does not serve {data}: {said.strip()}")
        yield address[1]


def write_campaign(path, address, targets, connections, **keys):
    """A campaign that requests these paths from one loopback server without pauses."""
    seeds = path.with_suffix(".seeds")
    seeds.write_text("".join(f"{address}/{urllib.parse.quote(target)}\n" for target in targets), encoding="utf-8")
    campaign = {
        "name": path.stem,
        "contact": {
            "product": "LaundromatCheck",
            "url": "https://laundromat.example/check",
            "mail": "check@laundromat.example",
        },
        "seed_files": [seeds.name],
        "politeness": {"own_hosts": [{"host": "127.0.0.1", "delay_s": 0, "connections": connections}]},
        "network": {"allow": [address.removeprefix("http://")], "retries_s": [1]},
        **keys,
    }
    # JSON is valid YAML, with correct quoting.
    path.write_text(json.dumps(campaign, indent=2) + "\n", encoding="utf-8")


def run_command(program, campaign, data, *options):
    return [str(word) for word in (program, "--data", data, "run", campaign, "--once", *options)]


def run(program, campaign, data, log, seconds, *options):
    """Runs a campaign to its end, with its output in the file `log`; returns exit code, seconds, and resources used."""
    with open(log, "ab") as words:
        begun = time.monotonic()
        with child(run_command(program, campaign, data, *options), stdout=words, stderr=words) as process:
            alarm = signal.signal(signal.SIGALRM, lambda *_: process.kill())
            signal.setitimer(signal.ITIMER_REAL, seconds)
            try:
                _, status, used = os.wait4(process.pid, 0)
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
                signal.signal(signal.SIGALRM, alarm)
            process.returncode = os.waitstatus_to_exitcode(status)
        elapsed = time.monotonic() - begun
    if elapsed >= seconds:
        raise Overdue(f"the run did not end within {seconds:.0f} s")
    return process.returncode, elapsed, used


def wash_demonstration(program, work):
    """Runs the demonstration once; returns its data folder, below `work`."""
    data = work / "demo"
    done = subprocess.run(
        [str(program), "--data", str(data), "run", str(ROOT / "conf/demo.yaml"), "--once", "--quiet"], check=False
    )
    if not ended_well(done.returncode):
        raise Refused(f"the demonstration ended with {done.returncode}")
    return data


def ended_well(code):
    """Whether the exit code is 0, or 1 for failed documents, which are expected in dirty corpora."""
    return code in (0, 1)


def log_tail(log, lines=15):
    text = pathlib.Path(log).read_text(encoding="utf-8", errors="replace")
    return "\n".join(text.splitlines()[-lines:])


def open_journal(data):
    """The journal, opened read-only."""
    return sqlite3.connect(f"file:{urllib.parse.quote(str(data))}/journal.sqlite?mode=ro", uri=True)


def records(program, data, *command):
    """The output of a command with --json, one object per line. Exit code 1 means that a record failed."""
    words = [str(word) for word in (program, "--data", data, *command, "--json")]
    done = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode not in (0, 1):
        raise Refused(f"{' '.join(words[:5])} … exits with {done.returncode}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def print_table(header, rows, right=()):
    """Prints a table with fitting columns; those named in `right` are right-aligned."""
    texts = [[str(cell) for cell in row] for row in rows]
    widths = [max(len(row[i]) for row in [list(header), *texts]) for i in range(len(header))]
    for row in [list(header), ["-" * width for width in widths], *texts]:
        cells = (
            cell.rjust(width) if name in right else cell.ljust(width)
            for name, cell, width in zip(header, row, widths)
        )
        print("  ".join(cells).rstrip())


def write_json(path, value):
    if path:
        path.write_text(json.dumps(value, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
