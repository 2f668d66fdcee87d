// Keys that follow again, in small and in large objects.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/json/repeated_keys.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace laundromat::jsonld {
namespace {

struct json_repeated_keys : ::testing::Test {
  /// Puts an object with these keys on the tape. Returns the numbers of the members that are overridden.
  std::vector<std::size_t> note(const std::vector<std::string>& names) {
    const parsed_text text{page.data(), page.data() + page.size(), &tree, json_chunk::value};
    tree.clear();
    faults.begin(text);
    keys.begin(text);
    object_keys object;
    text.add(json_kind::object, text.begin, text.begin);
    for (const auto& name : names) {
      auto& key = text.add(json_kind::string, text.begin, text.begin);
      key.text = name.data();
      key.size = static_cast<std::uint32_t>(name.size());
      key.hash = hash_of(name);
      keys.note(object, 0);
      text.add(json_kind::null, text.begin, text.begin);
    }
    tree.nodes[0].span = static_cast<std::uint32_t>(tree.nodes.size());
    keys.close(object, 0);
    std::vector<std::size_t> overridden;
    for (std::size_t i = 0; i < names.size(); ++i)
      if (tree.nodes[static_cast<std::uint32_t>(1 + 2 * i)].is_overridden) overridden.push_back(i);
    return overridden;
  }

  std::string page = "{}";
  json_tree tree;
  fault_list faults{wash_profile::standard, 1'000'000};
  repeated_keys keys{faults};
};

using numbers = std::vector<std::size_t>;

TEST_F(json_repeated_keys, the_last_of_one_name_holds) {
  EXPECT_EQ(note({"a", "b", "a", "c", "a"}), (numbers{0, 2}));
  EXPECT_EQ(faults.all().size(), 2U);
  EXPECT_EQ(faults.back().rule, errc::repeated_key);
  EXPECT_FALSE(keys.has_keyword());
  EXPECT_EQ(note({"a", "b", "c"}), numbers{});
}

TEST_F(json_repeated_keys, are_found_in_objects_of_any_size) {
  std::vector<std::string> names;
  for (int i = 0; i < 100; ++i) names.push_back("k" + std::to_string(i));
  EXPECT_EQ(note(names), numbers{});
  names.push_back("k3");
  names.push_back("k99");
  names.push_back("k3");
  EXPECT_EQ(note(names), (numbers{3, 99, 100}));
}

TEST_F(json_repeated_keys, a_repeated_keyword_is_remembered) {
  EXPECT_EQ(note({"@id", "@id"}), numbers{0});
  EXPECT_TRUE(keys.has_keyword());
  (void)note({"a"});
  EXPECT_FALSE(keys.has_keyword());
}

}  // namespace
}  // namespace laundromat::jsonld
