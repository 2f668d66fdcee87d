// What the tests of washing share: a document in memory, washed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "core/rdf/wash/launder.hpp"

namespace laundromat::testing {

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

inline washed wash(const std::string& text, rdf_format format, const launder_options& options = {}) {
  auto source = make_memory_source(text);
  auto runs = make_memory_run_store();
  memory_sink out;
  auto report = launder(*source, format, options, *runs, out);
  EXPECT_TRUE(report);
  return {report ? *report : laundered{}, out.bytes};
}

}  // namespace laundromat::testing
