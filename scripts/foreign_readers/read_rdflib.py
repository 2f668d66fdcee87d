# Counts the statements that rdflib finds in files of N-Quads: one path on each line of standard input.
# SPDX-License-Identifier: Apache-2.0
"""Reads each file into a store of its own, and writes it again, since rdflib checks IRIs then."""
import json
import logging
import os
import sys

import rdflib

logging.disable(logging.CRITICAL)  # warnings about values outside of their datatypes

for line in sys.stdin:
    path = line.rstrip("\n")
    count, complaint = 0, ""
    dataset = rdflib.ConjunctiveGraph()
    try:
        with open(path, "rb") as file:
            dataset.parse(file, format="nquads")
        count = len(list(dataset.quads()))
        dataset.serialize(destination=os.devnull, format="nquads", encoding="utf-8")
    except Exception as problem:  # whatever it is, the file was not read
        complaint = f"{type(problem).__name__}: {problem}"
    print(json.dumps({"path": path, "count": count, "complaint": complaint}), flush=True)
