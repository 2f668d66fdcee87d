// Properties of each reported defect of any reader, for tests and fuzz targets.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/text_position.hpp"
#include "core/rdf/model/defect.hpp"
#include "core/rdf/model/span_account.hpp"
#include "core/rdf/model/utf8.hpp"

namespace laundromat::testing {

/// The first byte in quarantine that is not within the span of a skip; `npos` when there is none. `spans` are pairs of kind and
/// length.
template <class Spans>
[[nodiscard]] std::uint64_t find_unexplained(const std::vector<defect>& defects, const Spans& spans) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> skipped;
  for (const auto& one : defects)
    if (one.done == treatment::skip)
      skipped.emplace_back(one.offset_bytes, one.offset_bytes + one.length_bytes);
  std::ranges::sort(skipped);
  std::uint64_t begin = 0, covered = 0;  // every byte from `begin` up to `covered` is in a skip
  auto next = skipped.begin();
  for (const auto& [kind, length] : spans) {
    const auto end = begin + length;
    for (covered = std::max(covered, begin); kind == span_kind::quarantine && covered < end;) {
      for (const auto at = covered; next != skipped.end() && next->first <= at; ++next)
        covered = std::max(covered, next->second);
      if (covered < end && (next == skipped.end() || next->first > covered)) return covered;
    }
    begin = end;
  }
  return std::string_view::npos;
}

/// The first offset of two spans of which each has bytes that the other lacks, npos when there is none: one may only be within the other.
inline std::uint64_t find_crossing_spans(const std::vector<defect>& defects) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> spans;  // begin, and what orders the longest one first
  for (const auto& one : defects)
    spans.emplace_back(one.offset_bytes, ~(one.offset_bytes + one.length_bytes));
  std::ranges::sort(spans);
  std::vector<std::uint64_t> open;
  for (const auto& [begin, reversed] : spans) {
    while (!open.empty() && open.back() <= begin) open.pop_back();
    if (!open.empty() && ~reversed > open.back()) return begin;
    if (~reversed > begin) open.push_back(~reversed);
  }
  return std::string_view::npos;
}

/// Checks the defects of one document, which outlives it.
class report_check {
 public:
  report_check(std::string_view document, wash_profile profile) : document_(document), profile_(profile) {
    text_position at;
    for (; !document.empty(); document.remove_prefix(std::min(document.size(), stride))) {
      places_.push_back(at);
      at.advance(document.substr(0, stride));
    }
    if (places_.empty()) places_.push_back(at);
  }

  /// The violated property of the report; empty when there is none.
  [[nodiscard]] std::string_view find_fault(const defect& found) const {
    if (find_rule(found.rule) == nullptr) return "the rule is in the taxonomy";
    if (found.offset_bytes + found.length_bytes > document_.size())
      return "the defect is within the document";
    if (find_bad_utf8(found.message + found.after) != std::string_view::npos)
      return "messages and repairs are UTF-8";
    if (found.done > treatment_of(found.rule, profile_)) return "no more is done than the taxonomy allows";
    const auto token = found.token_offset_bytes == 0 ? found.offset_bytes : found.token_offset_bytes;
    if (token < found.offset_bytes) return "the token that offends does not precede the span";
    const auto place = locate(token);
    if (found.line != place.line || found.column != place.column)
      return "line and column name the place of the token that offends";
    return {};
  }

 private:
  static constexpr std::size_t stride = 4096;

  [[nodiscard]] text_position locate(std::uint64_t offset) const {
    auto at = places_[std::min<std::size_t>(offset / stride, places_.size() - 1)];
    at.advance(document_.substr(at.offset_bytes, offset - at.offset_bytes));
    return at;
  }

  std::string_view document_;
  wash_profile profile_;
  std::vector<text_position> places_;  ///< of each multiple of the stride
};

}  // namespace laundromat::testing
