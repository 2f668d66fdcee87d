// The hash without names depends on everything except labels and order.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/identity/dataset_identity.hpp"

#include <gtest/gtest.h>

#include <random>

#include "core/base/fast_hash.hpp"
#include "core/rdf/sort/line_parts.hpp"
#include "core/rdf/write/skolem.hpp"

namespace laundromat {
namespace {

content_digest hash(std::string_view lines, std::string_view prefix = "g:1/", bool knows_subjects = true) {
  nameless_hash all(prefix);
  for (std::string_view before; !lines.empty();) {
    const auto line = lines.substr(0, lines.find('\n') + 1);
    const auto [subject, rest] = split_line(line);
    all.add(subject, !knows_subjects || subject != before, rest);
    before = subject;
    lines.remove_prefix(line.size());
  }
  return all.finish();
}

TEST(nameless_hash, does_not_depend_on_names_of_this_document_and_order) {
  const std::string one = "<g:1/a> <p:p> <g:1/b> .\n<p:s> <p:p> \"x\" <g:1/b> .\n";
  EXPECT_EQ(hash(one), hash("<p:s> <p:p> \"x\" <g:1/y> .\n<g:1/x> <p:p> <g:1/y> .\n"));
  const std::string two = one + "<p:s> <p:q> \"y\" .\n";
  EXPECT_EQ(hash(two), hash(two, "g:1/", false));
}

TEST(nameless_hash, depends_on_everything_else) {
  const auto one = hash("<g:1/a> <p:p> \"x\" .\n");
  EXPECT_NE(one, hash("<g:2/a> <p:p> \"x\" .\n"));
  EXPECT_NE(one, hash("<g:1/a> <p:p> \"y\" .\n"));
  EXPECT_NE(one, hash("<g:1/a> <p:p> \"x\" <g:1/a> .\n"));
  EXPECT_NE(one, hash("<g:1/a> <p:p> \"x\" .\n<g:1/b> <p:p> \"x\" .\n"));
  EXPECT_NE(one, hash(""));
}

TEST(nameless_hash, accepts_the_place_for_digits) {
  const auto digest = sha256("a document");
  const auto text = "<p:s> <p:p> <" + late_skolem_prefix() + "b> .\n<" + late_skolem_prefix() +
                    "b> <p:p> \"x\" <" + late_skolem_prefix() + "c> .\n<p:s> <p:p> <p:o> .\n";
  const auto before = hash(text, late_skolem_prefix());
  std::string filled;
  append_with_digits(filled, text, skolem_digits(digest));
  EXPECT_EQ(before, hash(filled, skolem_prefix(digest)));
}

TEST(fast_hash, each_byte_changes_both_halves_of_the_wide_hash) {
  std::mt19937 random(1);
  std::string text;
  for (int i = 0; i < 100; ++i, text.push_back(static_cast<char>(random()))) {
    const auto before = wide_hash(text);
    for (auto& c : text) {
      c ^= 1;
      const auto after = wide_hash(text);
      c ^= 1;
      EXPECT_NE(before[0], after[0]) << i;
      EXPECT_NE(before[1], after[1]) << i;
    }
    const auto longer = wide_hash(text + std::string(1, '\0'));
    EXPECT_NE(before[0], longer[0]) << i;
    EXPECT_NE(before[1], longer[1]) << i;
  }
}

TEST(fast_hash, never_changes_because_identities_are_stored) {
  EXPECT_EQ(fast_hash(""), 0U);
  EXPECT_EQ(fast_hash("1234567"), 0x8D90D7BEC63BB003U);
  EXPECT_EQ(fast_hash("12345678"), 0xC55B628ABA06C744U);
  EXPECT_EQ(fast_hash("1234567890123", 7), 0x38E80F26899A967U);
  using wide = std::array<std::uint64_t, 2>;
  EXPECT_EQ(wide_hash(""), (wide{0xAD6309DAFA005D6FU, 0xC8F9212A376F5DEEU}));
  EXPECT_EQ(wide_hash("1234567890123456"), (wide{0xF3D6C96584A468C0U, 0xE5A4109D9F41399FU}));
  EXPECT_EQ(wide_hash("12345678901234567"), (wide{0x911C214C9B12CEF1U, 0x8CB2EE532A3847F8U}));
}

}  // namespace
}  // namespace laundromat
