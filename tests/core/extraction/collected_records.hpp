// A sink that keeps what an extractor reports, as text.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/extraction/model/record_sink.hpp"
#include "core/extraction/write/append_json.hpp"
#include "core/rdf/model/reader.hpp"

namespace laundromat {

struct collected_records final : record_sink {
  std::vector<std::string> records;  ///< as JSON
  std::vector<record_place> places;
  std::vector<defect> defects;
  std::vector<std::pair<span_kind, std::uint64_t>> spans;
  std::size_t most = ~std::size_t{0};  ///< records before an error

  result<void> on_record(data_record& record) override {
    if (records.size() == most) return fail(errc::cancelled);
    append_json(records.emplace_back(), record.root());
    places.push_back(record.place);
    return {};
  }
  void on_defect(const defect& found) override { defects.push_back(found); }
  void on_span(span_kind kind, std::uint64_t length_bytes) override {
    spans.emplace_back(kind, length_bytes);
  }

  [[nodiscard]] std::uint64_t bytes_of(span_kind kind) const {
    std::uint64_t sum = 0;
    for (const auto& [one, length] : spans) sum += one == kind ? length : 0;
    return sum;
  }
  [[nodiscard]] std::uint64_t bytes() const {
    return bytes_of(span_kind::syntax) + bytes_of(span_kind::statement) + bytes_of(span_kind::quarantine);
  }
  /// Names of the rules of the defects, each with a space behind it.
  [[nodiscard]] std::string rules() const {
    std::string out;
    for (const auto& found : defects) out.append(to_string(found.rule)) += ' ';
    return out;
  }
};

/// Pushes a document in chunks of a size.
inline void push_all(reader& to, std::string_view document, std::size_t chunk) {
  for (std::size_t at = 0; at < document.size(); at += chunk)
    if (!to.push(document.substr(at, chunk))) return;
  (void)to.finish();
}

}  // namespace laundromat
