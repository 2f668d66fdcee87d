# Lists the files of clean documents in a data folder, in segments and on their own.
# SPDX-License-Identifier: Apache-2.0
"""`stored_files` reads them; the order of documents in segments, which differs between runs, has no influence."""
import dataclasses
import hashlib
import pathlib

import washing

SEGMENTS = {1: ("clean/segments", ".nq.gz"), 2: ("ledgers", ".nq.gz"), 3: ("deltas", ".rdfp.gz")}


@dataclasses.dataclass(frozen=True)
class StoredFile:
    """A file of a document; in a segment it is a range of bytes."""

    name: str  # HASH/data.nq.gz, HASH/ledger-….nq.gz
    path: pathlib.Path
    offset: int = 0
    length: int = -1  # of a file of its own: to the end
    is_in_segment: bool = False

    @property
    def place(self):
        """How `verify` names it."""
        return f"{self.path} at byte {self.offset}" if self.is_in_segment else str(self.path)

    def bytes(self):
        with open(self.path, "rb") as file:
            file.seek(self.offset)
            return file.read(self.length)

    def size(self):
        return self.length if self.is_in_segment else self.path.stat().st_size


def segment_file(data, name, kind, serial, offset, length):
    folder, ending = SEGMENTS[kind]
    return StoredFile(name, data / folder / f"{serial:06}{ending}", offset, length, True)


def in_segments(data):
    with washing.open_journal(data) as journal:
        for digest, serial, offset, length in journal.execute(
            "SELECT lower(hex(hash)), segment, segment_offset, compressed_bytes FROM cleans WHERE segment > 0 AND removed_ms = 0"
        ):
            yield segment_file(data, f"{digest}/data.nq.gz", 1, serial, offset, length)
        for digest, kind, other, serial, offset, length in journal.execute(
            "SELECT lower(hex(c.hash)), p.kind, lower(hex(p.other)), p.segment, p.offset_bytes, p.length_bytes "
            "FROM segment_parts p JOIN cleans c ON c.id = p.clean"
        ):
            name = f"ledger-{other[:16]}.nq.gz" if kind == 2 else f"delta-{other[:16]}.rdfp.gz"
            yield segment_file(data, f"{digest}/{name}", kind, serial, offset, length)


def stored_files(data):
    """Every file of every clean document, sorted by name."""
    own = [StoredFile(f"{path.parent.name}/{path.name}", path) for path in (data / "clean").glob("*/*/*") if path.is_file()]
    return sorted(own + list(in_segments(data)), key=lambda one: one.name)


def digests(data):
    """The digest of each of these files by its name."""
    return {one.name: hashlib.sha256(one.bytes()).hexdigest() for one in stored_files(data)}


def dead_bytes(data):
    """The bytes of segments that no file has; after an undisturbed run without removals there are none."""
    sizes = sum(path.stat().st_size for folder, _ in SEGMENTS.values() for path in (data / folder).glob("*.gz"))
    return sizes - sum(one.size() for one in stored_files(data) if one.is_in_segment)


def clean_documents(data):
    """The hashes of all clean documents that have a file."""
    return {one.name.split("/")[0] for one in stored_files(data) if one.name.endswith("/data.nq.gz")}
