// From a dirty document to sorted canonical N-Quads, in one call.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/wash/launder.hpp"

#include <gtest/gtest.h>

#include "core/rdf/write/skolem.hpp"

namespace laundromat {
namespace {

struct memory_sink final : byte_sink {
  result<void> write(std::string_view more) override {
    bytes.append(more);
    return {};
  }
  std::string bytes;
};

struct washed {
  laundered report;
  std::string bytes;
};

washed wash(const std::string& text, rdf_format format, launder_options options = {}) {
  auto source = make_memory_source(text);
  auto runs = make_memory_run_store();
  memory_sink out;
  auto report = launder(*source, format, options, *runs, out);
  EXPECT_TRUE(report);
  return {report ? *report : laundered{}, out.bytes};
}

TEST(launder, writes_sorted_unique_canonical_quads_and_counts_them) {
  const std::string text =
      "<a:s> <a:p> \"b\" <a:g> .\nbroken\n<a:s>  <a:p> \"a\"@EN .\n<a:s> <a:p> \"a\"@en .\n";
  const auto got = wash(text, rdf_format::n_quads);
  const std::string expected = "<a:s> <a:p> \"a\"@en .\n<a:s> <a:p> \"b\" <a:g> .\n";
  EXPECT_EQ(got.bytes, expected);
  EXPECT_EQ(got.report.read, 3u);
  EXPECT_EQ(got.report.statements, 2u);
  EXPECT_EQ(got.report.quads, 1u);
  EXPECT_EQ(got.report.duplicates, 1u);
  EXPECT_EQ(got.report.content.bytes, expected.size());
  EXPECT_EQ(got.report.content.digest, sha256(expected));
  EXPECT_EQ(got.report.decoded.digest, sha256(text));
  ASSERT_EQ(got.report.defects.size(), 2u);
  EXPECT_EQ(got.report.defect_counts,
            (std::vector<defect_count>{{errc::syntax_error, 1}, {errc::upper_case_language_tag, 1}}));
}

TEST(launder, accounts_for_every_byte_under_every_profile) {
  const std::string text =
      "<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:e='http://e.example/'>\n"
      "<e:T r:about='http://e.example/1'/>\n<e:T r:bagID='2'/>\n</r:RDF>";
  for (const auto profile : {wash_profile::strict, wash_profile::standard, wash_profile::max_recall}) {
    launder_options options;
    options.profile = profile;
    const auto spans = wash(text, rdf_format::rdf_xml, options).report.spans;
    EXPECT_EQ(spans.statement_bytes + spans.syntax_bytes + spans.quarantine_bytes, text.size());
    EXPECT_GT(spans.statement_bytes, 0u);
    EXPECT_GT(spans.quarantine_bytes, 0u);
  }
}

TEST(launder, blank_nodes_carry_the_digest_of_their_document) {
  const std::string text = "_:x <a:p> <zz:1> .\n<a:a> <a:p> _:x .\n";
  const auto got = wash(text, rdf_format::n_triples);
  const auto node = "<" + skolem_prefix(sha256(text)) + "x>";
  EXPECT_EQ(got.bytes, "<a:a> <a:p> " + node + " .\n" + node + " <a:p> <zz:1> .\n");
}

TEST(launder, a_document_that_mentions_genids_is_read_twice_and_comes_out_in_order) {
  const std::string text = "_:x <a:p> <a:1> .\n<" + std::string(genid_base) + "5> <a:p> <a:2> .\n";
  const auto first = wash(text, rdf_format::n_triples);
  EXPECT_TRUE(first.report.needs_second_pass);
  EXPECT_EQ(first.bytes, "");
  launder_options options;
  options.known_document = first.report.decoded.digest;
  const auto second = wash(text, rdf_format::n_triples, options);
  EXPECT_FALSE(second.report.needs_second_pass);
  const auto lines = second.bytes.find("\n") + 1;
  EXPECT_LT(second.bytes.substr(0, lines), second.bytes.substr(lines));
  EXPECT_NE(second.bytes.find(skolem_prefix(sha256(text)) + "x"), std::string::npos);
}

TEST(launder, defect_details_are_limited_and_counts_are_not) {
  std::string text;
  for (int i = 0; i < 50; ++i) text += "bad\n";
  launder_options options;
  options.defect_details = 3;
  const auto got = wash(text, rdf_format::n_triples, options);
  EXPECT_EQ(got.report.defects.size(), 3u);
  EXPECT_EQ(got.report.defect_counts, (std::vector<defect_count>{{errc::syntax_error, 50}}));
}

TEST(launder, a_small_memory_budget_gives_the_same_bytes) {
  std::string text;
  for (int i = 0; i < 3'000; ++i)
    text += "<a:" + std::to_string(i * 7919 % 1'000) + "> <a:p> _:b" + std::to_string(i % 10) + " .\n";
  launder_options options;
  options.memory_bytes = 16 << 10;
  EXPECT_EQ(wash(text, rdf_format::n_triples, options).bytes, wash(text, rdf_format::n_triples).bytes);
}

TEST(launder, a_format_without_reader_is_an_error) {
  auto source = make_memory_source("<x/>");
  auto runs = make_memory_run_store();
  memory_sink out;
  const auto got = launder(*source, rdf_format::unknown, {}, *runs, out);
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().code, errc::no_reader);
}

}  // namespace
}  // namespace laundromat
