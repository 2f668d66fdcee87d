// Tests of each exit code listed by `laundromat --help`, with the real program.
// SPDX-License-Identifier: Apache-2.0
#include "app/terminal/exit_code.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <iomanip>
#include <numeric>
#include <sstream>

#include "tests/app/ask.hpp"
#include "tests/app/demo_run.hpp"
#include "tests/app/small_web.hpp"
#include "tests/places.hpp"
#include "tests/read_file.hpp"

namespace laundromat {
namespace {

using exit_code = small_web;

/// The exit code of a command with a closed standard output.
int unread(const std::vector<std::string>& words) {
  std::vector<std::string> command{program_path()};
  command.insert(command.end(), words.begin(), words.end());
  std::vector<char*> arguments;
  for (auto& word : command) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return -1;
  ::close(ends[0]);
  const auto pid = ::fork();
  if (pid == 0) {
    ::dup2(ends[1], STDOUT_FILENO);
    ::dup2(::open("/dev/null", O_WRONLY), STDERR_FILENO);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::execv(arguments[0], arguments.data());
    ::_exit(99);
  }
  ::close(ends[1]);
  int status = 0;
  ::waitpid(pid, &status, 0);
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/// A member of a tar archive, without the zeros at the end of the archive.
std::string tar_member(const std::string& name, const std::string& content) {
  std::string head(512, '\0');
  const auto put = [&](std::size_t at, const std::string& text) { head.replace(at, text.size(), text); };
  std::ostringstream size;
  size << std::oct << std::setw(11) << std::setfill('0') << content.size();
  put(0, name);
  put(100, "0000644");
  put(124, size.str());
  put(136, "00000000000");
  put(156, "0");
  put(257, "ustar");
  put(263, "00");
  put(148, "        ");
  std::ostringstream sum;
  sum << std::oct << std::setw(6) << std::setfill('0')
      << std::accumulate(head.begin(), head.end(), 0U,
                         [](unsigned so_far, char c) { return so_far + static_cast<unsigned char>(c); });
  put(148, sum.str() + '\0');
  auto padded = content;
  padded.resize((content.size() + 511) / 512 * 512, '\0');
  return head + padded;
}

TEST(exit_codes, the_help_lists_each_with_its_meaning) {
  const auto help = ask({"--help"}).out;
  for (const auto& [code, meaning] : exit_codes) {
    std::ostringstream row;
    row << code << "  " << meaning << "\n";
    EXPECT_NE(help.find(row.str()), std::string::npos) << row.str();
  }
}

TEST_F(exit_code, of_a_run_is_0_on_success_and_3_while_another_engine_runs) {
  serve(2, 500, milliseconds{200});
  child_program first{run("", "")};
  ASSERT_TRUE(first.prints("seed list:")) << first.output();
  child_program second{run("")};
  EXPECT_EQ(second.exit_code(), exit_locked) << second.output();
  first.signal(SIGTERM);
  ASSERT_TRUE(first.exit_code());
  child_program third{run("")};
  EXPECT_EQ(third.exit_code(), exit_ok) << third.output();
}

TEST_F(exit_code, of_a_run_stopped_by_any_signal_is_130) {
  serve(20, 500, milliseconds{100});
  for (const int number : {SIGTERM, SIGINT, SIGHUP}) {
    // Without a terminal SIGHUP lets the engine read its campaign again.
    child_program ended{run("", ""), number == SIGHUP ? child_streams::terminal : child_streams::pipe};
    ASSERT_TRUE(ended.prints("seed list:")) << ended.output();
    ended.signal(number);
    EXPECT_EQ(ended.exit_code(), exit_interrupted) << ended.output();
    EXPECT_TRUE(ended.prints("stopping: ")) << ended.output();
    EXPECT_FALSE(std::filesystem::exists(data_layout{data()}.running_mark())) << "it stopped in order";
    if (tally_of(data())["entry parsed"] == 20) continue;
    EXPECT_EQ(ended.output().find("\nnext due at"), std::string::npos)
        << "work is left now: " << ended.output();
    EXPECT_NE(ended.output().find("run again to continue"), std::string::npos) << ended.output();
  }
  child_program last{run("")};
  EXPECT_EQ(last.exit_code(), exit_ok) << last.output();
  EXPECT_EQ(tally_of(data())["entry parsed"], 20U);
}

TEST_F(exit_code, after_a_second_signal_is_130_at_once_with_advice_to_run_again) {
  serve(1, 500, seconds{30});
  child_program ended{run("", "")};
  ASSERT_TRUE(ended.prints("seed list:")) << ended.output();
  ended.signal(SIGINT);
  ASSERT_TRUE(ended.prints("a second signal stops at once")) << ended.output();
  ended.signal(SIGINT);
  EXPECT_EQ(ended.exit_code(), exit_interrupted) << ended.output();
  EXPECT_NE(ended.output().find("laundromat: stopped at once; run again to continue\n"), std::string::npos)
      << ended.output();
}

TEST_F(exit_code, a_quiet_run_after_a_crash_prints_no_line_of_information) {
  serve(1, 500, milliseconds{200});
  {
    child_program killed{run("", "")};
    ASSERT_TRUE(killed.prints("seed list:")) << killed.output();
    killed.signal(SIGKILL);
    (void)killed.exit_code();
  }
  child_program quiet{run("", "--once -q")};
  EXPECT_EQ(quiet.exit_code(), exit_ok) << quiet.output();
  EXPECT_EQ(quiet.output().find(" info: "), std::string::npos) << quiet.output();
  EXPECT_EQ(quiet.output().find("continuing with"), std::string::npos) << quiet.output();
}

TEST_F(exit_code, after_a_signal_is_0_if_the_campaign_sets_it) {
  serve(2, 500, milliseconds{200});
  write_campaign("stop_exit_code: 0\n");
  child_program ended{run("", "")};
  ASSERT_TRUE(ended.prints("seed list:")) << ended.output();
  ended.signal(SIGTERM);
  EXPECT_EQ(ended.exit_code(), exit_ok) << ended.output();
  write_campaign("stop_exit_code: 7\n");
  child_program refused{run("", "")};
  EXPECT_EQ(refused.exit_code(), exit_usage) << refused.output();
}

/// After an unclean stop: a body whose check takes many minutes.
void leave_large_body(const std::filesystem::path& data) {
  constexpr std::uintmax_t bytes = std::uintmax_t{1} << 40;
  auto db = journal::open(data_layout{data}.journal(), journal_mode::read_write).value();
  new_seed seed;
  seed.request.uri = "http://127.0.0.1/large";
  seed.hash = md5(seed.request.uri);
  seed.authority = "127.0.0.1:80";
  change due, stored;
  due.kind = record_kind::seed;
  due.hash = seed.hash;
  due.on = event::came_due;
  due.at = stored.at = from_ms(1'700'000'000'000);
  stored.kind = record_kind::entry;
  stored.hash = download_hash(seed.hash, due.at);
  stored.on = event::body_stored;
  due.fact = download_fact{stored.hash};
  fetch_outcome body;
  body.on = stored.on;
  body.raw_path = "large";
  body.wire = {newline_style::lf, bytes, bytes, 1, sha256("another")};
  stored.fact = body;
  ASSERT_TRUE(db.begin());
  ASSERT_TRUE(db.add_seed(seed, due.at));
  ASSERT_TRUE(db.apply(due));
  ASSERT_TRUE(db.apply(stored));
  ASSERT_TRUE(db.commit());
  std::ofstream{data_layout{data}.raw() / "large"};
  std::filesystem::resize_file(data_layout{data}.raw() / "large", bytes);
  std::ofstream{data_layout{data}.running_mark()};
}

TEST_F(exit_code, of_a_run_stopped_while_it_checks_bodies_is_that_of_an_orderly_stop) {
  serve(1, 500);
  ASSERT_EQ(child_program{run("")}.exit_code(), exit_ok);
  leave_large_body(data());
  for (const auto code : {exit_interrupted, exit_ok}) {
    write_campaign("stop_exit_code: " + std::to_string(code) + '\n');
    child_program ended{run("")};
    ASSERT_TRUE(ended.prints("checking the journal")) << ended.output();
    ended.signal(SIGUSR1);
    EXPECT_TRUE(ended.prints("the data folder is being opened")) << ended.output();
    ended.signal(SIGTERM);
    EXPECT_EQ(ended.exit_code(std::chrono::seconds{30}), code) << ended.output();
    EXPECT_NE(ended.output().find("stopped: the check of bodies was stopped"), std::string::npos)
        << ended.output();
    EXPECT_TRUE(std::filesystem::exists(data_layout{data()}.running_mark())) << "the next run compares again";
  }
  EXPECT_EQ(tally_of(data())["entry filed"], 1U) << "it says nothing of the body";
}

TEST_F(exit_code, of_a_run_stopped_while_it_lists_its_seeds_is_that_of_an_orderly_stop) {
  serve(1, 500);
  {
    std::ofstream seeds{folder_.path() / "seeds.txt"};
    for (int i = 0; i < 100'000; ++i) seeds << "http://127.0.0.1:9/" << i << '\n';
  }
  child_program ended{run("", "")};
  ASSERT_TRUE(ended.prints("campaign test on")) << ended.output();
  ended.signal(SIGTERM);
  EXPECT_EQ(ended.exit_code(), exit_interrupted) << ended.output();
  EXPECT_EQ(ended.output().find("seed list:"), std::string::npos) << "it was not at its end";
  EXPECT_FALSE(std::filesystem::exists(data_layout{data()}.running_mark()));
}

TEST_F(exit_code, of_commands_that_create_one_journal_simultaneously_is_0_for_each) {
  std::vector<std::unique_ptr<child_program>> all;
  for (int i = 0; i < 6; ++i)
    all.push_back(std::make_unique<child_program>(std::vector<std::string>{
        program_path(), "--data", data().string(), "add", "http://a.example/" + std::to_string(i)}));
  for (const auto& one : all) EXPECT_EQ(one->exit_code(), exit_ok) << one->output();
  EXPECT_EQ(tally_of(data())["seed added"], 6U);
}

TEST_F(exit_code, is_not_affected_by_sigusr1_which_prints_the_status) {
  serve(20, 500, milliseconds{100});
  child_program asked{run("")};
  ASSERT_TRUE(asked.prints("parsed ", 2)) << asked.output();
  asked.signal(SIGUSR1);
  EXPECT_TRUE(asked.prints("canonical bytes")) << asked.output();
  EXPECT_TRUE(asked.prints("documents/s")) << asked.output();
  EXPECT_EQ(asked.exit_code(), exit_ok) << asked.output();
  EXPECT_EQ(tally_of(data())["entry parsed"], 20U);
}

TEST_F(exit_code, of_a_run_with_only_refused_seeds_is_1) {
  std::ofstream{folder_.path() / "seeds.txt"} << "only/relative.nt\nmailto:fred@example.org\n";
  write_campaign("");
  child_program refused{run("")};
  EXPECT_EQ(refused.exit_code(), exit_some_failed) << refused.output();
}

TEST_F(exit_code, of_a_run_whose_archive_lost_members_is_1_and_every_list_reports_it) {
  serve(1, 500);
  const auto whole = tar_member("a.nt", statements(2'000, 1)) + tar_member("b.nt", statements(2'000, 2));
  std::ofstream{folder_.path() / "web" / "cut.tar"} << whole << tar_member("c.nt", "").substr(0, 200);
  std::ofstream{folder_.path() / "web" / "whole.tar"} << whole << std::string(1'024, '\0');
  const auto seed = site_->url("/cut.tar");
  std::ofstream{folder_.path() / "seeds.txt"} << site_->url("/whole.tar") << '\n';
  child_program unhurt{run("", "--once", "whole")};
  EXPECT_EQ(unhurt.exit_code(), exit_ok) << unhurt.output();
  std::ofstream{folder_.path() / "seeds.txt"} << seed << '\n';
  child_program lossy{run("")};
  EXPECT_EQ(lossy.exit_code(), exit_some_failed) << lossy.output();
  EXPECT_EQ(tally_of(data())["entry depleted archive_damaged"], 1U) << lossy.output();
  EXPECT_EQ(tally_of(data())["entry parsed"], 2U);
  EXPECT_NE(lossy.output().find("/cut.tar  archive_damaged: "), std::string::npos) << lossy.output();
  const auto output_of = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"--data", data().string()});
    return ask(words).out;
  };
  EXPECT_NE(output_of({"ls", "--all"}).find("depleted: archive_damaged"), std::string::npos);
  EXPECT_NE(output_of({"show", "--tree", seed}).find("depleted: archive_damaged"), std::string::npos);
  EXPECT_NE(output_of({"ls", "--seeds"}).find("archive_damaged"), std::string::npos);
  EXPECT_NE(output_of({"status", "--json"}).find("\"causes\":{\"entry\":{\"archive_damaged\":1}}"),
            std::string::npos)
      << output_of({"status", "--json"});
}

TEST_F(exit_code, of_a_run_that_leaves_retries_to_a_later_one_is_1_and_it_prints_the_time) {
  serve(1, 500);
  std::ofstream{folder_.path() / "seeds.txt", std::ios::app} << "http://127.0.0.1:1/nobody.nt\n";
  write_campaign("");
  child_program unreached{run("")};
  EXPECT_EQ(unreached.exit_code(), exit_some_failed) << unreached.output();
  EXPECT_NE(unreached.output().find("\n1 download failed and waits for another attempt at 20"),
            std::string::npos)
      << unreached.output();
  EXPECT_NE(unreached.output().find("\nnothing is due now; next due at 20"), std::string::npos)
      << unreached.output();
  child_program again{run("", "--once --json")};
  EXPECT_EQ(again.exit_code(), exit_some_failed) << "it waits still: " << again.output();
  EXPECT_NE(again.output().find("\"waiting_retries\":{\"count\":1,\"first\":\"20"), std::string::npos)
      << again.output();
  EXPECT_NE(again.output().find("\"next_due\":\"20"), std::string::npos) << again.output();
}

TEST_F(exit_code, of_a_missing_name_is_4) {
  const auto nothing = (folder_.path() / "nope.ttl").string();
  child_program washed{{program_path(), "wash", nothing}};
  EXPECT_EQ(washed.exit_code(), exit_not_found) << washed.output();
  for (const std::string command : {"status", "ls"})
    EXPECT_EQ(ask({"--data", nothing, command}).code, exit_not_found) << command;
  EXPECT_EQ(ask({"run", (folder_.path() / "no.yaml").string()}).code, exit_not_found);
}

TEST_F(exit_code, of_an_invalid_command_line_or_campaign_is_2) {
  EXPECT_EQ(ask({"wash", "--profile", "none"}).code, exit_usage);
  const auto wrong = (folder_.path() / "wrong.yaml").string();
  std::ofstream{wrong} << "nothing: known\n";
  EXPECT_EQ(ask({"run", wrong}).code, exit_usage);
}

TEST_F(exit_code, of_a_full_device_is_5) {
  child_program full{{"/bin/sh", "-c", "exec " + program_path() + " formats > /dev/full"}};
  EXPECT_EQ(full.exit_code(), exit_disk) << full.output();
  EXPECT_NE(full.output().find("standard output cannot be written"), std::string::npos) << full.output();
}

TEST_F(exit_code, of_a_run_on_a_damaged_page_is_5_at_once_without_advice_to_run_again) {
  serve(2, 500);
  const std::string rules = "User-agent: *\nDisallow: /a-page-to-be-damaged\n";
  std::ofstream{folder_.path() / "web" / "robots.txt"} << rules;
  std::ofstream{folder_.path() / "seeds.txt"} << site_->url("/0.nt") << '\n';
  child_program sound{run("")};
  ASSERT_EQ(sound.exit_code(), exit_ok) << sound.output();
  const auto path = data_layout{data()}.journal();
  const auto at = read_file(path).find("a-page-to-be-damaged");
  ASSERT_NE(at, std::string::npos);
  std::fstream page{path, std::ios::binary | std::ios::in | std::ios::out};
  page.seekp(static_cast<std::streamoff>(at));
  page.put('b');
  page.close();
  std::ofstream{folder_.path() / "seeds.txt"} << site_->url("/1.nt") << '\n';
  child_program damaged{run("")};
  EXPECT_EQ(damaged.exit_code(), exit_disk) << damaged.output();
  EXPECT_NE(damaged.output().find("journal_damaged"), std::string::npos) << damaged.output();
  for (const auto* untrue : {"takes longer than", "run again", "next due"})
    EXPECT_EQ(damaged.output().find(untrue), std::string::npos) << damaged.output();
}

TEST_F(exit_code, of_failed_output_is_5_and_of_a_closed_pipe_130_in_any_format) {
  serve(1, 60'000);
  child_program filled{run("")};
  ASSERT_EQ(filled.exit_code(), exit_ok) << filled.output();
  auto db = journal_of(data());
  const auto clean = journal_reader{db}.documents({}, 1).value().at(0).clean.hex();
  for (const std::string words :
       {"cat ", "cat --format turtle ", "cat --format trig ", "export --format trig ", "export "}) {
    const auto command =
        "exec " + program_path() + " --data " + data().string() + ' ' + words + clean + " > /dev/full";
    child_program full{{"/bin/sh", "-c", command}};
    EXPECT_EQ(full.exit_code(), exit_disk) << words << full.output();
    EXPECT_NE(full.output().find("standard output cannot be written"), std::string::npos) << full.output();
    EXPECT_EQ(full.output().find("journal"), std::string::npos) << full.output();
    std::vector<std::string> unheard{"--data", data().string()};
    std::istringstream each{words + clean};
    for (std::string word; each >> word;) unheard.push_back(word);
    EXPECT_EQ(unread(unheard), exit_interrupted) << words;
  }
}

TEST_F(exit_code, of_every_command_with_a_closed_pipe_is_130) {
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  (void)run_demo(data());
  (void)::testing::internal::GetCapturedStdout();
  (void)::testing::internal::GetCapturedStderr();
  std::string clean, entry;
  for (const auto& row :
       journal_reader{*std::make_unique<journal>(journal_of(data()))}.documents({}, 100).value())
    if (row.statements > 2 && row.defects > 0 && row.format == rdf_format::turtle) {  // without named graphs
      clean = row.clean.hex();
      entry = row.entry.hex();
    }
  ASSERT_FALSE(clean.empty());
  const auto file = (folder_.path() / "a.nt").string();
  std::ofstream{file} << statements(3'000'000, 7);
  const auto one = (folder_.path() / "one.nq").string(), other = (folder_.path() / "other.nq").string();
  std::ofstream{one} << "<http://a.example/a> <http://a.example/p> \"1\" .\n";
  std::ofstream{other} << "<http://a.example/a> <http://a.example/p> \"2\" .\n";
  const std::vector<std::vector<std::string>> commands = {{"cat", clean},
                                                          {"cat", "--format", "turtle", clean},
                                                          {"ls"},
                                                          {"ls", "--json"},
                                                          {"status"},
                                                          {"show", clean},
                                                          {"show", "--tree", entry},
                                                          {"history", entry},
                                                          {"errors", entry},
                                                          {"export"},
                                                          {"verify"},
                                                          {"formats"},
                                                          {"lifecycle"},
                                                          {"config", "--defaults"},
                                                          {"normalize", "http://a.example/"},
                                                          {"guess", file},
                                                          {"wash", file},
                                                          {"diff", "--format", "sparql", one, other},
                                                          {"--help"},
                                                          {"cat", "--help"}};
  for (auto words : commands) {
    const auto shown = ::testing::PrintToString(words);
    words.insert(words.begin(), {"--data", data().string()});
    EXPECT_EQ(unread(words), exit_interrupted) << shown;
  }
}

TEST_F(exit_code, of_a_run_with_closed_output_is_130_and_it_stops_in_order) {
  serve(20, 500, milliseconds{50});
  EXPECT_EQ(unread({"--data", data().string(), "run", campaign(), "--json"}), exit_interrupted);
  EXPECT_FALSE(std::filesystem::exists(data_layout{data()}.running_mark())) << "it stopped in order";
}

}  // namespace
}  // namespace laundromat
