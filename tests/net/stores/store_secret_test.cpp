// Tests of secrets for stores.
// SPDX-License-Identifier: Apache-2.0
#include "net/stores/store_secret.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "tests/temporary_folder.hpp"

namespace laundromat {
namespace {

TEST(store_secret, comes_from_a_variable_or_the_first_line_of_a_file_G18) {
  const temporary_folder folder;
  const auto file = folder.path() / "secret";
  std::ofstream{file} << "pass word\r\nnot this\n";
  EXPECT_EQ(read_secret({{}, file.string()})->reveal(), "pass word");
  setenv("LAUNDROMAT_TEST_SECRET", "token", 1);
  EXPECT_EQ(read_secret({"LAUNDROMAT_TEST_SECRET", {}})->reveal(), "token");
  EXPECT_TRUE(read_secret({})->is_empty());
}

TEST(store_secret, is_refused_without_being_named_G18) {
  const temporary_folder folder;
  const auto file = folder.path() / "secret";
  std::ofstream{file} << "hid\x01"
                         "den\n";
  const auto bad = read_secret({{}, file.string()});
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().code, errc::configuration);
  EXPECT_EQ(bad.error().detail.find("hid"), std::string::npos);
  EXPECT_EQ(read_secret({{}, "/no/such/file"}).error().code, errc::not_found);
  unsetenv("LAUNDROMAT_TEST_SECRET");
  EXPECT_EQ(read_secret({"LAUNDROMAT_TEST_SECRET", {}}).error().code, errc::configuration);
  EXPECT_EQ(read_secret({"A", "b"}).error().code, errc::configuration);
  std::ofstream{file, std::ios::trunc} << "\n";
  EXPECT_EQ(read_secret({{}, file.string()}).error().code, errc::configuration);
}

TEST(store_secret, is_taken_out_of_what_a_store_says) {
  const store_credentials credentials{store_login::basic, "dba", store_secret{"secret word"}};
  EXPECT_EQ(
      without_secret("bad request: Authorization: Basic ZGJhOnNlY3JldCB3b3Jk, secret word", credentials),
      "bad request: Authorization: Basic …, …");
  EXPECT_EQ(without_secret("nothing", credentials), "nothing");
  EXPECT_EQ(without_secret("nothing", {}), "nothing");
}

}  // namespace
}  // namespace laundromat
