// Makes text with statements in it: mail, manuals and notes, in which headings, lists, code and sentences are between the statements.
// SPDX-License-Identifier: Apache-2.0
#include "bench/reader_recovery/prose.hpp"

#include <iterator>
#include <string>
#include <string_view>

namespace laundromat::recovery {

namespace {

template <std::size_t N>
std::string_view any_of(const std::string_view (&all)[N], dice& random) {
  return all[random.below(N)];
}

std::string a_name(dice& random) {
  static constexpr std::string_view all[] = {"ex:Person", "ex:name",       "ex:thing3", "ex:p0_0",
                                             "ex:trap",   "dcterms:title", "foaf:Agent"};
  return std::string(any_of(all, random));
}

std::string a_sentence(dice& random) {
  static constexpr std::string_view begins[] = {"The following statements are about",
                                                "As before, we don't use",
                                                "See also",
                                                "It's the class of all instances of",
                                                "Please note that",
                                                "Examples:",
                                                "A river (or a library) is",
                                                "In section 3.2 we said that",
                                                "Add",
                                                "He wrote \"that is wrong\" about",
                                                "Nobody knows",
                                                "- with a dash before"};
  static constexpr std::string_view middles[] = {"and the property",   "which is not the same as",
                                                 "but, for instance,", "and (sometimes)",
                                                 "; then comes",       ", or rather"};
  static constexpr std::string_view ends[] = {" in the old data.",
                                              " at http://example.org/docs/page.html for details.",
                                              " (see <http://example.org/manual>).",
                                              ".",
                                              ":",
                                              "!",
                                              " as \"quoted text\" says.",
                                              ", e.g. 12 or 3.5 of them.",
                                              " - that's all, folks.",
                                              "?"};
  std::string out(any_of(begins, random));
  const auto name = [&] {
    switch (random.below(3)) {
      case 0:
        return a_name(random);
      case 1:
        return "`" + a_name(random) + "`";
      default:
        return std::string("the map");
    }
  };
  out += " " + name();
  if (random.chance(2)) out += " " + std::string(any_of(middles, random)) + " " + name();
  return out + std::string(any_of(ends, random));
}

std::string a_paragraph(dice& random) {
  std::string out;
  for (auto n = 1 + random.below(4); n > 0; --n) {
    out += a_sentence(random);
    out += random.chance(2) ? "\n" : " ";
  }
  return out + "\n";
}

std::string a_heading(dice& random) {
  static constexpr std::string_view titles[] = {"Introduction", "Usage of ex:Person",
                                                "How it works", "Classes and properties",
                                                "The data",     "FAQ: what is it?"};
  const std::string title(any_of(titles, random));
  switch (random.below(5)) {
    case 0:
      return "## " + title + "\n\n";
    case 1:
      return title + "\n" + std::string(title.size(), '=') + "\n";
    case 2:
      // With a dot, a number behind two names is a statement of Turtle.
      return std::to_string(1 + random.below(9)) + ") " + title + "\n\n";
    case 3:
      return "== " + title + " ==\n";
    default:
      return "<h2>" + title + "</h2>\n";
  }
}

std::string a_list(dice& random) {
  static constexpr std::string_view marks[] = {"- ", "* ", "", "  - ", "+ ", "\xE2\x80\xA2 "};
  const auto mark = any_of(marks, random);
  const bool is_loose = random.chance(2), is_told = random.chance(3);
  std::string out;
  for (auto n = 2 + random.below(5); n > 0; --n) {
    out += std::string(mark) + a_name(random);
    if (is_told) out += " for what is in the library";
    out += is_loose ? "\n\n" : "\n";
  }
  return out + "\n";
}

std::string some_code(dice& random) {
  static constexpr std::string_view all[] = {
      "    g = Graph()\n    g.parse(\"data.ttl\", format='turtle')\n    print(len(g))\n\n",
      "SELECT ?s ?o WHERE {\n  ?s ex:p0_0 ?o .\n  ?o a ex:Person\n}\n\n",
      "ASK { ex:thing3 ex:trap ex:Person }\n\n",
      "CONSTRUCT { ?s ex:trap ?o } WHERE { ?s ex:p ?o . FILTER(?o > 5) }\n\n",
      "$ rapper -i turtle data.ttl > out.nt\nrapper: Parsing returned 12 triples\n\n",
      "{\"@id\": \"http://example.org/thing/1\", \"name\": [1, 2]}\n\n",
      "```python\nfor s, p, o in g:\n    print(s, p, o)\n```\n\n",
      "if (x < 3 && y > 4) { return a[0]; }\n\n",
      "name,value,unit\nriver,12,km\nlibrary,3,\n\n",
      "| class | property |\n|-------|----------|\n| ex:Person | ex:name |\n\n",
      "<p class=\"note\">See the <a href=\"http://example.org/\">page</a>.</p>\n\n"};
  return std::string(any_of(all, random));
}

std::string a_mail_header(dice& random) {
  std::string out =
      "From: Jane Roe <jane@example.org>\nTo: data@example.org, \"Doe, John\" <john@example.org>\n";
  if (random.chance(2)) out += "Date: Mon, 3 Feb 2014 10:11:12 +0100\n";
  out += random.chance(2) ? "Subject: Re: [data] the new river\n" : "Subject: ex:Person is wrong\n";
  if (random.chance(2))
    out += "Message-ID: <52EF.1020@example.org>\nContent-Type: text/plain; charset=utf-8\n";
  out += "\nHi all,\n\n";
  if (random.chance(2)) out += "On Monday, John wrote:\n> I don't see it.\n> Where's the map?\n\n";
  return out;
}

std::string some_text(dice& random) {
  switch (random.below(6)) {
    case 0:
      return a_heading(random);
    case 1:
      return a_list(random);
    case 2:
      return some_code(random);
    case 3:
      return a_mail_header(random);
    default:
      return a_paragraph(random);
  }
}

/// How many graphs are open behind a block.
int count_open(const block& of) {
  int open = 0;
  for (const auto& one : of.tokens) {
    if (one.kind == role::open && one.text.find('{') != one.text.npos) ++open;
    if (one.kind == role::close && one.text.find('}') != one.text.npos) --open;
  }
  return open;
}

}  // namespace

damaged make_prose(rdf_format format, std::uint64_t seed) {
  constexpr std::size_t most_statements = 24;
  dice random(seed * 2 + 1);
  const auto clean = make_document(format, 6 + random.below(most_statements), random);
  damaged made;
  made.text = clean.header;
  int open = 0;
  for (const auto& one : clean.blocks) {
    if (open == 0 && random.chance(2)) {
      const auto begin = made.text.size();
      made.text += "\n";
      for (auto n = 1 + random.below(3); n > 0; --n) made.text += some_text(random);
      made.places.push_back({begin, made.text.size() + one.spelled().size()});
    }
    open += count_open(one);
    made.text += one.spelled();
    made.untouched.insert(made.untouched.end(), one.quads.begin(), one.quads.end());
  }
  made.text += clean.footer;
  return made;
}

}  // namespace laundromat::recovery
