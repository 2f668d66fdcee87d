# Runs an engine and its nodes for one case, each on a separate host.
# SPDX-License-Identifier: Apache-2.0
"""Starts, monitors, disturbs and ends the processes of a case; the caller checks the results."""
import contextlib
import json
import os
import pathlib
import re
import signal
import subprocess
import threading
import time

import washing
from events import Events, FolderWatch

PORT = 4711
REST = re.compile(r"^\S+Z (parsed|depleted|failed|refused|unchanged) +\S+:")


def children_of(pid):
    """A process and all its descendants, parents first."""
    found = [pid]
    for one in found:
        with contextlib.suppress(OSError):
            for task in pathlib.Path(f"/proc/{one}/task").iterdir():
                found += [int(child) for child in (task / "children").read_text().split()]
    return found


class Program:
    """A process on a host, with its output in a file and the times of its lines."""

    def __init__(self, wire, host, words, log, events=None):
        self.log = log
        self.lines = []  # (moment, line)
        self.most_bytes = 0
        self._events = events or Events()
        self._lock = threading.Lock()
        self.process = subprocess.Popen(
            wire.command(host, words), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
        )
        self._threads = [threading.Thread(target=one, daemon=True) for one in (self._read, self._await_end)]
        for one in self._threads:
            one.start()

    def _read(self):
        with open(self.log, "a", encoding="utf-8") as words:
            for line in self.process.stdout:
                words.write(line)
                words.flush()
                self.measure()
                with self._lock:
                    self.lines.append((time.monotonic(), line))
                self._events.notify()

    def _await_end(self):
        self.process.wait()
        self._events.notify()

    def is_over(self):
        return self.process.returncode is not None

    def is_silent(self):
        """Whether it has ended and all its output was read."""
        return self.is_over() and not self._threads[0].is_alive()

    def measure(self):
        """The largest resident set so far, in bytes."""
        with contextlib.suppress(OSError, AttributeError):
            text = pathlib.Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
            found = re.search(r"VmHWM:\s+(\d+) kB", text)
            self.most_bytes = max(self.most_bytes, int(found[1]) * 1024 if found else 0)
        return self.most_bytes

    def timestamp_of(self, text, after=0.0):
        """The time of the first line with `text`, or None."""
        with self._lock:
            return next((at for at, line in self.lines if at >= after and text in line), None)

    def count(self, pattern):
        with self._lock:
            return sum(bool(pattern.search(line)) for _, line in self.lines)

    def await_words(self, text, seconds, after=0.0):
        self._events.await_that(lambda: self.is_over() or self.timestamp_of(text, after) is not None, seconds)
        if self.is_over():
            self._threads[0].join()
        if (at := self.timestamp_of(text, after)) is None:
            raise washing.Refused(f"`{text}` was not printed:\n{washing.log_tail(self.log)}")
        return at

    def signal_all(self, number):
        for pid in children_of(self.process.pid):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)

    def kill(self):
        """Sends SIGKILL to this process; its children end with it."""
        self.process.kill()
        for one in self._threads:
            one.join()

    def wait(self, seconds):
        """The exit code."""
        if not self._events.await_that(self.is_over, seconds):
            raise washing.Overdue(f"not at its end after {seconds:.0f} s:\n{washing.log_tail(self.log)}")
        for one in self._threads:
            one.join()
        return self.process.returncode


class ClusterUnderTest:
    """`with ClusterUnderTest(…) as cluster:` removes everything at the end of the block."""

    port = PORT

    def __init__(self, given, wire, work, web):
        self.given, self.wire, self.work, self.web = given, wire, work, web
        self.data = work / "data"
        self.machines, self.engines = {}, []
        self.requirements, self.figures = {}, {}
        self._others = []
        self._events = Events()
        self._watching = contextlib.ExitStack()
        self.place = f"{wire.address['engine']}:{self.port}"

    def __enter__(self):
        self.data.mkdir(parents=True)
        self._watching.enter_context(FolderWatch(self.data, self._events))
        self.ca_folder = self.work / "cluster"
        self.ask("cluster", "init", "--folder", self.ca_folder)
        self.campaign = self.work / "campaign.yaml"
        self.write_campaign()
        return self

    def write_campaign(self, **more):
        # JSON is valid YAML.
        self.campaign.write_text(json.dumps({
            **self.web.campaign(), "isolation": "process",
            "listen": {"address": self.wire.address["engine"], "port": self.port, "bundle": "cluster/engine.pem"}, **more,
        }), encoding="utf-8")  # fmt: skip

    def __exit__(self, *_):
        for one in [*self.machines.values(), *self.engines, *self._others]:
            if not one.is_over():
                one.signal_all(signal.SIGCONT)
                one.kill()
        self._watching.close()

    @property
    def engine(self):
        return self.engines[-1]

    def ask(self, *words):
        done = subprocess.run([self.given.program, *map(str, words)], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise washing.Refused(f"laundromat {' '.join(map(str, words))}: {done.stderr}")
        return done.stdout

    def start_engine(self):
        """Starts the engine with few descriptors, as many systems do, and permission to raise the limit."""
        words = ["prlimit", "--nofile=200:4096", self.given.slow_program, "--data", self.data, "run", self.campaign, "--once"]
        self.engines.append(Program(self.wire, "engine", words, self.work / f"engine-{len(self.engines)}.log", self._events))
        self.engine.await_words("worker nodes can join at", 30)

    def invite(self, name):
        bundle = self.ca_folder / f"{name}.pem"
        if not bundle.exists():
            self.ask("cluster", "invite", name, "--folder", self.ca_folder)
        return bundle

    def start_machine(self, host, name=None, folder=None, slots=2, bundle=None):
        """Joins a host as a node; `name` is that of its certificate."""
        folder = folder or self.work / f"joined-{host}"
        words = [
            self.given.slow_program, "--data", folder, "join", self.place, "--bundle", bundle or self.invite(name or host),
            "--slots", slots,
        ]  # fmt: skip
        self.machines[host] = Program(self.wire, host, words, self.work / f"{host}.log", self._events)
        return self.machines[host]

    def start_other(self, host, words, name):
        self._others.append(Program(self.wire, host, words, self.work / f"{name}.log", self._events))
        return self._others[-1]

    def nodes(self):
        """The engine's list of nodes; the last known one while it is being written, or after the end."""
        with contextlib.suppress(OSError, ValueError):
            self.last_nodes = json.loads((self.data / "nodes.json").read_text(encoding="utf-8"))
        return getattr(self, "last_nodes", {"nodes": [], "leases": {}, "refused": 0})

    def finished(self):
        return sum(engine.count(REST) for engine in self.engines)

    def await_that(self, what, seconds, *question):
        """Waits until `what(*question)` is true; the engine must not end before."""
        self._events.await_that(lambda: self.engine.is_over() or what(*question), seconds)
        if not what(*question):
            raise washing.Refused(f"the fault came too late:\n{washing.log_tail(self.engine.log)}")

    def holds(self, name):
        """Whether a node has a document in progress."""
        return any(
            node["name"].startswith(f"{name}@") and any(node["holds"].values()) for node in self.nodes()["nodes"]
        )

    def await_middle(self, *names, documents=6):
        """Waits until some documents are finished and each of the nodes has one in progress."""
        self.await_that(lambda: self.finished() >= documents and all(self.holds(name) for name in names), 120)

    def await_gone(self, words, since, seconds):
        """Waits until the engine printed the text, or ended, or the time is over."""
        self._events.await_that(
            lambda: self.engine.is_silent() or self.engine.timestamp_of(words, since) is not None, seconds
        )

    def last(self, seconds):
        """Keeps a fault for a fixed time; fails if the engine ends before."""
        if self._events.await_that(self.engine.is_over, seconds):
            raise washing.Refused("the engine ended during the fault: more documents are needed")

    def require(self, what, holds):
        self.requirements[what] = bool(holds)

    def end(self):
        """Waits for the end of the engine, reading its list of nodes until then."""
        def is_over():
            self.nodes()
            return self.engine.is_over()

        if not self._events.await_that(is_over, self.given.timeout):
            raise washing.Overdue(f"no end after {self.given.timeout} s:\n{washing.log_tail(self.engine.log)}")
        code = self.engine.wait(10)
        if not washing.ended_well(code):
            raise washing.Refused(f"the engine ended with {code}:\n{washing.log_tail(self.engine.log)}")
