// Claims about files that are handed over: a customer gets what the stores have and nothing else, and leaves nothing behind.
// SPDX-License-Identifier: Apache-2.0
#include "storage/handed_files.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <optional>
#include <thread>

#include "storage/file_counter.hpp"
#include "tests/storage/journal_fixture.hpp"
#include "tests/storage/store_files.hpp"

namespace laundromat {
namespace {

namespace fs = std::filesystem;

struct one_context final : context_loader {
  result<std::string> load(std::string_view iri) override {
    if (iri != "http://example.org/context") return fail(errc::not_found, "no such context");
    return "{}";
  }
};

class handed : public testing::Test {
 protected:
  void SetUp() override {
    auto ends = descriptor_channel::make_pair();
    ASSERT_TRUE(ends);
    auto body = raw_.stage("a/body").value();
    ASSERT_TRUE(body->write("as received") && body->commit());
    counter_.emplace(std::move(ends->first), counter_stores{&raw_, &scratch_, &clean_, &contexts_});
    thread_ = std::thread([this] { counter_->serve(); });
    files_.emplace(std::move(ends->second));
    ports_ = files_->ports();
  }
  void TearDown() override { close(); }
  void close() {
    if (!counter_) return;
    counter_->close();
    thread_.join();
    counter_.reset();
  }
  [[nodiscard]] std::string finished(std::string_view text) const {
    auto document = ports_.make_output().value();
    if (!document->add_beside("meta.json", "{}") || !document->write(text)) return {};
    return document->finish("index").value_or("");
  }

  temporary_folder folder_;
  raw_store raw_ = raw_store::at(folder_.path() / "raw").value();
  scratch_store scratch_ = scratch_store::at(folder_.path() / "scratch").value();
  clean_store clean_ = clean_store::at(folder_.path() / "clean").value();
  one_context contexts_;
  std::optional<file_counter> counter_;
  std::thread thread_;
  std::optional<handed_files> files_;
  laundry_ports ports_;
};

TEST_F(handed, a_customer_reads_what_the_stores_have) {
  EXPECT_EQ(content(ports_.raw->open("a/body")), "as received");
  EXPECT_EQ(ports_.raw->open("a/other").error().code, errc::not_found);
  EXPECT_EQ(ports_.contexts->load("http://example.org/context").value(), "{}");
  EXPECT_EQ(ports_.contexts->load("http://example.org/other").error(),
            (failure{errc::not_found, "no such context"}));
}

TEST_F(handed, a_customer_gets_nothing_from_outside_the_stores) {
  std::ofstream(folder_.path() / "secret") << "secret";
  for (const auto* path : {"../secret", "/etc/passwd", "a/../../secret", ".staged/x"})
    EXPECT_FALSE(ports_.raw->open(path)) << path;
  EXPECT_FALSE(ports_.scratch->open("../secret"));
  EXPECT_FALSE(ports_.scratch->create("../secret"));
  EXPECT_FALSE(ports_.open_staged("../../secret"));
  ports_.drop_staged("../../secret");
  ports_.scratch->remove("../secret");
  EXPECT_TRUE(fs::exists(folder_.path() / "secret"));
  auto document = ports_.make_output().value();
  EXPECT_EQ(document->add_beside("../../../secret2", "x").error().code, errc::invalid_argument);
}

TEST_F(handed, scratch_files_appear_when_they_are_kept) {
  {
    auto file = ports_.scratch->create("left").value();
    ASSERT_TRUE(file->write("half"));
  }
  auto file = ports_.scratch->create("kept").value();
  ASSERT_TRUE(file->write("whole"));
  EXPECT_EQ(ports_.scratch->open("kept").error().code, errc::not_found);
  ASSERT_TRUE(file->commit());
  EXPECT_EQ(content(ports_.scratch->open("kept")), "whole");
  EXPECT_EQ(content(scratch_.open("kept")), "whole");
  EXPECT_EQ(files_below(folder_.path() / "scratch"), 1u);
  ports_.scratch->remove("kept");
  EXPECT_EQ(files_below(folder_.path() / "scratch"), 0u);
}

TEST_F(handed, runs_are_written_and_read_again) {
  auto runs = ports_.make_runs();
  ASSERT_TRUE((*runs->create())->write("first"));
  ASSERT_TRUE((*runs->create())->write("second"));
  EXPECT_EQ(content(runs->open(0)), "first");
  EXPECT_EQ(content(runs->open(1)), "second");
  EXPECT_EQ(files_below(folder_.path() / "scratch"), 0u) << "they have no name";
}

TEST_F(handed, a_document_is_published_as_if_it_were_written_here) {
  const auto name = finished("a document");
  ASSERT_FALSE(name.empty());
  EXPECT_EQ(content(ports_.open_staged(name)), "a document");
  const auto digest = sha256("a document");
  counter_->adopt(name);
  const publication group[] = {{name, digest}};
  ASSERT_TRUE(clean_.publish(group));
  EXPECT_EQ(content(ports_.open_clean(digest)), "a document");
  EXPECT_TRUE(fs::exists(clean_.path_of(digest).replace_filename("meta.json")));
  EXPECT_TRUE(fs::exists(clean_.path_of(digest).replace_filename(index_file_name)));
}

TEST_F(handed, what_nobody_adopted_goes_with_the_customer) {
  const auto adopted = finished("adopted"), dropped = finished("dropped"), forgotten = finished("forgotten");
  auto unfinished = ports_.make_output().value();
  ASSERT_TRUE(unfinished->write("half"));
  ports_.drop_staged(dropped);
  counter_->adopt(adopted);
  close();
  EXPECT_EQ(content(clean_.open_staged(adopted)), "adopted");
  EXPECT_EQ(files_below(folder_.path() / "clean"), 3u) << "with its index and metadata, and nothing else";
}

TEST_F(handed, a_customer_without_its_counter_is_told_so) {
  close();
  const auto failed = ports_.raw->open("a/body");
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, errc::io_failed);
}

TEST_F(handed, no_question_breaks_the_counter) {
  auto ends = descriptor_channel::make_pair().value();
  file_counter counter(std::move(ends.first), {&raw_, &scratch_, &clean_, nullptr});
  std::thread thread([&] { counter.serve(); });
  for (const auto* question : {" ", "x", "raw", "finish 1", "beside", "keep 7", "keep x", "clean 12",
                               "context http://example.org/context"}) {
    ASSERT_TRUE(ends.second.send(question));
    const auto answer = ends.second.receive();
    ASSERT_TRUE(answer) << question;
    EXPECT_TRUE(answer->text.starts_with("no ")) << question << ": " << answer->text;
    EXPECT_FALSE(answer->file.is_open()) << question;
  }
  counter.close();
  thread.join();
}

}  // namespace
}  // namespace laundromat
