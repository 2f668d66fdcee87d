// Tests that repaired copies have the repairs only, and that they can be taken back.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <sstream>

#include "app/terminal/exit_code.hpp"
#include "tests/app/extraction/program_folder.hpp"

namespace laundromat {
namespace {

class records_repair : public program_folder {
 protected:
  /// Takes the repairs of a copy in `out` back, and compares the result with the original.
  void expect_way_back(const std::string& name, const std::string& original) {
    EXPECT_EQ(run("records --undo out/" + name + ".repairs.jsonl -o back"), exit_ok) << err_;
    EXPECT_EQ(read("back/" + name), original);
    EXPECT_EQ(run("records --undo out/" + name + ".repairs.jsonl"), exit_ok) << err_;
    EXPECT_EQ(out_, original);
  }
};

TEST_F(records_repair, changes_only_what_has_one_reading_and_keeps_rows_in_doubt_X08) {
  const std::string original =
      "id,name,age\r\n1,Ann,4,,\r\n2,Bob\r\n3,\"B\xFF\",5\r\n4,a,b,c\r\n5,Eve,6\r\n6,"
      "\u00E4\u00F6\u00FC\u00E9,7\r\n";
  write("a.csv", original);
  EXPECT_EQ(run("records a.csv --repair -o out"), exit_ok) << err_;
  EXPECT_TRUE(says("2 repairs in out/a.csv; list: out/a.csv.repairs.jsonl")) << err_;
  EXPECT_EQ(read("a.csv"), original);
  EXPECT_EQ(read("out/a.csv"),
            "id,name,age\r\n1,Ann,4\r\n2,Bob\r\n3,\"B\uFFFD\",5\r\n4,a,b,c\r\n5,Eve,6\r\n6,"
            "\u00E4\u00F6\u00FC\u00E9,7\r\n");
  std::istringstream list(read("out/a.csv.repairs.jsonl"));
  std::string line;
  ASSERT_TRUE(std::getline(list, line));
  EXPECT_EQ(nlohmann::json::parse(line)["original_bytes"], original.size());
  ASSERT_TRUE(std::getline(list, line));
  const auto edit = nlohmann::json::parse(line);
  EXPECT_EQ(edit["offset"], 20) << line;
  EXPECT_EQ(edit["before"], ",,") << line;
  EXPECT_EQ(edit["rule"], "empty_fields") << line;
  ASSERT_TRUE(std::getline(list, line));
  EXPECT_EQ(nlohmann::json::parse(line)["before_hex"], "ff") << line;
  expect_way_back("a.csv", original);
}

TEST_F(records_repair, gives_each_copy_a_name_and_a_list_of_its_own_X08) {
  std::filesystem::create_directories(folder_.path() / "a");
  std::filesystem::create_directories(folder_.path() / "b");
  write("a/p.csv", "id,n\n1,2,\n");
  write("b/p.csv", "id,n\n3,4,,\n");
  write("p.csv", "id,n\n5,6,,,\n");
  ASSERT_EQ(std::system(("gzip -c " + (folder_.path() / "p.csv").string() + " > " +
                         (folder_.path() / "a/p.csv.gz").string())
                            .c_str()),
            0);
  EXPECT_EQ(run("records a/p.csv a/p.csv.gz b/p.csv --repair -o out"), exit_ok) << err_;
  for (const auto* name : {"p.csv", "p-2.csv", "p-3.csv"})
    EXPECT_TRUE(says("1 repair in out/" + std::string(name) + "; list: out/" + name + ".repairs.jsonl"))
        << err_;
  expect_way_back("p.csv", "id,n\n1,2,\n");
  expect_way_back("p-2.csv", "id,n\n5,6,,,\n");
  expect_way_back("p-3.csv", "id,n\n3,4,,\n");
}

TEST_F(records_repair, takes_no_names_of_inputs_or_results_X08) {
  write("x.csv", "id,n\n1,2,\n");
  write("x.csv.jsonl", "{\"a\":1},\n{\"a\":2}\n");
  EXPECT_EQ(run("records x.csv.jsonl x.csv --repair -o out"), exit_ok) << err_;
  EXPECT_EQ(read("out/x.csv-2.jsonl"), "{\"id\":\"1\",\"n\":\"2\"}\n");
  expect_way_back("x.csv", read("x.csv"));
  expect_way_back("x.csv.jsonl", read("x.csv.jsonl"));
  EXPECT_EQ(run("records out/x.csv --repair -o out"), exit_some_failed) << err_;
  EXPECT_TRUE(says("out/x.csv is one of the inputs, and would be lost: name another file or folder")) << err_;
}

TEST_F(records_repair, adds_missing_fields_only_where_they_are_kept_X08) {
  write("a.csv", "id;name;age\n1;Ann;4\n2;Bob\n3;Eve;5\n");
  EXPECT_EQ(run("records a.csv --repair -o out"), exit_ok) << err_;
  EXPECT_EQ(read("out/a.csv"), read("a.csv"));
  EXPECT_EQ(run("records a.csv --repair --profile max-recall -o out"), exit_ok) << err_;
  EXPECT_EQ(read("out/a.csv"), "id;name;age\n1;Ann;4\n2;Bob;\n3;Eve;5\n");
  expect_way_back("a.csv", read("a.csv"));
}

TEST_F(records_repair, makes_no_edit_of_a_row_without_a_delimiter_X08) {
  write("a.csv", "name;age\nAnn;1\nBob;2\nEve\nDan;4\nPat;\n");
  EXPECT_EQ(run("records a.csv --repair --profile max-recall -o out"), exit_ok) << err_;
  EXPECT_TRUE(says("0 repairs in out/a.csv")) << err_;
  EXPECT_TRUE(says("short_row, repaired: 1 field instead of 2")) << err_;
  EXPECT_EQ(read("out/a.csv"), read("a.csv"));
  expect_way_back("a.csv", read("a.csv"));
}

/// With its repair the third line would have the name of a column, so that the first one would no longer be guessed to be a header.
TEST_F(records_repair, makes_none_where_the_copy_would_be_read_otherwise_X08) {
  const std::string original = "name,town\nAnn,Wien\nname,Rom,\nBob,Graz\n";
  write("a.csv", original);
  EXPECT_EQ(run("records a.csv --repair -o out --json"), exit_ok) << err_;
  EXPECT_EQ(read("out/a.csv"), original);
  const auto report = nlohmann::json::parse(err_.empty() ? out_ : err_, nullptr, false);
  ASSERT_TRUE(report.is_object()) << out_ << err_;
  EXPECT_EQ(report["records"], 3) << report;
  EXPECT_EQ(report["repaired"]["repairs"], 0) << report;
  EXPECT_EQ(report["repaired"]["left"], 1) << report;
  expect_way_back("a.csv", original);
}

TEST_F(records_repair, makes_utf_8_of_other_encodings_X08) {
  const std::string latin = "name;town\nJos\xE9;K\xF6ln\nAnn;Z\xFCrich;\n";
  write("a.csv", latin);
  EXPECT_EQ(run("records a.csv --repair -o out"), exit_ok) << err_;
  EXPECT_EQ(read("out/a.csv"), "name;town\nJos\u00E9;K\u00F6ln\nAnn;Z\u00FCrich\n");
  expect_way_back("a.csv", latin);
  std::string wide{"\xFF\xFE", 2};
  for (const char c : std::string("id,name\n1,Ann\n2,Bob,\n")) wide.append({c, '\0'});
  write("w.csv", wide);
  EXPECT_EQ(run("records w.csv --repair -o out"), exit_ok) << err_;
  EXPECT_EQ(read("out/w.csv"), "id,name\n1,Ann\n2,Bob\n");
  expect_way_back("w.csv", wide);
}

TEST_F(records_repair, removes_commas_and_comments_of_json_X08) {
  const std::string original = "[ // people\n {\"id\": 1,},\n {\"id\": 2},\n {\"id\": 3},\n]\n";
  write("a.json", original);
  EXPECT_EQ(run("records a.json --repair -o out"), exit_ok) << err_;
  const auto strict = read_json("out/a.json");
  EXPECT_EQ(strict, nlohmann::json::parse(R"([{"id": 1}, {"id": 2}, {"id": 3}])")) << read("out/a.json");
  expect_way_back("a.json", original);
}

TEST_F(records_repair, never_replaces_a_file_that_is_no_copy_X08) {
  write("a.csv", "id,name\n1,Ann,\n2,Bob\n");
  EXPECT_EQ(run("records a.csv --repair -o ."), exit_some_failed);
  EXPECT_TRUE(says("a.csv is one of the inputs, and would be lost")) << err_;
  write("other/a.csv", "id\n");
  EXPECT_EQ(run("records a.csv --repair -o other"), exit_some_failed);
  EXPECT_TRUE(says("exists and is no repaired copy: name another folder with -o")) << err_;
  EXPECT_EQ(read("other/a.csv"), "id\n");
  EXPECT_EQ(read("a.csv"), "id,name\n1,Ann,\n2,Bob\n");
  EXPECT_EQ(run("records a.csv --repair"), exit_usage);
  EXPECT_TRUE(says("--repair needs a folder")) << err_;
  write("a.html", "<table><tr><th>id</th></tr><tr><td>1</td></tr></table>");
  EXPECT_EQ(run("records a.html --repair -o out"), exit_some_failed);
  EXPECT_TRUE(says("--repair is for tables and JSON")) << err_;
}

TEST_F(records_repair, is_taken_back_only_from_the_copy_as_it_was_X08) {
  write("a.csv", "id,name\n1,Ann,\n2,Bob\n");
  EXPECT_EQ(run("records a.csv --repair -o out"), exit_ok) << err_;
  write("out/a.csv", read("out/a.csv") + "3,Eve\n");
  EXPECT_NE(run("records --undo out/a.csv.repairs.jsonl -o back"), exit_ok);
  EXPECT_TRUE(says("it was changed since")) << err_;
  EXPECT_FALSE(has("back/a.csv"));
  EXPECT_EQ(run("records --undo out/a.csv"), exit_usage);
  EXPECT_TRUE(says("is no list of repairs")) << err_;
}

}  // namespace
}  // namespace laundromat
