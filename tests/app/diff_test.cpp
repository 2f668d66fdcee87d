// Tests of `diff` on files.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fstream>

#include "app/terminal/exit_code.hpp"
#include "tests/app/ask.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {
namespace {

class diff_command : public testing::Test {
 protected:
  std::string file(const std::string& name, std::string_view text) {
    const auto path = folder_.path() / name;
    std::ofstream(path, std::ios::binary) << text;
    return path.string();
  }

  temporary_folder folder_;
  const std::string one_ = file("one.nq", "<a:1> <a:p> <a:o> .\n<a:2> <a:p> <a:o> .\n");
  const std::string other_ = file("other.nq", "<a:2> <a:p> <a:o> .\n<a:3> <a:p> \"x\" <a:g> .\n");
};

TEST_F(diff_command, equal_documents_are_0_and_different_ones_are_1_as_with_diff) {
  const auto same = ask({"diff", one_, one_});
  EXPECT_EQ(same.code, 0);
  EXPECT_EQ(same.out, "");
  const auto changed = ask({"diff", one_, other_});
  EXPECT_EQ(changed.code, 1);
  EXPECT_EQ(changed.out, "- <a:1> <a:p> <a:o> .\n+ <a:3> <a:p> \"x\" <a:g> .\n");
}

TEST_F(diff_command, counts_are_printed_alone_with_stat_and_last_with_json) {
  EXPECT_EQ(ask({"diff", "--stat", one_, other_}).out, "1 removed, 1 added, 1 kept\n");
  const auto json = ask({"diff", "--json", one_, other_}).out;
  EXPECT_TRUE(json.starts_with("{\"change\":\"removed\",\"statement\":\"<a:1> <a:p> <a:o> .\"}\n"));
  EXPECT_TRUE(json.ends_with("{\"removed\":1,\"added\":1,\"kept\":1}\n"));
}

/// Lines with triple terms and directions, in all forms of a delta.
TEST_F(diff_command, triple_terms_are_statements_like_others) {
  const auto one =
      file("terms1.nq", "<a:1> <a:p> <<( <a:s> <a:p> \"x\"@en--ltr )>> .\n<a:2> <a:p> <a:o> .\n");
  const auto other =
      file("terms2.nq", "<a:1> <a:p> <<( <a:s> <a:p> \"x\"@en--rtl )>> .\n<a:2> <a:p> <a:o> .\n");
  const std::string before = "<a:1> <a:p> <<( <a:s> <a:p> \"x\"@en--ltr )>>";
  const std::string after = "<a:1> <a:p> <<( <a:s> <a:p> \"x\"@en--rtl )>>";
  EXPECT_EQ(ask({"diff", one, other}).out, "- " + before + " .\n+ " + after + " .\n");
  const auto patch = ask({"diff", "--format", "rdf-patch", one, other}).out;
  EXPECT_NE(patch.find("D " + before + " ."), std::string::npos) << patch;
  EXPECT_NE(patch.find("A " + after + " ."), std::string::npos) << patch;
  EXPECT_EQ(ask({"diff", "--stat", one, other}).out, "1 removed, 1 added, 1 kept\n");
}

TEST_F(diff_command, damaged_unsorted_or_unknown_documents_are_errors) {
  const auto torn =
      file("torn.nq.gz", std::string_view{"\x1F\x8B\x08\x00\x00\x00\x00\x00\x00\xFF\x01\xFF", 12});
  EXPECT_EQ(ask({"diff", one_, torn}).code, exit_disk);
  EXPECT_EQ(ask({"diff", one_, file("unsorted.nq", "<a:2> <a:p> <a:o> .\n<a:1> <a:p> <a:o> .\n")}).code,
            exit_usage);
  const auto words = ask({"diff", one_, file("words.txt", "to be\nor not\n")});
  EXPECT_EQ(words.code, exit_usage);
  EXPECT_NE(words.err.find("line 1 of the second document is not a canonical statement"), std::string::npos)
      << words.err;
  EXPECT_EQ(ask({"--data", folder_.path().string(), "diff", one_, "abcd"}).code, exit_not_found);
  const auto lost = ask({"diff", one_, "lost.nq"});
  EXPECT_EQ(lost.code, exit_not_found);
  EXPECT_NE(lost.err.find("lost.nq: no such file"), std::string::npos) << lost.err;
  EXPECT_EQ(ask({"diff", "--format", "turtle", one_, other_}).code, exit_usage);
}

}  // namespace
}  // namespace laundromat
