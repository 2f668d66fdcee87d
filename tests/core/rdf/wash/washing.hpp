// Common to the tests of washing: washes a document in memory.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "core/rdf/wash/wash_document.hpp"

namespace laundromat::testing {

struct washed {
  washed_document report;
  std::string bytes;
};

/// Delivers at most this many bytes at once.
class slow_source final : public byte_source {
 public:
  slow_source(std::string bytes, std::size_t most_bytes)
      : below_(make_memory_source(std::move(bytes))), most_bytes_(most_bytes) {}
  result<std::size_t> read(std::span<char> buffer) override {
    return below_->read(buffer.subspan(0, std::min(buffer.size(), most_bytes_)));
  }

 private:
  byte_source_ptr below_;
  std::size_t most_bytes_;
};

inline washed wash(const std::string& text, rdf_format format, const wash_document_options& options = {},
                   std::size_t most_bytes = 1 << 20) {
  slow_source source{text, most_bytes};
  auto runs = make_memory_run_store();
  string_sink out;
  auto report = wash_document(source, format, options, *runs, out);
  EXPECT_TRUE(report);
  return {report ? *report : washed_document{}, out.text};
}

}  // namespace laundromat::testing
