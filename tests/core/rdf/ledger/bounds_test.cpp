// A ledger that reached its limit: counts are exact, and every byte is in a range.
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <set>

#include "core/rdf/ledger/repairs.hpp"
#include "tests/core/rdf/cases.hpp"
#include "tests/core/rdf/ledger/keeping.hpp"

namespace laundromat::testing {
namespace {

/// Expects that spans add up to the document, that none covers another kind, and that the cut is reported exactly.
void expect_accounted(const std::string& text, const kept& all, const loaded_ledger& ledger) {
  const auto& cut = ledger.subject.cut;
  span_sums sums;
  std::uint64_t at = 0, mixed = 0;
  for (const auto& [kind, length] : ledger.spans) {
    sums.add(kind, length);
    at += length;
    if (kind == span_kind::mixed) mixed += length;
  }
  EXPECT_EQ(at, text.size());
  EXPECT_EQ(mixed, cut.mixed_bytes);
  EXPECT_LE(sums.quarantine_bytes, ledger.subject.spans.quarantine_bytes);
  EXPECT_LE(ledger.subject.spans.quarantine_bytes - sums.quarantine_bytes, mixed);
  std::uint64_t counted = 0;
  for (const auto& c : ledger.counts) counted += c.count;
  EXPECT_EQ(counted, all.read.defects.size());
  EXPECT_EQ(ledger.rows.size() + cut.rows_left_out, all.read.defects.size());
  for (const auto& [offset, bytes] : ledger.chunks) EXPECT_TRUE(text.substr(offset, bytes.size()) == bytes);
  const auto ordered = order_repairs(repairs_of(ledger));
  const auto repaired = apply_repairs(text, ordered);
  ASSERT_TRUE(repaired) << to_string(repaired.error());
  EXPECT_TRUE(unapply_repairs(*repaired, ordered).value_or("") == text);
}

std::string many_lines(std::size_t lines) {
  std::string text;
  for (std::size_t i = 0; i < lines; ++i) text += i % 3 == 0 ? "<http://a/ b> <http://p> \"o\" .\n" : "<\n";
  return text;
}

TEST(ledger_bounds, rows_beyond_the_limit_are_counted_and_bytes_listed_as_ranges) {
  const auto text = many_lines(50'000);
  ledger_limits limits;
  limits.room = room_of({.free_bytes = 64 << 10}, 40'000 / 128, false);
  const auto all = keep_ledger(rdf_format::n_triples, text, {base}, limits);
  const auto ledger = load(all.bytes);
  expect_accounted(text, all, ledger);
  EXPECT_GT(ledger.subject.cut.rows_left_out, 30'000U);
  EXPECT_GT(ledger.subject.cut.bytes_left_out, 0U);
  EXPECT_GT(ledger.subject.cut.mixed_bytes, text.size() / 2);
  EXPECT_LT(all.bytes.size(), 1U << 19)
      << "a row has more than 256 bytes, and no more than a few times as many";
  std::set<errc> with_rows, with_counts;
  for (const auto& row : ledger.rows) with_rows.insert(row.found.rule);
  for (const auto& count : ledger.counts) with_counts.insert(count.rule);
  EXPECT_EQ(with_rows, with_counts) << "each rule has an example";
}

TEST(ledger_bounds, the_limit_grows_with_the_received_bytes_and_does_not_affect_small_documents) {
  const ledger_bounds usual;
  const auto small = room_of(usual, 1'000, false), large = room_of(usual, std::uint64_t{1} << 30, false);
  EXPECT_EQ(small.row_bytes, usual.free_bytes / 2);
  EXPECT_EQ(large.row_bytes, (std::uint64_t{128} << 30) / 2);
  EXPECT_EQ(large.copied_bytes, usual.copied_bytes) << "absolutely";
  EXPECT_EQ(room_of(usual, 1'000, true).row_bytes, ledger_bounds::member_free_bytes / 2);
  const auto text = many_lines(3'000);
  ledger_limits limits;
  limits.room = room_of(usual, text.size() / 20, false);
  const auto bounded = keep_ledger(rdf_format::n_triples, text, {base}, limits);
  EXPECT_EQ(bounded.bytes, keep_ledger(rdf_format::n_triples, text).bytes);
}

TEST(ledger_bounds, long_repairs_of_a_short_document_have_the_same_limit_as_short_ones) {
  ledger_limits limits;
  limits.room = room_of({}, 87'000, false);
  string_sink out;
  ledger_writer writer{out, rdf_format::rdfa, limits};
  defect long_one{errc::tag_soup,          0, 60'000, 1, 1, "", treatment::repair, std::string(60'000, 'x'),
                  std::string(60'000, 'y')};
  for (; long_one.offset_bytes < 5'000; ++long_one.offset_bytes) writer.on_defect(long_one);
  writer.on_span(span_kind::statement, 87'000);
  ASSERT_TRUE(writer.finish({}));
  EXPECT_LT(out.text.size(), limits.room.row_bytes + (1 << 20));
  EXPECT_EQ(load(out.text).counts.front().count, 5'000U);
}

TEST(ledger_bounds, every_case_is_accounted_for_within_any_limit) {
  for (const auto* room : {"lines", "turtle", "rdfxml", "rdfa", "jsonld"})
    for (const auto& path : list_cases(std::string("tests/core/rdf/") + room + "/cases")) {
      SCOPED_TRACE(path);
      const std::filesystem::path file{path};
      const auto format = format_from_extension(file.extension().string().substr(1));
      ASSERT_TRUE(format);
      const auto text = read_case_file(file);
      for (const std::uint64_t bytes : {0, 16, 300, 3'000}) {
        ledger_limits limits;
        limits.room = {bytes / 100, bytes, bytes, bytes};
        const auto all = keep_ledger(*format, text, {base}, limits);
        expect_accounted(text, all, load(all.bytes));
      }
    }
}

TEST(ledger_bounds, copied_bytes_and_left_out_bytes_add_up) {
  const auto copied_bytes = [](const loaded_ledger& ledger) {
    std::uint64_t sum = 0;
    for (const auto& [offset, bytes] : ledger.chunks) sum += bytes.size();
    return sum;
  };
  const auto text = std::string(50'000, '<') + '\n' + many_lines(300) + std::string(50'000, '<');
  const auto all = copied_bytes(load(keep_ledger(rdf_format::n_triples, text).bytes));
  ASSERT_GT(all, 100'000U);
  for (const std::uint64_t most : {0, 300, 10'000, 60'000}) {
    ledger_limits limits;
    limits.room.copied_bytes = most;
    const auto ledger = load(keep_ledger(rdf_format::n_triples, text, {base}, limits).bytes);
    EXPECT_EQ(copied_bytes(ledger) + ledger.subject.cut.bytes_left_out, all) << most;
    EXPECT_LE(copied_bytes(ledger), most);
  }
}

TEST(ledger_bounds, chunks_do_not_change_a_bounded_ledger) {
  const auto text = many_lines(20'000);
  ledger_limits limits;
  limits.room = {1'000, 100'000, 10'000, 10'000};
  const auto whole = keep_ledger(rdf_format::n_triples, text, {base}, limits).bytes;
  for (const std::size_t chunk : {7, 1'000}) {
    const auto again = keep_ledger(rdf_format::n_triples, text, {base}, limits, chunk).bytes;
    EXPECT_TRUE(again == whole) << chunk;
  }
}

}  // namespace
}  // namespace laundromat::testing
