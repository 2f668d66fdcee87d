// The content of a ledger, invalid ledgers, and costs.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <functional>
#include <vector>

#include "core/rdf/ledger/repairs.hpp"
#include "tests/core/rdf/ledger/keeping.hpp"

namespace laundromat::testing {
namespace {

const std::string two_faults =
    "<http://a.example/s> <http://a.example/p> \"x\"@EN .\n"
    "nonsense\n"
    "<http://a.example/s> <http://a.example/p> \"y\" .\n";

TEST(ledger, has_rule_and_position_of_each_defect) {
  const auto ledger = load(keep_ledger(rdf_format::n_triples, two_faults).bytes);
  EXPECT_EQ(ledger.subject.digest, sha256(two_faults));
  EXPECT_EQ(ledger.subject.bytes, two_faults.size());
  EXPECT_EQ(ledger.subject.format, rdf_format::n_triples);
  EXPECT_EQ(ledger.subject.base_iri, base);
  EXPECT_EQ(ledger.subject.encoding, "UTF-8");
  EXPECT_EQ(ledger.subject.program, "test");
  ASSERT_EQ(ledger.rows.size(), 2u);
  EXPECT_EQ(ledger.rows[0].found.rule, errc::upper_case_language_tag);
  EXPECT_EQ(ledger.rows[1].found.rule, errc::syntax_error);
  EXPECT_EQ(ledger.rows[1].found.line, 2u);
  EXPECT_EQ(ledger.counts,
            (std::vector<ledger_count>{
                {ledger_layer::document, errc::syntax_error, treatment::skip, 1},
                {ledger_layer::document, errc::upper_case_language_tag, treatment::repair, 1}}));
  ASSERT_EQ(ledger.chunks.size(), 1u);
  EXPECT_EQ(ledger.chunks[0].second, "nonsense");
}

TEST(ledger, has_the_error_class_of_lod_laundromat_2) {
  const auto bytes = keep_ledger(rdf_format::n_triples, two_faults).bytes;
  EXPECT_NE(bytes.find("<http://lodlaundromat.org/error/ontology/NonCanonicalLanguageTag>"), bytes.npos);
  EXPECT_NE(bytes.find("<https://lodlaundromat.org/rule/syntax_error>"), bytes.npos);
}

TEST(ledger, is_the_same_for_the_same_document_and_options) {
  const auto once = keep_ledger(rdf_format::n_triples, two_faults);
  EXPECT_EQ(once.bytes, keep_ledger(rdf_format::n_triples, two_faults).bytes);
  EXPECT_NE(once.bytes, keep_ledger(rdf_format::n_triples, two_faults, {"http://b.example/"}).bytes);
}

TEST(ledger, of_a_clean_document_is_empty) {
  EXPECT_TRUE(
      keep_ledger(rdf_format::n_triples, "<http://a.example/s> <http://a.example/p> \"y\" .\n").is_empty);
  EXPECT_FALSE(keep_ledger(rdf_format::n_triples, two_faults).is_empty);
}

TEST(ledger, keeps_bytes_that_are_not_text) {
  const std::string text = "bad \xFF\xFE\x01 bytes\n";
  const auto kept = keep_ledger(rdf_format::n_triples, text);
  remembering_quarantine restored;
  auto source = make_memory_source(kept.bytes);
  ASSERT_TRUE(read_ledger(*source, restored));
  ASSERT_EQ(restored.all.size(), 1u);
  EXPECT_EQ(restored.all[0].second, text.substr(restored.all[0].first, restored.all[0].second.size()));
  EXPECT_NE(kept.bytes.find("hexBinary"), kept.bytes.npos);
}

TEST(ledger, a_repair_longer_than_a_report_is_marked_and_its_bytes_are_kept) {
  const std::string text = "<http://a.example/s> <http://a.example/p> \"" + std::string(500, 'x') +
                           "\"@EN .\n<a:s> <a:p> <a:o> .\n";
  const ledger_limits small{64, 16, 48, 4};
  const auto kept = keep_ledger(rdf_format::turtle, text, {base}, small);
  const auto ledger = load(kept.bytes);
  ASSERT_EQ(ledger.rows.size(), 1u);
  EXPECT_FALSE(ledger.rows[0].is_edit);
  EXPECT_TRUE(repairs_of(ledger).empty());
  const auto& d = ledger.rows[0].found;
  EXPECT_EQ(ledger.bytes_at(d.offset_bytes, d.length_bytes), text.substr(d.offset_bytes, d.length_bytes));
}

/// Which of the repairs, reported in this order, are edits.
std::vector<bool> edits_of(ledger_limits limits, const std::function<void(ledger_writer&)>& reports) {
  string_sink out;
  ledger_writer writer{out, rdf_format::n_triples, limits};
  reports(writer);
  EXPECT_TRUE(writer.finish({}));
  std::vector<bool> edits;
  for (const auto& row : load(out.text).rows) edits.push_back(row.is_edit);
  return edits;
}
defect repair_at(std::uint64_t offset) {
  defect found;
  found.rule = errc::upper_case_language_tag;
  found.done = treatment::repair;
  found.offset_bytes = offset;
  found.length_bytes = 2;
  found.before = "EN";
  found.after = "en";
  return found;
}

TEST(ledger, a_repair_in_quarantine_is_never_an_edit) {
  const auto reports = [](ledger_writer& to) {
    for (const auto offset : {1u, 11u, 18u, 21u}) to.on_defect(repair_at(offset));
    to.on_span(span_kind::statement, 10);
    to.on_span(span_kind::quarantine, 9);
    to.on_span(span_kind::statement, 11);
    for (const auto offset : {12u, 28u, 3u}) to.on_defect(repair_at(offset));
  };
  EXPECT_EQ(edits_of({}, reports), (std::vector<bool>{true, false, false, true, false, true, true}));
}

TEST(ledger, a_repair_that_cannot_wait_for_its_spans_is_not_an_edit) {
  ledger_limits limits;
  limits.held_bytes = 0;
  const auto reports = [](ledger_writer& to) {
    to.on_defect(repair_at(1));
    to.on_span(span_kind::statement, 10);
    to.on_defect(repair_at(4));
  };
  EXPECT_EQ(edits_of(limits, reports), (std::vector<bool>{false, true}));
}

TEST(ledger, repairs_far_behind_count_as_in_quarantine) {
  ledger_limits limits;
  limits.spans = 4;
  const auto reports = [](ledger_writer& to) {
    for (int i = 0; i < 10; ++i) {
      to.on_span(span_kind::statement, 10);
      to.on_span(span_kind::quarantine, 10);
    }
    for (const auto offset : {5u, 185u, 195u}) to.on_defect(repair_at(offset));
  };
  EXPECT_EQ(edits_of(limits, reports), (std::vector<bool>{false, true, false}));
}

TEST(ledger, distinguishes_damage_of_the_layers_below) {
  string_sink out;
  ledger_writer writer{out, rdf_format::n_triples};
  EXPECT_TRUE(writer.is_empty());
  writer.on_stream_defect({errc::truncated_stream, 17, 0, 1, 1, "cut", treatment::skip});
  writer.count_stream_defects(errc::truncated_stream, treatment::skip, 4);
  EXPECT_FALSE(writer.is_empty());
  ASSERT_TRUE(writer.finish({}));
  const auto ledger = load(out.text);
  ASSERT_EQ(ledger.rows.size(), 1u);
  EXPECT_EQ(ledger.rows[0].layer, ledger_layer::stream);
  EXPECT_EQ(ledger.counts,
            (std::vector<ledger_count>{{ledger_layer::stream, errc::truncated_stream, treatment::skip, 5}}));
}

TEST(ledger, other_text_is_refused) {
  const auto whole = keep_ledger(rdf_format::n_triples, two_faults).bytes;
  auto foreign = whole;
  foreign.replace(foreign.find("rule/syntax_error"), 17, "rule/never_heard_");
  for (const auto& text :
       {std::string{}, std::string{"nonsense\n"}, whole.substr(0, whole.size() / 2), foreign}) {
    auto source = make_memory_source(text);
    const auto loaded = load_ledger(*source);
    ASSERT_FALSE(loaded);
    EXPECT_EQ(loaded.error().code, errc::syntax_error) << to_string(loaded.error());
  }
}

TEST(ledger, a_shorter_document_is_an_error) {
  string_sink out;
  ledger_writer writer{out, rdf_format::n_triples};
  writer.on_span(span_kind::quarantine, 10);
  ASSERT_TRUE(writer.needs_document());
  auto source = make_memory_source("123456789");
  const auto restored = writer.restore(*source);
  ASSERT_FALSE(restored);
  EXPECT_EQ(restored.error().code, errc::digest_mismatch);
}

struct full_sink final : byte_sink {
  result<void> write(std::string_view) override { return fail(errc::no_space, "full"); }
};

TEST(ledger, an_error_of_the_sink_is_returned_at_the_end) {
  full_sink out;
  ledger_writer writer{out, rdf_format::n_triples, {64, 16, 48, 4}};
  for (int i = 0; i < 100; ++i) writer.on_span(i % 2 == 0 ? span_kind::syntax : span_kind::statement, 1'000);
  const auto written = writer.finish({});
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code, errc::no_space);
}

}  // namespace
}  // namespace laundromat::testing
