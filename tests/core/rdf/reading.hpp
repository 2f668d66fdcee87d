// Common to the reader tests: a sink that records, reading in chosen chunks, and the properties of every reader.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/rdf/model/reader.hpp"
#include "core/rdf/model/utf8.hpp"
#include "core/rdf/write/canonical.hpp"
#include "tests/core/rdf/report_check.hpp"

namespace laundromat::testing {

/// Blank nodes are printed as `<b:label>`.
struct remembering_sink final : statement_sink {
  result<void> on_statement(const statement_view& statement) override {
    std::string line;
    append_canonical(line, statement, "b:");
    line.pop_back();
    lines.push_back(line);
    return {};
  }
  void on_defect(const defect& found) override { defects.push_back(found); }
  void on_span(span_kind kind, std::uint64_t length_bytes) override {
    spans.emplace_back(kind, length_bytes);
  }
  void on_version(std::string_view label, const defect& place) override {
    versions.push_back(std::string(label) + " at " + std::to_string(place.line) + ":" +
                       std::to_string(place.column) + ", bytes " + std::to_string(place.offset_bytes) + "+" +
                       std::to_string(place.length_bytes));
  }

  std::vector<std::string> lines;
  std::vector<defect> defects;
  std::vector<std::pair<span_kind, std::uint64_t>> spans;
  std::vector<std::string> versions;
};

inline const std::string base = "http://example.org/dir/doc";

/// Reads `text` in chunks of `chunk` bytes; 0 is one chunk.
inline remembering_sink read_text(rdf_format format, std::string_view text, std::size_t chunk = 0,
                                  reader_options options = {base}) {
  remembering_sink sink;
  auto reader = make_reader(format, std::move(options), sink);
  if (!reader) return sink;
  if (chunk == 0) chunk = text.size() + 1;
  for (std::size_t at = 0; at < text.size(); at += chunk)
    if (!(*reader)->push(text.substr(at, chunk))) sink.lines.push_back("push failed");
  if (!(*reader)->finish()) sink.lines.push_back("finish failed");
  return sink;
}

/// Whether every byte in quarantine is within the span of a skip.
inline ::testing::AssertionResult covers_quarantine(const remembering_sink& read) {
  const auto at = find_unexplained(read.defects, read.spans);
  if (at == std::string_view::npos) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "no skip covers the quarantine at offset " << at;
}

/// The defects without the text that they show.
inline std::vector<std::string> places_of(const std::vector<defect>& all) {
  std::vector<std::string> places;
  for (const auto& one : all)
    places.push_back(std::string(to_string(one.rule)) + ' ' + std::string(to_string(one.done)) + ' ' +
                     std::to_string(one.offset_bytes) + '+' + std::to_string(one.length_bytes));
  return places;
}

/// Reads `text` at once and in chunks of several sizes, and expects the properties of every reader: chunks have no effect, and neither have
/// the fast path and the length of excerpts; the spans are
/// maximal and add up to the input; every byte in quarantine is within the span of a skip; each defect is reported by the
/// rules; output is UTF-8. Returns the reading.
inline remembering_sink read_with_properties(rdf_format format, std::string_view text,
                                             const reader_options& options = {base}) {
  auto whole = read_text(format, text, 0, options);
  std::vector<std::size_t> chunks{1, 2, 3, 7, 64, 1000};
  if (text.size() > 100'000) chunks = {4096, 65'537};
  for (const auto chunk : chunks) {
    const auto cut = read_text(format, text, chunk, options);
    EXPECT_EQ(cut.lines, whole.lines) << "statements, chunks of " << chunk;
    EXPECT_TRUE(cut.defects == whole.defects) << "defects, chunks of " << chunk;
    EXPECT_EQ(cut.spans, whole.spans) << "spans, chunks of " << chunk;
    EXPECT_EQ(cut.versions, whole.versions) << "versions, chunks of " << chunk;
  }
  if (format == rdf_format::turtle || format == rdf_format::trig) {
    auto with_tokens = options;
    with_tokens.takes_fast_path = false;
    const auto other = read_text(format, text, 0, with_tokens);
    EXPECT_EQ(other.lines, whole.lines) << "statements, with tokens only";
    EXPECT_TRUE(other.defects == whole.defects) << "defects, with tokens only";
    EXPECT_EQ(other.spans, whole.spans) << "spans, with tokens only";
  }
  for (const std::uint64_t excerpt_bytes : {4, 1 << 16}) {
    auto shown = options;
    shown.limits.excerpt_bytes = excerpt_bytes;
    const auto other = read_text(format, text, 64, shown);
    EXPECT_EQ(other.lines, whole.lines) << "statements, excerpts of " << excerpt_bytes;
    EXPECT_EQ(places_of(other.defects), places_of(whole.defects)) << "defects, excerpts of " << excerpt_bytes;
    EXPECT_EQ(other.spans, whole.spans) << "spans, excerpts of " << excerpt_bytes;
  }
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < whole.spans.size(); ++i) {
    const auto& [kind, length] = whole.spans[i];
    EXPECT_GT(length, 0u);
    EXPECT_TRUE(i == 0 || whole.spans[i - 1].first != kind) << "span " << i << " is not maximal";
    sum += length;
  }
  EXPECT_EQ(sum, text.size()) << "the spans do not add up";
  const report_check check(text, options.profile);
  for (const auto& found : whole.defects) {
    const auto fault = check.find_fault(found);
    EXPECT_EQ(fault, "") << to_string(found.rule) << ' ' << to_string(found.done) << " at offset "
                         << found.offset_bytes << ", reported as " << found.line << ':' << found.column << ' '
                         << found.message;
  }
  const bool is_turtle = format == rdf_format::turtle || format == rdf_format::trig;
  EXPECT_TRUE(!is_turtle || std::ranges::is_sorted(whole.defects, {}, &defect::offset_bytes))
      << "out of order";
  EXPECT_TRUE(covers_quarantine(whole));
  // In markup a tag that is lost may begin within one that is lost, and end behind it.
  EXPECT_TRUE(format == rdf_format::rdfa || find_crossing_spans(whole.defects) == std::string_view::npos)
      << "two defects overlap: " << ::testing::PrintToString(places_of(whole.defects));
  for (const auto& line : whole.lines) EXPECT_EQ(find_bad_utf8(line), std::string_view::npos) << line;
  return whole;
}

}  // namespace laundromat::testing
