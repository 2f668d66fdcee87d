# Attacks by clients without a valid certificate.
# SPDX-License-Identifier: Apache-2.0
"""Each function runs as `python3 unauthenticated_clients.py NAME HOST PORT FOLDER` on a host, and prints `refused` when the attack was refused."""
import pathlib
import random
import resource
import socket
import ssl
import struct
import sys
import time

# A header of BASP, the protocol of CAF (libcaf_io/caf/io/basp/header.hpp): operation, padding, flags, length of the payload,
# operation data, and the ids of two actors.
HANDSHAKE = 0


def basp_header(operation, payload_bytes, data=0):
    return struct.pack(">BBBBIQQQ", operation, 0, 0, 0, payload_bytes, data, 0, 0)


def is_closed(connection, seconds=10.0):
    """Whether the other end closes the connection, ignoring data before."""
    connection.settimeout(seconds)
    try:
        while connection.recv(65536):
            pass
    except (TimeoutError, socket.timeout):
        return False
    except OSError:
        pass
    return True


def dial(host, port):
    return socket.create_connection((host, port), timeout=10)


def send_much(connection, chunk, total_bytes):
    """Sends until all is sent or the other end closes the connection; True when it did."""
    connection.settimeout(10)
    try:
        for _ in range(0, total_bytes, len(chunk)):
            connection.sendall(chunk)
    except OSError:
        return True
    return False


def plain_basp(host, port, _):
    with dial(host, port) as connection:
        connection.sendall(basp_header(HANDSHAKE, 0, 4))
        return is_closed(connection)


def huge_header(host, port, _):
    """A plain header that announces 4 GiB, followed by as much as is accepted."""
    with dial(host, port) as connection:
        connection.sendall(basp_header(HANDSHAKE, 0xFFFFFFFF, 4))
        return send_much(connection, bytes(1 << 20), 1 << 30) or is_closed(connection)


def random_bytes(host, port, _):
    dice = random.Random(1)
    closed = 0
    for _ in range(20):
        with dial(host, port) as connection:
            connection.settimeout(10)
            try:
                connection.sendall(dice.randbytes(dice.randint(1, 100_000)))
                connection.shutdown(socket.SHUT_WR)
            except OSError:
                pass
            closed += is_closed(connection)
    return closed == 20


def huge_record(host, port, _):
    """TLS records of maximum length with random content."""
    with dial(host, port) as connection:
        chunk = b"\x16\x03\x01\xff\xff" + random.Random(2).randbytes(65535)
        return send_much(connection, chunk, 64 << 20) or is_closed(connection)


def silent_clients(host, port, _):
    """Silent clients, more than the initial limit of open files of the engine; others must not be affected."""
    callers = [dial(host, port) for _ in range(400)]
    return closed_among(callers, 25) == len(callers)


def tls(host, port, bundle=None):
    """A TLS connection after its handshake."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    if bundle:
        context.load_cert_chain(bundle)
    return context.wrap_socket(dial(host, port))


def is_turned_away(host, port, bundle=None):
    """With TLS 1.3 a client detects the refusal when it reads."""
    try:
        with tls(host, port, bundle) as connection:
            return is_closed(connection)
    except ssl.SSLError:
        return True


def no_certificate(host, port, _):
    return is_turned_away(host, port)


def foreign_ca(host, port, folder):
    return is_turned_away(host, port, folder / "foreign" / "node-1.pem")


def expired(host, port, folder):
    return is_turned_away(host, port, folder / "expired.pem")


def noise_within_tls(host, port, folder):
    """Random bytes from a client with a certificate."""
    with tls(host, port, folder / "cluster" / "noise.pem") as connection:
        try:
            connection.sendall(random.Random(3).randbytes(100_000))
        except OSError:
            return True
        return is_closed(connection)


def client_handshake():
    """The first bytes of a client without a certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    heard, said = ssl.MemoryBIO(), ssl.MemoryBIO()
    try:
        context.wrap_bio(heard, said).do_handshake()
    except ssl.SSLWantReadError:
        pass
    return said.read()


def closed_among(callers, seconds):
    """The number of connections that the other end closes within that time; then closes all."""
    end = time.monotonic() + seconds
    closed = sum(is_closed(caller, max(0.01, end - time.monotonic())) for caller in callers)
    for caller in callers:
        caller.close()
    return closed


def idle_callers(host, port, _, count=1500):
    """Silent clients that all keep their connections."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, count + 64), hard))
    callers = [dial(host, port) for _ in range(min(hard, count + 64) - 64)]
    return closed_among(callers, 25) == len(callers)


def half_handshakes(host, port, _):
    """Only the beginning of a handshake."""
    handshake = client_handshake()
    callers = [dial(host, port) for _ in range(12)]
    for number, caller in enumerate(callers):
        caller.sendall(handshake[: len(handshake) * number // 12])
    return closed_among(callers, 25) == len(callers)


def slow_handshake(host, port, _):
    """A handshake sent byte by byte."""
    with dial(host, port) as caller:
        begun = time.monotonic()
        for byte in client_handshake():
            try:
                caller.sendall(bytes([byte]))
            except OSError:
                return True
            if is_closed(caller, 0.2):
                return True
            if time.monotonic() - begun > 25:
                return False
    return False


def main():
    name, host, port, folder = sys.argv[1:]
    refused = globals()[name](host, int(port), pathlib.Path(folder))
    print("refused" if refused else "not refused", flush=True)


if __name__ == "__main__":
    main()
