// Tests of file transfer in chunks: only granted files, in order, and complete.
// SPDX-License-Identifier: Apache-2.0
#include "storage/sharing/remote_files.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>

#include <array>
#include <functional>
#include <vector>

#include "tests/storage/journal_fixture.hpp"
#include "tests/storage/store_files.hpp"

namespace laundromat {
namespace {

constexpr std::string_view body_path = "_org/org.example/a+1";

/// Bytes that differ in each chunk.
std::string text_of(std::uint64_t bytes) {
  std::string text(bytes, '\0');
  for (std::size_t i = 0; i < text.size(); ++i) text[i] = static_cast<char>('a' + (i + i / chunk_bytes) % 26);
  return text;
}

/// Sends a file like a worker node.
std::vector<file_chunk> chunks_of(std::string_view text) {
  std::vector<file_chunk> chunks;
  do {
    const auto offset = chunks.empty() ? 0 : chunks.back().end_bytes();
    chunks.push_back({offset, text.size(), std::string(text.substr(offset, chunk_bytes))});
  } while (!chunks.back().is_last());
  chunks.back().digest = sha256(text);
  return chunks;
}

class remote_files_test : public testing::Test {
 protected:
  void keep_body(std::string_view text) {
    auto file = *raw.stage(body_path);
    ASSERT_TRUE(file->write(text));
    ASSERT_TRUE(file->commit());
  }
  content_digest publish(std::string_view text) {
    auto file = *clean.stage();
    EXPECT_TRUE(file->write(text));
    EXPECT_TRUE(clean.publish(std::array{publication{file->finish({}).value(), sha256(text)}}));
    return sha256(text);
  }
  /// Reads a whole file like a worker node.
  static std::string read_whole(const std::function<result<file_chunk>(std::uint64_t)>& read) {
    std::string text;
    for (;;) {
      const auto chunk = read(text.size());
      if (!chunk) return to_string(chunk.error());
      EXPECT_EQ(chunk->offset_bytes, text.size());
      EXPECT_LE(chunk->bytes.size(), chunk_bytes);
      EXPECT_EQ(chunk->digest.is_null(), !chunk->is_last());
      text += chunk->bytes;
      if (!chunk->is_last()) continue;
      EXPECT_EQ(chunk->total_bytes, text.size());
      EXPECT_EQ(chunk->digest, sha256(text));
      return text;
    }
  }
  static void write_whole(remote_files& files, std::string_view staged, std::string_view part,
                          std::string_view text) {
    for (const auto& chunk : chunks_of(text)) ASSERT_TRUE(files.write(staged, part, chunk));
  }

  static std::optional<std::string> adopted(remote_files& files, std::string label) {
    const auto names = files.adopt({{std::move(label)}, {}, 0, {}}).names;
    return names.empty() ? std::nullopt : std::optional{names.front()};
  }

  temporary_folder folder;
  raw_store raw = *raw_store::at(folder.path() / "raw");
  clean_store clean = *clean_store::at(folder.path() / "clean");
  transfer_grant reads{std::string(body_path), {}, false}, brings{std::string(body_path), {}, true};
  static constexpr std::array<std::uint64_t, 5> sizes{0, 1, chunk_bytes, chunk_bytes + 1, 3 * chunk_bytes};
};

TEST_F(remote_files_test, a_body_and_a_published_document_of_any_size_are_sent_completely_with_their_digest) {
  for (const auto size : sizes) {
    const auto text = text_of(size);
    keep_body(text);
    reads.clean = publish(text);
    remote_files files{reads, raw, clean};
    EXPECT_EQ(read_whole([&](auto offset) { return files.read_body(offset); }), text) << size;
    EXPECT_EQ(read_whole([&](auto offset) { return files.read_clean(offset); }), text) << size;
    EXPECT_EQ(read_whole([&](auto offset) { return files.read_body(offset); }), text) << "and once more";
  }
}

TEST_F(remote_files_test, chunks_are_requested_in_order) {
  keep_body(text_of(3 * chunk_bytes));
  remote_files files{reads, raw, clean};
  EXPECT_EQ(files.read_body(chunk_bytes).error().code, errc::invalid_argument)
      << "nobody asked for its begin";
  ASSERT_TRUE(files.read_body(0));
  EXPECT_EQ(files.read_body(2 * chunk_bytes).error().code, errc::invalid_argument);
  EXPECT_EQ(files.read_body(1).error().code, errc::invalid_argument);
  ASSERT_TRUE(files.read_body(0)) << "it may begin again";
  ASSERT_TRUE(files.read_body(chunk_bytes));
  ASSERT_TRUE(files.read_body(2 * chunk_bytes));
  EXPECT_EQ(files.read_body(3 * chunk_bytes).error().code, errc::invalid_argument) << "there is no more";
}

TEST_F(remote_files_test, only_granted_files_are_read_or_written) {
  keep_body("body");
  const auto one = chunks_of("other").front();
  {
    remote_files files{reads, raw, clean};
    EXPECT_EQ(files.read_clean(0).error().code, errc::invalid_argument);
    EXPECT_EQ(files.write_body(one).error().code, errc::invalid_argument);
  }
  {
    remote_files files{brings, raw, clean};
    EXPECT_EQ(files.read_body(0).error().code, errc::invalid_argument);
  }
  {
    remote_files files{{}, raw, clean};
    EXPECT_EQ(files.read_body(0).error().code, errc::invalid_argument);
    EXPECT_EQ(files.write_body(one).error().code, errc::invalid_argument);
    EXPECT_EQ(files.finish("1-2-3").error().code, errc::invalid_argument);
  }
  EXPECT_EQ(content(raw.open(body_path)), "body");
}

TEST_F(remote_files_test, a_staged_file_of_any_size_is_received_completely_with_sidecar_files) {
  for (const auto size : sizes) {
    const auto text = text_of(size);
    remote_files files{reads, raw, clean};
    write_whole(files, "7", "meta.json", "{}");
    write_whole(files, "7", index_file_name, "");
    write_whole(files, "7", {}, text);
    ASSERT_TRUE(files.finish("7"));
    const auto name = adopted(files, "7").value();
    const auto source = clean.staged().open(name);
    ASSERT_TRUE(source);
    EXPECT_EQ(*read_all(**source, 4 * chunk_bytes), text) << size;
    EXPECT_EQ(content(clean.staged().open(name, "meta.json")), "{}");
    EXPECT_TRUE(clean.publish(std::array{publication{name, sha256(text)}}));
  }
}

TEST_F(remote_files_test, a_chunk_out_of_order_or_too_large_is_refused) {
  remote_files files{reads, raw, clean};
  const std::string name{"1-2-3"};
  const auto chunks = chunks_of(text_of(3 * chunk_bytes));
  EXPECT_EQ(files.write(name, {}, chunks[1]).error().code, errc::invalid_argument);
  ASSERT_TRUE(files.write(name, {}, chunks[0]));
  EXPECT_EQ(files.write(name, {}, chunks[0]).error().code, errc::invalid_argument) << "doubled";
  EXPECT_EQ(files.write(name, {}, chunks[2]).error().code, errc::invalid_argument) << "one is missing";
  ASSERT_TRUE(files.write(name, {}, chunks[1]));
  ASSERT_TRUE(files.write(name, {}, chunks[2]));
  EXPECT_EQ(files.write(name, {}, {3 * chunk_bytes, 3 * chunk_bytes + 1, "x"}).error().code,
            errc::invalid_argument)
      << "it is whole";
  EXPECT_EQ(files.write("other", {}, {0, 2 * chunk_bytes, text_of(chunk_bytes + 1)}).error().code,
            errc::invalid_argument);
}

TEST_F(remote_files_test, a_file_changed_in_transfer_is_never_accepted) {
  remote_files files{reads, raw, clean};
  const std::string name{"1-2-3"};
  auto chunks = chunks_of(text_of(2 * chunk_bytes));
  chunks[0].bytes[7] ^= 1;
  ASSERT_TRUE(files.write(name, {}, chunks[0]));
  EXPECT_EQ(files.write(name, {}, chunks[1]).error().code, errc::io_failed);
  EXPECT_FALSE(files.write(name, {}, {2 * chunk_bytes, 2 * chunk_bytes, "", sha256("")})) << "it has ended";
  EXPECT_FALSE(files.finish(name));
  EXPECT_FALSE(adopted(files, name));
}

TEST_F(remote_files_test, a_file_after_a_failed_write_is_never_finished) {
  ::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const rlimit small{4'096, before.rlim_max};
  remote_files files{reads, raw, clean};
  const std::string name{"1-2-3"};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const auto chunks = chunks_of(text_of(std::max<std::size_t>(3 * chunk_bytes, 2 * most_small_file_bytes)));
  std::size_t next = 0;
  result<void> written;
  while (written && next + 1 < chunks.size()) written = files.write(name, {}, chunks[next++]);
  const auto part_written = files.write(name, "meta.json", chunks_of(text_of(5'000)).front());
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  EXPECT_FALSE(written);
  EXPECT_FALSE(part_written);
  EXPECT_FALSE(files.write(name, {}, chunks[next])) << "there is room again, and a hole in the file";
  EXPECT_FALSE(files.finish(name));
}

TEST_F(remote_files_test, an_incomplete_file_is_neither_finished_nor_adopted) {
  remote_files files{reads, raw, clean};
  const auto chunks = chunks_of(text_of(chunk_bytes + 1));
  const std::string name{"1-2-3"};
  EXPECT_FALSE(files.finish(name)) << "not a byte has come";
  ASSERT_TRUE(files.write(name, {}, chunks[0]));
  EXPECT_FALSE(files.finish(name));
  ASSERT_TRUE(files.write(name, {}, chunks[1]));
  ASSERT_TRUE(files.write(name, "meta.json", {0, 9, "half"}));
  EXPECT_FALSE(files.finish(name)) << "a part has no end";
  EXPECT_FALSE(adopted(files, name));
  ASSERT_TRUE(files.write(name, "meta.json", {4, 9, " done", sha256("half done")}));
  ASSERT_TRUE(files.finish(name));
  EXPECT_TRUE(adopted(files, name));
  EXPECT_FALSE(adopted(files, name)) << "only once";
}

TEST_F(remote_files_test, names_of_sidecar_files_do_not_leave_their_folder) {
  remote_files files{reads, raw, clean};
  const std::string name{"1-2-3"};
  for (const auto* bad : {"../x", "a/b", "/etc/x", ".."})
    EXPECT_FALSE(files.write(name, bad, chunks_of("x").front())) << bad;
}

TEST_F(remote_files_test, files_that_were_not_adopted_are_removed_with_the_lease) {
  {
    remote_files files{reads, raw, clean};
    write_whole(files, "finished", {}, "clean");
    write_whole(files, "finished", "meta.json", "{}");
    ASSERT_TRUE(files.finish("finished"));
    ASSERT_TRUE(files.write("begun", {}, chunks_of(text_of(chunk_bytes + 1)).front()));
    EXPECT_EQ(clean.staged().in_memory(), 1U);
  }
  EXPECT_EQ(clean.staged().in_memory(), 0U);
  EXPECT_EQ(files_below(folder.path()), 0U);
  std::string name;
  {
    remote_files files{reads, raw, clean};
    write_whole(files, "1", {}, "clean");
    ASSERT_TRUE(files.finish("1"));
    name = adopted(files, "1").value();
  }
  EXPECT_EQ(content(clean.staged().open(name)), "clean");
}

TEST_F(remote_files_test, a_lease_stages_a_bounded_number_of_files) {
  remote_files files{reads, raw, clean};
  std::size_t staged = 0;
  while (files.write(std::to_string(staged), {}, chunks_of("x").front()) && staged < 100) {
    EXPECT_TRUE(staged % 2 == 1 || files.finish(std::to_string(staged)));
    ++staged;
  }
  EXPECT_EQ(staged, staged_documents::most_documents);
}

TEST_F(remote_files_test, a_body_of_any_size_is_stored_after_the_last_chunk_and_not_before) {
  for (const auto size : sizes) {
    raw.remove(body_path);
    const auto text = text_of(size);
    remote_files files{brings, raw, clean};
    for (const auto& chunk : chunks_of(text)) {
      EXPECT_FALSE(raw.open(body_path));
      ASSERT_TRUE(files.write_body(chunk)) << size;
    }
    const auto source = raw.open(body_path);
    ASSERT_TRUE(source) << size;
    EXPECT_EQ(*read_all(**source, 4 * chunk_bytes), text) << size;
  }
}

TEST_F(remote_files_test, a_body_may_be_restarted_and_a_changed_or_incomplete_one_is_not_stored) {
  const auto chunks = chunks_of(text_of(2 * chunk_bytes));
  {
    remote_files files{brings, raw, clean};
    EXPECT_EQ(files.write_body(chunks[1]).error().code, errc::invalid_argument);
    ASSERT_TRUE(files.write_body(chunks[0]));
    ASSERT_TRUE(files.write_body(chunks[0])) << "as after a connection that broke";
    auto changed = chunks[1];
    changed.bytes[0] ^= 1;
    EXPECT_EQ(files.write_body(changed).error().code, errc::io_failed);
    EXPECT_FALSE(files.write_body({2 * chunk_bytes, 2 * chunk_bytes, "", sha256("")}));
  }
  EXPECT_EQ(files_below(folder.path()), 0U);
  { ASSERT_TRUE((remote_files{brings, raw, clean}.write_body(chunks[0]))); }
  EXPECT_EQ(files_below(folder.path()), 0U);
}

}  // namespace
}  // namespace laundromat
