// Tests of inherited files: a client gets only the files of its job, and leaves no files.
// SPDX-License-Identifier: Apache-2.0
#include "storage/sharing/inherited_files.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <optional>
#include <thread>

#include "storage/sharing/file_broker.hpp"
#include "storage/sharing/frame_records.hpp"
#include "storage/stores/raw_store.hpp"
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

class inherited_files_test : public testing::Test {
 protected:
  void SetUp() override {
    auto ends = descriptor_channel::make_pair();
    ASSERT_TRUE(ends);
    broker_.emplace(std::move(ends->first), broker_stores{&scratch_, &clean_, &contexts_});
    broker_->begin({{"mine-", sha256("published"), nullptr, {}}});
    files_.emplace(std::move(ends->second));
    ports_ = files_->ports();
    serve();
  }
  void TearDown() override {
    if (thread_.joinable()) end_serving();
  }
  void serve() {
    thread_ = std::thread([this] { last_ = broker_->serve([] { return true; }); });
  }
  /// Waits until the broker has read all reports.
  void end_serving() {
    EXPECT_TRUE(files_->report("done") && files_->flush());
    thread_.join();
    EXPECT_EQ(last_->text, "done");
  }
  [[nodiscard]] std::string finished(std::string_view text) const {
    auto document = ports_.make_output().value();
    if (!document->add_sidecar("meta.json", "{}") || !document->write(text)) return {};
    return document->finish("index").value_or("");
  }

  temporary_folder folder_;
  scratch_store scratch_ = scratch_store::at(folder_.path() / "scratch").value();
  clean_store clean_ = clean_store::at(folder_.path() / "clean").value();
  one_context contexts_;
  std::optional<file_broker> broker_;
  std::thread thread_;
  result<descriptor_channel::frame> last_;
  std::optional<inherited_files> files_;
  washing_ports ports_;
};

TEST_F(inherited_files_test, a_client_reads_the_body_of_its_job) {
  auto raw = raw_store::at(folder_.path() / "raw").value();
  auto body = raw.stage("a/body").value();
  ASSERT_TRUE(body->write("as received") && body->commit());
  files_->set_raw("a/body", raw.open_file("a/body").value());
  EXPECT_EQ(content(ports_.raw->open("a/body")), "as received");
  EXPECT_EQ(content(ports_.raw->open("a/body")), "as received") << "again";
  EXPECT_EQ(ports_.raw->open("a/other").error().code, errc::not_found);
}

TEST_F(inherited_files_test, contexts_are_read_through_the_broker) {
  EXPECT_EQ(ports_.contexts->load("http://example.org/context").value(), "{}");
  EXPECT_EQ(ports_.contexts->load("http://example.org/other").error(),
            (failure{errc::not_found, "no such context"}));
}

TEST_F(inherited_files_test, a_client_gets_only_the_files_of_its_job) {
  std::ofstream(folder_.path() / "secret") << "secret";
  for (const auto* key : {"../secret", "", ".", "theirs-1", "mine-/../../secret"}) {
    EXPECT_FALSE(ports_.scratch->open(key)) << key;
    auto file = ports_.scratch->create(key).value();
    EXPECT_FALSE(file->write(std::string(descriptor_channel::most_bytes, 'x'))) << key;
  }
  ASSERT_TRUE((*scratch_.create("theirs-1"))->commit());
  ports_.scratch->remove("theirs-1");
  for (const auto* staged : {"../secret", "", "1-2-3"}) EXPECT_FALSE(ports_.open_staged(staged)) << staged;
  EXPECT_FALSE(ports_.open_clean(sha256("another")));
  auto document = ports_.make_output().value();
  EXPECT_TRUE(document->add_sidecar("../secret", "x")) << "it is told, and not asked";
  auto small = ports_.scratch->create("theirs-2").value();
  EXPECT_TRUE(small->write("x") && small->commit()) << "as above";
  end_serving();
  EXPECT_FALSE(scratch_.held("theirs-2"));
  EXPECT_EQ(broker_->fault().error().code, errc::invalid_argument);
  EXPECT_EQ(files_below(folder_.path() / "scratch"), 1u);
}

TEST_F(inherited_files_test, a_file_in_scratch_appears_when_it_is_kept) {
  const std::string large(descriptor_channel::most_bytes, 'x');
  {
    auto kept = ports_.scratch->create("mine-1").value();
    auto dropped = ports_.scratch->create("mine-2").value();
    ASSERT_TRUE(kept->write("whole") && kept->write(large) && dropped->write("half"));
    ASSERT_TRUE(kept->commit());
  }
  EXPECT_EQ(content(ports_.scratch->open("mine-1")), "whole" + large);
  EXPECT_EQ(content(scratch_.open("mine-1")), "whole" + large);
  EXPECT_EQ(files_below(folder_.path() / "scratch"), 1u);
  ports_.scratch->remove("mine-1");
  end_serving();
  EXPECT_EQ(files_below(folder_.path() / "scratch"), 0u);
  EXPECT_TRUE(broker_->fault());
}

TEST_F(inherited_files_test, small_files_in_scratch_are_in_memory) {
  auto& scratch = *ports_.scratch;
  auto kept = scratch.create("mine-1").value();
  ASSERT_TRUE(kept->write("small") && kept->commit());
  ASSERT_TRUE(scratch.has_memory_for(5));
  scratch.keep("mine-2", "of a tar");
  scratch.keep("another-1", "of another job");
  EXPECT_EQ(content(scratch.open("mine-1")), "small");
  EXPECT_EQ(content(scratch.open("mine-2")), "of a tar");
  EXPECT_EQ(content(scratch_.open_file("mine-2").and_then([](file_descriptor file) {
              return make_file_source(std::make_shared<const file_descriptor>(std::move(file)));
            })),
            "of a tar");
  EXPECT_TRUE(scratch_.held("mine-1"));
  EXPECT_FALSE(scratch_.held("another-1"));
  EXPECT_EQ(files_below(folder_.path() / "scratch"), 0u);
  scratch.remove("mine-1");
  end_serving();
  EXPECT_FALSE(scratch_.held("mine-1"));
  scratch_.remove_all("mine-");
  EXPECT_FALSE(scratch_.held("mine-2"));
}

TEST_F(inherited_files_test, a_member_stays_for_its_job_when_another_crawl_removes_it) {
  ASSERT_TRUE(scratch_.hold("mine-1", "a member"));
  end_serving();
  broker_->begin({{"mine-", {}, scratch_.held("mine-1"), "mine-1"}});
  serve();
  scratch_.remove_all("mine-");
  EXPECT_EQ(content(ports_.scratch->open("mine-1")), "a member");
  EXPECT_FALSE(ports_.scratch->open("mine-2"));
}

TEST_F(inherited_files_test, a_small_file_for_which_memory_has_no_room_is_on_the_disk) {
  const std::string half(scratch_store::most_kept_bytes / 2 - 300, 'x');
  ASSERT_TRUE(scratch_.hold("full-1", half) && scratch_.hold("full-2", half));
  auto kept = ports_.scratch->create("mine-1").value();
  ASSERT_TRUE(kept->write("small") && kept->commit());
  ports_.scratch->keep("mine-2", "which is dropped");
  EXPECT_EQ(content(ports_.scratch->open("mine-1")), "small");
  EXPECT_EQ(ports_.scratch->open("mine-2").error().code, errc::not_found);
  EXPECT_EQ(files_below(folder_.path() / "scratch"), 1u);
  scratch_.remove("full-1");
  EXPECT_TRUE(scratch_.hold("full-3", half)) << "what is removed makes room";
}

TEST_F(inherited_files_test, runs_are_written_and_read_again) {
  auto runs = ports_.make_runs();
  ASSERT_TRUE((*runs->create())->write("first"));
  ASSERT_TRUE((*runs->create())->write("second"));
  EXPECT_EQ(content(runs->open(0)), "first");
  EXPECT_EQ(content(runs->open(1)), "second");
  EXPECT_EQ(files_below(folder_.path() / "scratch"), 0u) << "they have no name";
}

TEST_F(inherited_files_test, a_document_is_published_like_a_local_one) {
  const auto name = finished("published");
  ASSERT_FALSE(name.empty());
  EXPECT_EQ(content(ports_.open_staged(name)), "published");
  end_serving();
  const auto staged = broker_->documents().adopt(name);
  ASSERT_TRUE(staged);
  const auto digest = sha256("published");
  const publication group[] = {{*staged, digest}};
  ASSERT_TRUE(clean_.publish(group));
  serve();
  EXPECT_EQ(content(ports_.open_clean(digest)), "published");
  EXPECT_TRUE(fs::exists(clean_.path_of(digest).replace_filename("meta.json")));
  EXPECT_TRUE(fs::exists(clean_.path_of(digest).replace_filename(index_file_name)));
}

TEST_F(inherited_files_test, a_growing_document_continues_in_its_file) {
  std::string whole;
  auto document = ports_.make_output().value();
  for (const std::size_t size : {10, 20'000, 0, 20'000, 7, 100'000}) {
    const std::string chunk(size, static_cast<char>('a' + size % 26));
    ASSERT_TRUE(document->write(chunk));
    ASSERT_TRUE(size != 10 || document->add_sidecar("meta.json", "{}"));
    whole += chunk;
  }
  const auto name = document->finish({}).value();
  EXPECT_EQ(content(ports_.open_staged(name)), whole);
}

TEST_F(inherited_files_test, data_too_long_for_a_frame_arrives) {
  const std::string much(300'000, 'm');
  auto document = ports_.make_output().value();
  ASSERT_TRUE(document->add_sidecar("meta.json", much));
  const auto name = document->finish(much).value();
  auto spill = files_->ask("spill ");
  ASSERT_TRUE(spill);
  ASSERT_TRUE(write_all(spill->file.get(), much, "spill"));
  end_serving();
  EXPECT_EQ(broker_->read_spill_file().value(), much);
  const publication group[] = {{broker_->documents().adopt(name).value_or(""), sha256("published")}};
  ASSERT_TRUE(clean_.publish(group));
  EXPECT_EQ(fs::file_size(clean_.path_of(sha256("published")).replace_filename("meta.json")), much.size());
  EXPECT_EQ(fs::file_size(clean_.path_of(sha256("published")).replace_filename(index_file_name)),
            much.size());
}

TEST_F(inherited_files_test, files_that_were_not_adopted_are_removed_with_the_job) {
  const auto adopted = finished("adopted"), dropped = finished("dropped"), forgotten = finished("forgotten");
  auto unfinished = ports_.make_output().value();
  ASSERT_TRUE(unfinished->write("half"));
  ports_.drop_staged(dropped);
  end_serving();
  const auto staged = broker_->documents().adopt(adopted);
  ASSERT_TRUE(staged);
  EXPECT_FALSE(broker_->documents().adopt(adopted)) << "twice";
  EXPECT_FALSE(broker_->documents().adopt(dropped));
  broker_->begin({});
  EXPECT_EQ(content(clean_.staged().open(*staged)), "adopted");
  EXPECT_EQ(clean_.staged().in_memory(), 1U);
  EXPECT_EQ(files_below(folder_.path() / "clean"), 0U);
}

TEST_F(inherited_files_test, a_closed_broker_is_reported) {
  end_serving();
  broker_.reset();
  const auto failed = ports_.scratch->open("mine-1");
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, errc::io_failed);
}

TEST_F(inherited_files_test, a_broker_waits_within_its_time_limit) {
  end_serving();
  EXPECT_EQ(broker_->serve([] { return false; }).error().code, errc::cancelled);
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(files_->report("remove mine-1") && files_->flush());
  int time_limit = 3;
  EXPECT_EQ(broker_->serve([&] { return time_limit-- > 0; }).error().code, errc::cancelled)
      << "a client that always has something to tell";
  files_.reset();
  EXPECT_EQ(broker_->serve([] { return true; }).error().code, errc::cancelled) << "the client is gone";
}

TEST(broker, survives_any_frame) {
  const temporary_folder folder;
  auto scratch = scratch_store::at(folder.path() / "scratch").value();
  auto clean = clean_store::at(folder.path() / "clean").value();
  auto ends = descriptor_channel::make_pair().value();
  file_broker broker(std::move(ends.first), {&scratch, &clean, nullptr});
  result<descriptor_channel::frame> last;
  std::thread thread([&] { last = broker.serve([] { return true; }); });
  const auto send = [&](std::initializer_list<std::string> records) {
    std::string frame;
    for (const auto& record : records) add_record(frame, record);
    return ends.second.send(frame);
  };
  ASSERT_TRUE(send({"finish 1", "drop 1", "keep 7", "cancel x", "remove ../x", "write 1 meta.json\nx",
                    "write ", "put ", "put \nx", "put " + std::string(65, '1') + "\nx"}));
  for (const auto* question : {"sidecar", "sidecar 1 ../x", "clean 12", "staged 1", "scratch ", "make x",
                               "stage ", "context http://example.org/context"}) {
    ASSERT_TRUE(send({"drop 1", question}));
    const auto answer = ends.second.receive();
    ASSERT_TRUE(answer) << question;
    EXPECT_TRUE(answer->text.starts_with("no ")) << question << ": " << answer->text;
    EXPECT_FALSE(answer->file.is_open()) << question;
  }
  ASSERT_TRUE(send({" "}));
  thread.join();
  EXPECT_EQ(last->text, " ") << "for whoever serves";
  EXPECT_FALSE(broker.fault());
  EXPECT_EQ(files_below(folder.path() / "clean"), 0u);
  for (const auto frame :
       {std::string_view{"x"}, std::string_view{"\1\0\0\0", 4}, std::string_view{"\xFF\xFF\xFF\xFFput 1"}}) {
    ASSERT_TRUE(ends.second.send(frame));
    EXPECT_EQ(broker.serve([] { return true; }).error().code, errc::invalid_argument) << frame;
  }
}

TEST(broker, a_client_may_stage_a_bounded_number_of_files) {
  const temporary_folder folder;
  auto scratch = scratch_store::at(folder.path() / "scratch").value();
  auto clean = clean_store::at(folder.path() / "clean").value();
  auto ends = descriptor_channel::make_pair().value();
  file_broker broker(std::move(ends.first), {&scratch, &clean, nullptr});
  std::string frame;
  for (int i = 0; i < 100; ++i) {
    add_record(frame, "put " + std::to_string(i) + "\nx");
    add_record(frame, "finish " + std::to_string(i));
  }
  add_record(frame, "done");
  ASSERT_TRUE(ends.second.send(frame));
  ASSERT_TRUE(broker.serve([] { return true; }));
  EXPECT_EQ(broker.fault().error().code, errc::invalid_argument);
  EXPECT_EQ(clean.staged().in_memory(), 64U);
  broker.begin({});
  EXPECT_EQ(clean.staged().in_memory(), 0U);
}

}  // namespace
}  // namespace laundromat
