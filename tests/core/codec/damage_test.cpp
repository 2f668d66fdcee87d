// Damaged archives cause no crash, no endless work, and no byte beyond the budget.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <random>

#include "core/codec/archive/unpack.hpp"
#include "core/codec/open_view.hpp"
#include "tests/core/codec/support.hpp"

namespace laundromat {

using namespace laundromat::testing;

namespace {

constexpr int rounds = 150;

std::string damage(std::string bytes, std::mt19937& random) {
  const auto changes = 1 + random() % 8;
  for (std::uint32_t i = 0; i < changes && !bytes.empty(); ++i) {
    const auto at = random() % bytes.size();
    switch (random() % 5) {
      case 0:
        bytes[at] = static_cast<char>(random());
        break;
      case 1:
        bytes[at] ^= static_cast<char>(1 << random() % 8);
        break;
      case 2:
        bytes.erase(at, 1 + random() % 64);
        break;
      case 3:
        bytes.insert(at, bytes.substr(random() % bytes.size(), 1 + random() % 64));
        break;
      default:
        if (random() % 4 == 0) bytes.resize(at);
    }
  }
  return bytes;
}

/// Inspects and reads everything within `chain`; returns the number of bytes read.
std::uint64_t exhaust(const decode_chain& chain, memory_raw& raw, memory_scratch& scratch,
                      const unpack_budget& budget) {
  warning_log warnings;
  const auto found = inspect({"body", chain}, raw, scratch, budget, warnings);
  if (!found) return 0;
  std::uint64_t total = 0;
  if (!found->archive) {
    auto source = open_view(found->content, raw, scratch, budget, warnings);
    std::string chunk(65'536, '\0');
    while (source) {
      const auto n = (*source)->read(chunk);
      if (!n || *n == 0) break;
      total += *n;
    }
    return total;
  }
  EXPECT_LE(found->members.size(), budget.entries);
  for (const auto& member : found->members) {
    auto inner = found->content.chain;
    inner.push_back({*found->archive, member.ordinal});
    if (member.skipped == errc::ok) total += exhaust(inner, raw, scratch, budget);
  }
  return total;
}

}  // namespace

TEST(damage, no_damaged_archive_crashes_the_program_or_exceeds_the_budget) {
  const std::vector<made_member> members = {{"a.nt", some_text(40, 1)},
                                            {"d/", "", 'd'},
                                            {"b.nt.gz", compress(layer_kind::gzip, some_text(60, 2))},
                                            {"c", ""}};
  std::vector<std::string> fixtures;
  for (const auto* format : {"ustar", "pax", "gnutar", "zip", "7zip"})
    fixtures.push_back(make_archive(format, members));
  for (const auto kind :
       {layer_kind::gzip, layer_kind::bzip2, layer_kind::xz, layer_kind::zstd, layer_kind::lz4})
    fixtures.push_back(compress(kind, fixtures[fixtures.size() % 3]));
  fixtures.push_back(make_archive("zip", {{"in.zip", fixtures[3]}, {"in.7z", fixtures[4]}}));
  unpack_budget budget;
  budget.bytes = 1 << 20;
  budget.entries = 10;
  for (std::size_t i = 0; i < fixtures.size(); ++i) {
    for (std::uint32_t seed = 0; seed < rounds; ++seed) {
      SCOPED_TRACE("fixture " + std::to_string(i) + ", seed " + std::to_string(seed));
      std::mt19937 random(seed);
      memory_raw raw;
      memory_scratch scratch;
      raw.files["body"] = seed == 0 ? fixtures[i] : damage(fixtures[i], random);
      const auto total = exhaust({}, raw, scratch, budget);
      EXPECT_LE(total, budget.bytes * budget.entries);
      EXPECT_TRUE(seed > 0 || total > 0);
    }
  }
}

}  // namespace laundromat
