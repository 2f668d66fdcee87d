// Tests that the metadata beside a table are obeyed, that others are not, and that broken ones are told.
// SPDX-License-Identifier: Apache-2.0
#include "app/extraction/other_specs.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/temporary_folder.hpp"

namespace laundromat {
namespace {

struct listed_statements final : statement_sink {
  result<void> on_statement(const statement_view& statement) override {
    all += std::string(statement.predicate.value) + " " + std::string(statement.object.value) + "\n";
    return {};
  }
  void on_defect(const defect& found) override { notes.push_back(found); }
  std::string all;
  std::vector<defect> notes;
};

struct no_reader final : reader {
  result<void> push(std::string_view /*bytes*/) override { return {}; }
  result<void> finish() override { return {}; }
};

class metadata_beside : public testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) const {
    std::ofstream{folder_.path() / name, std::ios::binary} << text;
  }
  /// The statements of a table with this text; `otherwise` when it is read without metadata, or the error.
  [[nodiscard]] std::string read(const std::string& name, std::string_view text,
                                 std::string_view media_type = {}, std::string_view address = {}) const {
    bool is_otherwise = false;
    const auto maker = readers_with_metadata_beside(
        [&](const document_hints&, reader_options, statement_sink&) -> result<std::unique_ptr<reader>> {
          is_otherwise = true;
          return std::make_unique<no_reader>();
        });
    const auto path = (folder_.path() / name).string();
    listed_statements sink;
    const auto made = maker({media_type, path, address}, {}, sink);
    notes_ = sink.notes;
    if (!made) return made.error().detail;
    EXPECT_TRUE((*made)->push(text));
    EXPECT_TRUE((*made)->finish());
    return is_otherwise ? "otherwise" : sink.all;
  }
  static std::string metadata(const std::string& url, const std::string& more = {}) {
    return R"({"@context": "http://www.w3.org/ns/csvw", "url": ")" + url +
           R"(", "tableSchema": {"columns": [{"name": "a", "propertyUrl": "http://e.org/a"}, )" +
           R"({"name": "b", "propertyUrl": "http://e.org/b"}]})" + more + "}";
  }

  temporary_folder folder_;
  mutable std::vector<defect> notes_;  ///< of the metadata that were read last
};

}  // namespace

TEST_F(metadata_beside, say_what_the_rows_of_their_table_mean_X05) {
  write("t.csv-metadata.json", metadata("t.csv"));
  EXPECT_EQ(read("t.csv", "a,b\n1,2\n"), "http://e.org/a 1\nhttp://e.org/b 2\n");
  EXPECT_EQ(read("u.csv", "a,b\n1,2\n"), "otherwise");
  write("my table.csv-metadata.json", metadata("my%20table.csv"));
  EXPECT_EQ(read("my table.csv", "a,b\n1,2\n"), "http://e.org/a 1\nhttp://e.org/b 2\n");
  write("d-metadata.json", metadata("http://e.org/data?id=1"));
  EXPECT_EQ(read("d", "a,b\n1,2\n", "text/csv", "http://e.org/data?id=1"),
            "http://e.org/a 1\nhttp://e.org/b 2\n");
}

TEST_F(metadata_beside, of_other_tables_leave_a_table_as_it_is_X05) {
  write("csv-metadata.json", metadata("other.csv"));
  EXPECT_EQ(read("t.csv", "a,b\n1,2\n"), "otherwise");
  ASSERT_EQ(notes_.size(), 1U);
  EXPECT_EQ(notes_[0].rule, errc::unmapped_key);
  EXPECT_EQ(notes_[0].done, treatment::note);
  EXPECT_NE(notes_[0].message.find("csv-metadata.json: this metadata is ignored, because none of its tables"),
            std::string::npos)
      << notes_[0].message;
  EXPECT_EQ(read("other.csv", "a,b\n1,2\n"), "http://e.org/a 1\nhttp://e.org/b 2\n");
}

TEST_F(metadata_beside, that_cannot_be_used_fail_the_document_X05) {
  write("t.csv-metadata.json", "{");
  EXPECT_NE(read("t.csv", "a,b\n1,2\n").find("t.csv-metadata.json cannot be used: "), std::string::npos);
  write("t.csv-metadata.json",
        R"({"@context": "http://www.w3.org/ns/csvw", "url": "t.csv", "@type": "Tabel"})");
  EXPECT_NE(read("t.csv", "a,b\n1,2\n").find("/@type: the @type of this object has to be Table"),
            std::string::npos);
}

TEST_F(metadata_beside, are_noted_where_they_are_not_used_X05) {
  auto typed = metadata("t.csv");
  typed.replace(typed.find(R"({"name": "b")"), 0, R"({"name": "c", "datatype": "intger"}, )");
  write("t.csv-metadata.json", typed);
  EXPECT_EQ(read("t.csv", "a,c,b\n1,2,3\n").find("otherwise"), std::string::npos);
  ASSERT_EQ(notes_.size(), 1U);
  EXPECT_EQ(notes_[0].rule, errc::unmapped_key);
  EXPECT_NE(notes_[0].message.find("t.csv-metadata.json/tableSchema/columns/1/datatype: the datatype intger "
                                   "is not known and taken as string"),
            std::string::npos)
      << notes_[0].message;
  write("t.csv-metadata.json", metadata("t.csv"));
  EXPECT_NE(read("t.csv", "a,b\n1,2\n"), "otherwise");
  EXPECT_TRUE(notes_.empty());
}

TEST_F(metadata_beside, read_tables_with_tabs_unless_they_state_another_delimiter_X05) {
  const std::string expected = "http://e.org/a 1,0\nhttp://e.org/b 2\n";
  write("t.tsv-metadata.json", metadata("t.tsv"));
  EXPECT_EQ(read("t.tsv", "a\tb\n1,0\t2\n"), expected);
  write("t.txt-metadata.json", metadata("t.txt", R"(, "dialect": {"header": true})"));
  EXPECT_EQ(read("t.txt", "a\tb\n1,0\t2\n", "text/tab-separated-values;charset=utf-8"), expected);
  write("t.tsv-metadata.json", metadata("t.tsv", R"(, "dialect": {"delimiter": ";"})"));
  EXPECT_EQ(read("t.tsv", "a;b\n1,0;2\n"), expected);
}

TEST_F(metadata_beside, read_tables_without_a_header_as_their_media_type_says_X05) {
  write("t.csv-metadata.json", metadata("t.csv"));
  EXPECT_EQ(read("t.csv", "1,2\n", "text/csv; header=absent"), "http://e.org/a 1\nhttp://e.org/b 2\n");
  write("t.csv-metadata.json", metadata("t.csv", R"(, "dialect": {"headerRowCount": 1})"));
  EXPECT_EQ(read("t.csv", "a,b\n", "text/csv; header=absent"), "");
}

}  // namespace laundromat
