// Spans as text are read back.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/ledger/span_runs.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace laundromat {
namespace {

using runs = std::vector<std::pair<span_kind, std::uint64_t>>;

TEST(span_runs, are_read_as_they_were_written) {
  const runs all{
      {span_kind::syntax, 3}, {span_kind::statement, 71}, {span_kind::quarantine, ~std::uint64_t{0}}};
  std::string text;
  for (const auto& [kind, length] : all) append_run(text, kind, length);
  EXPECT_EQ(text, "y3s71q18446744073709551615");
  runs read;
  EXPECT_TRUE(each_run(text, [&](span_kind kind, std::uint64_t length) { read.emplace_back(kind, length); }));
  EXPECT_EQ(read, all);
}

TEST(span_runs, other_text_is_refused) {
  for (const auto* text : {"x3", "3", "y", "y3 s4", "y0", "y-1", "y99999999999999999999"})
    EXPECT_FALSE(each_run(text, [](span_kind, std::uint64_t) {})) << text;
}

}  // namespace
}  // namespace laundromat
