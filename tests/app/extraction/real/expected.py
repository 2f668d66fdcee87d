#!/usr/bin/env python3
# Works out expected.tsv with the csv, json and xml modules of Python alone: expected.py SHARED >expected.tsv
# SPDX-License-Identifier: Apache-2.0
"""What the specifications beside must make of the real files below SHARED/conditions.

Records and statements are counted here a second time, by the standard modules of Python and by what is said about each file; no part of the
program is used. A row of the table: specification, file, records, statements (different ones), defects as `rule=count` with blanks between, how
statements that must be there (N-Triples, separated by ` | `), and why the numbers are as they are where that is not plain.
"""
import csv
import html.parser
import io
import json
import pathlib
import re
import sys
import xml.etree.ElementTree

RECORDS = pathlib.Path(sys.argv[1]) / "conditions/records/files"
DCAT = pathlib.Path(sys.argv[1]) / "conditions/dcat"


def rows(name, encoding="utf-8-sig", **dialect):
    """The rows of a table that have fields."""
    text = (RECORDS / name).read_bytes().decode(encoding)
    return [row for row in csv.reader(io.StringIO(text, newline=""), **dialect) if row]


def table(name, encoding="utf-8-sig", before=0, **dialect):
    """The rows behind the header, as maps of the fields that are not empty; only those that have as many fields as the header."""
    header, *rest = rows(name, encoding, **dialect)[before:]
    names = [name.strip() for name in header]
    return [{key: value.strip() for key, value in zip(names, row) if value.strip()} for row in rest if len(row) == len(names)]


def load(path):
    return json.loads(path.read_text(encoding="utf-8"))


def count(records, describe):
    """The number of different statements. `describe` gives pairs of subject, or None for a blank node, and its statements."""
    all_statements = set()
    for number, record in enumerate(records):
        subject, pairs = describe(record)
        all_statements |= {(subject or f"_:{number}", *pair) for pair in pairs}
    return len(records), len(all_statements)


def pairs_of(record, names):
    return [(name, record[name]) for name in names if name in record]


def plain(records, key=None):
    """Each field that has a value becomes a property, but for those that make the subject."""
    keys = {key} if isinstance(key, str) else set(key or ())
    return count(records, lambda one: (tuple(one.get(k) for k in sorted(keys)) if keys else None, [p for p in one.items() if p[0] not in keys]))


class html_rows(html.parser.HTMLParser):
    """The cells of a table: lists of texts."""

    def __init__(self):
        super().__init__()
        self.tables, self.is_in_cell = [], False

    def handle_starttag(self, tag, attributes):
        if tag == "table":
            self.tables.append([])
        elif tag == "tr" or (tag == "thead"):
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")
            self.is_in_cell = True

    def handle_endtag(self, tag):
        if tag in ("td", "th"):
            self.is_in_cell = False

    def handle_data(self, data):
        if self.is_in_cell:
            self.tables[-1][-1][-1] += data


def html_tables(name):
    reader = html_rows()
    reader.feed((RECORDS / name).read_text(encoding="utf-8"))
    cleaned = [[[" ".join(cell.split()) for cell in row] for row in one if row] for one in reader.tables]
    return [[dict(zip(one[0], row)) for row in one[1:]] for one in cleaned]


def books(name):
    root = xml.etree.ElementTree.parse(RECORDS / name).getroot()
    return [
        {"id": b.get("id").strip(), "author": b.find("author/author-name").text, "born": b.find("author/author-dob").text, "genre": b.find("genre").text}
        for b in root.iter("book")
    ]  # fmt: skip


def card(name):
    """The properties of the first item of the expected parse."""
    return load(RECORDS / name)["items"][0]


def is_number(text, has_exponent):
    return re.fullmatch(r"[-+]?\d+(\.\d+)?" + (r"([eE][-+]?\d+)?" if has_exponent else ""), text) is not None


def disaster(one):
    names = ("Start", "End", "Location", "Sub_Type", "Killed")
    return one["Id"], [("a", "Disaster"), *pairs_of(one, names)]


def disasters(name, encoding):
    header, *rest = rows(name, encoding, delimiter="\t")
    return count([{k: v for k, v in zip(header, row) if v} for row in rest], disaster)


def places(one):
    return (one["State"], one["City"]), [("a", "Thing"), *pairs_of(one, ("City", "Population", "Latitude", "Longitude"))]


def institute(one):
    address = one["addresses"][0] if one["addresses"] else {}
    said = [("a", "Organization"), ("label", one["name"])]
    said += [("homepage", link) for link in one["links"][:1]]
    said += [("altLabel", text) for text in one["acronyms"]]
    said += [("founded", one["established"])] if one["established"] else []
    said += [(key, address[key]) for key in ("lat", "lng", "country_code") if address.get(key) is not None]
    said += [("isni", text) for text in one["external_ids"].get("ISNI", {}).get("all", [])]
    # A template with two fields of a list combines their values: types with ids.
    types, others = {r["type"] for r in one["relationships"]}, {r["id"] for r in one["relationships"]}
    return one["id"], said + [(kind, other) for kind in types for other in others]


def package(one):
    said = [("a", "Dataset"), ("title", one["title"]), ("notes", one["notes"]), ("id", one["id"]), ("home", one["url"])]
    said += [("tag", tag["name"]) for tag in one["tags"]]
    for r in one["resources"]:
        said.append(("distribution", r["id"]))
        said += [(r["id"], "a")] + [(r["id"], key, r[key]) for key in ("name", "description", "format", "url") if r.get(key) is not None]
    return one["id"], said


def legacy_package(one):
    said = [("a", "Dataset"), ("title", one["title"]), ("notes", one["notes"]), ("creator", one["author_email"]), ("author", one["author"])]
    said += [("issued", one["metadata_created"]), ("modified", one["metadata_modified"]), ("open", one["isopen"])]
    said += [("tag", tag["display_name"]) for tag in one["tags"]]
    for number, extra in enumerate(one["extras"]):
        said += [("extra", number), (number, "label", extra["key"]), (number, "value", extra["value"])]
    for r in one["resources"]:
        said += [("distribution", r["id"]), (r["id"], "a")]
        said += [(r["id"], key, r[key]) for key in ("description", "format", "url", "size") if r.get(key) is not None]
    return one["id"], said


def ap_package(one):
    said = [("a", "Dataset"), *pairs_of(one, ("title", "notes", "issued", "modified"))]
    said += [(key, value) for key in ("theme", "language") for value in one[key]] + [("tag", tag["name"]) for tag in one["tags"]]
    for c in one["contact"]:
        said += [("contact", c["identifier"]), (c["identifier"], "a"), (c["identifier"], "fn", c["name"]), (c["identifier"], "mail", c["email"])]
    for number, p in enumerate(one["temporal_coverage"]):
        said += [("temporal", number), ("temporal", number, "a"), ("temporal", number, "from", p["start"]), ("temporal", number, "until", p["end"])]
    for number, r in enumerate(one["resources"]):
        said += [("distribution", number), ("distribution", number, "a")]
        said += [("distribution", number, key) for key in ("name", "access_url", "format", "size", "issued", "license")]
    return one["name"], said


def multilingual(one):
    said = [("a", "Dataset")] + [("title", code, one["title_translated"][code]) for code in ("ca", "en", "es")]
    said += [("tag", code, tag) for code in ("ca", "es") for tag in one["tags_translated"][code]]
    for number, r in enumerate(one["resources"]):
        said += [("distribution", number), (number, "a"), (number, "url"), (number, "rights", "en"), (number, "rights", "ca")]
    return one["name"], said


def catalogue_entry(one):
    mail = one["publisher"]["mbox"]
    said = [("a", "Dataset"), ("title",), ("description",), ("issued",), ("publisher", mail), (mail, "a"), (mail, "name")]
    said += [("keyword", word) for word in one["keyword"]]
    for number, d in enumerate(one["distribution"]):
        said += [("distribution", number), (number, "a"), (number, "title")]
        said += [(number, key) for key in ("format", "accessURL", "downloadURL") if d[key]]
    return one["identifier"], said


def multiple_card():
    values = card("microformats__tests__multiple.json")["properties"]
    keys = ("name", "given-name", "family-name", "nickname", "note", "logo", "url", "org", "job-title", "category", "tel", "email", "key")
    said = {(key, value) for key in keys for value in values[key]}
    said |= {("agent", a if isinstance(a, str) else a["value"]) for a in values["agent"]} | {("a",)}
    for number, adr in enumerate(values["adr"]):
        said |= {("adr", number)} | {("adr", number, key) for key in adr["properties"]}
    return 1, len(said)


def mixed_card():
    found = card("microformats__tests__mixedproperties.json")
    adr = found["children"][0]["properties"]
    wanted = ("street-address", "locality", "region", "postal-code")
    return 1, 1 + len([key for key in ("name", "org") if key in found["properties"]]) + 2 + len([key for key in wanted if key in adr])


def email_card():
    # The parse has two values that are no addresses: the text of an element is resolved as a reference there. Here it stays a text.
    values = set(card("microformats__tests__email.json")["properties"]["email"])
    links = {v for v in values if v.startswith("mailto:")}
    return 1, 2 + len(links) + len({v.removeprefix("http://example.com/") for v in values - links})


def relative_card():
    values = card("microformats__tests__relativeurls.json")["properties"]
    return 1, len([values["name"], values["photo"], values["org"], values["org"][0]["properties"]["name"]])


def numbers(one):
    said = [("a",)]
    said += [("number",)] if is_number(one.get("number", ""), True) else []
    said += [("least",)] if is_number(one.get("minimum", ""), False) else []
    return None, said


strange = rows("BurntSushi__rust-csv__strange.csv", delimiter=";", escapechar="\\", doublequote=False)
capitals = table("frictionlessdata__frictionless-py__capital-invalid.csv")
countries = [row for row in rows("frictionlessdata__frictionless-py__countries.csv")[2:] if len(row) == 4]
bank = [row[:6] for row in rows("theodi__csvlint.rb__invalid-byte-sequence.csv", "latin-1")[1:]]
water = [row[:3] for row in rows("frictionlessdata__frictionless-py__issue-1138.csv", delimiter=";")[1:]]
budget = table("frictionlessdata__frictionless-py__doublequote.csv")
many = [row for row in rows("theodi__csvlint.rb__invalid_many_rows.csv")[1:] if row]
grid = load(RECORDS / "OpenRefine__OpenRefine__grid_small.json")["institutes"]

F, O, B, T, M = "frictionlessdata__frictionless-py__", "OpenRefine__OpenRefine__", "BurntSushi__rust-csv__", "theodi__csvlint.rb__", "microformats__tests__"
TYPE = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>"
LABEL = "<http://www.w3.org/2000/01/rdf-schema#label>"
XSD = "http://www.w3.org/2001/XMLSchema#"
DCT = "http://purl.org/dc/terms/"
DCAT_NS = "http://www.w3.org/ns/dcat#"
FOAF = "http://xmlns.com/foaf/0.1/"
VCARD = "http://www.w3.org/2006/vcard/ns#"

TABLE = [
    ("smallpop", B + "smallpop-colon.csv", *count(table(B + "smallpop-colon.csv", delimiter=":"), lambda r: ((r["region"], r["city"]), [("a",), *r.items()][:2] + pairs_of(r, ("population", "country")))),
     "", f'<http://e.org/city/NJ/Springfield> <http://e.org/population> "14976"^^<{XSD}integer> | <http://e.org/city/MA/Northbridge> <http://e.org/country> "United States"@en', ""),
    ("strange", B + "strange.csv", *count([r for r in strange if len(r) == 2], lambda r: (r[0], [("name", r[0]), ("since", r[1])])),
     "short_row=1 title_rows=1", f'<http://e.org/wrestler/Bret%20%22Hit%20Man%22%20Hart> <http://e.org/since> "1984"^^<{XSD}gYear>', "the row of one field is short, the comment is noted"),
    ("uspop", B + "uspop-latin1.csv", *count(table(B + "uspop-latin1.csv", "latin-1"), places), "", f'<http://e.org/place/AK/Kenai> <http://e.org/population> "7610"^^<{XSD}integer>', ""),
    ("csv-with-bom", O + "csv-with-bom.csv", *plain(table(O + "csv-with-bom.csv")), "", '<http://e.org/A1> <http://e.org/ColB> "B1"', "ColA makes the subject and is a property, too"),
    ("disasters-latin1", O + "example-latin1.tsv", *disasters(O + "example-latin1.tsv", "latin-1"), "empty_fields=2",
     f'<http://e.org/disaster/2003-0160> {LABEL} "Tizi Ouzou, Béjaïa, (Kaby ..."@en | <http://e.org/disaster/2002-0752> <http://e.org/from> "2002-12-07"^^<{XSD}date>', "a tab too many at the end of both rows"),
    ("disasters-utf16", O + "example-utf16be-bom.tsv", *disasters(O + "example-utf16be-bom.tsv", "utf-16"), "empty_fields=2",
     f'<http://e.org/disaster-16/2003-0160> {LABEL} "Tizi Ouzou, Béjaïa, (Kaby ..."@en', "as above"),
    ("linebreaks", O + "example-linebreaks-in-cells.csv", *count(table(O + "example-linebreaks-in-cells.csv"), lambda r: (r["name"], [("a",), *r.items()])), "",
     f'<http://e.org/person/Mary%20II> <http://e.org/born> "1662"^^<{XSD}gYear> | <http://e.org/person/Mary%20II> <{DCT}description> "Mary II was Queen regnant of England, Scotland, and Ireland from \\n1689 until her death."@en', ""),
    ("persons", O + "persons_with_empty_column.csv", *count(table(O + "persons_with_empty_column.csv"), lambda r: (r["Name"], [("a",), *r.items()])), "",
     f'<http://e.org/person/Person5> <{FOAF}age> "78"^^<{XSD}integer>', ""),
    ("presidents", O + "presidents.tsv", *count(table(O + "presidents.tsv", delimiter="\t"), lambda r: (r["id"], [("a",), ("name", r["name"]), ("guid", r["guid"]), ("same", r["id"])])), "",
     f'<http://e.org/president/abraham_lincoln> <http://www.w3.org/2002/07/owl#sameAs> <http://rdf.freebase.com/ns/en.abraham_lincoln>', ""),
    ("accent", F + "accent.csv", *count(table(F + "accent.csv", delimiter=";"), lambda r: (r["id_pdc"], [("n", r["n_station"]), ("lat", r["Ylatitude"]), ("kw", r["puiss_max"]), *(("plug", p) for p in r["type_prise"].split(" - ")), ("hours", r["accessibilité"]), ("date", r["date_maj"])])), "",
     f'<http://e.org/charging/FR%2AA17%2AE%2AZZZ%2A3%2A1%2A2%2A_> <{DCT}modified> "2018-03-31"^^<{XSD}date>', ""),
    ("capitals", F + "capital-invalid.csv", len([r for r in rows(F + "capital-invalid.csv")[1:] if len(r) == 3]), 2 * len([r for r in rows(F + "capital-invalid.csv")[1:] if len(r) == 3]),
     "odd_field_name=1 row_width=1 short_row=1", '<http://e.org/capital/1> <http://e.org/capitalOf> <http://e.org/country/Britain>', ""),
    ("countries", F + "countries.csv", 2, 4, "doubtful_rows=2 row_width=1 title_rows=1", f'<http://e.org/country/3> {LABEL} "Germany"@en | <http://e.org/country/1> <http://e.org/population> "67"^^<{XSD}integer>',
     f"the csv module finds {len(countries)} rows of four fields; the last one stands before a line without a comma, which may be the rest of its last field, so it is in doubt"),
    ("countries-2", F + "country-2.csv", *count(table(F + "country-2.csv", before=1, delimiter=";"), lambda r: (r["id"], [("a",), *pairs_of(r, ("name", "neighbor_id", "population"))])), "title_rows=1",
     '<http://e.org/country-2/4> <http://e.org/neighbour> <http://e.org/country-2/5>', ""),
    ("budget", F + "doublequote.csv", *count(budget, lambda r: ((r["AÑO"], r["CODIGOPROGRAMA"]), pairs_of(r, ("NOMBREUE", "AÑO", "DESCRIPCIONAP", "presupuestado", "pbi")))), "",
     f'<http://e.org/budget/2019/608> <http://e.org/share> "0.003465"^^<{XSD}decimal>', ""),
    ("duplicate-headers", F + "duplicate-headers.csv", 2, 2 * 5, "odd_field_name=2", '<http://e.org/d/1101> <http://e.org/def#number> "001101"', "id makes the subject and is a property, too"),
    ("escaping", F + "escaping.csv", 3, 3, "", '<http://e.org/escaping/2> <http://www.w3.org/2000/01/rdf-schema#comment> "Test \\" line 2" | <http://e.org/escaping/3> <http://www.w3.org/2000/01/rdf-schema#comment> "Test \\" line 3"', "by hand: the csv module has no escape beside doubled quotes"),
    ("no-row-fits", F + "invalid.csv", 0, 0, "odd_field_name=2 row_width=1 short_row=2", "", "by hand; a document without statements fails as empty in a campaign"),
    ("time-zones", F + "issue-1105-timezone.csv", *plain(table(F + "issue-1105-timezone.csv", delimiter=";"), "id"), "", f'<http://e.org/time/1> <{DCT}date> "2020-01-01T15:00:00+03:00"^^<{XSD}dateTime>', ""),
    ("water", F + "issue-1138.csv", len(water), 1 * len(water) + 2 * len(water) + len([r for r in water if re.fullmatch(r"\d\d\.\d\d\.\d{4}", r[0])]), "ill_typed_field=1 odd_field_name=1",
     f'<http://e.org/level_m> "1.46"^^<{XSD}decimal>', "one date has a time; the header has an empty name at its end"),
    ("municipalities", F + "issue-1232.csv", *count(table(F + "issue-1232.csv", delimiter=";"), lambda r: (r["comune"], pairs_of(r, ("denominazione_comune", "sigla_provincia", "data_entrata_in_carica", "comune")))), "",
     f'<http://e.org/comune/030151360> <http://e.org/since> "2021-10-13"^^<{XSD}date>', ""),
    ("latin1", F + "latin1.csv", *plain(table(F + "latin1.csv", "latin-1")), "", '<http://e.org/latin1/2> <http://e.org/def#name> "©"', ""),
    ("numbers", F + "number-test.csv", *count(table(F + "number-test.csv"), numbers), "ill_typed_field=10", f'<http://e.org/number> "-2.00e-02"^^<{XSD}double>', "number: NaN INF -INF 95% $4.00; minimum: 95% $4.00 and three with an exponent"),
    ("comment-before-header", F + "skip-rows-before-headers.csv", *plain(table(F + "skip-rows-before-headers.csv", before=1)), "title_rows=1", '<http://e.org/cbh/2> <http://e.org/def#name> "中国人"', ""),
    ("comments", F + "skip-rows.csv", 2, 4, "title_rows=2", '<http://e.org/comments/1> <http://e.org/def#name> "english"', ""),
    ("greek", F + "table-infer-iso-8859-7.csv", *count(table(F + "table-infer-iso-8859-7.csv", "iso-8859-7"), lambda r: (r["name"], [("a",), ("name", r["name"]), ("age", r["age"])])), "", f'<http://e.org/greek/Μυρων> <{FOAF}name> "Μυρων"@el', ""),
    ("no-header", F + "without-headers-extra.csv", 2, 4, "row_width=1", '<http://e.org/no-header/2> <http://e.org/def#name> "中国人"', ""),
    ("carriage-returns", T + "cr-line-endings.csv", *plain(table(T + "cr-line-endings.csv"), "Foo"), "", '<http://e.org/cr/Biff> <http://e.org/baz> "Boff"', ""),
    ("mixed-line-ends", T + "inconsistent-line-endings-unquoted.csv", *plain(table(T + "inconsistent-line-endings-unquoted.csv"), "Foo"), "", '<http://e.org/mixed/Qux> <http://e.org/baz> "Doge"', ""),
    ("bank", T + "invalid-byte-sequence.csv", len(bank), sum(1 + len([v for v in (r[0], r[2], r[4], r[5]) if v]) for r in bank), "odd_field_name=1", f'{LABEL} "Transferência on line - 01/11 4885     256620-6 XXXXXXXXXXXXX"@pt', "the header has an empty name at its end, and so has each row"),
    ("many-rows", T + "invalid_many_rows.csv", 9, 8 * 3 - 1, "ill_typed_field=1 lost_quote=1", f'<http://e.org/bar> "2"^^<{XSD}integer>', f"by hand: {len(many)} rows without the blank one; one is broken, one is empty, and has no statements; `two` is no integer"),
    ("title-row", T + "title-row.csv", *plain(table(T + "title-row.csv", before=1), "Foo"), "title_rows=1", '<http://e.org/title/Biff> <http://e.org/bar> "Baff"', ""),
    ("grid", O + "grid_small.json", *count(grid, institute), "", '<http://e.org/grid/grid.1001.0> <http://e.org/Related> <http://e.org/grid/grid.413314.0> | <http://e.org/grid/grid.1002.3> <http://e.org/isni> "0000 0004 1936 7857"', "types and ids of relations are combined, because a property has no `each`"),
    ("library-json", O + "json-sample-format-1.json", 1, 2, "", f'<http://e.org/book/author1> <{DCT}creator> "author1"', ""),
    ("single-quotes", F + "invalid.json", 0, 0, "syntax_error=1", "", "Python refuses it, too"),
    ("lists", F + "sample.json", 2, 4, "", '<http://e.org/field> "bbb"', ""),
    ("keyed", F + "table.keyed.json", *count(load(RECORDS / (F + "table.keyed.json")), lambda r: (r["id"], r.items())), "", f'<http://e.org/keyed/2> {LABEL} "中国人"', ""),
    ("ndjson", F + "table.ndjson", *count([json.loads(line) for line in (RECORDS / (F + "table.ndjson")).read_text(encoding="utf-8").splitlines()], lambda r: (r["id"], r.items())), "", f'<http://e.org/ndjson/1> <{DCT}identifier> "1"^^<{XSD}integer>', ""),
    ("library-1", O + "xml-sample-format-1.xml", *count(books(O + "xml-sample-format-1.xml"), lambda b: (b["id"], [("a",), ("genre",), ("creator",), ("creator", "name"), ("creator", "born")])), "", f'<http://e.org/book-1/2> <{DCT}creator> <http://e.org/author/author2>', ""),
    ("library-2", O + "xml-sample-format-2.xml", *count(books(O + "xml-sample-format-2.xml"), lambda b: (b["id"], [("creator",), ("genre",)])), "", f'<http://e.org/book-2/3> <http://e.org/genre> "genre3"', ""),
    ("library-3", O + "xml-sample-format-3.xml", *count(books(O + "xml-sample-format-3.xml"), lambda b: (b["id"], [("creator",), ("genre",)])), "", f'<http://e.org/book-3/1> <{DCT}creator> "  author1  " | <http://e.org/book-3/1> <http://e.org/genre> "genre1"', ""),
    ("table-1", F + "table1.html", *plain(html_tables(F + "table1.html")[0]), "odd_field_name=1 unterminated=1", '<http://e.org/table-1/2> <http://e.org/def#name> "中国人"', "the last end tag is cut off"),
    ("table-2", F + "table2.html", *plain(html_tables(F + "table2.html")[0]), "unterminated=1", '<http://e.org/table-2/1> <http://e.org/def#name> "english"', "the last end tag is cut off"),
    ("table-3", F + "table3.html", *plain(html_tables(F + "table3.html")[1], "id"), "unterminated=1", f'<http://e.org/table-3/2> {LABEL} "中国人"', "the last end tag is cut off"),
    ("table-4", F + "table4.html", *plain(html_tables(F + "table4.html")[0]), "", '<http://e.org/table-4/1> <http://e.org/def#name> "english"', ""),
    ("table-newlines", F + "table-with-newline.html", *plain(html_tables(F + "table-with-newline.html")[0], "id"), "odd_field_name=1 unterminated=1", f'<http://e.org/newline/3> {LABEL} "with newline" | <http://e.org/newline/4> {LABEL} "with\\\\nnewline"', "the last end tag is cut off"),
    ("table-rvest", "tidyverse__rvest__table.html", *plain(html_tables("tidyverse__rvest__table.html")[0]), "", '<http://e.org/def#Header%201> "Row 1, Cell 1"', ""),
    ("hcard-email", M + "email.html", *email_card(), "", f'<{VCARD}hasEmail> <mailto:john@example.com?subject=parser-test> | <{VCARD}email> "john@example.com"', "values of the parse beside"),
    ("hcard-mixed", M + "mixedproperties.html", *mixed_card(), "", f'<http://mozilla.org/> <{VCARD}organization-name> "Mozilla Foundation"', "values of the parse beside"),
    ("hcard-multiple", M + "multiple.html", *multiple_card(), "", f'<http://e.org/person/John%20Doe> <{VCARD}hasLogo> <http://example.com/images/logo.gif> | <http://e.org/person/John%20Doe> <{VCARD}agent> "Dave Doe"', "values of the parse beside"),
    ("hcard-relative", M + "relativeurls.html", *relative_card(), "", f'<http://blog.lizardwrangler.com/> <{VCARD}hasPhoto> <http://example.com/bios/mitchell-baker/picture.jpeg>', "values of the parse beside"),
    ("geo", M + "valuetitleclass.html", 1, 3, "", f'<http://www.w3.org/2003/01/geo/wgs84_pos#long> "-0.14812"^^<{XSD}decimal>', "values of the parse beside"),
    ("ckan-package", "dcat/ckan_ckan_dataset.json", *count([load(DCAT / "ckan_ckan_dataset.json")], package), "",
     f'<http://e.org/distribution/b1e0b666-b7f4-44c1-9b16-56c78e86b66a> <{DCAT_NS}accessURL> <http://www.bgs.ac.uk/gbase/geochemcd/home.html> | <http://e.org/dataset/2988a6aa-2802-4f32-b846-d4520c79c4b7> <{DCAT_NS}keyword> "geology"', ""),
    ("ckan-package-legacy", "dcat/ckan_full_ckan_dataset_legacy.json", *count([load(DCAT / "ckan_full_ckan_dataset_legacy.json")], legacy_package), "", f'<mailto:johndoe@example.com> <{FOAF}name> "John Doe"', ""),
    ("ckan-package-ap", "dcat/ckan_ckan_full_dataset_dcat_ap.json", *count([load(DCAT / "ckan_ckan_full_dataset_dcat_ap.json")], ap_package), "repeated_key=1", f'<http://e.org/contact/123> <{VCARD}hasEmail> <mailto:contact1@example.org>', "the key `creator` comes twice"),
    ("ckan-multilingual", "dcat/ckan_ckan_dataset_multilingual.json", *count([load(DCAT / "ckan_ckan_dataset_multilingual.json")], multilingual), "", f'<http://e.org/dataset/test-dataset-multilingual> <{DCAT_NS}keyword> "Roures"@ca', ""),
    ("catalogue", "dcat/ckan_catalog.json", *count(load(DCAT / "ckan_catalog.json")["dataset"], catalogue_entry), "", f'<https://data.some.org/catalog/datasets/2> <{DCT}issued> "2012-06-21"^^<{XSD}date> | <mailto:contact@some.org> {TYPE} <{FOAF}Agent>', ""),
    ("catalogue-list", "dcat/ckan_catalog_datasets_list.json", *count(load(DCAT / "ckan_catalog_datasets_list.json"), lambda d: (d["identifier"], [("a",), ("title",), *(("keyword", k) for k in d["keyword"])])), "", f'<https://data.some.org/catalog/datasets/2> <{DCAT_NS}keyword> "sloths"', ""),
]  # fmt: skip


print("\t".join(("specification", "file", "records", "statements", "defects", "must have", "why")))
for spec, file, records, statements, defects, must, why in TABLE:
    numbers = (str(records), str(statements), defects or "-")
    print("\t".join((spec, file if "/" in file else f"records/files/{file}", *numbers, must or "-", why or "-")))
