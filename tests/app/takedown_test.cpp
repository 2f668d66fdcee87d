// Tests of `exclude --remove`: what was published is in no file of the data folder afterwards.
// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <nlohmann/json.hpp>

#include "app/terminal/exit_code.hpp"
#include "core/codec/compression/gzip.hpp"
#include "core/web/seed_hash.hpp"
#include "storage/journal/takedown_walk.hpp"
#include "tests/app/ask.hpp"
#include "tests/app/small_web.hpp"

namespace laundromat {
namespace {

constexpr std::string_view secret = "TAKENDOWN", second_secret = "ALSOTAKENDOWN";

class takedown : public small_web, public testing::WithParamInterface<const char*> {
 protected:
  /// Serves a few documents, of which the first has the secret, in a statement and in damage, and crawls them.
  void crawl(const std::string& more = "") {
    serve(5, 3'000);
    write_secret(secret);
    write_campaign(std::string("raw: {layout: ") + GetParam() + more + "}\nwardrobe: {versions: 1}\n");
    ASSERT_EQ(child_program(run("")).exit_code(), exit_ok);
    ASSERT_FALSE(files_with(secret).empty());
    others_ = other_documents();
  }
  void write_secret(std::string_view text, int number = 0) {
    std::ofstream file{folder_.path() / "web" / (std::to_string(number) + ".nt")};
    file << statements(3'000, 77) << "<http://a.example/" << text << "> <http://a.example/p> \"1\" .\n"
         << "<http://a.example/" << text << "> is broken\n";
  }
  [[nodiscard]] std::string uri(int number = 0) const {
    return site_->url('/' + std::to_string(number) + ".nt");
  }
  [[nodiscard]] record_hash seed() const { return seed_hash(uri()); }

  /// The files of the data folder that have the text, compressed or not.
  [[nodiscard]] std::vector<std::string> files_with(std::string_view text) const {
    std::vector<std::string> out;
    for (const auto& one : std::filesystem::recursive_directory_iterator{data()}) {
      if (!one.is_regular_file()) continue;
      const auto bytes = read_file(one.path());
      warning_log warnings;
      const auto plain = bytes.starts_with("\x1f\x8b")
                             ? read_all(*make_gzip_source(make_memory_source(bytes), warnings), 1 << 26)
                             : result<std::string>{""};
      if (bytes.find(text) != bytes.npos || plain.value_or("").find(text) != std::string::npos)
        out.push_back(std::filesystem::relative(one.path(), data()).string());
    }
    return out;
  }
  /// The clean documents without those of the secret.
  [[nodiscard]] std::map<std::string, std::string> other_documents() const {
    auto db = journal_of(data());
    const auto clean = journal_reader{db}.newest_document(seed()).value()->clean.hex();
    auto all = clean_tree(data());
    std::erase_if(all, [&](const auto& one) { return one.first.starts_with(clean); });
    return all;
  }
  answer on_data(std::vector<std::string> words) {
    words.insert(words.begin(), {"--data", data().string()});
    return ask(words);
  }
  answer take_down(std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"exclude", "--remove", "--reason", "a mail", uri() + '$'});
    return on_data(more);
  }
  void expect_gone(std::string_view text = secret) {
    EXPECT_EQ(files_with(text), std::vector<std::string>{});
    EXPECT_EQ(clean_tree(data()), others_) << "what others published stays";
    const auto verified = on_data({"verify"});
    EXPECT_EQ(verified.code, exit_ok) << verified.out << verified.err;
  }

  std::map<std::string, std::string> others_;
};

}  // namespace

INSTANTIATE_TEST_SUITE_P(layouts, takedown, testing::Values("files", "warc"));

TEST_P(takedown, its_bytes_are_in_no_file_of_the_data_folder_R211) {
  crawl();
  const auto done = take_down({"--json"});
  ASSERT_EQ(done.code, exit_ok) << done.err;
  const auto fact = nlohmann::json::parse(done.out.substr(done.out.rfind("{\"seeds\"")));
  EXPECT_EQ(fact["taken_down_documents"], 1);
  EXPECT_EQ(fact["taken_down_bodies"], 1);
  EXPECT_EQ(fact["files_left"], 0);
  EXPECT_EQ(fact["segments_left"], 0);
  expect_gone();
  EXPECT_TRUE(holds(take_down(), "nothing of what was taken down is left"));
}

TEST_P(takedown, older_versions_and_removed_bodies_go_too_R211) {
  crawl(", keep_newest: 1");
  write_secret(second_secret);
  ASSERT_EQ(on_data({"retry", uri()}).code, exit_ok);
  ASSERT_EQ(child_program(run("")).exit_code(), exit_ok);
  ASSERT_FALSE(files_with(second_secret).empty());
  ASSERT_EQ(take_down().code, exit_ok);
  EXPECT_EQ(files_with(second_secret), std::vector<std::string>{});
  expect_gone();
}

TEST_P(takedown, what_is_no_document_goes_too_R211) {
  serve(2, 3'000);
  const auto web = folder_.path() / "web";
  std::ofstream{web / "note.txt"} << "A note about " << secret << ", which is no data.\n";
  std::ofstream{web / "cut.nt"} << "<http://a.example/" << secret << "> <http://a.example/p> \"1\" .\n"
                                << statements(300'000, 78);
  site_options options;
  options.root = web;
  options.media_types = usual_media_types();
  options.rules = {{"/cut.nt", serve_truncated{200'000}}};
  site_ = std::make_unique<site_server>(site_server::start(std::move(options)).value());
  std::ofstream{folder_.path() / "seeds.txt"} << uri(1) << '\n'
                                              << site_->url("/note.txt") << '\n'
                                              << site_->url("/cut.nt") << '\n';
  write_campaign(std::string("raw: {layout: ") + GetParam() + "}\n");
  EXPECT_EQ(child_program(run("")).exit_code(), exit_some_failed);
  EXPECT_FALSE(files_with(secret).empty());
  const auto done =
      on_data({"exclude", "--remove", "--json", site_->url("/note.txt") + '$', site_->url("/cut.nt") + '$'});
  EXPECT_EQ(files_with(secret), std::vector<std::string>{}) << done.out << done.err;
  EXPECT_EQ(child_program(run("")).exit_code(), exit_some_failed);
  EXPECT_EQ(files_with(secret), std::vector<std::string>{});
  const auto status = on_data({"status"});
  EXPECT_FALSE(holds(status, "taken down are left"))
      << "the attempt that the cut document waited for is refused\n"
      << status.out;
  EXPECT_EQ(on_data({"cat", uri(1)}).code, exit_ok);
}

TEST_P(takedown, is_finished_by_the_next_run_after_a_stop_R212) {
  crawl();
  {
    auto db = journal::open(data_layout{data()}.journal(), journal_mode::read_write).value();
    ASSERT_TRUE(db.begin());
    ASSERT_TRUE(db.take_down(
        seed(), [](std::string_view) { return true; }, from_ms(1)));
    ASSERT_TRUE(db.commit());
  }
  EXPECT_FALSE(files_with(secret).empty());
  const auto status = on_data({"status"});
  EXPECT_TRUE(holds(status, "of what was taken down are left")) << status.out;
  ASSERT_EQ(on_data({"exclude", uri() + '$'}).code, exit_ok);
  EXPECT_EQ(child_program(run("")).exit_code(), exit_ok);
  expect_gone();
}

TEST_P(takedown, that_was_stopped_is_finished_by_the_next_run_R232) {
  crawl();
  {
    auto db = journal::open(data_layout{data()}.journal(), journal_mode::read_write).value();
    ASSERT_TRUE(takedown_walk::note(
        db, make_rule(steering_kind::exclude_pattern, uri() + '$', "", from_ms(1)).value()));
  }
  ASSERT_EQ(on_data({"exclude", uri() + '$'}).code, exit_ok);
  const auto status = on_data({"status"});
  EXPECT_TRUE(holds(status, "1 takedown that was stopped")) << status.out;
  EXPECT_FALSE(files_with(secret).empty());
  EXPECT_EQ(child_program(run("")).exit_code(), exit_ok);
  expect_gone();
}

TEST_P(takedown, is_done_by_a_running_engine_R211) {
  crawl();
  child_program engine(run("", ""));
  ASSERT_TRUE(engine.prints("campaign test")) << engine.output();
  const auto done = take_down();
  ASSERT_EQ(done.code, exit_ok) << done.err;
  EXPECT_TRUE(holds(done, "nothing of what was taken down is left")) << done.out;
  engine.signal(SIGTERM);
  EXPECT_EQ(engine.exit_code(), exit_interrupted);
  expect_gone();
}

TEST_P(takedown, is_said_by_commands_and_lifted_at_once) {
  crawl();
  ASSERT_EQ(take_down().code, exit_ok);
  const auto printed = on_data({"cat", uri()});
  EXPECT_EQ(printed.code, exit_not_found);
  EXPECT_NE(printed.err.find("was taken down at 2"), std::string::npos) << printed.err;
  const auto tree = on_data({"show", "--tree", uri()});
  EXPECT_TRUE(holds(tree, "  removed  ")) << tree.out;
  EXPECT_FALSE(holds(tree, "cleaned")) << tree.out;
  const auto status = on_data({"status"});
  EXPECT_TRUE(holds(status, "and 1 taken down")) << status.out;
  EXPECT_FALSE(holds(status, "older version")) << status.out;
  {
    auto db = journal_of(data());
    const auto row = journal_reader{db}.listed_seed(seed()).value();
    const auto known = standing_of(row.seed, row.crawled, row.seed.added + std::chrono::hours{1});
    EXPECT_EQ(known.is, standing::refused);
    EXPECT_GT(known.since, row.seed.added) << "since it was excluded";
    EXPECT_EQ(journal_reader{db}.standings(row.seed.added)->at(standing::refused).since, known.since);
  }
  const auto lifted = on_data({"exclude", "--lift", uri() + '$'});
  EXPECT_TRUE(holds(lifted, "1 of them is due now")) << lifted.out;
  ASSERT_EQ(child_program(run("")).exit_code(), exit_ok);
  EXPECT_EQ(on_data({"cat", uri()}).code, exit_ok) << "it was crawled again";
  EXPECT_FALSE(holds(on_data({"status"}), "taken down"));
}

TEST_P(takedown, lifting_an_exclusion_says_when_the_others_are_due) {
  crawl();
  ASSERT_EQ(on_data({"exclude", uri() + '$'}).code, exit_ok);
  const auto lifted = on_data({"exclude", "--lift", uri() + '$'});
  EXPECT_TRUE(holds(lifted, "laundromat retry URI")) << lifted.out;
  EXPECT_TRUE(holds(lifted, "at once where they were never crawled")) << lifted.out;
  EXPECT_FALSE(holds(lifted, "due now,")) << lifted.out;
}

TEST_P(takedown, retention_happens_at_the_end_of_a_short_run) {
  serve(4, 1'300'000);
  write_campaign(std::string("raw: {layout: ") + GetParam() + ", keep_mib: 2}\ndisk: {segment_kib: 1024}\n");
  ASSERT_EQ(child_program(run("")).exit_code(), exit_ok);
  std::uint64_t bytes = 0;
  for (const auto& one : std::filesystem::recursive_directory_iterator{data() / "raw"})
    if (one.is_regular_file()) bytes += one.file_size();
  EXPECT_LT(bytes, 4U * 1'300'000);
  auto db = journal_of(data());
  EXPECT_GT(journal_reader{db}.totals()->documents, 3U) << "clean documents stay";
}

}  // namespace laundromat
