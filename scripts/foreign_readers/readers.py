# The RDF programs of others that are let read clean documents.
# SPDX-License-Identifier: Apache-2.0
"""Each reader is a function from paths of N-Quads files to their `Reading`s; `present` finds those that are installed."""
import dataclasses
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
JAVA = pathlib.Path("/usr/share/java")  # of Debian
# What riot needs: names of libapache-jena-java and of the packages that it depends on.
JARS = (
    "jena-arq jena-base jena-cmds jena-core jena-iri jena-shacl jena-shex jena-dboe-base jena-dboe-index jena-dboe-storage "
    "jena-dboe-trans-data jena-dboe-transaction jena-rdfconnection jena-tdb jena-tdb2 slf4j-api slf4j-simple commons-cli commons-codec "
    "commons-compress commons-csv commons-io commons-lang3 guava httpclient httpcore jackson-annotations jackson-core jackson-databind "
    "jakarta.json-api jsonld-java protobuf thrift titanium-json-ld dexx.collection gson"
).split()
# Warnings of Jena that concern RFC 3987 and BCP 47; others concern rules of a scheme, such as `http` without a host, and values of datatypes.
JENA_REFUSES = re.compile(
    r"ILLEGAL_|CONTROL_CHARACTER|UNWISE_CHARACTER|WHITESPACE|IP_V6_OR_FUTURE|SCHEME_MUST|Language not valid|Relative IRI"
)

# What rapper calls an error and reads all the same.
RAPPER_READS = re.compile(r"Illegal Unicode character with code point #xFFF[EF]\.$")


@dataclasses.dataclass
class Reading:
    """What a reader made of a file."""

    count: int
    complaint: str = ""  # of an error


@dataclasses.dataclass
class Reader:
    name: str
    version: str
    read: object  # paths to a list of Readings
    reads_rdf_1_2: bool = False


def one_line(text):
    return " ".join(text.split())[:300]


def by_serdi(paths):
    """serdi writes what it reads, a line for each statement."""
    for path in paths:
        done = subprocess.run(["serdi", "-i", "nquads", "-o", "nquads", path], capture_output=True, check=False)
        failed = done.returncode != 0 or done.stderr
        complaint = one_line(done.stderr.decode("utf-8", "replace")) or f"exit code {done.returncode}"
        yield Reading(done.stdout.count(b"\n"), complaint if failed else "")


def by_rapper(paths):
    """A message of an error is a refusal, also when all statements are counted. Of what RDF allows rapper refuses the escapes of U+FFFE and
    U+FFFF only, which canonical lines have: these messages are none."""
    for path in paths:
        words = ["rapper", "-i", "nquads", "-c", path, "http://base.example/"]
        done = subprocess.run(words, capture_output=True, text=True, errors="replace", check=False)
        counted = re.search(r"returned (\d+) triple", done.stderr)
        errors = [line for line in done.stderr.splitlines() if " Error - " in line or " Fatal error - " in line]
        refusals = [line for line in errors if not RAPPER_READS.search(line)]
        failed = refusals or not counted or (done.returncode != 0 and not errors)
        complaint = one_line(refusals[0] if refusals else done.stderr) or f"exit code {done.returncode}"
        yield Reading(int(counted[1]) if counted else 0, complaint if failed else "")


def by_lines(words, paths, folder=None):
    """A program that reads paths from standard input, and writes a JSON object for each."""
    given = "".join(f"{path}\n" for path in paths)
    done = subprocess.run(words, input=given, capture_output=True, text=True, cwd=folder, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{words[0]} {words[1]}: {done.stderr}")
    for line in done.stdout.splitlines():
        said = json.loads(line)
        yield Reading(said["count"], one_line(said["complaint"]))


class Riot:
    """Apache Jena's riot, with all checks. Starting it takes a second, so that files are read together until one is refused."""

    def __init__(self, folder):
        jars = [JAVA / f"{name}.jar" for name in JARS]
        # Debian moved the classes of Xerces, but not the messages that these load.
        with zipfile.ZipFile(JAVA / "jena-core.jar") as core:
            moved = "org/apache/jena/ext/"
            for name in core.namelist():
                if name.startswith(moved) and name.endswith(".properties"):
                    to = folder / name.removeprefix(moved)
                    to.parent.mkdir(parents=True, exist_ok=True)
                    to.write_bytes(core.read(name))
        self.words = ["java", "-cp", os.pathsep.join(map(str, [folder, *jars])), "riotcmd.riot"]

    def run(self, paths):
        words = [*self.words, "--check", "--strict", "--syntax=nq", "--count", *map(str, paths)]
        done = subprocess.run(words, capture_output=True, text=True, errors="replace", check=False)
        said = done.stdout + done.stderr
        counts = [int(number.replace(",", "")) for number in re.findall(r": Quads = ([\d,]+)", said)]
        refused = [line for line in said.splitlines() if " ERROR " in line or (" WARN " in line and JENA_REFUSES.search(line))]
        if len(counts) != len(paths) and not refused:
            refused = [said[-300:]]
        return counts, refused

    def read(self, paths):
        for i in range(0, len(paths), 50):
            batch = paths[i : i + 50]
            counts, refused = self.run(batch)
            if not refused:
                yield from map(Reading, counts)
                continue
            for path in batch:
                counts, refused = self.run([path])
                yield Reading(counts[0] if counts else 0, one_line(refused[0]) if refused else "")


def version_of(package):
    """The version of a Debian package; empty when it is not installed."""
    words = ["dpkg-query", "--show", "--showformat=${db:Status-Status} ${Version}", package]
    try:
        status, _, version = subprocess.run(words, capture_output=True, text=True, check=False).stdout.partition(" ")
    except FileNotFoundError:
        return ""
    return version if status == "installed" else ""


def python_with_rdflib():
    for python in dict.fromkeys([sys.executable, "/usr/bin/python3"]):
        said = subprocess.run([python, "-c", "import rdflib; print(rdflib.__version__)"], capture_output=True, text=True, check=False)
        if said.returncode == 0:
            return python, said.stdout.strip()
    return None, ""


def npm_packages(folders):
    """The first of the folders in which npm has installed the packages of package.json, and their versions."""
    for folder in filter(None, folders):
        versions = {}
        for name in json.loads((HERE / "package.json").read_text(encoding="utf-8"))["dependencies"]:
            described = pathlib.Path(folder) / "node_modules" / name / "package.json"
            if described.exists():
                versions[name] = json.loads(described.read_text(encoding="utf-8"))["version"]
        if versions and shutil.which("node"):
            yield from ((name, version, folder) for name, version in versions.items())
            return


def present(work, node_folders):
    """The readers of this machine, and the names of the absent ones. `work` is a folder for files of this run."""
    readers = []
    if shutil.which("serdi"):
        readers.append(Reader("serdi", version_of("serdi") or "?", by_serdi))
    if shutil.which("rapper"):
        readers.append(Reader("rapper", version_of("raptor2-utils") or "?", by_rapper))
    python, version = python_with_rdflib()
    if python:
        script = [python, str(HERE / "read_rdflib.py")]
        readers.append(Reader("rdflib", version, lambda paths: by_lines(script, paths)))
    if shutil.which("java") and all((JAVA / f"{name}.jar").exists() for name in JARS):
        readers.append(Reader("jena", version_of("libapache-jena-java") or "?", Riot(work / "jena").read))
    for name, version, folder in npm_packages(node_folders):
        words = ["node", str(HERE / "read.js"), name]
        readers.append(
            Reader(name, version, lambda paths, words=words, folder=folder: by_lines(words, paths, folder), reads_rdf_1_2=True)
        )
    names = {reader.name for reader in readers}
    return readers, [name for name in ("serdi", "rapper", "rdflib", "jena", "n3", "oxigraph") if name not in names]
