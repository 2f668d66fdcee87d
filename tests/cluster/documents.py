# Generates the documents of a campaign: six formats, archives, damage, and the time that each takes to wash.
# SPDX-License-Identifier: Apache-2.0
"""The clean documents do not depend on who washes; the first line of a document sets the time that washing takes."""
import bz2
import gzip
import io
import json
import random
import tarfile
import zipfile

WORDS = "sock shirt towel soap iron press fold rinse spin dry starch bleach collar button seam linen".split()


def _triples(dice, number, lines):
    for line in range(lines):
        words = " ".join(dice.choices(WORDS, k=6))
        yield f'<http://suds.example/{number}/{line % 50}> <http://suds.example/term/{line % 7}> "{words} {line}"@en .'


def _n_triples(dice, number):
    return "\n".join(_triples(dice, number, 300)) + f"\n_:b <http://suds.example/of> <http://suds.example/{number}> .\n"


def _broken_n_triples(dice, number):
    lines = list(_triples(dice, number, 200))
    for place in range(5, 200, 40):
        lines[place] = lines[place][: dice.randrange(20, 60)]
    return "\n".join(lines) + "\n<http://suds.example/a b> <http://suds.example/p> 'x' .\n"


def _turtle(dice, number):
    items = "".join(f'ex:i{n} ex:label "{dice.choice(WORDS)}" ; ex:part [ ex:n {n} ] .\n' for n in range(100))
    items += "".join(f'ex:i{n} ex:of ex:w{n} ~ _:r{n} {{| ex:said "{dice.choice(WORDS)}"@en--ltr |}} .\n' for n in range(10))
    return f"@prefix ex: <http://suds.example/{number}/> .\n{items}ex:cut ex:label \"never ends .\n"


def _rdf_xml(dice, number):
    items = "".join(f'<ex:label xml:lang="EN">{dice.choice(WORDS)} {n} & more</ex:label>\n' for n in range(50))
    return (
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:ex="http://suds.example/term/">\n'
        f'<rdf:Description rdf:about="http://suds.example/{number}">\n{items}</rdf:Description>\n</rdf:RDF>\n'
    )


def _json_ld(dice, number):
    return json.dumps({
        "@context": {"@vocab": "http://suds.example/term/"}, "@id": f"http://suds.example/{number}",
        "parts": [{"label": dice.choice(WORDS), "n": n} for n in range(50)],
    }, indent=1)  # fmt: skip


def _zip(dice, number):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for part in range(4):
            file.writestr(zipfile.ZipInfo(f"{part}.nt"), _n_triples(dice, f"{number}/{part}"))
        file.writestr(zipfile.ZipInfo("readme.txt"), "Nothing to wash here.\n")
    return out.getvalue()


def _tar(dice, number):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as file:
        for part, text in enumerate((_turtle(dice, f"{number}/t"), _broken_n_triples(dice, f"{number}/b"))):
            info = tarfile.TarInfo(f"{part}.{'ttl' if part == 0 else 'nt'}")
            info.size = len(text.encode())
            file.addfile(info, io.BytesIO(text.encode()))
    return gzip.compress(out.getvalue(), mtime=0)


def write_documents(folder, count, cost_ms, seed=1):
    """Writes `count` files and returns their names; except for archives and JSON, each takes `cost_ms` to wash."""
    dice = random.Random(seed)
    folder.mkdir(parents=True, exist_ok=True)
    said = f"sleep {cost_ms} ms"
    names = []
    for number in range(count):
        kind = number % 12
        name, content = {
            3: (f"{number}.ttl", lambda n: f"# {said}\n{_turtle(dice, n)}"),
            4: (f"{number}.rdf", lambda n: f"<!-- {said} -->\n{_rdf_xml(dice, n)}"),
            5: (f"{number}.jsonld", lambda n: _json_ld(dice, n)),
            6: (f"{number}.zip", lambda n: _zip(dice, n)),
            7: (f"{number}.tar.gz", lambda n: _tar(dice, n)),
            8: (f"{number}.nt.bz2", lambda n: bz2.compress(_n_triples(dice, n).encode())),
            9: (f"{number}.nt", lambda n: f"# {said}\n{_broken_n_triples(dice, n)}"),
            10: (f"{number}.html", lambda n: f"<p>Nothing but words: {dice.choice(WORDS)} {n}</p>\n"),
            11: (f"{number}.gz", lambda n: gzip.compress(_n_triples(dice, n).encode(), mtime=0)[:-200]),
        }.get(kind, (f"{number}.nt", lambda n: f"# {said}\n{_n_triples(dice, n)}"))
        made = content(number)
        (folder / name).write_bytes(made if isinstance(made, bytes) else made.encode())
        names.append(name)
    return names
