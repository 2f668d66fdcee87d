// Tests of graphs with several datasets: which documents make them, and which subjects stay.
// SPDX-License-Identifier: Apache-2.0
#include "core/providers/dataset_union.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/core/providers/noon.hpp"

namespace laundromat {
namespace {

constexpr auto removed = absent_subjects::removed, stay = absent_subjects::stay;

std::string hex_of(char digit) {
  return std::string(64, digit);
}
content_digest document(char digit) {
  return *content_digest::from_hex(hex_of(digit));
}

stored_dataset dataset_of(const std::string& key, dump_extent extent,
                          const std::vector<std::string>& documents = {}) {
  stored_dataset made;
  made.announced.key = key;
  made.announced.extent = extent;
  made.harvested = noon;
  made.documents = documents;
  return made;
}
stored_dataset full(const std::string& key, const std::vector<std::string>& documents = {}) {
  return dataset_of(key, dump_extent::full, documents);
}

bool is_always_there(const content_digest&) {
  return true;
}

using documents = std::vector<content_digest>;

TEST(dataset_union, has_each_document_of_the_last_imports_of_full_datasets_once_G13) {
  auto never = full("never", {hex_of('5')});
  never.harvested = {};
  const auto own = full("own", {hex_of('1')});
  const std::vector<stored_dataset> all{own, full("other", {hex_of('2'), hex_of('3')}), never,
                                        dataset_of("part", dump_extent::partial, {hex_of('4')})};
  dump_documents found{{document('2'), document('6')}, false};
  add_other_dumps(own, all, is_always_there, found);
  EXPECT_EQ(found.documents, (documents{document('2'), document('6'), document('3')}))
      << "not the older ones of itself, nor those of partial ones or of one that was never harvested";
  EXPECT_FALSE(found.is_damaged);
}

TEST(dataset_union, of_a_partial_dataset_is_only_its_own_documents_G13) {
  const auto part = dataset_of("part", dump_extent::partial);
  dump_documents found{{document('1')}, false};
  add_other_dumps(part, {part, full("other", {hex_of('2')})}, is_always_there, found);
  EXPECT_EQ(found.documents, documents{document('1')});
}

TEST(dataset_union, is_damaged_when_a_document_is_not_there_or_its_import_missed_something_G13_G15) {
  const auto own = full("own");
  dump_documents found{{document('1')}, false};
  add_other_dumps(
      own, {own, full("other", {hex_of('2'), hex_of('3')})},
      [](const content_digest& one) { return one != document('2'); }, found);
  EXPECT_TRUE(found.is_damaged);
  EXPECT_EQ(found.documents, (documents{document('1'), document('3')}));

  auto damaged = full("other", {hex_of('2')});
  damaged.is_damaged = true;
  found = {};
  add_other_dumps(own, {own, damaged}, is_always_there, found);
  EXPECT_TRUE(found.is_damaged);
  found = {};
  add_other_dumps(own, {own, full("other", {"no digest"})}, is_always_there, found);
  EXPECT_TRUE(found.is_damaged);
}

TEST(dataset_union, subjects_are_removed_only_where_every_dataset_is_full_and_nothing_is_missing_G15) {
  const auto own = full("own"), other = full("other");
  const auto part = dataset_of("part", dump_extent::partial);
  EXPECT_EQ(absent_of(own, {own, other}, removed, false), removed);
  EXPECT_EQ(absent_of(own, {own, other}, stay, false), stay) << "as the registry says";
  EXPECT_EQ(absent_of(own, {own, other}, removed, true), stay);
  EXPECT_EQ(absent_of(own, {own, part}, removed, false), stay)
      << "what partial dumps have brought is in no full one";
  EXPECT_EQ(absent_of(part, {part}, removed, false), stay);
}

}  // namespace
}  // namespace laundromat
