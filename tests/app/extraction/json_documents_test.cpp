// Tests what the program makes of JSON that is legal but odd, and of JSON that is damaged.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "app/terminal/exit_code.hpp"
#include "tests/app/extraction/program_folder.hpp"

namespace laundromat {
namespace {

/// Each test is a document, the records of it, and what is said about it.
class json_documents : public program_folder {
 protected:
  void expect(const std::string& arguments, const std::string& records, const std::string& defect) {
    EXPECT_EQ(run("records " + arguments), exit_ok) << err_;
    EXPECT_EQ(out_, records);
    EXPECT_TRUE(says(defect)) << err_;
  }
  /// The objects of the statements with this property.
  [[nodiscard]] std::string object_of(const std::string& name) const {
    const auto at = out_.find("#" + name + "> ");
    return at == std::string::npos
               ? "none"
               : out_.substr(at + name.size() + 3, out_.find(" .\n", at) - at - name.size() - 3);
  }
};

TEST_F(json_documents, have_records_at_any_depth_that_a_path_names_E01) {
  write("spec.yaml", "records: $..items\nfields: {id: id}\n");
  write("a.json", R"({"a":{"items":[{"id":1}]},"b":[{"items":[{"id":2},{"id":3}]}]})");
  expect("spec.yaml a.json", "{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n", "3 records, 0 defects");
}

TEST_F(json_documents, lose_a_last_line_that_is_cut_and_say_so_E01) {
  write("a.jsonl", "{\"id\":1}\n{\"id\":2}\n{\"id\":3,\"na");
  expect("a.jsonl", "{\"id\":1}\n{\"id\":2}\n", "line 3, column 9: unterminated, skipped");
  write("a.json-seq", "\x1E{\"id\":1}\n\x1E{\"id\":2}\n\x1E{\"id\":");
  expect("a.json-seq", "{\"id\":1}\n{\"id\":2}\n", "line 3, column 8: unterminated, skipped");
}

TEST_F(json_documents, may_begin_with_a_byte_order_mark_E01) {
  for (const std::string name : {"a.json", "a.jsonl"}) {
    write(name, "\xEF\xBB\xBF{\"id\":1}\n{\"id\":2}\n");
    expect(name, "{\"id\":1}\n{\"id\":2}\n", "line 1, column 1: byte_order_mark, repaired");
  }
}

TEST_F(json_documents, have_the_last_value_of_a_repeated_key_as_json_ld_has_E01) {
  write("a.json", R"([{"id":1,"n":"x","id":2}])");
  write("a.jsonl", "{\"id\":1,\"n\":\"x\",\"id\":2}\n");
  expect("a.json", "{\"n\":\"x\",\"id\":2}\n", "line 1, column 3: repeated_key, skipped");
  expect("a.jsonl", "{\"n\":\"x\",\"id\":2}\n", "line 1, column 2: repeated_key, skipped");
  expect("a.jsonl --to csv", "n,id\r\nx,2\r\n", "repeated_key, skipped");
}

TEST_F(json_documents, keep_each_digit_of_numbers_E01) {
  const std::string record =
      R"({"n":123456789012345678901234567890,"e":1E400,"d":0.10000000000000000000000000001,"z":-0})";
  write("a.json", "[" + record + "]");
  expect("a.json", record + "\n", "1 record, 0 defects");
  expect("a.json --to csv",
         "n,e,d,z\r\n123456789012345678901234567890,1E400,0.10000000000000000000000000001,-0\r\n",
         "1 record, 0 defects");
  EXPECT_EQ(run("records a.json --to n-quads"), exit_ok) << err_;
  EXPECT_EQ(object_of("n"), "\"123456789012345678901234567890\"^^<http://www.w3.org/2001/XMLSchema#integer>");
  EXPECT_EQ(object_of("e"), "\"1E400\"^^<http://www.w3.org/2001/XMLSchema#double>");
}

TEST_F(json_documents, tell_numbers_from_texts_in_statements_X05) {
  write("a.json", R"([{"a":1.0,"b":"1.0","c":1,"d":1e2,"e":true,"f":null}])");
  EXPECT_EQ(run("records a.json --to n-quads"), exit_ok) << err_;
  EXPECT_EQ(object_of("a"), "\"1.0\"^^<http://www.w3.org/2001/XMLSchema#decimal>");
  EXPECT_EQ(object_of("b"), "\"1.0\"");
  EXPECT_EQ(object_of("c"), "\"1\"^^<http://www.w3.org/2001/XMLSchema#integer>");
  EXPECT_EQ(object_of("d"), "\"1e2\"^^<http://www.w3.org/2001/XMLSchema#double>");
  EXPECT_EQ(object_of("f"), "none");
}

TEST_F(json_documents, have_a_replacement_for_half_a_surrogate_pair_E01) {
  write("a.json", R"([{"s":"a\ud800b"},{"s":"\ud83d\ude00"}])");
  expect("a.json",
         "{\"s\":\"a\xEF\xBF\xBD"
         "b\"}\n{\"s\":\"\xF0\x9F\x98\x80\"}\n",
         "line 1, column 9: lone_surrogate, repaired");
  expect("a.json --profile strict", "{}\n{\"s\":\"\xF0\x9F\x98\x80\"}\n", "lone_surrogate, skipped");
}

TEST_F(json_documents, give_no_empty_line_to_a_table_of_one_column_X05) {
  write("a.jsonl", "{\"v\":\"\"}\n{\"v\":null}\n{\"v\":\"x\"}\n");
  expect("a.jsonl --to csv", "v\r\n\"\"\r\n\"\"\r\nx\r\n", "3 records, 0 defects");
}

}  // namespace
}  // namespace laundromat
