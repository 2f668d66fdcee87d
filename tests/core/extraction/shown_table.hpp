// Reads a table, and shows its records and what was noted, repaired and skipped, as text.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/extraction/csv/csv_extractor.hpp"
#include "core/rdf/model/taxonomy.hpp"

namespace laundromat {

/// Records as text, with what was noted, repaired and skipped.
struct shown_table final : record_sink {
  result<void> on_record(data_record& record) override {
    std::string line;
    for (const auto value : record.root())
      line += std::string(value.name()) + "=" +
              (value.is(data_kind::null) ? "-" : std::string(value.text())) + " ";
    lines.push_back(line);
    return {};
  }
  void on_defect(const defect& found) override {
    defects += std::to_string(found.line) + " " + std::string(to_string(found.done)) + " " +
               std::string(to_string(found.rule)) + "\n";
    messages += found.message + "\n";
  }
  void on_span(span_kind, std::uint64_t length_bytes) override { bytes += length_bytes; }
  std::vector<std::string> lines;
  std::string defects, messages;  ///< a line for each
  std::uint64_t bytes = 0;
};

inline shown_table read_table(std::string_view text, csv_options options = {}, std::size_t chunk = 1'000'000,
                              csv_findings* found = nullptr) {
  shown_table sink;
  const auto reader = make_csv_extractor(std::move(options), sink, found);
  for (std::size_t at = 0; at < text.size(); at += chunk) EXPECT_TRUE(reader->push(text.substr(at, chunk)));
  EXPECT_TRUE(reader->finish());
  EXPECT_EQ(sink.bytes, text.size()) << "each byte is accounted for";
  return sink;
}

}  // namespace laundromat
