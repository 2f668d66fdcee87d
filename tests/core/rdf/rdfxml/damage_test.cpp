// Documents damaged at random and byte by byte: the promises of a reader hold, and nothing is invented.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <random>
#include <set>

#include "tests/core/rdf/cases.hpp"
#include "tests/core/rdf/reading.hpp"

namespace laundromat::testing {
namespace {

const std::string good = R"(<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE rdf:RDF [ <!ENTITY ex "http://example.org/ns#"> ]>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:ex="&ex;">
  <!-- people -->
  <rdf:Description rdf:about="http://example.org/a">
    <ex:name xml:lang="en">A name</ex:name>
    <ex:knows rdf:resource="http://example.org/b"/>
    <ex:age rdf:datatype="http://www.w3.org/2001/XMLSchema#integer">7</ex:age>
  </rdf:Description>
  <ex:Person rdf:about="http://example.org/b" ex:nick="b">
    <ex:address><rdf:Description rdf:about="http://example.org/c"><ex:city>Some &amp; where</ex:city></rdf:Description></ex:address>
    <ex:homepage rdf:resource="&ex;home"></ex:homepage>
    <ex:list rdf:parseType="Collection"><rdf:Description rdf:about="http://example.org/d"/><rdf:Description rdf:about="http://example.org/e"/></ex:list>
    <ex:comment>plain text</ex:comment>
  </ex:Person>
  <rdf:Description rdf:about="http://example.org/f">
    <ex:inner rdf:parseType="Resource"><ex:value>v</ex:value></ex:inner>
    <ex:xml rdf:parseType="Literal"><b>bold</b> text</ex:xml>
    <ex:last>the end</ex:last>
  </rdf:Description>
</rdf:RDF>
)";

const std::string nested = R"(<?xml version="1.0" encoding="UTF-8"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:ex="http://example.org/ns#">
  <!-- people -->
  <ex:Person rdf:about="http://example.org/a">
    <ex:name>Anna</ex:name>
    <ex:knows><ex:Person><ex:nick>Bert</ex:nick></ex:Person></ex:knows>
    <ex:sees><ex:Woman/></ex:sees>
    <ex:likes rdf:parseType="Resource"><ex:of><ex:Cat/></ex:of><ex:is>good</ex:is></ex:likes>
    <ex:has><rdf:Seq><rdf:li>one</rdf:li><rdf:li rdf:resource="http://example.org/two"/></rdf:Seq></ex:has>
    <ex:at><ex:Place><ex:in><ex:City><ex:label>Ulm</ex:label></ex:City></ex:in></ex:Place></ex:at>
  </ex:Person>
  <ex:Person>
    <ex:age>7</ex:age>
    <ex:list rdf:parseType="Collection"><ex:Dog/><ex:Horse><ex:called>Max</ex:called></ex:Horse></ex:list>
    <ex:owns><ex:Car/></ex:owns>
  </ex:Person>
  <rdf:Bag rdf:about="http://example.org/bag">
    <rdf:_1><ex:Thing><ex:made>2001</ex:made></ex:Thing></rdf:_1>
    <ex:end><ex:Stone/></ex:end>
  </rdf:Bag>
</rdf:RDF>
)";

/// Nodes of one type within each other, so that names alone do not show which tag is lost.
const std::string indented = R"(<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:ex="http://example.org/ns#">
  <ex:Person rdf:about="http://example.org/a">
    <ex:name>Anna</ex:name>
    <ex:knows>
      <ex:Person rdf:about="http://example.org/b">
        <ex:name>Bert</ex:name>
        <ex:knows><ex:Person rdf:about="http://example.org/c">
          <ex:name>Carl</ex:name>
        </ex:Person></ex:knows>
        <ex:age>8</ex:age>
      </ex:Person>
    </ex:knows>
    <ex:age>7</ex:age>
    <ex:likes rdf:resource="http://example.org/x"/>
  </ex:Person>
  <rdf:Description rdf:about="http://example.org/d">
    <ex:name>Dora</ex:name>
    <ex:knows><rdf:Description rdf:about="http://example.org/e">
      <ex:name>Emil</ex:name>
      <ex:likes rdf:resource="http://example.org/y"/>
    </rdf:Description></ex:knows>
    <ex:age>6</ex:age>
  </rdf:Description>
  <ex:Person rdf:about="http://example.org/f">
    <ex:name>Fred</ex:name>
  </ex:Person>
</rdf:RDF>
)";

/// Triple terms, annotations and base directions.
const std::string said = R"(<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:ex="http://example.org/ns#" xmlns:its="http://www.w3.org/2005/11/its" rdf:version="1.2">
  <!-- people -->
  <rdf:Description rdf:about="http://example.org/a">
    <ex:says rdf:parseType="Triple"><rdf:Description rdf:about="http://example.org/b"><ex:name xml:lang="he">Bert</ex:name></rdf:Description></ex:says>
    <ex:age rdf:annotation="http://example.org/r1">7</ex:age>
    <ex:knows rdf:annotationNodeID="r2" rdf:resource="http://example.org/b"/>
    <ex:thinks rdf:parseType="Triple" rdf:annotation="http://example.org/r3">
      <rdf:Description rdf:about="http://example.org/c">
        <ex:hopes rdf:parseType="Triple">
          <rdf:Description rdf:about="http://example.org/d">
            <ex:sees rdf:resource="http://example.org/e"/>
          </rdf:Description>
        </ex:hopes>
      </rdf:Description>
    </ex:thinks>
    <ex:title xml:lang="ar" its:dir="rtl">text</ex:title>
  </rdf:Description>
  <rdf:Description rdf:about="http://example.org/f">
    <ex:says rdf:parseType="Triple"><ex:Person/></ex:says>
    <ex:likes rdf:annotation="http://example.org/r4"><ex:Cat rdf:about="http://example.org/g"/></ex:likes>
    <ex:last>the end</ex:last>
  </rdf:Description>
</rdf:RDF>
)";

std::string mutate(std::string text, std::mt19937& random) {
  const auto pick = [&](std::size_t below) {
    return std::uniform_int_distribution<std::size_t>(0, below - 1)(random);
  };
  for (auto rounds = 1 + pick(3); rounds > 0 && !text.empty(); --rounds) {
    const auto at = pick(text.size());
    const auto length = std::min(1 + pick(pick(2) == 0 ? 4 : 120), text.size() - at);
    switch (pick(4)) {
      case 0:
        text.erase(at, length);
        break;
      case 1:
        text[at] = static_cast<char>(text[at] ^ (1 << pick(8)));
        break;
      case 2:
        text.insert(pick(text.size()), text.substr(at, length));
        break;
      default:
        text[at] = "<>&\"'/=:!-]\xC3\r\n "[pick(16)];
    }
  }
  return text;
}

TEST(damaged_rdf_xml, keeps_the_promises_of_a_reader) {
  const auto seed = std::random_device{}();
  std::mt19937 random(seed);
  for (int i = 0; i < 150; ++i) {
    const auto text = mutate(i % 3 == 0 ? good : i % 3 == 1 ? nested : said, random);
    for (const auto profile : {wash_profile::strict, wash_profile::standard, wash_profile::max_recall}) {
      reader_options options{base};
      options.profile = profile;
      (void)read_with_properties(rdf_format::rdf_xml, text, options);
    }
    ASSERT_FALSE(HasFailure()) << "seed " << seed << ", round " << i << ":\n" << text;
  }
}

/// Labels are left out: what generated ones are called depends on what was lost before them.
std::string without_labels(std::string line) {
  for (auto at = line.find("<b:"); at != line.npos; at = line.find("<b:", at + 1))
    line.erase(at + 3, line.find('>', at) - at - 3);
  return line;
}

std::set<std::string> lines_of(const remembering_sink& read) {
  std::set<std::string> all;
  for (const auto& line : read.lines) all.insert(without_labels(line));
  return all;
}

std::set<std::string> statements_of(std::string_view text) {
  return lines_of(read_text(rdf_format::rdf_xml, text));
}

struct damage_summary {
  std::size_t documents = 0, lost = 0, defects = 0;
};

void expect_nothing_invented(const std::string& damaged, const std::set<std::string>& all,
                             damage_summary& sum) {
  const auto read = read_text(rdf_format::rdf_xml, damaged);
  const auto found = lines_of(read);
  for (const auto& line : found) EXPECT_TRUE(all.contains(line)) << line << "\ncomes from\n" << damaged;
  ++sum.documents;
  sum.defects += read.defects.size();
  sum.lost += static_cast<std::size_t>(std::ranges::count_if(
      all, [&](const auto& line) { return line.find("<b:") == line.npos && !found.contains(line); }));
  EXPECT_TRUE(covers_quarantine(read)) << damaged;
  EXPECT_FALSE(read.defects.empty()) << damaged;
}

const std::size_t body = good.find("<!-- people");

TEST(damaged_rdf_xml, invents_nothing_when_a_tag_is_lost) {
  const auto all = statements_of(good);
  ASSERT_EQ(all.size(), 18u);
  damage_summary sum;
  for (auto at = good.find('<', body + 1); at != good.npos; at = good.find('<', at + 1)) {
    auto damaged = good;
    const auto end = good.find('>', at) + 1;
    const auto tag = std::string_view(good).substr(at, end - at);
    // Without an empty tag the document is whole; without the start of a list of properties, they are those of the node around it.
    if (tag.ends_with("/>") || tag.find("Resource") != tag.npos) continue;
    expect_nothing_invented(damaged.erase(at, end - at), all, sum);
  }
  EXPECT_LE(sum.lost, sum.documents * 3 / 2) << sum.documents << " tags lost " << sum.lost << " statements";
  EXPECT_LE(sum.defects, sum.documents * 2) << sum.documents << " tags gave " << sum.defects << " defects";
}

TEST(damaged_rdf_xml, invents_nothing_when_a_byte_of_markup_is_lost) {
  const auto all = statements_of(good);
  damage_summary sum;
  for (auto at = good.find_first_of("<>\"=", body + 15); at != good.npos;
       at = good.find_first_of("<>\"=", at + 1)) {
    auto damaged = good;
    expect_nothing_invented(damaged.erase(at, 1), all, sum);
  }
  EXPECT_LE(sum.lost, sum.documents * 3 / 2) << sum.documents << " bytes lost " << sum.lost << " statements";
  EXPECT_LE(sum.defects, sum.documents * 2) << sum.documents << " bytes gave " << sum.defects << " defects";
}

TEST(damaged_rdf_xml, invents_nothing_when_an_end_tag_loses_its_slash) {
  for (const auto& whole : {good, nested}) {
    const auto all = statements_of(whole);
    damage_summary sum;
    for (auto at = whole.find("</", whole.find("<!-- people")); at != whole.npos;
         at = whole.find("</", at + 1)) {
      auto damaged = whole;
      expect_nothing_invented(damaged.erase(at + 1, 1), all, sum);
    }
    EXPECT_LE(sum.lost, sum.documents) << sum.documents << " slashes lost " << sum.lost << " statements";
    EXPECT_LE(sum.defects, sum.documents * 2) << sum.documents << " gave " << sum.defects << " defects";
  }
}

/// Where the damaged text has no defect, it is a document with exactly these statements.
void expect_nothing_invented_unless_whole(const std::string& damaged, const std::set<std::string>& all,
                                          damage_summary& sum) {
  if (!read_text(rdf_format::rdf_xml, damaged).defects.empty()) expect_nothing_invented(damaged, all, sum);
}

TEST(damaged_rdf_xml, invents_nothing_when_a_line_is_lost) {
  for (const auto& whole : {good, nested, said}) {
    const auto all = statements_of(whole);
    damage_summary sum;
    for (auto at = whole.find('\n', whole.find("<!-- people")) + 1; at < whole.size();
         at = whole.find('\n', at) + 1) {
      auto damaged = whole;
      expect_nothing_invented_unless_whole(damaged.erase(at, whole.find('\n', at) + 1 - at), all, sum);
    }
    EXPECT_GT(sum.documents, 5u);
  }
}

TEST(damaged_rdf_xml, invents_nothing_when_a_line_of_namesakes_is_lost) {
  const auto all = statements_of(indented);
  damage_summary sum;
  for (auto at = indented.find('\n', indented.find("<rdf:RDF")) + 1; at < indented.size();
       at = indented.find('\n', at) + 1) {
    auto damaged = indented;
    expect_nothing_invented_unless_whole(damaged.erase(at, indented.find('\n', at) + 1 - at), all, sum);
  }
  EXPECT_GE(sum.documents, 15u);
  EXPECT_LE(sum.lost, sum.documents * 3) << sum.documents << " lines lost " << sum.lost << " statements";
}

TEST(damaged_rdf_xml, invents_nothing_when_a_tag_among_namesakes_is_lost) {
  std::string flat;
  for (const char c : indented)
    if (c != ' ' || flat.back() != '\n') flat.push_back(c);
  for (const auto& whole : {indented, flat}) {
    const auto all = statements_of(whole);
    damage_summary sum;
    for (auto at = whole.find('<', whole.find("<rdf:RDF") + 1); at != whole.npos;
         at = whole.find('<', at + 1)) {
      auto damaged = whole;
      expect_nothing_invented_unless_whole(damaged.erase(at, whole.find('>', at) + 1 - at), all, sum);
    }
    EXPECT_LE(sum.lost, sum.documents * 2) << sum.documents << " tags lost " << sum.lost << " statements";
  }
}

TEST(damaged_rdf_xml, invents_nothing_when_a_tag_around_nameless_nodes_is_lost) {
  const auto all = statements_of(nested);
  damage_summary sum;
  for (auto at = nested.find('<', nested.find("<!-- people") + 1); at != nested.npos;
       at = nested.find('<', at + 1)) {
    auto damaged = nested;
    const auto length = nested.find('>', at) + 1 - at;
    // Without the start of a list of properties, they are those of the node around it.
    if (nested.substr(at, length).find("\"Resource\"") != nested.npos) continue;
    expect_nothing_invented_unless_whole(damaged.erase(at, length), all, sum);
  }
  EXPECT_LE(sum.lost, sum.documents * 3 / 2) << sum.documents << " tags lost " << sum.lost << " statements";
}

TEST(damaged_rdf_xml, invents_nothing_when_an_end_tag_is_damaged) {
  for (const auto& whole : {good, nested, said}) {
    const auto all = statements_of(whole);
    damage_summary sum;
    for (auto at = whole.find("</", whole.find("<!-- people")); at != whole.npos;
         at = whole.find("</", at + 1)) {
      const auto length = whole.find('>', at) + 1 - at;
      if (whole.substr(at, length) == "</b>") continue;  // in a literal, what is behind `b` may be text
      for (std::size_t i = 0; i < length; ++i) {
        auto erased = whole;
        expect_nothing_invented_unless_whole(erased.erase(at + i, 1), all, sum);
        for (const char c : std::string_view("<>&\"'/= x:\n!\xC3")) {
          auto changed = whole;
          changed[at + i] = c;
          if (changed != whole) expect_nothing_invented_unless_whole(changed, all, sum);
        }
        auto misspelt = whole;
        misspelt[at + i] = 'x';
        if (i > 2) expect_nothing_invented_unless_whole(misspelt.erase(at + 1, 1), all, sum);
      }
    }
  }
}

TEST(damaged_rdf_xml, invents_nothing_about_statements_when_a_tag_or_a_byte_of_markup_is_lost) {
  const auto all = statements_of(said);
  ASSERT_EQ(all.size(), 13u);
  damage_summary sum;
  const auto body_of = said.find("<!-- people");
  for (auto at = said.find('<', body_of + 1); at != said.npos; at = said.find('<', at + 1)) {
    auto damaged = said;
    expect_nothing_invented_unless_whole(damaged.erase(at, said.find('>', at) + 1 - at), all, sum);
  }
  for (auto at = said.find_first_of("<>\"=", body_of + 15); at != said.npos;
       at = said.find_first_of("<>\"=", at + 1)) {
    auto damaged = said;
    expect_nothing_invented_unless_whole(damaged.erase(at, 1), all, sum);
  }
  EXPECT_GE(sum.documents, 100u);
  EXPECT_LE(sum.lost, sum.documents * 3) << sum.documents << " losses cost " << sum.lost << " statements";
}

TEST(damaged_rdf_xml, loses_an_annotation_and_not_its_statement) {
  const auto all = statements_of(said);
  for (auto at = said.find("rdf:annotation"); at != said.npos; at = said.find("rdf:annotation", at + 1)) {
    const auto open = said.find('"', at), end = said.find('"', open + 1);
    for (const std::string_view value : {"&nosuch;", "http://example.org/\x01", "1 2"}) {
      auto damaged = said;
      damaged.replace(open + 1, end - open - 1, value);
      reader_options options{base};
      options.profile = wash_profile::strict;
      const auto read = read_with_properties(rdf_format::rdf_xml, damaged, options);
      EXPECT_EQ(lines_of(read).size(), all.size() - 1) << damaged;
      EXPECT_EQ(read.defects.size(), 1u) << damaged;
    }
  }
}

TEST(damaged_rdf_xml, recognises_an_end_tag_without_slash_far_from_the_end) {
  const std::string head = nested.substr(0, nested.find("<!-- people"));
  for (const std::string node : {"<ex:Person rdf:about=\"http://example.org/x\">", "<ex:Person>",
                                 "<rdf:Description rdf:about=\"http://example.org/x\">"}) {
    const auto name = node.substr(0, node.find_first_of(" >"));
    const auto one = node + "<ex:name>x</ex:name><ex:age>7</ex:age></" + name.substr(1) + ">\n";
    auto text = head;
    for (int i = 0; i < 2'000; ++i) text.append(one);
    text.append("</rdf:RDF>");
    const auto whole = read_text(rdf_format::rdf_xml, text);
    for (const auto& end : {std::string("</ex:name>"), "</" + name.substr(1) + ">"}) {
      auto damaged = text;
      damaged.erase(damaged.find(end) + 1, 1);
      const auto read = read_with_properties(rdf_format::rdf_xml, damaged);
      EXPECT_EQ(read.lines, whole.lines) << node << end;
      EXPECT_EQ(read.defects.size(), 1u) << node << end;
    }
  }
}

TEST(damaged_rdf_xml, has_a_defect_for_every_byte_in_quarantine) {
  for (const auto& path : list_cases("tests/core/rdf/rdfxml/cases"))
    for (const auto profile : {wash_profile::strict, wash_profile::standard, wash_profile::max_recall}) {
      reader_options options{base};
      options.profile = profile;
      EXPECT_TRUE(covers_quarantine(read_text(rdf_format::rdf_xml, read_case_file(path), 0, options)))
          << path << " in profile " << static_cast<int>(profile);
    }
}

}  // namespace
}  // namespace laundromat::testing
