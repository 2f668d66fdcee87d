#!/usr/bin/env python3
"""A second reading of robots.txt, written from RFC 9309 alone: plain, slow, and without a look at the first one.

robots_oracle.py cases [--seed N] [--files N]   prints generated cases as JSON lines, with this reader's verdicts
robots_oracle.py self-test                      the examples of RFC 9309 and of the tests of google/robotstxt
robots_oracle.py check --program P [--seed N] [--files N]   both, with the verdicts of the program robots_cases

A case is one file, one agent and some URIs:
  {"id": 1, "robots_hex": "...", "agent": "FooBot", "crawl_delay": 2.5 or null, "sitemaps": ["..."],
   "uris": [{"uri": "http://example.org/a", "allowed": true}]}

Where the RFC leaves a choice, the comment "Choice" says what was chosen, and by which clause.
"""

import argparse
import json
import random
import re
import subprocess
import sys

# Clause 2.5: a limit must be at least 500 KiB. Choice: 512 KiB; what follows is dropped, with the line that the limit
# cuts, because the rest of a rule is another rule, which nobody wrote.
FILE_LIMIT = 512 * 1024
# Choice: as google/robotstxt documents ("long lines are ignored after 8 * 2083 bytes"): the octets of a line after
# the first 16,664 are dropped, the line is kept.
LINE_LIMIT = 8 * 2083

BOM = b"\xef\xbb\xbf"
UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")  # RFC 3986, 2.3
PLAIN = frozenset(b":/?@!&'()+,;=") | UNRESERVED  # RFC 3986, 3.3 and 3.4, without "*" and "$"
HEX = b"0123456789ABCDEFabcdef"

# Choice: 2.2.4 permits common misspellings; these are the ones that google/robotstxt accepts. The name must be
# whole: "disallowed" is another record (2.2: the grammar knows only whole names). Letters of any case (RFC 5234, 2.3).
NAMES = {
    b"user-agent": "agent", b"useragent": "agent", b"user agent": "agent",
    b"allow": "allow",
    b"disallow": "disallow", b"dissallow": "disallow", b"dissalow": "disallow", b"disalow": "disallow",
    b"diasllow": "disallow", b"disallaw": "disallow",
    b"sitemap": "sitemap", b"site-map": "sitemap",
    b"crawl-delay": "delay",
}


def lines_of(data):
    """The lines of a file: NL = CR / LF / CRLF (2.2). An empty line more or less changes nothing."""
    if len(data) > FILE_LIMIT:
        whole = data[FILE_LIMIT:FILE_LIMIT + 1] in (b"\n", b"\r")
        data = data[:FILE_LIMIT]
        data = data if whole else data[:max(data.rfind(b"\n"), data.rfind(b"\r"), 0)]
    # 2.3: the file is UTF-8, so a byte order mark may stand first. Choice: as google/robotstxt, a part of a mark is
    # skipped as well.
    skip = 0
    while skip < 3 and skip < len(data) and data[skip] == BOM[skip]:
        skip += 1
    data = data[skip:]
    return [line[:LINE_LIMIT] for line in data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")]


def record_of(line):
    """(kind, value) of a line, or None. WS is blank and tab only (2.2)."""
    line = line.split(b"#")[0].strip(b" \t")  # 2.2.3: "#" begins a comment
    colon = line.find(b":")
    if colon >= 0:
        name, value = line[:colon], line[colon + 1:]
    else:
        # Choice (2.2.4, leniency): google/robotstxt documents that a missing colon is forgiven where the line is of
        # exactly two words.
        words = re.split(rb"[ \t]+", line)
        if len(words) != 2:
            return None
        name, value = words
    name = name.strip(b" \t")
    kind = NAMES.get(name.lower())
    return (kind, value.strip(b" \t")) if kind else None


def token_of(value):
    """The product token of a user-agent line, in small letters; "*" for everybody, "" for nobody.

    2.2.1 and the grammar: letters, "-" and "_". Choice: as google/robotstxt documents, what follows the token
    ("FooBot/1.0", "Foo Bar", "* all") is ignored. A value without a token begins a group that nobody obeys.
    """
    if value[:1] == b"*" and (len(value) == 1 or value[1:2] in (b" ", b"\t")):
        return b"*"
    return re.match(rb"[A-Za-z_-]*", value).group(0).lower()


class Group:
    def __init__(self):
        self.tokens = []
        self.rules = []  # ("allow" or "disallow", pattern)
        self.delays = []  # (seconds, tokens)


def delay_of(value):
    """Seconds of a Crawl-delay line, or None: a decimal number without a sign. Choice: the RFC has no such record."""
    if re.fullmatch(rb"[0-9]+(\.[0-9]*)?|\.[0-9]+", value):
        return float(value)
    return None


def read(data):
    """(groups, sitemaps) of a file."""
    groups, sitemaps = [], []
    group, in_head = None, False
    for line in lines_of(data):
        record = record_of(line)
        if record is None:
            continue
        kind, value = record
        if kind == "agent":
            # 2.1: a group is one or more user-agent lines and then rules; the next user-agent line ends it.
            if not in_head:
                group, in_head = Group(), True
                groups.append(group)
            group.tokens.append(token_of(value))
        elif kind in ("allow", "disallow"):
            in_head = False
            if group is not None:  # 2.2.2: rules outside of a group should be ignored
                group.rules.append((kind, value))
        elif kind == "delay":
            # 2.2.4: other records must not end a group. Choice: as crawler-commons has it, a delay applies to the
            # agents named so far, independent of what is a group: many files have a delay as the only line of an agent.
            if group is not None and delay_of(value) is not None:
                group.delays.append((delay_of(value), list(group.tokens)))
        elif kind == "sitemap" and value:
            sitemaps.append(value)  # 2.2.4: belongs to no group
    return groups, sitemaps


def groups_for(groups, agent):
    """2.2.1: all groups of the token, else all groups of "*", else none."""
    own = [group for group in groups if agent.lower() in group.tokens]
    return own or [group for group in groups if b"*" in group.tokens]


# 2.2.2, first table, second row: "https://foo.bar" within a query equals "https%3A%2F%2Ffoo.bar". Choice: so the
# general delimiters that a query may hold as data (RFC 3986, 3.4) are the same in both forms within a query, and only
# there: in a path the encoding of a delimiter is data (RFC 3986, 2.2), and the first "?" is no data.
QUERY_DATA = {b"%3A": b":", b"%2F": b"/", b"%3F": b"?", b"%40": b"@"}


def compared(text, is_pattern):
    """The octets of a path or pattern as they are compared.

    2.2.2: octets outside of ASCII are percent-encoded; an encoded unreserved octet is decoded; an encoded reserved
    one stays. RFC 3986, 6.2.2.1: the digits of an encoding are large letters. A "%" that begins no encoding stays: it
    is neither reserved nor outside of ASCII (2.2.2).
    RFC 3986, 3.3 and 3.4: "[" and "]" are reserved and not allowed in a path or query, so they are encoded (2.2.2).
    Choice: so are the octets that RFC 3986 allows nowhere (blank, quotes, controls), since a URI can only hold their
    encoding, and 2.2.2 does not decode it.
    2.2.3, second table: a literal "*" or "$" of a URI, and "$" within a pattern, equals its encoding.
    Choice: other reserved octets stay as they are, as google/robotstxt has it: "/" and "%2F" of a path differ, which
    is what RFC 3986, 2.2 says of reserved octets. No octet is decoded twice (RFC 3986, 2.4).
    """
    out, i = b"", 0
    while i < len(text):
        octet, is_encoded = text[i], False
        if octet == 0x25 and i + 2 < len(text) and text[i + 1] in HEX and text[i + 2] in HEX:
            octet, is_encoded = int(text[i + 1:i + 3], 16), True
        i += 3 if is_encoded else 1
        is_star = octet == 0x2A and not is_encoded and is_pattern
        form = b"%%%02X" % octet
        if b"?" in out and is_encoded and form in QUERY_DATA:
            out += QUERY_DATA[form]
        elif octet in UNRESERVED or is_star or (not is_encoded and (octet in PLAIN or octet == 0x25)):
            out += bytes([octet])
        else:
            out += form
    return out


def match_length(pattern, path):
    """Octets of the pattern if it matches the path, else None.

    "The match that has the most octets" (2.2.2). Choice: as google/robotstxt counts, the octets of the pattern as it
    is compared, "*" and "$" among them. Within a query both forms of a delimiter count one octet, because patterns
    that match the same are equivalent, and then allow wins (2.2.2).
    """
    # 2.2: a pattern begins with "/"; 5.1 has one that begins with "*". Choice: others match nothing, since the match
    # must start with the first octet of the path, a "/". An empty pattern is no match (2.2: empty-pattern).
    if pattern[:1] not in (b"/", b"*"):
        return None
    ends = pattern.endswith(b"$")  # 2.2.3: only at the end is it special
    wanted = compared(pattern[:-1] if ends else pattern, True)
    octets = compared(path, False)
    mark = octets.index(b"?") if b"?" in octets else len(octets)
    # places[i]: where in the path the first i octets of the pattern can end.
    places = [set() for _ in range(len(wanted) + 4)]
    places[0] = {0}
    for i, octet in enumerate(wanted):
        if octet == 0x2A and places[i]:
            places[i + 1].update(range(min(places[i]), len(octets) + 1))
            continue
        plain = QUERY_DATA.get(wanted[i:i + 3])
        for place in places[i]:
            if octets[place:place + 1] == bytes([octet]):
                places[i + 1].add(place + 1)
            if plain and place > mark and octets[place:place + 1] == plain:
                places[i + 3].add(place + 1)  # a "*" of the pattern matched the "?" of the URI
    found = places[len(wanted)]
    if not found or (ends and len(octets) not in found):
        return None
    return len(wanted) + (1 if ends else 0)


def path_of(uri):
    """Path and query of a URI: no scheme, no authority, no fragment; "/" for an empty path (RFC 3986, 6.2.3)."""
    rest = re.sub(rb"^[A-Za-z][A-Za-z0-9+.-]*://[^/?#]*", b"", uri).split(b"#")[0]
    return rest if rest.startswith(b"/") else b"/" + rest


def without_dots(path):
    """The path without the segments "." and ".." (RFC 3986, 5.2.4), encoded ones among them (6.2.2.2: they are equivalent)."""
    path, mark, query = path.partition(b"?")
    kept = []
    for segment in path.split(b"/")[1:]:
        dots = compared(segment, False)
        if dots == b"..":
            kept = kept[:-1]
        elif dots != b".":
            kept.append(segment)
    if dots in (b".", b".."):
        kept.append(b"")
    return b"/" + b"/".join(kept) + mark + query


def allowed(groups, uri):
    """Whether the groups that the agent obeys (groups_for) allow the URI.

    Choice: a path that its server may resolve (RFC 3986, 5.2.4) is allowed if both of its forms are."""
    path = path_of(uri)
    return all(allows(groups, form) for form in (path, without_dots(path)))


def allows(groups, path):
    """Whether the groups allow the path, as it is written."""
    # 2.2.2: the /robots.txt URI is implicitly allowed. Choice: without a query.
    if compared(path, False) == b"/robots.txt":
        return True
    best = {"allow": -1, "disallow": -1}
    for group in groups:
        for kind, pattern in group.rules:
            length = match_length(pattern, path)
            if length is not None:
                best[kind] = max(best[kind], length)
    return best["allow"] >= best["disallow"]  # 2.2.2: of equivalent rules, allow; no match, allow


def crawl_delay(groups, agent):
    """Seconds, or None. Choice: the longest of the groups obeyed, so never faster than asked; none of "*" for an
    agent with a group of its own."""
    token = agent.lower() if any(agent.lower() in group.tokens for group in groups) else b"*"
    delays = [seconds for group in groups for seconds, tokens in group.delays if token in tokens]
    return max(delays) if delays else None


# ---- the generator ---------------------------------------------------------------------------------------------

AGENTS = ["FooBot", "foobot", "BarBot", "Foo", "LOD-Laundromat", "a_b"]
PIECES = ["a", "b", "foo", "bar", "A", "%61", "%41", "%2F", "%2f", "%2A", "%24", "*", "**", "$", "\u00e4", "%C3%A4",
          "%c3%a4", "\u30c4", "%E3%83%84", "x.html", ".ttl", "~u", "%7Eu", "%7eu", "a:b", "a%3Ab", "@", "%40", ";v=1",
          "%", "%zz", "%4", "-", "_", "a b", "%20", "\"", "%22", "|", "%7C", "'", "(", "!", "+", ",", "%2B", "\\",
          "^", "{", "%7B", "`", "<", "data", "index.html"]
DOTS = [".", "..", "%2E", "%2e%2E", ".%2e", "..."]
QUERIES = ["?", "?q", "?baz=quz", "?baz=https://foo.bar", "?baz=https%3A%2F%2Ffoo.bar", "?a=1&b=2", "?b=%26", "?x=*",
           "?query=SELECT+*", "?u=a/b", "?u=a%2fb", "?u=a:b@c", "?a?b", "?a%3Fb", "%3Fq", "?p=$", "?p=%24"]
RAW = [b"\xff", b"\xc3", b"\xe3\x83", b"\x01", b"\x7f"]


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def often(self, part):
        return self.random.random() < part

    def path(self):
        segments = ["".join(self.random.choice(PIECES) for _ in range(self.random.choice([0, 1, 1, 2])))
                    for _ in range(self.random.choice([1, 1, 2, 3]))]
        if self.often(0.1):
            segments.insert(self.random.randrange(0, len(segments) + 1), self.random.choice(DOTS))
        text = "/" + "/".join(segments)
        if self.often(0.25):
            text += self.random.choice(QUERIES)
        data = text.encode()
        if self.often(0.03):
            place = self.random.randrange(1, len(data) + 1)
            data = data[:place] + self.random.choice(RAW) + data[place:]
        return data

    def pattern(self):
        roll = self.random.random()
        if roll < 0.06:
            return b""
        if roll < 0.12:
            return self.random.choice([b"/", b"*", b"/*", b"$", b"/$", b"*$", b"/*$", b"/**", b"?", b"*?", b"/*?*"])
        if roll < 0.16:
            return self.random.choice([b"*.ttl$", b"*/foo", b"foo", b"a/b", b"http://example.org/a", b"%2Fa", b".ttl"])
        data = self.path()
        if self.often(0.3):
            place = self.random.randrange(0, len(data) + 1)
            data = data[:place] + b"*" + data[place:]
        if self.often(0.2):
            data += b"$"
        if self.often(0.3):
            data = data[:self.random.randrange(1, len(data) + 1)]
        return data

    def uri_like(self, pattern):
        """A path that the pattern matches or nearly matches."""
        data = pattern[:-1] if pattern.endswith(b"$") else pattern
        filled = b""
        for octet in data:
            filled += self.random.choice([b"", b"a", b"/b", b"?c"]) if octet == 0x2A and self.often(0.9) \
                else bytes([octet])
        data = filled
        if self.often(0.3):  # another encoding of one octet
            places = [i for i, octet in enumerate(data) if octet != 0x25 and i > 0]
            if places:
                place = self.random.choice(places)
                form = b"%%%02X" if self.often(0.7) else b"%%%02x"
                data = data[:place] + form % data[place] + data[place + 1:]
        if self.often(0.2):
            data = data[:-1]
        if self.often(0.3):
            data += self.random.choice([b"/", b"a", b"?q", b"#f", b"/x.html", b"%2F"])
        return data if data.startswith(b"/") else b"/" + data

    def name(self, name):
        if self.often(0.15):
            name = "".join(self.random.choice([c.upper(), c.lower()]) for c in name)
        return name

    def line(self, name, value):
        line = self.random.choice([b"", b"", b"", b" ", b"\t", b"  "]) + self.name(name).encode()
        line += self.random.choice([b": ", b": ", b": ", b":", b" : ", b"\t:\t"])
        if self.often(0.01):
            line = line.replace(b":", b" ")
        line += value
        return line + self.random.choice([b"", b"", b"", b" ", b"\t", b" # note", b"#note", b" #a: b"])

    def agent_value(self):
        roll = self.random.random()
        if roll < 0.35:
            return b"*"
        if roll < 0.85:
            return self.random.choice(AGENTS).encode()
        return self.random.choice([b"FooBot/1.0", b"Foo Bar", b"* all", b"*bot", b"", b"123", b"foobotx", b"FooBo",
                                   "FooBot\u00e4".encode(), b"FooBot*", b"BarBot FooBot", b"LOD-Laundromat/2 (+http://x)"])

    def lines(self):
        """The lines of a file, and the patterns in it."""
        lines, patterns = [], []
        if self.often(0.1):
            lines.append(self.line("Disallow", self.pattern()))
        for _ in range(self.random.choice([0, 1, 1, 2, 2, 2, 3, 3, 4])):
            for _ in range(self.random.choice([1, 1, 1, 2, 3])):
                name = "User-agent" if self.often(0.96) else self.random.choice(["Useragent", "User agent", "UserAgents"])
                lines.append(self.line(name, self.agent_value()))
                if self.often(0.15):
                    lines.append(self.other())
            for _ in range(self.random.choice([0, 1, 1, 2, 3, 5])):
                pattern = self.pattern()
                if patterns and self.often(0.2):
                    pattern = self.random.choice(patterns)
                patterns.append(pattern)
                name = self.random.choice(["Disallow", "Disallow", "Disallow", "Allow"])
                if name == "Disallow" and self.often(0.04):
                    name = self.random.choice(["Dissallow", "Disalow", "Diasllow", "Disallaw", "Disallowed", "Disallows"])
                lines.append(self.line(name, pattern))
                if self.often(0.12):
                    lines.append(self.other())
        return lines, patterns

    def other(self):
        roll = self.random.random()
        if roll < 0.3:
            return self.line("Crawl-delay", self.random.choice(
                [b"1", b"2", b"10", b"0", b"0.5", b"2.5", b".5", b"3.", b"-1", b"", b"soon", b"5s", b"1,5", b"86400"]))
        if roll < 0.55:
            return self.line("Sitemap", self.random.choice(
                [b"http://example.org/sitemap.xml", b"https://example.org/s?a=b", b"", b"http://example.org/s.xml.gz"]))
        return self.random.choice([b"", b"", b"   ", b"# a comment", b"Host: example.org", b"Noindex: /a", b"nonsense",
                                   b":", b": /", b"Disallow", b"Clean-param: a /b", b"two words more",
                                   b"<html><body>", b"\xff\xfe\x00", b"Request-rate: 1/5"])

    def file(self, number):
        lines, patterns = self.lines()
        end = self.random.choice([b"\n", b"\n", b"\n", b"\r\n", b"\r"])
        data = b"".join(line + (end if self.often(0.97) else self.random.choice([b"\n", b"\r", b"\r\n", b"\n\n", b"\n\r"]))
                        for line in lines)
        if self.often(0.2):
            data = data.rstrip(b"\r\n")
        if self.often(0.06):
            data = self.random.choice([BOM, BOM, BOM[:1], BOM[:2], BOM + BOM]) + data
        if number % 500 == 1:
            data, patterns = self.at_file_limit()
        if number % 500 == 2:
            data, patterns = self.at_line_limit()
        return data, patterns

    def at_file_limit(self):
        """Rules before, at and after the limit of a file."""
        head = b"User-agent: *\nDisallow: /before\n"
        tail = b"Disallow: /cut/abcdefgh\nDisallow: /after\n"
        filler = b"# " + b"f" * 97 + b"\n"
        room = FILE_LIMIT - len(head) - self.random.randrange(0, len(tail) + 20)
        data = head + filler * (room // len(filler)) + b"#" + b"g" * (room % len(filler) - 2) + b"\n" * (room % len(filler) > 0)
        return data + tail, [b"/before", b"/cut/abcdefgh", b"/cut/abc", b"/after", b"/"]

    def at_line_limit(self):
        """A pattern that the limit of a line cuts."""
        name = self.random.choice([b"Disallow: ", b"Disallow:", b"  Disallow: "])
        whole = LINE_LIMIT + self.random.choice([-2, -1, 0, 1, 2, 40])
        pattern = b"/" + b"p" * (whole - len(name) - 6) + b"/q/r$"
        kept = pattern[:LINE_LIMIT - len(name)]
        data = b"User-agent: *\n" + name + pattern + b"\nDisallow: /next\n"
        return data, [pattern, kept, kept[:-1], b"/next"]

    def case(self, number):
        data, patterns = self.file(number)
        groups, sitemaps = read(data)
        named = [agent for agent in AGENTS if any(agent.lower().encode() in group.tokens for group in groups)]
        agent = self.random.choice(named if named and self.often(0.6) else AGENTS)
        obeyed = groups_for(groups, agent.encode())
        rules = [pattern for group in obeyed for kind, pattern in group.rules]
        uris = []
        for _ in range(self.random.choice([3, 4, 5, 6])):
            roll = self.random.random()
            if rules and roll < 0.6:
                path = self.uri_like(self.random.choice(rules))
            elif patterns and roll < 0.75:
                path = self.uri_like(self.random.choice(patterns))
            elif roll < 0.95:
                path = self.path()
            else:
                path = self.random.choice([b"/robots.txt", b"/%72obots.txt", b"/robots.txt?a", b"/robots.txt/", b"",
                                           b"?q", b"/Robots.txt"])
            # A URI is text of JSON, so of UTF-8: octets that are no UTF-8 come as their encoding.
            text = "".join(c if not 0xDC80 <= ord(c) <= 0xDCFF else "%%%02X" % (ord(c) - 0xDC00)
                           for c in path.decode("utf-8", "surrogateescape"))
            uris.append(self.random.choice(["http://example.org", "https://example.org:8443"]) + text)
        return {"id": number, "robots_hex": data.hex(), "agent": agent, "crawl_delay": crawl_delay(obeyed, agent.encode()),
                "sitemaps": [value.decode("utf-8", "replace") for value in sitemaps],
                "uris": [{"uri": uri, "allowed": allowed(obeyed, uri.encode())} for uri in uris]}


# ---- the examples of the RFC and of google/robotstxt -------------------------------------------------------------

def self_test():
    failed = 0

    def expect(robots, agent, path, want):
        nonlocal failed
        groups = groups_for(read(robots.encode())[0], agent.encode())
        have = allowed(groups, ("http://example.com" + path).encode())
        if have != want:
            failed += 1
            print(f"{robots!r} {agent} {path}: allowed {have}, expected {want}", file=sys.stderr)

    simple = ("User-Agent: *\nDisallow: *.gif$\nDisallow: /example/\nAllow: /publications/\n\n"
              "User-Agent: foobot\nDisallow:/\nAllow:/example/page.html\nAllow:/example/allowed.gif\n\n"
              "User-Agent: barbot\nUser-Agent: bazbot\nDisallow: /example/page.html\n\nUser-Agent: quxbot\n")
    for agent, path, want in [  # RFC 9309, 5.1
            ("other", "/a.gif", False), ("other", "/a.gif?x", True), ("other", "/example/a", False),
            ("other", "/publications/x", True), ("foobot", "/", False), ("foobot", "/example/page.html", True),
            ("FOOBOT", "/example/allowed.gif", True), ("foobot", "/publications/", False),
            ("barbot", "/example/page.html", False), ("bazbot", "/example/page.html", False),
            ("bazbot", "/a.gif", True), ("quxbot", "/example/a.gif", True)]:
        expect(simple, agent, path, want)
    longest = "User-Agent: foobot\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif\n"
    expect(longest, "foobot", "/example/page/disallowed.gif", False)  # RFC 9309, 5.2
    expect(longest, "foobot", "/example/page/x", True)
    for pattern, path in [  # RFC 9309, tables of 2.2.2 and 2.2.3
            ("/foo/bar?baz=quz", "/foo/bar?baz=quz"),
            ("/foo/bar?baz=https://foo.bar", "/foo/bar?baz=https://foo.bar"),
            ("/foo/bar?baz=https://foo.bar", "/foo/bar?baz=https%3A%2F%2Ffoo.bar"),
            ("/foo/bar?baz=https%3A%2F%2Ffoo.bar", "/foo/bar?baz=https://foo.bar"),
            ("/*baz=https://foo.bar", "/foo/bar?baz=https://foo.bar"),
            ("/foo/bar/\u30c4", "/foo/bar/%E3%83%84"), ("/foo/bar/%E3%83%84", "/foo/bar/%e3%83%84"),
            ("/foo/bar/%E3%83%84", "/foo/bar/\u30c4"), ("/foo/bar/%62%61%7A", "/foo/bar/baz"),
            ("/foo/bar/baz", "/foo/bar/%62%61%7A"), ("/this/path/exactly$", "/this/path/exactly"),
            ("/this/*/exactly", "/this/is/not/exactly/so"), ("/path/file-with-a-%2A.html", "/path/file-with-a-*.html"),
            ("/path/foo-%24", "/path/foo-$"), ("/fish*", "/fish"), ("/*.php", "/index?f=filename.php/")]:
        expect("User-agent: F\nDisallow: " + pattern, "F", path, False)
    for pattern, path in [("/this/path/exactly$", "/this/path/exactly/"), ("/a/b", "/a%2Fb"), ("/a?b", "/a%3Fb"),
                          ("/fish/", "/fish"), ("/*.php$", "/filename.php?parameters"), ("/*.php", "/windows.PHP"),
                          ("", "/a"), ("foo", "/foo"), ("$", "/"), ("/a%2Fb", "/a/b")]:
        expect("User-agent: F\nDisallow: " + pattern, "F", path, True)
    merged = "user-agent: E\ndisallow: /foo\ndisallow: /bar\n\nuser-agent: E\ndisallow: /baz\n"
    for path in ["/foo", "/bar", "/baz"]:  # RFC 9309, 2.2.1
        expect(merged, "E", path, False)
    # RFC 9309, 2.2.4: a sitemap does not end a group
    expect("User-agent: BarBot\nSitemap: https://foo.bar/sitemap\nUser-agent: *\nDisallow: /\n", "BarBot", "/", False)
    expect("User-agent: FooBot\nInvalid-Unknown-Line: unknown\nUser-agent: *\nDisallow: /\n", "FooBot", "/", False)
    # google/robotstxt
    expect("user-agent FooBot\ndisallow /\n", "FooBot", "/x/y", False)
    expect("foo: FooBot\nbar: /\n", "FooBot", "/x/y", True)
    expect("User-Agent: *\nDisallow: /\nUser-Agent: Foo Bar\nAllow: /x/\nDisallow: /\n", "Foo", "/x/y", True)
    expect("user-agent: FooBot\nallow: /page\ndisallow: /*.htm\n", "FooBot", "/page.htm", False)
    expect("user-agent: FooBot\nallow: /$\ndisallow: /\n", "FooBot", "/", True)
    expect("user-agent: FooBot\nallow: /$\ndisallow: /\n", "FooBot", "/page.html", False)
    expect("user-agent: FooBot\nallow: /folder\ndisallow: /folder\n", "FooBot", "/folder/page", True)
    expect("User-agent: *\nDisallow: /x/\nUser-agent: FooBot\nDisallow: /y/\n", "FooBot", "/x/page", True)
    expect("\ufeffUser-Agent: foobot\nDisallow: /\n", "foobot", "/a", False)
    expect("User-agent: *\nDisallow: /\n", "foobot", "/robots.txt", True)
    print("robots_oracle: self-test " + ("failed" if failed else "ok"))
    return 1 if failed else 0


def check(options):
    """Sends the cases to the program, which prints each verdict of its own that differs."""
    if self_test() != 0:
        return 1
    program = subprocess.Popen([options.program], stdin=subprocess.PIPE, text=True)
    try:
        print_cases(options, program.stdin)
        program.stdin.close()
    except BrokenPipeError:
        pass
    if program.wait() != 0:
        print(f"robots_oracle: the readers disagree, seed {options.seed}", file=sys.stderr)
        return 1
    return 0


def print_cases(options, out):
    generator = Generator(options.seed)
    for number in range(1, options.files + 1):
        print(json.dumps(generator.case(number)), file=out)


def main():
    parser = argparse.ArgumentParser(description="robots.txt by RFC 9309: a second reader, and a generator of cases")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("self-test", help="check the examples of RFC 9309 and of google/robotstxt")
    for name, what in [("cases", "print generated cases as JSON lines, with verdicts"),
                       ("check", "compare with the verdicts of a program")]:
        command = commands.add_parser(name, help=what)
        command.add_argument("--seed", type=int, default=9309, help="seed of the generator (default 9309)")
        command.add_argument("--files", type=int, default=10000, help="number of files (default 10000)")
        if name == "check":
            command.add_argument("--program", required=True, help="the test program robots_cases")
    options = parser.parse_args()
    if options.command == "self-test":
        return self_test()
    if options.command == "check":
        return check(options)
    print_cases(options, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
