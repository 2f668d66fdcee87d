# A network of namespaces whose connections can be cut, in one direction or both, and can lose packets.
# SPDX-License-Identifier: Apache-2.0
"""Hosts are network namespaces with one TUN device each; this process carries every packet between them."""
import ctypes
import fcntl
import os
import random
import selectors
import struct
import subprocess
import threading

TUNSETIFF = 0x400454CA
IFF_TUN_NO_PI = 0x0001 | 0x1000
CLONE_NEWNET = 0x40000000
MTU = 9000


class Forbidden(Exception):
    """The kernel does not permit namespaces or TUN devices."""


def _ip(*words):
    done = subprocess.run(["ip", *words], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Forbidden(f"ip {' '.join(words)}: {done.stderr.strip()}")


class Wire:
    """`with Wire(["engine", "a"]) as wire:` gives each name an address, and forwards packets until the end."""

    def __init__(self, names, seed=1):
        self.names = names
        self.address = {name: f"10.77.0.{number}" for number, name in enumerate(names, 1)}
        self._loss = {}  # (from, to): the share of packets that is lost
        self._dice = random.Random(seed)
        self._devices = {}
        self._over = threading.Event()

    def namespace(self, name):
        return f"lod-{os.getpid()}-{name}"

    def command(self, name, words):
        """A command line that runs on a host."""
        return ["ip", "netns", "exec", self.namespace(name), *map(str, words)]

    def lose(self, share, one, other, both=True):
        """Sets the share of packets from one to the other that are lost; 1 cuts the connection, 0 restores it."""
        self._loss[self.address[one], self.address[other]] = share
        if both:
            self._loss[self.address[other], self.address[one]] = share

    def __enter__(self):
        try:
            for name in self.names:
                _ip("netns", "add", self.namespace(name))
                self._devices[self.address[name]] = self._open_device(name)
                _ip("-n", self.namespace(name), "link", "set", "lo", "up")
                _ip("-n", self.namespace(name), "addr", "add", f"{self.address[name]}/24", "dev", "wire")
                _ip("-n", self.namespace(name), "link", "set", "wire", "mtu", str(MTU), "up")
        except (OSError, Forbidden) as problem:
            self.__exit__()
            raise Forbidden(str(problem)) from problem
        self._carrier = threading.Thread(target=self._carry, daemon=True)
        self._carrier.start()
        return self

    def __exit__(self, *_):
        self._over.set()
        if hasattr(self, "_carrier"):
            self._carrier.join()
        for device in self._devices.values():
            os.close(device)
        for name in self.names:
            subprocess.run(["ip", "netns", "del", self.namespace(name)], capture_output=True, check=False)

    def _open_device(self, name):
        """A TUN device belongs to the namespace of the thread that makes it."""
        opened, problems = [], []

        def make():
            try:
                with open(f"/var/run/netns/{self.namespace(name)}", "rb") as space:
                    libc = ctypes.CDLL(None, use_errno=True)
                    if libc.setns(space.fileno(), CLONE_NEWNET) != 0:
                        raise OSError(ctypes.get_errno(), "setns")
                device = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
                fcntl.ioctl(device, TUNSETIFF, struct.pack("16sH22x", b"wire", IFF_TUN_NO_PI))
                opened.append(device)
            except OSError as problem:
                problems.append(problem)

        maker = threading.Thread(target=make)
        maker.start()
        maker.join()
        if problems:
            raise problems[0]
        return opened[0]

    def _carry(self):
        addresses = {bytes(map(int, address.split("."))): address for address in self._devices}
        with selectors.DefaultSelector() as ready:
            for device in self._devices.values():
                ready.register(device, selectors.EVENT_READ)
            while not self._over.is_set():
                for key, _ in ready.select(0.1):
                    try:
                        packet = os.read(key.fd, MTU + 64)
                    except OSError:
                        continue
                    if packet[0] >> 4 != 4:
                        continue
                    start, end = addresses.get(packet[12:16]), addresses.get(packet[16:20])
                    if end is None or self._dice.random() < self._loss.get((start, end), 0):
                        continue
                    try:
                        os.write(self._devices[end], packet)
                    except OSError:
                        pass  # a full queue loses packets, like a network
