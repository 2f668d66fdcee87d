// Common to the tests of washing: washes a document in memory.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "core/rdf/wash/wash_document.hpp"
#include "tests/core/slow_source.hpp"

namespace laundromat::testing {

struct washed {
  washed_document report;
  std::string bytes;
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
