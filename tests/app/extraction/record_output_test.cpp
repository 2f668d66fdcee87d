// Tests the outputs of records.
// SPDX-License-Identifier: Apache-2.0
#include "app/extraction/record_output.hpp"

#include <gtest/gtest.h>

#include "tests/read_file.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {
namespace {

struct collected_defects final : account_sink {
  std::vector<defect> all;
  void on_defect(const defect& found) override { all.push_back(found); }
};

TEST(record_output, reports_values_that_have_no_column_as_left_out_X05) {
  const temporary_folder folder;
  record_output_options options;
  options.target = record_target::csv;
  options.file = (folder.path() / "a.csv").string();
  options.columns = {"a"};
  auto made = make_record_output(options);
  ASSERT_TRUE(made);
  data_record record;
  record.begin_map();
  record.add_text("1", "a");
  record.add_text("2", "b");
  record.end();
  collected_defects found;
  ASSERT_TRUE((*made)->records().write(record.root(), {7, 9, 3}, found));
  ASSERT_TRUE((*made)->finish());
  EXPECT_EQ(read_file(folder.path() / "a.csv"), "a\r\n1\r\n");
  ASSERT_EQ(found.all.size(), 1U);
  EXPECT_EQ(found.all[0].done, treatment::skip);
  EXPECT_EQ(found.all[0].line, 3U);
  EXPECT_NE(found.all[0].message.find("1 value of the record"), std::string::npos) << found.all[0].message;
}

TEST(record_output, writes_no_other_format_in_place_of_statements_X05) {
  record_output_options options;
  options.target = record_target::n_quads;
  EXPECT_FALSE(make_record_output(options));
}

}  // namespace
}  // namespace laundromat
