# The cases of the cluster tests, one function per fault.
# SPDX-License-Identifier: Apache-2.0
"""Each case starts an engine and nodes, causes a fault, checks its specific effects, and lets the engine finish."""
import contextlib
import dataclasses
import gzip
import json
import pathlib
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable

import malicious_nodes
import washing

SILENCE_S = 30  # a node is lost after this time without a message
SLACK_S = 8  # for a heartbeat, a tick, and a busy machine
SHORT = (120, 400)  # number of documents, and the milliseconds that most of them sleep while they are washed
LONG = (480, 1000)
LONGEST = (720, 1000)  # still works when the attacks are over, also on a busy machine
UNAUTHENTICATED_CLIENTS = pathlib.Path(__file__).with_name("unauthenticated_clients.py")


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


def start(cluster, *hosts):
    """Starts an engine and these nodes, and waits until each has work."""
    cluster.start_engine()
    for host in hosts:
        cluster.start_machine(host)
    cluster.await_middle(*hosts)


def gone_words(name):
    return f"{name}@{socket.gethostname()} is removed"


def is_never_missed(cluster, name):
    return cluster.engine.timestamp_of(gone_words(name)) is None


def require_missed(cluster, host, since, within):
    """Checks that the engine reports the node as lost within this time; waits at most half as long again."""
    cluster.await_gone(gone_words(host), since, 1.5 * within)
    gone = cluster.engine.timestamp_of(gone_words(host), after=since)
    cluster.figures[f"{host} missed after s"] = -1 if gone is None else gone - since
    cluster.require(f"{host} is missed within {within} s", gone is not None and gone - since <= within)


def require_none_exhausted(cluster):
    with washing.open_journal(cluster.data) as journal:
        most = journal.execute(
            "SELECT max(n) + 1 FROM (SELECT count(*) AS n FROM steps WHERE event IN (8, 18, 19) GROUP BY entry)"
        ).fetchone()[0]
        exhausted = journal.execute("SELECT count(*) FROM transitions WHERE cause IN (143, 144)").fetchone()[0]
    cluster.figures["most attempts"] = most or 1
    cluster.require("no document exhausted its attempts", exhausted == 0)


@case(is_short=True)
def machine_killed(cluster):
    start(cluster, "node-1", "bin")
    killed = time.monotonic()
    cluster.machines["node-1"].kill()
    cluster.end()
    require_missed(cluster, "node-1", killed, 2)
    cluster.require("the other node stays", is_never_missed(cluster, "bin"))


@case(is_short=True)
def engine_killed(cluster):
    start(cluster, "node-1", "bin")
    cluster.engine.kill()
    cluster.start_engine()
    again = time.monotonic()
    for host in ("node-1", "bin"):
        cluster.engine.await_words(f"{host}@", 40, again)
    cluster.figures["both back after s"] = time.monotonic() - again
    cluster.end()


@case(is_short=True)
def machine_leaves(cluster):
    start(cluster, "node-1", "bin")
    folder = cluster.work / "joined-node-1"
    told = time.monotonic()
    words = [cluster.given.program, "--data", folder, "leave"]
    twice = [subprocess.Popen(words, stdout=subprocess.DEVNULL) for _ in range(2)]
    try:
        codes = [one.wait(60) for one in twice]
    except subprocess.TimeoutExpired as problem:
        raise washing.Overdue(f"it does not leave:\n{washing.log_tail(cluster.machines['node-1'].log)}") from problem
    finally:
        for one in twice:
            one.kill()
    cluster.figures["left after s"] = time.monotonic() - told
    cluster.require("leave succeeds, and so does a second one that waits at the same time", codes == [0, 0])
    cluster.require("join succeeds", cluster.machines["node-1"].wait(10) == 0)
    lost = cluster.nodes()["leases"]
    cluster.end()
    cluster.require("no lease is lost", lost["expired"] + lost["crashed"] == 0)


def stored_bodies(cluster):
    """The bodies in the engine's segments, by address; `warcinfo` and others are left out."""
    bodies = {}
    for path in (cluster.data / "raw").glob("*.warc.gz"):
        with gzip.open(path) as segment:
            records = segment.read()
        while records:
            fields, _, rest = records.partition(b"\r\n\r\n")
            named = dict(line.split(": ", 1) for line in fields.decode().split("\r\n")[1:])
            length = int(named["Content-Length"])
            block, records = rest[:length], rest[length + len(b"\r\n\r\n") :]
            head, _, body = block.partition(b"\r\n\r\n")
            if named["WARC-Type"] == "response" and head.split(b" ")[1] == b"200":
                bodies[named["WARC-Target-URI"]] = body
    return bodies


def bodies_at_nodes(cluster):
    with washing.open_journal(cluster.data) as journal:
        return journal.execute("SELECT count(*) FROM entries WHERE raw_path LIKE 'node:%'").fetchone()[0]


def require_fetched_elsewhere(cluster):
    """Bodies that a node fetched and washed stay there; those of archives are sent with their members."""
    elsewhere = bodies_at_nodes(cluster)
    cluster.figures["bodies elsewhere"] = elsewhere
    cluster.require("the nodes fetch, and the journal says which", elsewhere > 0)
    cluster.require("no record is of a body that is elsewhere", len(stored_bodies(cluster)) + elsewhere <= len(cluster.web.uris))


@case(is_short=True, fetches=True)
def fetching_machine_leaves(cluster):
    machine_leaves(cluster)
    require_fetched_elsewhere(cluster)


@case(is_short=True, fetches=True)
def fetching_machines_send_bodies(cluster):
    """With `raw: {keep: all}` the engine's segments have every body, also when one of the nodes dies."""
    cluster.write_campaign(raw={"keep": "all"})
    start(cluster, "node-1", "bin")
    cluster.machines["node-1"].kill()
    cluster.end()
    bodies = stored_bodies(cluster)
    served = {uri: (cluster.web.folder / uri.rsplit("/", 1)[1]).read_bytes() for uri in cluster.web.uris}
    wrong = [uri for uri, body in served.items() if bodies.get(uri) != body]
    cluster.figures["bodies"] = len(bodies)
    cluster.require(f"the segments have every body, also {sorted(wrong)[:3]}", not wrong)
    cluster.require("no body is elsewhere", bodies_at_nodes(cluster) == 0)
    finished = sum(node["finished"] for node in cluster.nodes()["nodes"])
    cluster.figures["finished by nodes"] = finished
    cluster.require("the nodes fetch", finished > 0)


@case(fetches=True)
def fetching_machine_killed(cluster):
    machine_killed(cluster)
    require_fetched_elsewhere(cluster)


@case(fetches=True)
def fetching_engine_killed(cluster):
    engine_killed(cluster)
    require_fetched_elsewhere(cluster)


@case(LONG, fetches=True)
def fetching_link_down(cluster):
    link_down(cluster)
    require_fetched_elsewhere(cluster)


@case(fetches=True)
def fetching_packets_lost(cluster):
    packets_lost(cluster)
    require_fetched_elsewhere(cluster)


@case()
def machine_joins_in_the_middle(cluster):
    start(cluster, "node-1")
    cluster.await_that(lambda: cluster.finished() >= 20, 60)
    cluster.start_machine("bin")
    cluster.await_that(cluster.holds, 60, "bin")
    cluster.end()


@case(LONG)
def machine_suspended(cluster):
    start(cluster, "node-1")
    stopped = time.monotonic()
    cluster.machines["node-1"].signal_all(signal.SIGSTOP)
    require_missed(cluster, "node-1", stopped, SILENCE_S + SLACK_S)
    cluster.machines["node-1"].signal_all(signal.SIGCONT)
    cluster.await_that(lambda: cluster.nodes()["leases"]["late_results"] > 0, 60)
    cluster.await_that(cluster.holds, 60, "node-1")
    cluster.require("the late result is rejected", cluster.nodes()["leases"]["late_results"] > 0)
    cluster.end()


def cut(cluster, one, other, both, within=SILENCE_S + SLACK_S):
    """The connection is cut until the engine reports the node as lost."""
    start(cluster, "node-1")
    begun = time.monotonic()
    cluster.wire.lose(1, one, other, both)
    require_missed(cluster, "node-1", begun, within)
    cluster.wire.lose(0, one, other, both)
    mended = time.monotonic()
    cluster.await_that(cluster.holds, 60, "node-1")
    cluster.figures["back after s"] = time.monotonic() - mended
    cluster.end()
    require_none_exhausted(cluster)


@case(LONG)
def link_down(cluster):
    cut(cluster, "engine", "node-1", True)


@case(LONG)
def engine_unheard(cluster):
    """Packets from the engine are lost; it receives those of the node, until the node disconnects."""
    cut(cluster, "engine", "node-1", False, 2 * SILENCE_S + SLACK_S)


@case(LONG)
def machine_unheard(cluster):
    cut(cluster, "node-1", "engine", False)


@case()
def packets_lost(cluster):
    cluster.wire.lose(0.05, "engine", "node-1")
    cluster.wire.lose(0.05, "engine", "bin")
    start(cluster, "node-1", "bin")
    cluster.end()
    require_none_exhausted(cluster)


@case(LONG)
def link_flaps(cluster):
    start(cluster, "node-1")
    for _ in range(15):
        cluster.wire.lose(1, "engine", "node-1")
        cluster.last(3)
        cluster.wire.lose(0, "engine", "node-1")
        cluster.last(3)
    cluster.end()
    require_none_exhausted(cluster)


@case(LONG)
def connection_is_reset_again_and_again(cluster):
    """Connections are dropped as by a restarted router: work in progress is lost each time."""
    start(cluster, "node-1", "bin")
    for _ in range(12):
        for host in ("node-1", "bin"):
            cluster.machines[host].kill()
        for host in ("node-1", "bin"):
            cluster.start_machine(host)
        with contextlib.suppress(washing.Refused):
            cluster.await_that(lambda: cluster.holds("node-1") and cluster.holds("bin"), 30)
    cluster.end()
    require_none_exhausted(cluster)


@case()
def another_build(cluster):
    cluster.start_engine()
    bundle = cluster.invite("bin")
    words = [cluster.given.slow_program, "old", *cluster.place.split(":"), bundle, cluster.work / "joined-old"]
    old = cluster.start_other("bin", words, "old")
    cluster.require("it ends with 2", old.wait(30) == 2)
    cluster.require("it prints the reason", "install the same version on both" in old.log.read_text())
    cluster.start_machine("node-1")
    cluster.end()
    cluster.require("the engine counts it", cluster.nodes()["refused"] == 1)


def make_expired(cluster):
    """Makes an expired bundle of the cluster's own CA with the openssl tool."""
    folder = cluster.work / "ca"
    folder.mkdir()
    (folder / "index").touch()
    (folder / "serial").write_text("01\n")
    (folder / "conf").write_text(
        f"[ca]\ndefault_ca=c\n[c]\ndatabase={folder}/index\nserial={folder}/serial\nnew_certs_dir={folder}\n"
        "default_md=sha256\npolicy=p\n[p]\ncommonName=supplied\n"
    )
    ca_folder = cluster.ca_folder

    def openssl(*words):
        subprocess.run(["openssl", *map(str, words)], capture_output=True, check=True)

    openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", folder / "key",
            "-out", folder / "request", "-subj", "/CN=late")  # fmt: skip
    openssl("ca", "-batch", "-notext", "-config", folder / "conf", "-cert", ca_folder / "ca.pem", "-keyfile",
            ca_folder / "ca.key", "-in", folder / "request", "-out", folder / "certificate", "-startdate",
            "20200101000000Z", "-enddate", "20200201000000Z")  # fmt: skip
    parts = [(folder / "certificate").read_text(), (folder / "key").read_text(), (ca_folder / "ca.pem").read_text()]
    (cluster.work / "expired.pem").write_text("".join(parts))
    (cluster.work / "expired.pem").chmod(0o600)


def visit(cluster, name, script=UNAUTHENTICATED_CLIENTS):
    """Runs one attack; True when it was refused."""
    words = [sys.executable, script, name, *cluster.place.split(":"), cluster.work]
    client = cluster.start_other("bin", words, name)
    client.wait(150)
    cluster.engine.measure()
    return "not refused" not in client.log.read_text() and "refused" in client.log.read_text()


@case(is_short=True)
def unauthenticated_clients_refused(cluster):
    make_expired(cluster)
    cluster.ask("cluster", "init", "--folder", cluster.work / "foreign")
    cluster.ask("cluster", "invite", "node-1", "--folder", cluster.work / "foreign")
    cluster.invite("noise")
    start(cluster, "node-1")
    for name in ("no_certificate", "foreign_ca", "expired", "plain_basp", "huge_header", "random_bytes", "huge_record",
                 "silent_clients", "noise_within_tls"):  # fmt: skip
        cluster.require(f"{name} is refused", visit(cluster, name))
    foreign = cluster.start_machine("bin", folder=cluster.work / "joined-foreign", bundle=cluster.work / "foreign/node-1.pem")
    foreign.await_words("cannot connect to", 20)
    expired = cluster.start_machine("bin", folder=cluster.work / "joined-late", bundle=cluster.work / "expired.pem")
    cluster.require("join refuses an expired bundle", expired.wait(20) == 2)
    foreign.kill()
    cluster.require("only node-1 was admitted", all(node["name"].startswith("node-1@") for node in cluster.nodes()["nodes"]))
    cluster.end()
    cluster.require("node-1 stays connected", is_never_missed(cluster, "node-1"))


@case(LONGEST)
def malicious_nodes_refused(cluster):
    """Attacks by invited nodes."""
    cluster.invite("noise")
    start(cluster, "node-1")
    for name in ("idle_callers", "half_handshakes", "slow_handshake"):
        cluster.require(f"{name} is refused", visit(cluster, name))
    for one in malicious_nodes.ALL:
        cluster.require(f"{one.__name__} is refused", visit(cluster, one.__name__, malicious_nodes.__file__))
    cluster.require("the engine is running", not cluster.engine.is_over())
    cluster.end()
    cluster.require("node-1 stays connected", is_never_missed(cluster, "node-1"))


@case()
def same_name_twice(cluster):
    cluster.start_engine()
    cluster.start_machine("node-1")
    cluster.start_machine("bin", name="node-1")
    cluster.await_that(
        lambda: len(nodes := cluster.nodes()["nodes"]) == 2 and all(node["finished"] > 2 for node in nodes), 60
    )
    cluster.machines["bin"].kill()
    cluster.end()
    cluster.require("the other node stays", cluster.nodes()["nodes"] != [])


@case()
def disk_full(cluster):
    """A node without disk space returns its work, which counts no attempt."""
    folder = cluster.work / "joined-node-1"
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", folder], check=True)
    try:
        cluster.start_engine()
        cluster.start_machine("node-1", folder=folder)
        cluster.engine.await_words("joins", 30)
        cluster.end()
        cluster.require("it had no disk space", cluster.engine.timestamp_of("failed and gets no jobs for a while") is not None)
        require_none_exhausted(cluster)
    finally:
        for one in cluster.machines.values():
            one.kill()
        subprocess.run(["umount", folder], check=True)


@case(fetches=True)
def fetching_disk_full(cluster):
    disk_full(cluster)
