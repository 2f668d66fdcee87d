// Names of blank nodes in clean documents, and dataset identities.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <random>
#include <set>
#include <vector>

#include "core/rdf/wash/convert.hpp"
#include "core/rdf/write/skolem.hpp"
#include "core/rdf/write/turtle_writer.hpp"
#include "tests/core/rdf/wash/washing.hpp"

namespace laundromat {
namespace {

using testing::wash;

/// Names by document and label only.
wash_document_options without_room() {
  wash_document_options options;
  options.naming.records = 0;
  return options;
}

TEST(blank_names, the_same_graph_is_the_same_clean_document_in_any_format) {
  const auto lines = wash("<a:s> <a:p> _:x .\n_:x <a:p> \"1\"@en .\n_:x <a:q> _:y .\n_:y <a:q> <a:s> .\n",
                          rdf_format::n_triples);
  const auto turtle =
      wash("@prefix a: <a:> . a:s a:p [ a:p \"1\"@EN ; a:q [ a:q a:s ] ] .", rdf_format::turtle);
  const auto xml = wash(
      "<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:a='a:'><r:Description "
      "r:about='a:s'><a:p><r:Description><a:p xml:lang='en'>1</a:p><a:q><r:Description><a:q "
      "r:resource='a:s'/></r:Description></a:q></r:Description></a:p></r:Description></r:RDF>",
      rdf_format::rdf_xml);
  const auto json = wash(
      R"({"@id": "a:s", "a:p": {"a:p": {"@value": "1", "@language": "en"}, "a:q": {"a:q": {"@id": "a:s"}}}})",
      rdf_format::json_ld);
  EXPECT_EQ(lines.report.statements, 4u);
  for (const auto* other : {&turtle, &xml, &json}) {
    EXPECT_EQ(other->bytes, lines.bytes);
    EXPECT_EQ(other->report.identity, lines.report.identity);
  }
  EXPECT_EQ(lines.report.identity, (dataset_identity{lines.report.content.digest, identity_kind::exact}));
}

TEST(blank_names, beyond_the_limits_they_contain_the_digest_of_the_document) {
  const std::string text = "_:x <a:p> <zz:1> .\n<a:a> <a:p> _:x .\n";
  const auto got = wash(text, rdf_format::n_triples, without_room());
  const auto node = "<" + skolem_prefix(sha256(text)) + "x>";
  EXPECT_EQ(got.bytes, "<a:a> <a:p> " + node + " .\n" + node + " <a:p> <zz:1> .\n");
  EXPECT_EQ(got.report.identity.kind, identity_kind::candidate);
  const auto relabelled =
      wash("_:b <a:p> <zz:1> .\n<a:a> <a:p> _:b .\n", rdf_format::n_quads, without_room());
  EXPECT_NE(relabelled.bytes, got.bytes);
  EXPECT_EQ(relabelled.report.identity, got.report.identity);
}

TEST(blank_names, a_document_beyond_the_limits_with_genid_iris_is_read_twice_and_sorted) {
  const std::string text = "_:x <a:p> <a:1> .\n<" + std::string(genid_base) + "5> <a:p> <a:2> .\n";
  EXPECT_FALSE(wash(text, rdf_format::n_triples).report.needs_second_pass);
  auto options = without_room();
  const auto first = wash(text, rdf_format::n_triples, options);
  EXPECT_TRUE(first.report.needs_second_pass);
  EXPECT_EQ(first.bytes, "");
  options.known_document = first.report.document;
  const auto second = wash(text, rdf_format::n_triples, options);
  EXPECT_FALSE(second.report.needs_second_pass);
  const auto lines = second.bytes.find("\n") + 1;
  EXPECT_LT(second.bytes.substr(0, lines), second.bytes.substr(lines));
  EXPECT_NE(second.bytes.find(skolem_prefix(sha256(text)) + "x"), std::string::npos);
}

TEST(blank_names, a_digest_known_from_the_start_gives_the_same_document) {
  const std::string text = "_:x <a:p> _:y _:g .\n<a:a> <a:p> _:x .\n_:y <a:p> \"x\" .\n_:x <a:p> _:y _:g .\n";
  auto options = without_room();
  const auto first = wash(text, rdf_format::n_quads, options);
  options.known_document = first.report.document;
  const auto second = wash(text, rdf_format::n_quads, options);
  EXPECT_EQ(second.bytes, first.bytes);
  EXPECT_EQ(second.report.identity, first.report.identity);
}

TEST(blank_names, no_node_gets_a_name_that_the_document_uses) {
  const std::string alone = "_:b <a:p> \"x\" .\n";
  const auto name = wash(alone, rdf_format::n_triples).bytes.substr(0, genid_base.size() + 35);
  ASSERT_EQ(name.substr(name.size() - 2), "/0");
  const auto other = name + "> <a:q> \"y\" .\n";
  const auto node_of = [](const std::string& text) { return "<" + skolem_prefix(sha256(text)) + "b>"; };
  for (const auto& text : {alone + other, other + alone}) {
    const auto got = wash(text, rdf_format::n_triples);
    EXPECT_EQ(got.report.statements, 2u);
    EXPECT_NE(got.bytes.find(other), std::string::npos) << got.bytes;
    EXPECT_NE(got.bytes.find(node_of(text) + " <a:p> \"x\" .\n"), std::string::npos) << got.bytes;
    EXPECT_EQ(got.report.identity.kind, identity_kind::candidate);
  }
  const auto elsewhere =
      wash(alone + "<a:s> <a:q> <" + std::string(genid_base) + "00/1> .\n" + "<a:s> <a:q> <" +
               std::string(genid_base) + std::string(32, 'a') + "/1> .\n",
           rdf_format::n_triples);
  EXPECT_NE(elsewhere.bytes.find(name + "> <a:p> \"x\" .\n"), std::string::npos)
      << "other names are not changed";
}

TEST(blank_names, washing_a_clean_document_changes_nothing) {
  const std::string text =
      "_:x <a:p> _:y _:g .\n_:y <a:p> \"\xC3\xA9\\u0001\"@EN .\n_:z <a:p> \"1\" .\n_:w <a:p> \"1\" .\n";
  for (const auto& options : {wash_document_options{}, without_room()}) {
    const auto once = wash(text, rdf_format::n_quads, options);
    EXPECT_EQ(wash(once.bytes, rdf_format::n_quads).bytes, once.bytes);
  }
}

TEST(blank_names, the_base_is_part_of_the_name_only_where_it_mattered) {
  struct document {
    rdf_format format;
    std::string text;
    bool uses_base;
  };
  const std::string r = "xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:a='a:'";
  const std::vector<document> documents{
      {rdf_format::turtle, "_:x <a:p> <a:o> .", false},
      {rdf_format::turtle, "_:x <a:p> <o> .", true},
      {rdf_format::turtle, "@base <http://b/> . _:x <a:p> <o> .", false},
      {rdf_format::turtle, "@base <c/> . _:x <a:p> <a:o> .", true},
      {rdf_format::n_triples, "_:x <a:p> <a:o> .\n", false},
      {rdf_format::rdf_xml, "<r:RDF " + r + "><r:Description><a:p r:resource='a:o'/></r:Description></r:RDF>",
       false},
      {rdf_format::rdf_xml, "<r:RDF " + r + "><r:Description><a:p r:resource=''/></r:Description></r:RDF>",
       true},
      {rdf_format::rdf_xml,
       "<r:RDF xml:base='http://b/' " + r + "><r:Description><a:p r:resource='o'/></r:Description></r:RDF>",
       false},
      {rdf_format::rdf_xml, "<r:RDF " + r + "><r:Description><a:p r:ID='i'>1</a:p></r:Description></r:RDF>",
       true},
      {rdf_format::rdfa, "<html><body><p about='_:x' property='a:p' content='1'>.</p></body></html>", false},
      {rdf_format::rdfa, "<html><body><p rel='a:p'><b property='a:q'>1</b></p></body></html>", true},
      {rdf_format::rdfa, "<html><body><p about='_:x' rel='a:p' resource='o'>.</p></body></html>", true},
      {rdf_format::rdfa,
       "<html><head><base href='http://b/'></head><body><p about='_:x' rel='a:p' "
       "resource='o'>.</p></body></html>",
       false},
      {rdf_format::json_ld, R"({"a:p": {"@id": "a:o"}})", false},
      {rdf_format::json_ld, R"({"a:p": {"@id": "o"}})", true},
      {rdf_format::json_ld, R"({"@context": {"@base": "http://b/"}, "a:p": {"@id": "o"}})", false},
      {rdf_format::json_ld, R"({"@context": {"@base": "c/"}, "a:p": {"@id": "o"}})", true},
  };
  for (const auto& one : documents) {
    SCOPED_TRACE(one.text);
    auto here = without_room(), there = without_room();
    here.base_iri = "http://here/x";
    there.base_iri = "http://there/x";
    const auto first = wash(one.text, one.format, here), second = wash(one.text, one.format, there);
    EXPECT_GT(first.report.statements, 0u);
    EXPECT_EQ(first.report.used_base, one.uses_base);
    EXPECT_EQ(first.report.document == second.report.document, !one.uses_base);
    EXPECT_EQ(first.bytes == second.bytes, !one.uses_base);
    EXPECT_EQ(first.report.document == first.report.decoded.digest, !one.uses_base);
  }
}

TEST(blank_names, duplicates_of_waiting_statements_are_counted) {
  const auto got = wash("_:x <a:p> \"1\" .\n_:x <a:p> \"1\" .\n<a:s> <a:p> \"1\" .\n<a:s> <a:p> \"1\" .\n",
                        rdf_format::n_triples);
  EXPECT_EQ(got.report.read, 4u);
  EXPECT_EQ(got.report.statements, 2u);
  EXPECT_EQ(got.report.duplicates, 2u);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> all;
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1)
    all.push_back(text.substr(at, text.find('\n', at) + 1 - at));
  return all;
}

TEST(clean_document, splitting_and_concatenating_clean_documents_gives_valid_documents_in_byte_order) {
  const auto one = wash("_:x <a:p> \"a\\nb\", \"\"\"c\n\"\"\" ; <a:q> 1 . <a:\xC3\xA9> <a:p> \"\x7F\" .",
                        rdf_format::turtle);
  const auto other = wash("<a:g> { _:x <a:p> _:x } <a:s> <a:p> true .", rdf_format::trig);
  const auto lines = lines_of(one.bytes + other.bytes);
  EXPECT_EQ(lines.size(), 6u);
  wash_document_options strict;
  strict.profile = wash_profile::strict;
  for (const auto& line : lines) {
    const auto alone = wash(line, rdf_format::n_quads, strict);
    EXPECT_EQ(alone.report.spans.quarantine_bytes, 0u);
    EXPECT_EQ(alone.bytes, line);
  }
  const auto both = wash(one.bytes + other.bytes, rdf_format::n_quads, strict);
  EXPECT_EQ(both.report.spans.quarantine_bytes, 0u);
  const auto sorted = lines_of(both.bytes);
  EXPECT_TRUE(std::ranges::is_sorted(sorted));
  EXPECT_EQ(std::set<std::string>(lines.begin(), lines.end()),
            std::set<std::string>(sorted.begin(), sorted.end()));
}

TEST(clean_document, lower_casing_of_a_tag_is_a_recorded_repair_in_every_format_D66) {
  const std::vector<std::pair<rdf_format, std::string>> documents{
      {rdf_format::n_triples, "<a:s> <a:p> \"x\"@EN .\n"},
      {rdf_format::n_quads, "<a:s> <a:p> \"x\"@EN .\n"},
      {rdf_format::turtle, "<a:s> <a:p> \"x\"@EN ."},
      {rdf_format::trig, "<a:s> <a:p> \"x\"@EN ."},
      {rdf_format::rdf_xml,
       "<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:a='a:'><r:Description "
       "r:about='a:s'><a:p xml:lang='EN'>x</a:p></r:Description></r:RDF>"},
      {rdf_format::rdfa,
       "<html prefix='a: a:'><body><p about='a:s' property='a:p' lang='EN'>x</p></body></html>"},
      {rdf_format::json_ld, R"({"@id": "a:s", "a:p": {"@value": "x", "@language": "EN"}})"}};
  for (const auto& [format, text] : documents) {
    const auto got = wash(text, format);
    EXPECT_EQ(got.bytes, "<a:s> <a:p> \"x\"@en .\n") << to_string(format);
    const auto found = std::ranges::find(got.report.defects, errc::upper_case_language_tag, &defect::rule);
    ASSERT_NE(found, got.report.defects.end()) << to_string(format);
    EXPECT_EQ(found->done, treatment::repair) << to_string(format);
  }
}

/// Random quads over few nodes, as canonical lines with blank nodes.
std::vector<std::string> random_quads(std::mt19937& dice) {
  const auto below = [&](unsigned n) { return static_cast<unsigned>(dice() % n); };
  const auto node = [&] {
    return below(4) == 0 ? "<a:n" + std::to_string(below(3)) + ">" : "_:b" + std::to_string(below(6));
  };
  std::vector<std::string> all;
  for (auto i = 1 + below(12); i > 0; --i) {
    const auto object = below(3) == 0 ? "\"" + std::to_string(below(3)) + "\"" : node();
    all.push_back(node() + " <a:p" + std::to_string(below(2)) + "> " + object + " " +
                  (below(4) == 0 ? node() + " " : "") + ".\n");
  }
  return all;
}

/// Other labels, other order, some statements twice.
std::string disguised(std::vector<std::string> lines, std::mt19937& dice) {
  std::ranges::shuffle(lines, dice);
  lines.push_back(lines.front());
  std::vector<char> labels{'u', 'v', 'w', 'x', 'y', 'z'};
  std::ranges::shuffle(labels, dice);
  std::string text;
  for (auto line : lines) {
    for (std::size_t at = line.find("_:b"); at != line.npos; at = line.find("_:b", at + 1))
      line.replace(at, 4, std::string("_:") + labels[static_cast<std::size_t>(line[at + 3] - '0')]);
    text += line;
  }
  return text;
}

struct trig_sink final : statement_sink {
  explicit trig_sink(byte_sink& out) : writer(rdf_format::trig, {}, out) {}
  result<void> on_statement(const statement_view& statement) override { return writer.write(statement); }
  void on_defect(const defect&) override {}
  turtle_writer writer;
};

std::string as_trig(const std::string& lines) {
  string_sink out;
  trig_sink sink{out};
  const auto reader = make_reader(rdf_format::n_quads, {}, sink);
  EXPECT_TRUE((*reader)->push(lines) && (*reader)->finish() && sink.writer.finish());
  return out.text;
}

TEST(dataset_identity, does_not_depend_on_labels_order_and_format_and_changes_with_the_data) {
  const unsigned seed = 20261120;
  std::mt19937 dice(seed);
  for (int round = 0; round < 600; ++round) {
    auto lines = random_quads(dice);
    std::string text;
    for (const auto& line : lines) text += line;
    SCOPED_TRACE("seed " + std::to_string(seed) + ", round " + std::to_string(round) + "\n" + text);
    const auto expected = wash(text, rdf_format::n_quads);
    EXPECT_EQ(expected.report.identity.kind, identity_kind::exact);
    const auto other = disguised(lines, dice);
    EXPECT_EQ(wash(other, rdf_format::n_quads).bytes, expected.bytes);
    EXPECT_EQ(wash(as_trig(other), rdf_format::trig).report.identity, expected.report.identity);
    EXPECT_EQ(wash(other, rdf_format::n_quads, without_room()).report.identity,
              wash(text, rdf_format::n_quads, without_room()).report.identity);
    // One statement more, and one changed statement.
    EXPECT_NE(wash(text + "<a:n1> <a:new> \"1\" .\n", rdf_format::n_quads).report.identity,
              expected.report.identity);
    auto& changed = lines[dice() % lines.size()];
    changed.replace(changed.find("<a:p"), 4, "<a:q");
    EXPECT_NE(wash(disguised(lines, dice), rdf_format::n_quads).report.identity, expected.report.identity);
  }
}

}  // namespace
}  // namespace laundromat
