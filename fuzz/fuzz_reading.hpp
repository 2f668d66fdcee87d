// Properties that every fuzz target of a reader requires: chunks have no effect, every byte is accounted for, output is read back.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/rdf/model/reader.hpp"
#include "core/rdf/model/utf8.hpp"
#include "core/rdf/write/canonical.hpp"
#include "fuzz/require.hpp"
#include "tests/core/rdf/report_check.hpp"

namespace laundromat::fuzz {

using span_list = std::vector<std::pair<span_kind, std::uint64_t>>;

/// Statements as canonical lines, and everything reported about them.
struct reading final : statement_sink {
  result<void> on_statement(const statement_view& statement) override {
    append_canonical(lines, statement, "http://skolem.example/");
    return {};
  }
  void on_defect(const defect& found) override { defects.push_back(found); }
  void on_span(span_kind kind, std::uint64_t length_bytes) override {
    spans.emplace_back(kind, length_bytes);
  }
  void on_version(std::string_view label, const defect&) override { versions.emplace_back(label); }

  friend bool operator==(const reading& a, const reading& b) {
    return a.lines == b.lines && a.defects == b.defects && a.spans == b.spans && a.versions == b.versions;
  }

  std::string lines;
  std::vector<defect> defects;
  span_list spans;
  std::vector<std::string> versions;
};

/// Pushes a document in chunks of `cut` bytes and ends it.
[[nodiscard]] inline result<void> try_in_chunks(reader& from, std::string_view document, std::size_t cut) {
  for (std::size_t at = 0; at < document.size(); at += cut)
    if (auto pushed = from.push(document.substr(at, cut)); !pushed) return pushed;
  return from.finish();
}
inline void read_in_chunks(reader& from, std::string_view document, std::size_t cut) {
  require(try_in_chunks(from, document, cut).has_value(), "push and finish");
}

/// The same of records, by a specification or mapping that may be for another document. Returns whether it is for this one.
[[nodiscard]] inline bool read_records(reader& from, std::string_view document, std::size_t cut) {
  const auto done = try_in_chunks(from, document, cut);
  const bool is_for_another =
      !done && (done.error().code == errc::missing_field || done.error().code == errc::no_records);
  require(done || (is_for_another && !done.error().detail.empty()),
          "a document is read, or is one for which the specification is not");
  return !is_for_another;
}

/// Spans partition the document, quarantine is explained, defects are reported by the rules.
inline void require_account(const std::vector<defect>& defects, const span_list& spans,
                            std::string_view document, wash_profile profile) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < spans.size(); ++i) {
    require(spans[i].second > 0, "no span is empty");
    require(i == 0 || spans[i].first != spans[i - 1].first, "spans are maximal");
    sum += spans[i].second;
  }
  require(sum == document.size(), "the spans add up to the document");
  require(testing::find_unexplained(defects, spans) == std::string_view::npos,
          "a skip covers each byte in quarantine");
  const testing::report_check check(document, profile);
  for (const auto& one : defects)
    if (const auto fault = check.find_fault(one); !fault.empty()) require(false, fault.data());
}

/// The account is right, and statements are UTF-8.
inline void require_account(const reading& got, std::string_view document, wash_profile profile) {
  require_account(got.defects, got.spans, document, profile);
  require(find_bad_utf8(got.lines) == std::string_view::npos, "statements are UTF-8");
}

/// The output is read back unchanged, without repairs and skips. `make_lines` makes a reader of N-Quads for a sink.
template <class MakeLines>
void require_round_trip(const reading& got, MakeLines make_lines) {
  reading again;
  const auto lines = make_lines(again);
  read_in_chunks(*lines, got.lines, 4096);
  require(again.lines == got.lines, "canonical output is read back unchanged");
  for (const auto& one : again.defects) require(one.done == treatment::note, "canonical output is clean");
}

}  // namespace laundromat::fuzz
