// Names that were published stay: the names of these documents never change.
// SPDX-License-Identifier: Apache-2.0
#include <fstream>
#include <sstream>

#include "core/base/digest.hpp"
#include "tests/core/rdf/cases.hpp"
#include "tests/core/rdf/identity/quads.hpp"
#include "tests/core/rdf/naming/naming.hpp"

namespace laundromat {
namespace {

using namespace testing;

class stable_names : public ::testing::TestWithParam<std::string> {};

TEST_P(stable_names, are_as_they_were_published) {
  const auto read = [](const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
  };
  const auto text = read(GetParam());
  const auto expected = read(std::filesystem::path(GetParam()).replace_extension(".expected"));
  ASSERT_NE(expected, "");
  EXPECT_EQ(name(text).lines, expected);
  EXPECT_EQ(name(text, {.resident_bytes = 0, .window_bytes = 1}).lines, expected);
  EXPECT_EQ(name(text, {.resident_bytes = 500, .window_bytes = 700}).lines, expected);
}

INSTANTIATE_TEST_SUITE_P(cases, stable_names, ::testing::ValuesIn(list_cases("tests/core/rdf/naming/cases")),
                         case_name);

TEST(stable_names, of_large_components_are_as_they_were_published) {
  std::mt19937 dice(20261128);
  EXPECT_EQ(sha256(name(relabelled(list(30'000, 7), numbers_up_to(30'000), dice)).lines).hex(),
            "75b98daf0ce424a7313c8a5dc37d5a93ad78ba81d00eec240c707ce38dadc7ae");
  EXPECT_EQ(sha256(name(relabelled(cycle(20'000), numbers_up_to(20'000), dice)).lines).hex(),
            "8ab532bfe68954310f6bd73b0df7bec5989a0ac7d96d6b98123dc673fb2cd28b");
}

}  // namespace
}  // namespace laundromat
