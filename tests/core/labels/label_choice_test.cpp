// Tests of which labels are indexed.
// SPDX-License-Identifier: Apache-2.0
#include "core/labels/label_choice.hpp"

#include <gtest/gtest.h>

#include <set>

namespace laundromat::test {

TEST(label_choice, is_kept_as_text_Q76) {
  for (const auto& choice :
       {label_choice{}, label_choice{false}, label_choice{true, {"x:a"}}, label_choice{true, {"x:a", "x:b"}}})
    EXPECT_EQ(label_choice_of(to_text(choice)), choice) << to_text(choice);
  EXPECT_EQ(label_choice_of(""), label_choice{});
}

TEST(label_choice, has_the_usual_properties_its_own_or_none_Q76) {
  const auto usual = properties_of({});
  EXPECT_EQ(std::set<std::string>(usual.begin(), usual.end()).size(), usual.size());
  EXPECT_EQ(usual.front(), "http://www.w3.org/2000/01/rdf-schema#label");
  EXPECT_EQ(properties_of({true, {"x:a"}}), std::vector<std::string>{"x:a"});
  EXPECT_TRUE(properties_of({false}).empty());
}

}  // namespace laundromat::test
