// Sort keys of URLs, as npm warcio forms them.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/surt.hpp"

#include <gtest/gtest.h>

namespace laundromat {

TEST(surt, is_the_key_of_warcio) {
  EXPECT_EQ(surt("http://www.A.example:8080/X?b&a"), "example,a:8080)/x?a&b");
  EXPECT_EQ(surt("https://www2.a.example:443"), "example,a)/");
  EXPECT_EQ(surt("http://a.example:443/#f"), "example,a:443)/");
  EXPECT_EQ(surt("http://a.example?q"), "example,a)/?q");
  EXPECT_EQ(surt("file:///X"), "file:///X");
}

}  // namespace laundromat
