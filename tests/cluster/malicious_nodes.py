# Attacks by invited nodes.
# SPDX-License-Identifier: Apache-2.0
"""Each function runs as `python3 malicious_nodes.py NAME HOST PORT FOLDER` on a host, with the bundle FOLDER/cluster/noise.pem, and prints
`refused` when the attack was refused. The number of messages and the time are bounded."""
import contextlib
import os
import pathlib
import random
import ssl
import struct
import sys
import time

import unauthenticated_clients
from unauthenticated_clients import basp_header, is_closed

# Operations of BASP: libcaf_io/caf/io/basp/message_type.hpp.
SERVER_HANDSHAKE, CLIENT_HANDSHAKE, DIRECT, ROUTED, MONITOR, DOWN, HEARTBEAT = range(7)
HEADER_BYTES = 32
NODE_BYTES = 32
REQUEST = 1 << 60  # a message id of normal urgency; the rest is the number of a request
ANSWER = 1 << 63
LONGEST = (0, 1, 31, 32, 33, 63, 64, 65, 4096, 65536, 1 << 20, (1 << 20) + 65537, 1 << 22, 33 << 20, 1 << 30, 1 << 31, 0xFFFFFFFF)
LETTERS = " 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"


def atom(word):
    value = 0xF
    for letter in word:
        value = value << 6 | LETTERS.index(letter)
    return struct.pack(">Q", value)


def size(number):
    """A size in CAF's encoding: seven bits per byte, the low ones first."""
    out = b""
    while number > 0x7F:
        out += bytes([number & 0x7F | 0x80])
        number >>= 7
    return out + bytes([number])


def text(value):
    value = value if isinstance(value, bytes) else value.encode()
    return size(len(value)) + value


def message(types, parts=b""):
    """A message: an empty forwarding path, no type number, the list of types, the parts."""
    return b"\0" + b"\0\0" + text(types) + parts


def ids(*numbers):
    return struct.pack(f">{len(numbers)}Q", *numbers)


class MaliciousNode:
    """A node that completes the handshakes of TLS and BASP."""

    def __init__(self, host, port, folder, greets=True, dice=None):
        dice = dice or random.Random()
        self.connection = unauthenticated_clients.tls(host, port, folder / "cluster" / "noise.pem")
        self.connection.settimeout(20)
        handshake = self.receive()
        self.engine = handshake[:NODE_BYTES]
        self.node = self.engine[:8] + dice.randbytes(NODE_BYTES - 8)
        at = NODE_BYTES + 1  # one application
        at += 1 + handshake[at]
        self.coordinator = struct.unpack(">Q", handshake[at : at + 8])[0]
        if greets:
            self.send(CLIENT_HANDSHAKE, self.node)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.connection.close()

    def receive(self):
        def take(count):
            got = b""
            while len(got) < count:
                chunk = self.connection.recv(count - len(got))
                if not chunk:
                    raise ConnectionError("closed")
                got += chunk
            return got

        return take(struct.unpack(">BBBBIQQQ", take(HEADER_BYTES))[4])

    def send(self, operation, payload=b"", data=0, source=0, to=0, flags=0, length=None):
        length = len(payload) if length is None else length
        self.connection.sendall(struct.pack(">BBBBIQQQ", operation, 0, 0, flags, length, data, source, to) + payload)

    def ask(self, types, parts, to=None, data=REQUEST + 1, **more):
        self.send(DIRECT, message(types, parts), data, 77, self.coordinator if to is None else to, **more)

    def is_sent_away(self, seconds=20):
        return is_closed(self.connection, seconds)


@contextlib.contextmanager
def cut_off():
    """A connection closed by the peer counts as refused."""
    with contextlib.suppress(OSError, ssl.SSLError):
        yield


def empty_frames(host, port, folder):
    """Every operation without a payload, before and after the handshake."""
    closed = 0
    for operation in range(256):
        for greets in (False, True):
            with cut_off(), MaliciousNode(host, port, folder, greets) as node:
                node.send(operation)
                if greets and operation == HEARTBEAT:
                    closed += 1
                    continue
                closed += node.is_sent_away()
                continue
            closed += 1
    return closed == 512


def lying_lengths(host, port, folder):
    """Headers that announce up to 4 GiB, followed by less."""
    closed = 0
    for operation in range(8):
        for length in LONGEST:
            with cut_off(), MaliciousNode(host, port, folder) as node:
                node.send(operation, b"\0" * min(length, 256), source=7, to=node.coordinator, length=length)
                # For an allowed length the peer waits.
                may_wait = operation in (DIRECT, DOWN, MONITOR) and 256 < length <= 33 << 20
                closed += node.is_sent_away(0.2 if may_wait else 20) or may_wait or (operation == HEARTBEAT and length == 0)
                continue
            closed += 1
    return closed == 8 * len(LONGEST)


def payloads(node):
    """Allowed frames, to be corrupted."""
    return [
        message("@<>+@atom+laundromat::node_id+laundromat::node_report", atom("report") + ids(1, 2, 1, 2) + bytes(17)),
        message("@<>+@atom+laundromat::node_handshake+@actor", atom("handshake") + text("x") + text("y") + bytes(28) + ids(9) + node.node),
        message("@<>+@atom+laundromat::node_id+laundromat::work_result", atom("result") + ids(1, 2, 1, 2) + text("abc") + b"\0" + text("")),
        message("@<>+@atom+@atom+@str", atom("sys") + atom("get") + text("info")),
        message("@<>+@exit", bytes(48)), message("@<>+@down", bytes(48)), message("@<>+@error", bytes(16)),
        node.node + node.engine, node.node + node.engine + b"\0" + bytes(8) + b"\0\0" + text("@<>"), b"",
    ]  # fmt: skip


def random_frames(host, port, folder, connections=400, frames=10):
    """Thousands of frames from a seeded generator, most of them nearly valid."""
    dice = random.Random(12)
    for _ in range(connections):
        with cut_off(), MaliciousNode(host, port, folder, dice.random() < 0.9, dice) as node:
            for _ in range(frames):
                payload = bytearray(dice.choice(payloads(node)))
                for _ in range(dice.choice((0, 0, 1, 1, 2, 8))):
                    if payload:
                        payload[dice.randrange(len(payload))] = dice.randrange(256)
                data = dice.choice((0, REQUEST, REQUEST + dice.randrange(1 << 20), ANSWER + dice.randrange(99), dice.getrandbits(64)))
                length = None if dice.random() < 0.95 else dice.getrandbits(32)
                node.send(dice.choice((DIRECT,) * 6 + tuple(range(9))), bytes(payload), data, dice.randrange(99),
                           dice.choice((node.coordinator, node.coordinator + 1, node.coordinator - 1, dice.randrange(99))),
                           dice.choice((0, 0, 0, 1, 2, 255)), length)  # fmt: skip
    return True


def hostile_messages(host, port, folder):
    """Complete frames whose payload would end the engine, one of its actors, or exhaust its memory, if CAF parsed it."""
    vast = b"\xff\xff\xff\xff\x0f"
    deep = (b"\0\0" + text("@<>+@message")) * 60_000
    attacks = [
        ("@<>+@exit", bytes(8) + bytes(32)),
        ("@<>+@error", b"\x05" + atom("exit") + b"\0\0" + text("@<>")),
        ("@<>+@atom+@strong_actor_ptr", atom("link")),
        ("@<>+@message", deep),
        ("@<>+@charbuf", vast),
        ("@<>+@group", text("local") + text("x")),
        ("@<>+@str", vast),
        ("@<>" + "+@message" * 7000, b""),
        ("@<>+@atom", atom("tick")),
        ("@<>+@atom", atom("stop")),
        ("@<>+laundromat::fetch_job", bytes(120)),
        ("@<>+@atom+laundromat::node_id+laundromat::node_report", atom("report") + ids(1, 2, 1, 2) + bytes(16) + vast),
        ("@<>+@atom+laundromat::node_id+laundromat::work_result", atom("result") + ids(1, 2, 1, 2) + vast),
        ("@<>+@atom+laundromat::node_handshake+@actor", atom("handshake") + text("x") + text("y") + bytes(28) + ids(9) + b"e" * 32),
    ]  # fmt: skip
    closed = 0
    for types, parts in attacks:
        with cut_off(), MaliciousNode(host, port, folder) as node:
            if types.endswith("strong_actor_ptr"):
                parts += ids(node.coordinator) + node.engine  # an actor of the engine, claimed to be one of the node
            node.ask(types, parts)
            closed += node.is_sent_away()
            continue
        closed += 1
    with cut_off(), MaliciousNode(host, port, folder) as node:  # an answer to a request to another actor
        node.ask("@<>+bool", b"\1", data=ANSWER + REQUEST + 1)
        closed += node.is_sent_away()
    with cut_off(), MaliciousNode(host, port, folder) as node:  # the end of an actor, for a reason that is a message in a message
        node.send(DOWN, node.node + node.engine + b"\5" + atom("exit") + b"\0\0" + text("@<>+@message") + deep[:60_000], source=7)
        closed += node.is_sent_away()
    return closed == len(attacks) + 2


def stolen_names(host, port, folder):
    """Claims to be the engine, or a node that is already connected."""
    with cut_off(), MaliciousNode(host, port, folder, False) as node:
        node.send(CLIENT_HANDSHAKE, node.engine)
        if not node.is_sent_away():
            return False
    with MaliciousNode(host, port, folder) as first:
        first.ask("@<>+@atom+laundromat::node_id+laundromat::node_report", atom("report") + ids(1, 2, 1, 2) + bytes(17))
        first.receive()  # an answer: it is admitted
        with cut_off(), MaliciousNode(host, port, folder, False) as second:
            second.send(CLIENT_HANDSHAKE, first.node)
            return second.is_sent_away()
    return True


def flood(host, port, folder, seconds=5):
    """Sends requests as fast as possible and reads no answer; then releases slots that it never had."""
    for types, parts in (
        ("@<>+@atom+laundromat::node_id+laundromat::node_report", atom("report") + ids(1, 2, 1, 2) + bytes(17)),
        ("@<>+@atom+@str", atom("context") + text("http://nowhere.example/")),
    ):
        with cut_off(), MaliciousNode(host, port, folder) as node:
            node.connection.settimeout(1)
            end, number = time.monotonic() + seconds, 0
            while time.monotonic() < end:
                number += 1
                # The file_server was spawned before the coordinator.
                if atom("context") in parts:
                    node.ask(types, parts, node.coordinator - 1, REQUEST)
                else:
                    node.ask(types, parts, data=REQUEST + number)
    return True


def late_frames(host, port, folder):
    """Connects and sends nothing, or an incomplete frame."""
    closed = 0
    with contextlib.ExitStack() as held:
        silent = [held.enter_context(MaliciousNode(host, port, folder, False)) for _ in range(8)]
        for node in silent[4:]:
            node.send(CLIENT_HANDSHAKE, node.node[:9], length=NODE_BYTES)
        for node in silent:
            closed += node.is_sent_away(25)
    return closed == 8


def main():
    name, host, port, folder = sys.argv[1:]
    refused = globals()[name](host, int(port), pathlib.Path(folder))
    print("refused" if refused else "not refused", flush=True)


ALL = (empty_frames, lying_lengths, random_frames, hostile_messages, stolen_names, flood, late_frames)

if __name__ == "__main__":
    os.chdir("/")
    main()
