// Tests of the names of logins.
// SPDX-License-Identifier: Apache-2.0
#include "core/sinks/store_login.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

TEST(store_login, is_named_as_in_campaigns_and_command_lines_G18) {
  EXPECT_EQ(store_login_from_name("any"), store_login::any);
  EXPECT_EQ(store_login_from_name("basic"), store_login::basic);
  EXPECT_EQ(store_login_from_name("digest"), store_login::digest);
  EXPECT_EQ(store_login_from_name("bearer"), store_login::bearer);
  EXPECT_FALSE(store_login_from_name("Basic"));
  EXPECT_FALSE(store_login_from_name(""));
}

}  // namespace
}  // namespace laundromat
