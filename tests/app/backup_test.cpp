// Tests of `backup` beside a running engine.
// SPDX-License-Identifier: Apache-2.0
#include <csignal>

#include "app/terminal/exit_code.hpp"
#include "tests/app/ask.hpp"
#include "tests/app/small_web.hpp"

namespace laundromat {
namespace {

class backup_command : public small_web {
 protected:
  answer backup(const std::string& name = "copy") {
    return ask({"--data", data().string(), "backup", data(name).string()});
  }
  int verify(const std::string& name) { return ask({"verify", data(name).string()}).code; }
  int finish(const std::string& name) {
    return child_program(run("", "--once", name)).exit_code().value_or(-1);
  }

  /// A backup in the middle of a run is a folder from which a run ends with the same documents.
  void expect_backup_beside_a_run(const std::string& layout) {
    serve(40, 20'000, milliseconds{20});
    write_campaign("raw: {layout: " + layout + "}\ndisk: {segment_kib: 16}\n");
    {
      child_program engine(run("", "--once"));
      ASSERT_TRUE(engine.prints("parsed", 10)) << engine.output();
      const auto done = backup();
      EXPECT_EQ(done.code, exit_ok) << done.err;
      ASSERT_EQ(engine.exit_code(), exit_ok);
    }
    EXPECT_EQ(verify("copy"), exit_ok);
    const auto in_copy = clean_tree(data("copy")).size();
    EXPECT_GT(in_copy, 5U);
    EXPECT_LT(in_copy, clean_tree(data()).size()) << "the run ended before the backup";
    const auto before = clean_folders(data());
    ASSERT_EQ(finish("copy"), exit_ok);
    EXPECT_EQ(verify("copy"), exit_ok);
    EXPECT_EQ(clean_tree(data("copy")), clean_tree(data()));
    EXPECT_EQ(clean_folders(data()), before) << "a run on the copy changes nothing here";
    EXPECT_EQ(verify("data"), exit_ok);
    EXPECT_EQ(finish("data"), exit_ok);
    EXPECT_EQ(verify("copy"), exit_ok);
  }
};

TEST_F(backup_command, beside_a_run_with_files_is_complete) {
  expect_backup_beside_a_run("files");
}

TEST_F(backup_command, beside_a_run_with_warc_segments_is_complete_R85) {
  expect_backup_beside_a_run("warc");
}

TEST_F(backup_command, folders_with_content_and_folders_inside_are_refused) {
  serve(1, 100);
  ASSERT_EQ(finish("data"), exit_ok);
  EXPECT_EQ(backup().code, exit_ok);
  const auto again = backup();
  EXPECT_EQ(again.code, exit_usage) << again.err;
  EXPECT_NE(again.err.find("is not empty"), std::string::npos) << again.err;
  const auto inside = backup("data/copy");
  EXPECT_EQ(inside.code, exit_usage) << inside.err;
  EXPECT_FALSE(std::filesystem::exists(data("data/copy")));
  EXPECT_EQ(ask({"--data", data("none").string(), "backup", data("other").string()}).code, exit_not_found);
  EXPECT_FALSE(std::filesystem::exists(data("other")));
}

TEST_F(backup_command, a_lost_segment_is_named) {
  serve(1, 100);
  ASSERT_EQ(finish("data"), exit_ok);
  std::filesystem::remove(data() / "clean/segments/000001.nq.gz");
  const auto done = backup();
  EXPECT_EQ(done.code, exit_some_failed);
  EXPECT_NE(done.err.find("clean/segments/000001.nq.gz is missing"), std::string::npos) << done.err;
}

}  // namespace
}  // namespace laundromat
