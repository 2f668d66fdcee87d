// Tests the files that `records` and `reconcile` write, and the files that are no data for them.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "app/terminal/exit_code.hpp"
#include "tests/app/compressed_text.hpp"
#include "tests/app/extraction/program_folder.hpp"

namespace laundromat {
namespace {

namespace fs = std::filesystem;

class result_files : public program_folder {
 protected:
  void link(const std::string& name, const std::string& to) const {
    fs::create_directories((folder_.path() / name).parent_path());
    fs::create_symlink(folder_.path() / to, folder_.path() / name);
  }
};

TEST_F(result_files, replace_links_and_never_write_through_them_X05) {
  write("precious", "precious");
  write("a.csv", "id,name\n1,Ann,\n2,Ann\n");
  const char* const results[] = {"out/a.csv.csv",
                                 "out/a.csv.csv-metadata.json",
                                 "out/a.csv",
                                 "out/a.csv.repairs.jsonl",
                                 "out/a.csv.ledger.nq.gz",
                                 "schema.json",
                                 "m.jsonl",
                                 "ledger.gz"};
  for (const auto* name : results) link(name, "precious");
  link("back/a.csv", "precious");
  EXPECT_EQ(run("records a.csv --to csv -o out"), exit_ok) << err_;
  fs::remove(folder_.path() / "out/a.csv");
  link("out/a.csv", "gone");
  EXPECT_EQ(run("records a.csv --to csv --repair --infer schema.json -o out"), exit_ok) << err_;
  EXPECT_EQ(run("records a.csv --ledger ledger.gz"), exit_ok) << err_;
  EXPECT_EQ(run("reconcile a.csv --id id --key name --decisions d.tsv --merge m.jsonl"), exit_ok) << err_;
  EXPECT_EQ(run("records --undo out/a.csv.repairs.jsonl -o back"), exit_usage)
      << "it does not replace a file";
  for (const auto* name : results) {
    EXPECT_FALSE(fs::is_symlink(folder_.path() / name)) << name;
    EXPECT_TRUE(fs::is_regular_file(folder_.path() / name)) << name;
  }
  EXPECT_EQ(read("precious"), "precious");
  EXPECT_FALSE(has("gone"));
}

TEST_F(result_files, are_where_the_user_says_whatever_a_specification_says_X05) {
  write("a.csv", "id,name\n1,Ann\n");
  write("in/spec.yaml", "name: ../../evil\nfields: {../x: id, /tmp/y: name}\n");
  for (const std::string to : {"sqlite", "csv", "json-lines"})
    EXPECT_EQ(run("records in/spec.yaml a.csv -o in/out --to " + to), exit_ok) << err_;
  std::vector<std::string> files;
  for (const auto& one : fs::recursive_directory_iterator(folder_.path()))
    if (one.is_regular_file()) files.push_back(one.path().lexically_relative(folder_.path()).string());
  std::ranges::sort(files);
  EXPECT_EQ(files, (std::vector<std::string>{"a.csv", "err.txt", "in/out/a.csv.csv",
                                             "in/out/a.csv.csv-metadata.json", "in/out/a.csv.jsonl",
                                             "in/out/a.csv.sqlite", "in/spec.yaml", "out.txt"}));
}

TEST_F(result_files, go_to_standard_output_by_its_name_X05) {
  write("a.csv", "id,name\n1,Ann\n");
  const std::string command = "reconcile a.csv --id id --key name --decisions d.tsv --merge /dev/stdout";
  const std::string merged = R"({"ids":["1"],"record":{"id":"1","name":"Ann"}})";
  EXPECT_EQ(run(command + " | cat"), exit_ok);
  EXPECT_EQ(out_, merged + "\n");
  EXPECT_EQ(run(command + " >file.txt"), exit_ok) << err_;
  EXPECT_NE((out_ + read("file.txt")).find(merged), std::string::npos) << out_;
  EXPECT_TRUE(fs::exists("/dev/stdout"));
}

TEST_F(result_files, decisions_may_be_a_link_because_they_are_edited_X07) {
  write("a.csv", "id,name\n1,Ann\n2,Ann\n");
  write("kept/d.tsv", "");
  link("d.tsv", "kept/d.tsv");
  EXPECT_EQ(run("reconcile a.csv --id id --key name --decisions d.tsv"), exit_ok) << err_;
  EXPECT_TRUE(fs::is_symlink(folder_.path() / "d.tsv"));
  EXPECT_NE(read("kept/d.tsv").find("undecided\t1\t2"), std::string::npos);
}

TEST_F(result_files, tables_have_values_as_they_are_also_those_that_look_like_formulas_X05) {
  write("a.csv", "a,b,c,d\n=1+1,+49,-2,@x\n\"=HYPERLINK(\"\"http://e.org/\"\")\",\"\t=1\",'=1,x\n");
  EXPECT_EQ(run("records a.csv --to csv"), exit_ok) << err_;
  EXPECT_EQ(out_, "a,b,c,d\r\n=1+1,+49,-2,@x\r\n\"=HYPERLINK(\"\"http://e.org/\"\")\",\t=1,'=1,x\r\n");
}

TEST_F(result_files, a_workbook_is_named_with_what_to_do_X01) {
  write("book.xlsx",
        test::archive_of("zip", {{"[Content_Types].xml", "<Types/>"},
                                 {"xl/workbook.xml", "<workbook/>"},
                                 {"xl/worksheets/sheet1.xml", "<worksheet><a/><a/></worksheet>"}}));
  write("upload", read("book.xlsx"));
  write("table.ods", test::archive_of("zip", {{"mimetype", "application/vnd.oasis.opendocument.spreadsheet"},
                                              {"content.xml", "<x><a/><a/></x>"}}));
  for (const std::string name : {"book.xlsx", "upload"}) {
    EXPECT_EQ(run("records " + name), exit_some_failed);
    EXPECT_TRUE(says(
        name + ": an Excel workbook (.xlsx): a workbook is no table yet: save each of its sheets as CSV"))
        << err_;
    EXPECT_EQ(out_, "");
  }
  EXPECT_EQ(run("reconcile table.ods --key a --decisions d.tsv"), exit_some_failed);
  EXPECT_TRUE(says("table.ods: an OpenDocument spreadsheet (.ods): ")) << err_;
  write("other.zip", test::archive_of("zip", {{"content.xml", "<x><a/><a/></x>"}}));
  EXPECT_EQ(run("records other.zip"), exit_ok) << err_;
}

TEST_F(result_files, what_is_no_rdf_but_data_is_named_by_guess_and_wash_X01) {
  write("t.csv", "a,b\n1,2\n3,4\n");
  EXPECT_EQ(run("guess t.csv"), exit_some_failed);
  EXPECT_NE(out_.find("CSV: `laundromat records t.csv` reads them"), std::string::npos) << out_;
  EXPECT_EQ(run("wash t.csv"), exit_some_failed);
  EXPECT_TRUE(says("`laundromat records FILE` reads a table, JSON, XML, YAML or a page")) << err_;
}

}  // namespace
}  // namespace laundromat
