// Cases of documents that announce: a document of each vocabulary, washed, and what it announces.
// SPDX-License-Identifier: Apache-2.0
//
// `NAME.ttl` and the like are documents of http://example.org/catalogue/index. A first line `# followed IRI …` sets this option.
#include "core/discovery/catalogue/document_announcements.hpp"

#include <sstream>

#include "core/discovery/catalogue/catalogue_graph.hpp"
#include "core/discovery/catalogue/clean_statement.hpp"
#include "core/rdf/model/format.hpp"
#include "tests/core/discovery/describe_announcements.hpp"
#include "tests/core/rdf/wash/washing.hpp"
#include "tests/places.hpp"

namespace laundromat {
namespace {

namespace fs = std::filesystem;
using namespace testing;

constexpr std::string_view index_address = "http://example.org/catalogue/index";

std::string wash_text(const std::string& text, rdf_format format, std::string_view base) {
  wash_document_options options;
  options.base_iri = base;
  return testing::wash(text, format, options).bytes;
}

document_announcement_options options_in(const std::string& text) {
  document_announcement_options options;
  options.address = index_address;
  std::istringstream in(text);
  std::string line;
  while (std::getline(in, line) && line.starts_with("# ")) {
    std::istringstream words(line.substr(2));
    std::string name, word;
    words >> name;
    while (words >> word) {
      if (name == "followed") options.followed.push_back(word);
    }
  }
  return options;
}

announcements announced_in(std::string_view lines, const document_announcement_options& options,
                           std::size_t batch_lines = 0) {
  document_announcements all{options};
  while (batch_lines != 0 && !lines.empty()) {
    std::size_t end = 0;
    for (std::size_t i = 0; i < batch_lines && end < lines.size(); ++i) end = lines.find('\n', end) + 1;
    all.add(lines.substr(0, end));
    lines.remove_prefix(end);
  }
  all.add(lines);
  return all.finish();
}

TEST(document_announcements, are_those_that_each_case_expects) {
  int cases = 0;
  for (const auto& file : files_in(fs::path(source_path()) / "tests/core/discovery/catalogue/cases")) {
    if (file.extension() == ".expected" || file.extension() == ".json") continue;
    const auto text = read_file(file);
    const auto format = format_from_extension(file.extension().string().substr(1));
    ASSERT_TRUE(format) << file;
    const auto lines = wash_text(text, *format, index_address);
    const auto options = options_in(text);
    const auto found = announced_in(lines, options);
    for (const std::size_t batch : {1, 3}) EXPECT_EQ(announced_in(lines, options, batch), found) << file;
    auto expected = file;
    expect_file(describe(found), expected.concat(".expected"));
    ++cases;
  }
  EXPECT_GE(cases, 8);
}

/// Every VoID and DCAT document of the public test data, washed as if it came from http://example.org/NAME. Of each the first lines and the digest of all are
/// expected: what publishers wrote is theirs, and is not repeated here.
TEST(document_announcements, of_shared_documents_are_those_expected) {
  const auto shared = shared_folder();
  if (!shared) GTEST_SKIP() << "LAUNDROMAT_SHARED is not set";
  constexpr std::size_t shown_lines = 3;
  for (const auto& [folder, expected] : std::initializer_list<std::pair<const char*, const char*>>{
           {"void/files", "void.expected"}, {"dcat", "dcat.expected"}}) {
    std::string actual;
    for (const auto& file : files_in(*shared / "conditions" / folder)) {
      const auto format = format_from_extension(file.extension().string().substr(1));
      if (!format) continue;
      const auto name = file.filename().string();
      document_announcement_options options;
      options.address = "http://example.org/" + name;
      const auto lines = wash_text(read_file(file), *format, options.address);
      actual += "== " + name + "\n" + shortened(describe(announced_in(lines, options)), shown_lines);
    }
    expect_file(actual, fs::path(source_path()) / "tests/core/discovery/catalogue" / expected);
  }
}

std::string dump_lines(int count) {
  std::string lines;
  for (int i = 0; i < count; ++i)
    lines += "<http://e/" + std::to_string(i) + "> <http://rdfs.org/ns/void#dataDump> <http://e/" +
             std::to_string(i) + ".nt> .\n";
  return lines;
}

TEST(document_announcements, are_limited_and_the_rest_is_counted) {
  document_announcement_options options;
  options.limits.announcements = 10;
  options.limits.datasets = 20;
  const auto found = announced_in(dump_lines(100), options);
  EXPECT_EQ(found.uris.size(), 10U);
  EXPECT_EQ(found.datasets.size(), 20U);
  EXPECT_GT(found.left_out, 0U);
  EXPECT_EQ(found.defects.front().rule, errc::announcement_limit);
  const auto many = announced_in(dump_lines(60'000), {});
  EXPECT_EQ(many.uris.size(), 10'000U);
  EXPECT_GE(many.left_out, 10'000U);
}

TEST(document_announcements, of_followed_properties_are_limited) {
  document_announcement_options options;
  options.followed = {"http://www.w3.org/2000/01/rdf-schema#seeAlso"};
  std::string lines;
  for (int i = 0; i < 20'000; ++i)
    lines += "<http://e/s> <http://www.w3.org/2000/01/rdf-schema#seeAlso> <http://e/" + std::to_string(i) +
             "> .\n";
  const auto found = announced_in(lines, options);
  EXPECT_EQ(found.uris.size(), 10'000U);
  EXPECT_EQ(found.left_out, 10'000U);
  EXPECT_EQ(found.uris[0].kind, announced_as::linked);
  // They are not even kept: the first defect is that of the collector.
  EXPECT_EQ(found.defects.back().message, "only the first 10,000 linked URIs are used");
  EXPECT_EQ(found.defects_found, 1U);
  EXPECT_TRUE(announced_in(lines, {}).uris.empty());
}

TEST(catalogue_graph, keeps_a_limited_number_of_nodes_and_statements) {
  catalogue_graph_limits limits;
  limits.nodes = 2;
  limits.facts_of_node = 3;
  catalogue_graph graph{limits};
  const auto* dump = find_catalogue_property("http://rdfs.org/ns/void#dataDump");
  ASSERT_NE(dump, nullptr);
  const std::vector<std::string> subjects{"http://e/1", "http://e/2", "http://e/3"};
  std::uint64_t line = 0;
  for (const auto& subject : subjects)
    for (int i = 0; i < 4; ++i) graph.add({subject, dump->iri, "http://e/d", "", "", false}, *dump, ++line);
  graph.finish();
  EXPECT_EQ(graph.nodes().size(), 2U);
  EXPECT_EQ(graph.nodes()[0].facts.size(), 3U);
  EXPECT_EQ(graph.left_out(), 6U);
  EXPECT_EQ(graph.first_left_out_line(), 4U);
  limits = {};
  limits.bytes = 500;
  catalogue_graph small{limits};
  for (const auto& subject : subjects)
    for (int i = 0; i < 4; ++i) small.add({subject, dump->iri, "http://e/d", "", "", false}, *dump, ++line);
  small.finish();
  EXPECT_EQ(small.nodes().size(), 1U);
}

TEST(document_announcements, are_read_from_a_source_in_pieces) {
  const auto lines = dump_lines(5'000);
  slow_source source{lines, 1'000};
  const auto found = announced_by(source);
  ASSERT_TRUE(found);
  EXPECT_EQ(*found, announced_in(lines, {}));
}

TEST(clean_statement, has_the_terms_of_a_canonical_line) {
  const auto literal = split_clean_line("<s> <p> \"a \\\" <b> .\"@en-gb <g> .");
  ASSERT_TRUE(literal);
  EXPECT_EQ(*literal, (clean_statement{"s", "p", "a \\\" <b> .", "", "en-gb", true}));
  EXPECT_EQ(split_clean_line("<s> <p> \"5\"^^<dt> .")->datatype, "dt");
  EXPECT_EQ(split_clean_line("<s> <p> \"x\"@ar--rtl .")->language, "ar");
  EXPECT_EQ(split_clean_line("<s> <p> <o> <g> .")->object, "o");
  for (const auto* line :
       {"", "<s> <p> <o>", "<s> <p> \"x .", "<s> <p> _:b .", "<<( <s> <p> <o> )>> <p> <o> .",
        "<s> <p> <<( <s> <p> <o> )>> .", "<s> <p> .", "s p o ."})
    EXPECT_FALSE(split_clean_line(line)) << line;
}

}  // namespace
}  // namespace laundromat
