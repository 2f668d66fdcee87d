# Waits for events without polling: a line of output, the end of a process, a changed file.
# SPDX-License-Identifier: Apache-2.0
"""A thread that observes an event notifies; waiting threads check their condition after each notification."""
import ctypes
import os
import struct
import threading
import time

IN_MODIFY, IN_CLOSE_WRITE, IN_MOVED_TO = 0x2, 0x8, 0x80
IN_CLOEXEC = 0o2000000
EVENT = struct.Struct("iIII")  # inotify(7); followed by the name


class Events:
    """Notifications from any thread to waiting threads."""

    def __init__(self):
        self._changed = threading.Condition()
        self._count = 0

    def notify(self):
        with self._changed:
            self._count += 1
            self._changed.notify_all()

    def await_that(self, what, seconds):
        """Whether `what()` became true within this time limit, which only a hanging program reaches."""
        end = time.monotonic() + seconds
        while True:
            with self._changed:
                seen = self._count
            if what():
                return True
            with self._changed:
                if not self._changed.wait_for(lambda: self._count != seen, end - time.monotonic()):  # noqa: B023
                    return False


class FolderWatch:
    """Notifies when a file in a folder is written or renamed, until the block ends."""

    def __init__(self, folder, events):
        self._events = events
        libc = ctypes.CDLL(None, use_errno=True)
        self._inotify = libc.inotify_init1(IN_CLOEXEC)
        mask = IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_TO
        self._watch = libc.inotify_add_watch(self._inotify, os.fsencode(folder), mask)
        if self._inotify < 0 or self._watch < 0:
            raise OSError(ctypes.get_errno(), f"inotify cannot watch {folder}")
        self._end = lambda: libc.inotify_rm_watch(self._inotify, self._watch)
        self._reader = threading.Thread(target=self._read, daemon=True)

    def _read(self):
        """The kernel sends a final event when the watch or the folder was removed."""
        while True:
            events = os.read(self._inotify, 1 << 16)
            self._events.notify()
            while events:
                _, mask, _, length = EVENT.unpack_from(events)
                if mask & 0x8000:  # IN_IGNORED
                    return
                events = events[EVENT.size + length :]

    def __enter__(self):
        self._reader.start()
        return self

    def __exit__(self, *_):
        self._end()
        self._reader.join()
        os.close(self._inotify)
