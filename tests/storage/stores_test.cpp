// Tests of the files of an engine: raw bodies, scratch, the data folder.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/inotify.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <thread>

#include "storage/files/posix_file.hpp"
#include "storage/files/scratch_folder.hpp"
#include "storage/stores/clean_store.hpp"
#include "storage/stores/data_folder.hpp"
#include "storage/stores/raw_store.hpp"
#include "storage/stores/scratch_runs.hpp"
#include "storage/stores/scratch_store.hpp"
#include "tests/storage/few_files.hpp"
#include "tests/storage/journal_fixture.hpp"
#include "tests/storage/store_files.hpp"
#include "tests/storage/sync_log.hpp"

namespace laundromat {

namespace fs = std::filesystem;

class stores : public testing::Test {
 protected:
  [[nodiscard]] const fs::path& path() const { return folder_.path(); }
  temporary_folder folder_;
};

TEST_F(stores, a_scratch_folder_is_kept_while_its_process_runs) {
  auto living = scratch_folder::make(path());
  ASSERT_TRUE(living);
  fs::create_directories(path() / "laundromat-scratch-dead00" / "scratch");
  fs::create_directories(path() / "laundromat-other");
  const auto next = scratch_folder::make(path());
  ASSERT_TRUE(next);
  EXPECT_TRUE(fs::exists(living->path()));
  EXPECT_FALSE(fs::exists(path() / "laundromat-scratch-dead00"));
  EXPECT_TRUE(fs::exists(path() / "laundromat-other"));
  const auto gone = living->path();
  living->remove();
  EXPECT_FALSE(fs::exists(gone));
  EXPECT_NE(scratch_folder::make(path() / "none").error().detail.find((path() / "none").string()),
            std::string::npos);
}

TEST_F(stores, scratch_folders_made_simultaneously_are_kept) {
  std::vector<std::jthread> makers;
  std::atomic<int> lost = 0;
  for (int i = 0; i < 8; ++i)
    makers.emplace_back([&] {
      for (int k = 0; k < 50; ++k) {
        const auto made = scratch_folder::make(path());
        if (!made || !fs::exists(made->path())) ++lost;
      }
    });
  makers.clear();
  EXPECT_EQ(lost, 0);
  EXPECT_TRUE(fs::is_empty(path()));
}

TEST_F(stores, a_file_is_replaced_completely_or_not_at_all) {
  const fs::path elsewhere = "/dev/shm/laundromat-" + fresh_name();
  std::ofstream{elsewhere} << std::string(100'000, 'n');
  if (!fs::exists(elsewhere)) GTEST_SKIP() << "there is no other disk";
  const auto target = path() / "result";
  std::ofstream{target} << "old";
  ::signal(SIGXFSZ, SIG_IGN);
  rlimit before{}, small{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  small = {4'096, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const auto refused = place_file(elsewhere, target);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().detail.find("result: File too large"), std::string::npos)
      << to_string(refused.error());
  EXPECT_EQ(content(open_file_source(target)), "old");
  EXPECT_EQ(files_below(path()), 1U);
  std::ofstream{elsewhere} << "new";
  EXPECT_TRUE(place_file(elsewhere, target));
  EXPECT_EQ(content(open_file_source(target)), "new");
  EXPECT_FALSE(fs::exists(elsewhere));
  EXPECT_EQ(files_below(path()), 1U);
}

TEST_F(stores, scratch_removes_only_keys_with_the_prefix) {
  auto scratch = scratch_store::at(path());
  ASSERT_TRUE(scratch);
  for (const auto* key : {"aa-1", "aa-2", "ab-1"}) {
    auto file = scratch->create(key);
    ASSERT_TRUE(file && (*file)->write("x") && (*file)->commit());
  }
  scratch->remove_all("aa-");
  EXPECT_EQ(scratch->open("aa-1").error().code, errc::not_found);
  EXPECT_EQ(scratch->open("aa-2").error().code, errc::not_found);
  EXPECT_EQ(content(scratch->open("ab-1")), "x");
  scratch->remove_all("");
  EXPECT_EQ(content(scratch->open("ab-1")), "x") << "no prefix is no leave to remove everything";
}

TEST_F(stores, a_raw_body_appears_with_its_commit_and_not_before) {
  auto raw = raw_store::at(path());
  ASSERT_TRUE(raw);
  {
    auto file = raw->stage("_org/org.example/a+1");
    ASSERT_TRUE(file);
    ASSERT_TRUE((*file)->write("body"));
    EXPECT_EQ(raw->open("_org/org.example/a+1").error().code, errc::not_found);
    ASSERT_TRUE((*file)->commit());
  }
  EXPECT_EQ(content(raw->open("_org/org.example/a+1")), "body");
  { ASSERT_TRUE((*raw->stage("dropped"))->write("x")); }
  EXPECT_EQ(files_below(path()), 1U);
}

TEST_F(stores, a_raw_body_is_made_durable_with_every_parent_folder) {
  const sync_log disk;
  auto raw = raw_store::at(path() / "raw", disk);
  for (const auto* name : {"_org/a/1", "_org/a/2"}) {
    auto file = *raw->stage(name);
    ASSERT_TRUE(file->write("x") && file->commit());
  }
  const std::vector<std::string> bodies{"_org/a/1", "_org/a/2", "on/another/machine"};
  ASSERT_TRUE(raw->make_durable(bodies));
  EXPECT_EQ(disk.calls,
            (std::vector<std::string>{"file 1", "file 2", "folder raw", "folder _org", "folder a"}))
      << "bytes before names, each once";
  disk.calls.clear();
  ASSERT_TRUE(raw->make_durable(bodies, 2));
  EXPECT_EQ(disk.calls, std::vector<std::string>{"all raw"}) << "a group in one call";
}

TEST_F(stores, an_unreadable_path_is_neither_existing_nor_missing) {
  const sync_log disk;
  auto raw = raw_store::at(path() / "raw", disk);
  const auto body = *raw->stage("a/b");
  ASSERT_TRUE(body->write("x") && body->commit());
  const auto clean = clean_store::at(path() / "clean", disk);
  const std::vector<publication> group{
      {staged_text(*clean, std::string(most_small_file_bytes + 1, 'x')), sha256("x")}};
  {
    const few_files none;
    EXPECT_EQ(raw->holds("a/b").error().code, errc::no_descriptors);
    EXPECT_EQ(raw->make_durable(std::vector<std::string>{"a/b"}).error().code, errc::no_descriptors);
    EXPECT_EQ(clean->publish(group).error().code, errc::no_descriptors) << "a machine fault, and waited for";
    EXPECT_EQ(clean->staged().parts(group[0].staged).error().code, errc::no_descriptors);
  }
  EXPECT_TRUE(disk.calls.empty());
  EXPECT_TRUE(raw->make_durable(std::vector<std::string>{"a/b"}));
  EXPECT_TRUE(clean->publish(group)) << "as if nothing had been";
  EXPECT_EQ(files_below(path() / "clean"), 2U) << "with its index";
}

TEST_F(stores, the_staging_folder_is_created_again_after_its_removal) {
  auto raw = raw_store::at(path() / "raw");
  const auto clean = clean_store::at(path() / "clean");
  for (const auto* store : {"raw", "clean"}) ASSERT_GT(fs::remove_all(path() / store / ".staged"), 0U);
  const auto body = raw->stage("a");
  ASSERT_TRUE(body) << to_string(body.error());
  EXPECT_TRUE((*body)->write("x") && (*body)->commit());
  EXPECT_TRUE(clean->stage());
}

TEST_F(stores, a_temporary_link_of_a_body_is_only_where_a_start_removes_it) {
  auto raw = raw_store::at(path());
  for (const auto* name : {"d/newer", "d/older"}) {
    const auto file = *raw->stage(name);
    ASSERT_TRUE(file->write("x") && file->commit());
  }
  const file_descriptor seen{::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)};
  ASSERT_GE(::inotify_add_watch(seen.get(), (path() / "d").c_str(), IN_CREATE | IN_MOVED_TO), 0);
  ASSERT_TRUE(raw->share("d/newer", std::vector<std::string>{"d/older"}));
  alignas(inotify_event) std::array<char, 4096> events{};
  const auto n = ::read(seen.get(), events.data(), events.size());
  std::vector<std::string> names;
  for (auto at = std::ptrdiff_t{0}; at < n;) {
    const auto* one = reinterpret_cast<const inotify_event*>(events.data() + at);
    names.emplace_back(one->name);
    at += static_cast<std::ptrdiff_t>(sizeof *one + one->len);
  }
  EXPECT_EQ(names, std::vector<std::string>{"newer"}) << "a stop in between leaves nothing here";
  EXPECT_TRUE(fs::is_empty(path() / ".staged"));
}

TEST_F(stores, writing_a_large_file_to_the_disk_begins_before_its_commit) {
  const sync_log disk;
  auto raw = raw_store::at(path() / "raw", disk);
  const std::string chunk(1 << 20, 'x');
  auto file = *raw->stage("a");
  for (int i = 0; i < 20; ++i) ASSERT_TRUE(file->write(chunk));
  EXPECT_EQ(disk.calls, (std::vector<std::string>{"set out a 0+8388608", "set out a 8388608+8388608"}));
  disk.calls.clear();
  const auto clean = clean_store::at(path() / "clean", disk);
  for (const int chunks : {1, 9}) {
    auto staged = *clean->stage();
    for (int i = 0; i < chunks; ++i) ASSERT_TRUE(staged->write(chunk));
    ASSERT_TRUE(staged->finish(""));
    EXPECT_EQ(disk.calls.size(), chunks == 9 ? 1U : 0U)
        << "in the thread of who wrote it, and only a large one";
  }
}

TEST_F(stores, a_replaced_file_is_durable_with_its_name) {
  const sync_log disk;
  auto file = *replace_file(path() / "below" / "result", disk);
  ASSERT_TRUE(file->write("new") && file->commit());
  EXPECT_EQ(disk.calls, (std::vector<std::string>{"file result", "folder below"}));
}

TEST_F(stores, a_result_replaces_a_link_and_never_writes_through_it) {
  const auto precious = path() / "precious", link = path() / "link", staged = path() / "staged";
  std::ofstream{precious} << "precious";
  const auto make_link = [&](const fs::path& to) {
    fs::remove(link);
    fs::create_symlink(to, link);
  };
  make_link(precious);
  auto file = *replace_link(link);
  ASSERT_TRUE(file->write("new") && file->commit());
  EXPECT_FALSE(fs::is_symlink(link));
  EXPECT_EQ(content(open_file_source(link)), "new");
  for (const auto& to : {precious, path() / "none", fs::path("/dev/full")}) {
    make_link(to);
    std::ofstream{staged} << "placed";
    EXPECT_TRUE(place_file(staged, link)) << to;
    EXPECT_FALSE(fs::is_symlink(link)) << to;
    EXPECT_EQ(content(open_file_source(link)), "placed");
  }
  EXPECT_FALSE(fs::exists(path() / "none"));
  EXPECT_EQ(content(open_file_source(precious)), "precious");
  make_link(precious);
  file = *replace_file(link);
  ASSERT_TRUE(file->write("edited") && file->commit());
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(content(open_file_source(precious)), "edited") << "what the user edits may be a link";
}

TEST_F(stores, after_any_failed_sync_the_state_of_the_disk_is_unknown) {
  sync_log disk;
  auto raw = raw_store::at(path() / "raw", disk);
  auto file = *raw->stage("a");
  ASSERT_TRUE(file->write("x") && file->commit());
  const auto clean = clean_store::at(path() / "clean", disk);
  const std::vector<publication> group{{staged_text(*clean, "x"), sha256("x")}};
  for (const auto code : {errc::io_failed, errc::no_space, errc::out_of_memory})
    for (const std::size_t syncfs_from : {1, 100}) {
      disk.answer = [=]() -> result<void> { return fail(code, "sync: the disk has its reasons"); };
      EXPECT_EQ(raw->make_durable(std::vector<std::string>{"a"}, syncfs_from).error().code,
                errc::sync_failed);
      EXPECT_EQ(clean->publish(group, syncfs_from).error().code, errc::sync_failed);
      EXPECT_FALSE(fs::exists(clean->path_of(sha256("x"))));
    }
}

TEST_F(stores, a_raw_body_is_seekable_and_has_a_size) {
  auto raw = raw_store::at(path());
  auto file = *raw->stage("a");
  ASSERT_TRUE(file->write("0123456789"));
  ASSERT_TRUE(file->commit());
  auto source = *raw->open("a");
  EXPECT_TRUE(source->is_seekable());
  EXPECT_EQ(source->size_bytes(), 10U);
  ASSERT_TRUE(source->seek(7));
  EXPECT_EQ(*read_all(*source, 100), "789");
}

TEST_F(stores, a_raw_path_does_not_leave_its_folder) {
  auto raw = raw_store::at(path() / "raw");
  const std::string nul{"a\0b", 3};
  for (const std::string& bad : {std::string{}, std::string{"/etc/passwd"}, std::string{".."},
                                 std::string{"a/../../b"}, std::string{"a//b"}, std::string{"a/"},
                                 std::string{"./a"}, std::string{".staged/x"}, nul, std::string(256, 'a')}) {
    EXPECT_EQ(raw->stage(bad).error().code, errc::invalid_argument) << bad;
    EXPECT_EQ(raw->open(bad).error().code, errc::not_found) << bad;
  }
  EXPECT_TRUE(raw->stage("a/..b/c..")) << "dots within a name are harmless";
}

TEST_F(stores, a_folder_is_not_a_body) {
  auto raw = raw_store::at(path());
  fs::create_directory(path() / "d");
  EXPECT_EQ(raw->open("d").error().code, errc::not_found);
}

TEST_F(stores, scratch_is_empty_at_the_start) {
  std::ofstream{path() / "left-over"} << "x";
  auto scratch = scratch_store::at(path());
  ASSERT_TRUE(scratch);
  EXPECT_EQ(files_below(path()), 0U);
}

TEST_F(stores, scratch_stores_files_by_key) {
  auto scratch = scratch_store::at(path());
  auto file = *scratch->create("0a-1.tmp");
  ASSERT_TRUE(file->write("member"));
  EXPECT_FALSE(scratch->open("0a-1.tmp"));
  ASSERT_TRUE(file->commit());
  EXPECT_EQ(content(scratch->open("0a-1.tmp")), "member");
  scratch->remove("0a-1.tmp");
  EXPECT_FALSE(scratch->open("0a-1.tmp"));
  for (const auto* bad : {"", "..", ".a", "a/b", "A", "a b"}) EXPECT_FALSE(scratch->create(bad)) << bad;
}

TEST_F(stores, a_run_is_read_by_several_sources_and_has_no_name) {
  auto scratch = scratch_store::at(path());
  auto runs = make_scratch_runs([&] { return scratch->create_run(); });
  auto* run = *runs->create();
  ASSERT_TRUE(run->write("abc"));
  ASSERT_TRUE(run->write("def"));
  EXPECT_EQ(files_below(path()), 0U);
  auto one = *runs->open(0), two = *runs->open(0);
  runs->remove(0);
  EXPECT_FALSE(runs->open(0));
  EXPECT_EQ(*read_head(*one, 2), "ab");
  EXPECT_EQ(*read_all(*two, 100), "abcdef");
  EXPECT_EQ(*read_all(*one, 100), "cdef");
}

TEST_F(stores, a_data_folder_has_one_engine_and_names_its_process) {
  auto first = data_folder::open(path() / "laundry");
  ASSERT_TRUE(first);
  const auto second = data_folder::open(path() / "laundry");
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, errc::journal_locked);
  EXPECT_NE(second.error().detail.find(std::to_string(::getpid())), std::string::npos)
      << second.error().detail;
  EXPECT_TRUE(fs::is_directory(first->layout().raw()));
}

TEST_F(stores, a_data_folder_names_its_holder_or_none) {
  EXPECT_EQ(data_folder::holder(path() / "none").error().code, errc::not_found);
  {
    const auto folder = data_folder::open(path());
    ASSERT_TRUE(folder);
    EXPECT_EQ(data_folder::holder(path()).value(), ::getpid());
    EXPECT_EQ(data_folder::holder(path()).value(), ::getpid()) << "asking takes nothing away";
    EXPECT_EQ(data_folder::open(path()).error().code, errc::journal_locked);
  }
  EXPECT_EQ(data_folder::holder(path()).error().code, errc::not_found) << "whatever its file says";
}

TEST_F(stores, a_refused_start_sets_no_running_mark) {
  { EXPECT_TRUE(data_folder::open(path())); }
  EXPECT_FALSE(data_folder::open(path())->was_unclean());
}

TEST_F(stores, an_unclean_stop_is_detected) {
  { EXPECT_TRUE(data_folder::open(path())->begin_work()); }
  {
    auto folder = data_folder::open(path());
    EXPECT_TRUE(folder->was_unclean());
    ASSERT_TRUE(folder->stop_in_order());
  }
  EXPECT_FALSE(data_folder::open(path())->was_unclean());
}

/// How the next start finds the folder, which is then left as after a kill.
std::pair<bool, bool> unclean_and_to_check(const fs::path& path) {
  auto folder = data_folder::open(path).value();
  const std::pair found{folder.was_unclean(), folder.needs_check()};
  EXPECT_TRUE(folder.begin_work());
  return found;
}

TEST_F(stores, only_a_sound_folder_whose_machine_has_run_since_needs_no_check_after_a_kill) {
  const std::pair to_check{true, true}, killed{true, false};
  const auto mark = data_layout{path()}.running_mark();
  EXPECT_EQ(unclean_and_to_check(path()), (std::pair{false, false}));
  EXPECT_EQ(unclean_and_to_check(path()), to_check) << "killed before it was found sound";
  ASSERT_TRUE(data_folder::open(path())->found_sound());
  EXPECT_EQ(unclean_and_to_check(path()), killed);
  EXPECT_EQ(unclean_and_to_check(path()), killed) << "a start that is killed takes nothing back";
  std::ofstream{data_layout{path()}.crash_mark()} << std::string(32, 'a');
  EXPECT_EQ(unclean_and_to_check(path()), to_check) << "a crashed engine may have written anything";
  fs::remove(data_layout{path()}.crash_mark());
  EXPECT_EQ(unclean_and_to_check(path()), to_check) << "the check had begun";
  ASSERT_TRUE(data_folder::open(path())->found_sound());
  ASSERT_TRUE(data_folder::open(path())->doubt());
  EXPECT_EQ(unclean_and_to_check(path()), to_check);
  ASSERT_TRUE(data_folder::open(path())->found_sound());
  fs::copy(mark, mark.string() + ".copy");
  fs::rename(mark.string() + ".copy", mark);
  EXPECT_EQ(unclean_and_to_check(path()), to_check) << "a copy of a folder in use may be torn";
  std::ofstream{mark} << "sound in boot 00000000-0000-0000-0000-000000000000, file 1\n";
  EXPECT_EQ(unclean_and_to_check(path()), to_check) << "the machine was started again";
}

TEST_F(stores, the_lock_ends_with_its_process) {
  const auto child = ::fork();
  if (child == 0) {
    auto folder = data_folder::open(path());
    ::_exit(folder && folder->begin_work() ? 0 : 1);
  }
  int code = 0;
  ASSERT_EQ(::waitpid(child, &code, 0), child);
  ASSERT_EQ(code, 0);
  auto folder = data_folder::open(path());
  ASSERT_TRUE(folder);
  EXPECT_TRUE(folder->was_unclean());
}

TEST_F(stores, the_crash_mark_names_the_document_until_it_is_removed) {
  const auto killer = md5("killer");
  std::ofstream{data_layout{path()}.crash_mark()} << killer.hex() << '\n';
  {
    auto folder = data_folder::open(path());
    EXPECT_EQ(folder->crashed_on(), killer);
    ASSERT_TRUE(folder->forget_crash());
  }
  EXPECT_EQ(data_folder::open(path())->crashed_on(), std::nullopt);
}

}  // namespace laundromat
