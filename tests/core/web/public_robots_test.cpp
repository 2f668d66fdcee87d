// Judges robots.txt files of public projects as a table says.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "core/web/robots.hpp"
#include "tests/places.hpp"
#include "tests/read_file.hpp"

namespace laundromat {
namespace {

TEST(public_robots, are_judged_as_the_table_says) {
  const auto* shared = std::getenv("LAUNDROMAT_SHARED");
  if (shared == nullptr)
    GTEST_SKIP() << "set LAUNDROMAT_SHARED to the folder that contains conditions with robots.txt files";
  std::istringstream table{read_file(source_path("tests/core/web/public_robots.tsv"))};
  std::string line;
  std::getline(table, line);
  std::size_t rows = 0;
  for (; std::getline(table, line); ++rows) {
    std::istringstream fields{line};
    std::string file, product, uri, rule;
    for (auto* field : {&file, &product, &uri, &rule}) std::getline(fields, *field, '\t');
    const auto rules = parse_robots(read_file(std::filesystem::path{shared} / "conditions" / file), product);
    EXPECT_EQ(rules.judge_uri("http://example.org" + uri).rule, rule) << line;
  }
  EXPECT_GT(rows, 20U);
}

}  // namespace
}  // namespace laundromat
