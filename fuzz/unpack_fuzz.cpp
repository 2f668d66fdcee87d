// Inspecting any bytes ends within its budget, and the result can be opened.
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "core/codec/archive/unpack.hpp"
#include "core/codec/open_view.hpp"
#include "fuzz/require.hpp"
#include "tests/core/codec/memory_stores.hpp"

using namespace laundromat;
using testing::memory_raw, testing::memory_scratch;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  memory_raw raw;
  raw.files["x"].assign(reinterpret_cast<const char*>(bytes), size);
  memory_scratch scratch;
  unpack_budget budget;
  budget.bytes = 1 << 20;
  budget.entries = 100;
  warning_log warnings;
  const auto seen = inspect({"x", {}}, raw, scratch, budget, warnings);
  require(scratch.bytes() <= budget.bytes + (1 << 17), "scratch does not exceed the budget");
  if (!seen) {
    require(scratch.files.empty(), "a failure leaves no scratch files");
    return 0;
  }
  require(seen->members.size() <= budget.entries, "entries do not exceed the budget");
  if (seen->archive) return 0;
  auto source = open_view(seen->content, raw, scratch, budget, warnings);
  require(source.has_value(), "a leaf can be opened");
  const auto head = read_head(**source, 4096);
  require(!head || seen->sample.starts_with(head->substr(0, seen->sample.size())),
          "the view begins with the sample");
  return 0;
}
