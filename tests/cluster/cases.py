# The cases of the cluster tests, one function per fault.
# SPDX-License-Identifier: Apache-2.0
"""Each case starts an engine and nodes, causes a fault, checks its specific effects, and lets the engine finish."""
import contextlib
import dataclasses
import json
import pathlib
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable

import intruders
import washing

SILENCE_S = 30  # a node is lost after this time without a message
SLACK_S = 8  # for a heartbeat, a tick, and a busy machine
SHORT = (84, 300)  # number of documents, and the milliseconds that most of them sleep while they are washed
LONG = (480, 1000)
STRANGERS = pathlib.Path(__file__).with_name("strangers.py")


@dataclasses.dataclass
class Case:
    name: str
    run: Callable
    size: tuple
    is_short: bool
    fetches: bool  # documents are served, and the nodes fetch them


ALL = []


def case(size=SHORT, is_short=False, fetches=False):
    def take(function):
        ALL.append(Case(function.__name__.replace("_", "-"), function, size, is_short, fetches))
        return function

    return take


def json_text(value):
    return json.dumps(value)


def start(laundry, *hosts):
    """Starts an engine and these nodes, and waits until each has work."""
    laundry.start_engine()
    for host in hosts:
        laundry.start_machine(host)
    laundry.await_middle(*hosts)


def gone_words(name):
    return f"{name}@{socket.gethostname()} is removed"


def is_never_missed(laundry, name):
    return laundry.engine.timestamp_of(gone_words(name)) is None


def demand_missed(laundry, host, since, within):
    """Checks that the engine reports the node as lost within this time; waits at most half as long again."""
    laundry.await_gone(gone_words(host), since, 1.5 * within)
    gone = laundry.engine.timestamp_of(gone_words(host), after=since)
    laundry.figures[f"{host} missed after s"] = -1 if gone is None else gone - since
    laundry.demand(f"{host} is missed within {within} s", gone is not None and gone - since <= within)


def demand_none_exhausted(laundry):
    with washing.open_journal(laundry.data) as journal:
        most = journal.execute("SELECT max(attempt) FROM transitions WHERE kind = 2").fetchone()[0]
        exhausted = journal.execute("SELECT count(*) FROM transitions WHERE cause IN (143, 144)").fetchone()[0]
    laundry.figures["most attempts"] = most or 0
    laundry.demand("no document exhausted its attempts", exhausted == 0)


@case(is_short=True)
def machine_killed(laundry):
    start(laundry, "node-1", "bin")
    killed = time.monotonic()
    laundry.machines["node-1"].kill()
    laundry.end()
    demand_missed(laundry, "node-1", killed, 2)
    laundry.demand("the other node stays", is_never_missed(laundry, "bin"))


@case(is_short=True)
def engine_killed(laundry):
    start(laundry, "node-1", "bin")
    laundry.engine.kill()
    laundry.start_engine()
    again = time.monotonic()
    for host in ("node-1", "bin"):
        laundry.engine.await_words(f"{host}@", 40, again)
    laundry.figures["both back after s"] = time.monotonic() - again
    laundry.end()


@case(is_short=True)
def machine_leaves(laundry):
    start(laundry, "node-1", "bin")
    folder = laundry.work / "joined-node-1"
    told = time.monotonic()
    words = [laundry.given.program, "--data", folder, "leave"]
    twice = [subprocess.Popen(words, stdout=subprocess.DEVNULL) for _ in range(2)]
    try:
        codes = [one.wait(60) for one in twice]
    except subprocess.TimeoutExpired as problem:
        raise washing.Overdue(f"it does not leave:\n{washing.log_tail(laundry.machines['node-1'].log)}") from problem
    finally:
        for one in twice:
            one.kill()
    laundry.figures["left after s"] = time.monotonic() - told
    laundry.demand("leave succeeds, and so does a second one that waits at the same time", codes == [0, 0])
    laundry.demand("join succeeds", laundry.machines["node-1"].wait(10) == 0)
    lost = laundry.nodes()["leases"]
    laundry.end()
    laundry.demand("no lease is lost", lost["expired"] + lost["crashed"] == 0)


def demand_fetched_elsewhere(laundry):
    """Bodies that a node fetched and washed stay there; those of archives are sent with their members."""
    kept = sum(path.is_file() for path in (laundry.data / "raw").rglob("*"))
    laundry.figures["bodies elsewhere"] = len(laundry.web.uris) - kept
    laundry.demand("the nodes fetch", kept < len(laundry.web.uris))


@case(is_short=True, fetches=True)
def fetching_machine_leaves(laundry):
    machine_leaves(laundry)
    demand_fetched_elsewhere(laundry)


@case(fetches=True)
def fetching_machine_killed(laundry):
    machine_killed(laundry)
    demand_fetched_elsewhere(laundry)


@case(fetches=True)
def fetching_engine_killed(laundry):
    engine_killed(laundry)
    demand_fetched_elsewhere(laundry)


@case(LONG, fetches=True)
def fetching_link_down(laundry):
    link_down(laundry)
    demand_fetched_elsewhere(laundry)


@case(fetches=True)
def fetching_packets_lost(laundry):
    packets_lost(laundry)
    demand_fetched_elsewhere(laundry)


@case()
def machine_joins_in_the_middle(laundry):
    start(laundry, "node-1")
    laundry.await_that(lambda: laundry.rested() >= 20, 60)
    laundry.start_machine("bin")
    laundry.await_that(laundry.holds, 60, "bin")
    laundry.end()


@case(LONG)
def machine_suspended(laundry):
    start(laundry, "node-1")
    stopped = time.monotonic()
    laundry.machines["node-1"].signal_all(signal.SIGSTOP)
    demand_missed(laundry, "node-1", stopped, SILENCE_S + SLACK_S)
    laundry.machines["node-1"].signal_all(signal.SIGCONT)
    laundry.await_that(lambda: laundry.nodes()["leases"]["late_results"] > 0, 60)
    laundry.await_that(laundry.holds, 60, "node-1")
    laundry.demand("the late result is rejected", laundry.nodes()["leases"]["late_results"] > 0)
    laundry.end()


def cut(laundry, one, other, both, within=SILENCE_S + SLACK_S):
    """The connection is cut until the engine reports the node as lost."""
    start(laundry, "node-1")
    begun = time.monotonic()
    laundry.wire.lose(1, one, other, both)
    demand_missed(laundry, "node-1", begun, within)
    laundry.wire.lose(0, one, other, both)
    mended = time.monotonic()
    laundry.await_that(laundry.holds, 60, "node-1")
    laundry.figures["back after s"] = time.monotonic() - mended
    laundry.end()
    demand_none_exhausted(laundry)


@case(LONG)
def link_down(laundry):
    cut(laundry, "engine", "node-1", True)


@case(LONG)
def engine_unheard(laundry):
    """Packets from the engine are lost; it receives those of the node, until the node disconnects."""
    cut(laundry, "engine", "node-1", False, 2 * SILENCE_S + SLACK_S)


@case(LONG)
def machine_unheard(laundry):
    cut(laundry, "node-1", "engine", False)


@case()
def packets_lost(laundry):
    laundry.wire.lose(0.05, "engine", "node-1")
    laundry.wire.lose(0.05, "engine", "bin")
    start(laundry, "node-1", "bin")
    laundry.end()
    demand_none_exhausted(laundry)


@case(LONG)
def link_flaps(laundry):
    start(laundry, "node-1")
    for _ in range(15):
        laundry.wire.lose(1, "engine", "node-1")
        laundry.last(3)
        laundry.wire.lose(0, "engine", "node-1")
        laundry.last(3)
    laundry.end()
    demand_none_exhausted(laundry)


@case(LONG)
def connection_is_reset_again_and_again(laundry):
    """Connections are dropped as by a restarted router: work in progress is lost each time."""
    start(laundry, "node-1", "bin")
    for _ in range(12):
        for host in ("node-1", "bin"):
            laundry.machines[host].kill()
        for host in ("node-1", "bin"):
            laundry.start_machine(host)
        with contextlib.suppress(washing.Refused):
            laundry.await_that(lambda: laundry.holds("node-1") and laundry.holds("bin"), 30)
    laundry.end()
    demand_none_exhausted(laundry)


@case()
def another_build(laundry):
    laundry.start_engine()
    bundle = laundry.invite("bin")
    words = [laundry.given.slow_program, "old", *laundry.place.split(":"), bundle, laundry.work / "joined-old"]
    old = laundry.start_other("bin", words, "old")
    laundry.demand("it ends with 2", old.wait(30) == 2)
    laundry.demand("it prints the reason", "install the same version on both" in old.log.read_text())
    laundry.start_machine("node-1")
    laundry.end()
    laundry.demand("the engine counts it", laundry.nodes()["refused"] == 1)


def make_expired(laundry):
    """Makes an expired bundle of the cluster's own CA with the openssl tool."""
    folder = laundry.work / "ca"
    folder.mkdir()
    (folder / "index").touch()
    (folder / "serial").write_text("01\n")
    (folder / "conf").write_text(
        f"[ca]\ndefault_ca=c\n[c]\ndatabase={folder}/index\nserial={folder}/serial\nnew_certs_dir={folder}\n"
        "default_md=sha256\npolicy=p\n[p]\ncommonName=supplied\n"
    )
    cluster = laundry.cluster

    def openssl(*words):
        subprocess.run(["openssl", *map(str, words)], capture_output=True, check=True)

    openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", folder / "key",
            "-out", folder / "request", "-subj", "/CN=late")  # fmt: skip
    openssl("ca", "-batch", "-notext", "-config", folder / "conf", "-cert", cluster / "ca.pem", "-keyfile",
            cluster / "ca.key", "-in", folder / "request", "-out", folder / "certificate", "-startdate",
            "20200101000000Z", "-enddate", "20200201000000Z")  # fmt: skip
    parts = [(folder / "certificate").read_text(), (folder / "key").read_text(), (cluster / "ca.pem").read_text()]
    (laundry.work / "expired.pem").write_text("".join(parts))
    (laundry.work / "expired.pem").chmod(0o600)


def visit(laundry, name, script=STRANGERS):
    """Runs one attack; True when it was refused."""
    words = [sys.executable, script, name, *laundry.place.split(":"), laundry.work]
    stranger = laundry.start_other("bin", words, name)
    stranger.wait(150)
    laundry.engine.measure()
    return "not refused" not in stranger.log.read_text() and "refused" in stranger.log.read_text()


@case(is_short=True)
def strangers_refused(laundry):
    make_expired(laundry)
    laundry.ask("cluster", "init", "--folder", laundry.work / "foreign")
    laundry.ask("cluster", "invite", "node-1", "--folder", laundry.work / "foreign")
    laundry.invite("noise")
    start(laundry, "node-1")
    for name in ("no_certificate", "foreign_ca", "expired", "plain_basp", "huge_header", "random_bytes", "huge_record",
                 "silent_clients", "noise_within_tls"):  # fmt: skip
        laundry.demand(f"{name} is refused", visit(laundry, name))
    foreign = laundry.start_machine("bin", folder=laundry.work / "joined-foreign", bundle=laundry.work / "foreign/node-1.pem")
    foreign.await_words("cannot connect to", 20)
    expired = laundry.start_machine("bin", folder=laundry.work / "joined-late", bundle=laundry.work / "expired.pem")
    laundry.demand("join refuses an expired bundle", expired.wait(20) == 2)
    foreign.kill()
    laundry.demand("only node-1 was admitted", all(node["name"].startswith("node-1@") for node in laundry.nodes()["nodes"]))
    laundry.end()
    laundry.demand("node-1 stays connected", is_never_missed(laundry, "node-1"))


@case(LONG)
def intruders_refused(laundry):
    """Attacks by invited nodes."""
    laundry.invite("noise")
    start(laundry, "node-1")
    for name in ("idle_callers", "half_handshakes", "slow_handshake"):
        laundry.demand(f"{name} is refused", visit(laundry, name))
    for one in intruders.ALL:
        laundry.demand(f"{one.__name__} is refused", visit(laundry, one.__name__, intruders.__file__))
    laundry.demand("the engine is running", not laundry.engine.is_over())
    laundry.end()
    laundry.demand("node-1 stays connected", is_never_missed(laundry, "node-1"))


@case()
def same_name_twice(laundry):
    laundry.start_engine()
    laundry.start_machine("node-1")
    laundry.start_machine("bin", name="node-1")
    laundry.await_that(
        lambda: len(nodes := laundry.nodes()["nodes"]) == 2 and all(node["finished"] > 2 for node in nodes), 60
    )
    laundry.machines["bin"].kill()
    laundry.end()
    laundry.demand("the other node stays", laundry.nodes()["nodes"] != [])


@case()
def disk_full(laundry):
    """A node without disk space returns its work, which counts no attempt."""
    folder = laundry.work / "joined-node-1"
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", folder], check=True)
    try:
        laundry.start_engine()
        laundry.start_machine("node-1", folder=folder)
        laundry.engine.await_words("joins", 30)
        laundry.end()
        laundry.demand("it had no disk space", laundry.engine.timestamp_of("failed and gets no jobs for a while") is not None)
        demand_none_exhausted(laundry)
    finally:
        for one in laundry.machines.values():
            one.kill()
        subprocess.run(["umount", folder], check=True)


@case(fetches=True)
def fetching_disk_full(laundry):
    disk_full(laundry)
