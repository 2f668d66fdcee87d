# Compares the data folder of an interrupted run with that of an uninterrupted one.
# SPDX-License-Identifier: Apache-2.0
"""Compares clean documents, records, seeds and histories; `examine` runs all comparisons."""
import collections
import subprocess

import stored_documents
import washing

SEED_FINISHED = {"added", "refused"}
ENTRY_FINISHED = {"parsed", "depleted", "failed", "refused", "unchanged"}
BATCH = 500


def documents_in(files):
    """The number of clean documents among the files; the others are sidecar files."""
    return sum(name.endswith("data.nq.gz") for name in files)


def clean_files(data):
    """Every file of the clean documents with the digest of its bytes, and the bytes of segments that no file has."""
    return stored_documents.digests(data) | {"bytes of segments without a file": stored_documents.dead_bytes(data)}


def records_by_uri(program, data):
    rows = washing.records(program, data, "ls", "--all", "--limit", "1000000")
    return collections.Counter((row["uri"], row["status"], row["cause"], row["format"], row["clean"]) for row in rows)


def hashes(data):
    with washing.open_journal(data) as journal:
        return [
            row[0]
            for row in journal.execute(
                "SELECT lower(hex(hash)) FROM seeds UNION ALL SELECT lower(hex(hash)) FROM entries UNION ALL "
                "SELECT lower(hex(hash)) FROM cleans"
            )
        ]


def legal_steps(program):
    """The rules of `laundromat lifecycle`: (kind, from, event) to the next status."""
    printed = subprocess.run([program, "lifecycle", "--format", "table"], capture_output=True, text=True, check=True)
    steps = {}
    for line in printed.stdout.split("\n\n")[-1].splitlines()[2:]:  # after the table of statuses
        kind, start, event, end, _ = (cell.strip() for cell in line.strip("|").split("|"))
        steps[kind, "none" if start == "(new)" else start, event] = end
    return steps


def replay(program, data, steps):
    """Problems of the histories: illegal steps, gaps, records without a final status, documents parsed twice."""
    illegal, restless, twice = [], [], []
    for batch in batches(hashes(data)):
        for record in washing.records(program, data, "history", *batch):
            kind, now = record["kind"], "none"
            for step in record["transitions"]:
                if step["from"] != now or steps.get((kind, now, step["event"])) != step["to"]:
                    illegal.append(f"{kind} {record['hash']}: {now} {step['event']} {step['to']}")
                now = step["to"]
            if now not in {"seed": SEED_FINISHED, "entry": ENTRY_FINISHED, "clean": {"cleaned"}}[kind]:
                restless.append(f"{kind} {record['hash']} is still {now}")
            if sum(step["event"] in ("statements_stored", "written") for step in record["transitions"]) > 1:
                twice.append(f"{kind} {record['hash']} was stored twice")
    return illegal, restless, twice


def batches(values):
    for i in range(0, len(values), BATCH):
        yield values[i : i + BATCH]


def seed_problems(data, uris):
    with washing.open_journal(data) as journal:
        seeds = journal.execute(
            "SELECT s.uri, s.crawls, (SELECT count(*) FROM entries e WHERE e.seed = s.id AND e.parent IS NULL) "
            "FROM seeds s"
        ).fetchall()
    problems = [f"{uri} is lost" for uri in uris - {seed[0] for seed in seeds}]
    if len(seeds) != len(uris):
        problems.append(f"{len(seeds)} seeds of {len(uris)}")
    problems += [
        f"{uri}: {crawls} crawls, {downloads} downloads"
        for uri, crawls, downloads in seeds
        if (crawls, downloads) != (1, 1)
    ]
    return problems


def leftovers(data):
    """Records and files that are still in progress after a run."""
    with washing.open_journal(data) as journal:
        attempts = journal.execute("SELECT count(*) FROM entries WHERE has_worker = 1").fetchone()[0]
        held = journal.execute("SELECT count(*) FROM entries WHERE open > 0").fetchone()[0]
    problems = [f"{attempts} open attempts"] if attempts else []
    problems += [f"{held} entries in progress"] if held else []
    for folder in (data / "clean/.staged", data / "raw/.staged", data / "scratch"):
        problems += [f"{path} is left over" for path in folder.rglob("*") if path.is_file()]
    return problems


def differences(ours, theirs, words):
    lost, extra = theirs - ours, ours - theirs
    return [f"{words} lost: {item}" for item in sorted(lost, key=str)] + [
        f"{words} new: {item}" for item in sorted(extra, key=str)
    ]


def examine(program, data, oracle, uris, steps):
    """Every property of a round, with its violations."""
    illegal, restless, twice = replay(program, data, steps)
    with washing.open_journal(data) as journal:
        verdict = [row[0] for row in journal.execute("PRAGMA integrity_check")]
    return {
        "clean": differences(set(clean_files(data).items()), set(oracle["clean"].items()), "clean file"),
        "records": differences(set(records_by_uri(program, data).items()), set(oracle["records"].items()), "record"),
        "seeds": seed_problems(data, uris),
        "finished": leftovers(data) + restless,
        "legal": illegal,
        "once": twice,
        "sound": [] if verdict == ["ok"] else verdict,
    }
