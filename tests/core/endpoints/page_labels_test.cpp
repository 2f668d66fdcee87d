// Tests that blank nodes of different pages stay different.
// SPDX-License-Identifier: Apache-2.0
#include "core/endpoints/page_labels.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

std::string page(std::string_view text) {
  std::string out;
  append_page(text, 7, out);
  return out;
}

TEST(page_labels, are_those_of_their_page) {
  EXPECT_EQ(page("_:b0 <http://e/p> _:b1 .\n"), "_:p7_b0 <http://e/p> _:p7_b1 .\n");
  EXPECT_EQ(page("<http://e/s> <http://e/p> _:b1.\n  _:x\t<http://e/p>\t\"v\" ."),
            "<http://e/s> <http://e/p> _:p7_b1.\n  _:p7_x\t<http://e/p>\t\"v\" .\n");
}

TEST(page_labels, in_texts_and_iris_are_none) {
  for (const auto* line :
       {"<http://e/_:a> <http://e/p> \"_:b\" .\n", "<http://e/s> <http://e/p> \" _:b _:c\" .\n", "# _:b\n"})
    EXPECT_EQ(page(line), line);
}

TEST(page_labels, of_virtuoso_stay) {
  EXPECT_EQ(page("_:vb42 <http://e/p> _:vb7 .\n"), "_:vb42 <http://e/p> _:vb7 .\n");
  EXPECT_EQ(page("_:vb <http://e/p> _:vb4x .\n"), "_:p7_vb <http://e/p> _:p7_vb4x .\n");
}

}  // namespace
}  // namespace laundromat
