// Tests of the store of clean documents: publishing a group, deltas, ledgers, metadata, staged files.
// SPDX-License-Identifier: Apache-2.0
#include "storage/stores/clean_store.hpp"

#include <gtest/gtest.h>

#include <unistd.h>

#include <array>
#include <filesystem>

#include "storage/files/posix_file.hpp"
#include "tests/storage/journal_fixture.hpp"
#include "tests/storage/store_files.hpp"

namespace laundromat {

class clean_store_test : public testing::Test {
 protected:
  [[nodiscard]] const std::filesystem::path& path() const { return folder_.path(); }
  temporary_folder folder_;
};

TEST_F(clean_store_test, a_group_is_published_under_its_digests_and_doing_it_again_changes_nothing) {
  auto clean = clean_store::at(path());
  ASSERT_TRUE(clean);
  std::vector<publication> group;
  for (int i = 0; i < 10; ++i) {
    const auto text = std::to_string(i);
    group.push_back({staged_text(*clean, text), sha256(text)});
  }
  ASSERT_TRUE(clean->publish(group));
  ASSERT_TRUE(clean->publish(group)) << "as after a stop between the renames and the COMMIT";
  EXPECT_EQ(files_below(path()), 20U) << "each with its index";
  EXPECT_EQ(content(clean->open(sha256("3"))), "3");
  const auto hex = sha256("3").hex();
  EXPECT_EQ(clean->path_of(sha256("3")), path() / hex.substr(0, 2) / hex / "data.nq.gz");
}

TEST_F(clean_store_test, a_delta_is_stored_with_the_newer_document_and_kept_when_that_is_removed) {
  auto clean = clean_store::at(path());
  const auto text = staged_text(*clean, "new"), patch = staged_text(*clean, "patch");
  EXPECT_EQ(content(clean->staged().open(text)), "new");
  const std::array group{publication{text, sha256("new")},
                         publication{patch, sha256("new"), segment_kind::delta, sha256("old")}};
  ASSERT_TRUE(clean->publish(group));
  ASSERT_TRUE(clean->publish(group));
  const auto delta = clean->where(segment_kind::delta, sha256("new"), sha256("old")).file;
  EXPECT_EQ(delta.parent_path(), clean->path_of(sha256("new")).parent_path());
  EXPECT_EQ(delta.filename(), "delta-" + sha256("old").hex().substr(0, 16) + ".rdfp.gz");
  ASSERT_TRUE(clean->remove(sha256("new")));
  ASSERT_TRUE(clean->remove(sha256("new"))) << "doing it again changes nothing";
  EXPECT_EQ(clean->open(sha256("new")).error().code, errc::not_found);
  EXPECT_TRUE(fs::exists(delta));
  fs::remove(delta);
  ASSERT_TRUE(clean->remove(sha256("new")));
  EXPECT_FALSE(fs::exists(delta.parent_path())) << "no empty folder is left";
}

TEST_F(clean_store_test, the_same_document_twice_is_one_file) {
  auto clean = clean_store::at(path());
  const publication a{staged_text(*clean, "x"), sha256("x")}, b{staged_text(*clean, "x"), sha256("x")},
      c{staged_text(*clean, "x"), sha256("x")};
  ASSERT_TRUE(clean->publish(std::array{a, b}));
  ASSERT_TRUE(clean->publish(std::array{c}));
  EXPECT_EQ(files_below(path()), 2U);
}

TEST_F(clean_store_test, the_index_of_a_document_is_published_with_it) {
  auto clean = clean_store::at(path());
  const auto publish = [&](std::string_view text, std::string_view index) {
    auto file = clean->stage();
    ASSERT_TRUE((*file)->write(text));
    ASSERT_TRUE(clean->publish(std::array{publication{(*file)->finish(index).value(), sha256(text)}}));
  };
  const block_index index{{{10, 0, ""}, {20, 50, "<a:s"}}, 31, 99};
  publish("x", to_bytes(index));
  publish("y", "torn");
  EXPECT_EQ(clean->read_index(sha256("x")).value(), index);
  EXPECT_EQ(clean->read_index(sha256("y")).error().code, errc::archive_damaged);
  EXPECT_EQ(clean->read_index(sha256("z")).error().code, errc::not_found);
}

TEST_F(clean_store_test, ledgers_are_stored_with_the_document_under_their_own_digests) {
  auto clean = clean_store::at(path());
  const auto document = sha256("x"), one = sha256("one"), two = sha256("two");
  ASSERT_TRUE(
      clean->publish(std::array{publication{staged_text(*clean, "x"), document},
                                publication{staged_text(*clean, "1"), document, segment_kind::ledger, one},
                                publication{staged_text(*clean, "2"), document, segment_kind::ledger, two}}));
  EXPECT_EQ(clean->where(segment_kind::ledger, document, one).file.parent_path(),
            clean->path_of(document).parent_path());
  EXPECT_EQ(clean->where(segment_kind::ledger, document, one).file.filename(),
            "ledger-" + one.hex().substr(0, 16) + ".nq.gz");
  for (const auto& file : {clean->path_of(document), clean->where(segment_kind::ledger, document, one).file,
                           clean->where(segment_kind::ledger, document, two).file})
    EXPECT_TRUE(std::filesystem::exists(file)) << file;
}

TEST_F(clean_store_test, a_ledger_needs_no_document) {
  auto clean = clean_store::at(path());
  ASSERT_TRUE(clean->publish(
      std::array{publication{staged_text(*clean, "1"), sha256(""), segment_kind::ledger, sha256("one")}}));
  EXPECT_TRUE(std::filesystem::exists(clean->where(segment_kind::ledger, sha256(""), sha256("one")).file));
}

TEST_F(clean_store_test, metadata_are_published_and_removed_with_their_document) {
  auto clean = clean_store::at(path());
  const auto stage = [&](std::string_view metadata) {
    auto file = clean->stage();
    EXPECT_TRUE((*file)->write("x"));
    EXPECT_EQ((*file)->add_sidecar("../etc", "").error().code, errc::invalid_argument);
    EXPECT_TRUE((*file)->add_sidecar("meta.json", metadata));
    EXPECT_TRUE((*file)->add_sidecar("meta.nq.gz", metadata));
    return file;
  };
  const auto finished = [](result<std::unique_ptr<clean_output>> file) {
    return (*file)->finish("index").value_or("");
  };
  stage("dropped unfinished");
  EXPECT_EQ(files_below(path()), 0U);
  clean->drop(finished(stage("dropped")));
  EXPECT_EQ(files_below(path()), 0U);
  const publication first{finished(stage("first")), sha256("x")},
      second{finished(stage("second")), sha256("x")};
  ASSERT_TRUE(clean->publish(std::array{first, second}));
  EXPECT_EQ(files_below(path()), 4U) << "and its index";
  const auto json = open_file_source(clean->path_of(sha256("x")).parent_path() / "meta.json");
  ASSERT_TRUE(json);
  EXPECT_EQ(*read_all(**json, 100), "first");
}

TEST_F(clean_store_test, a_document_without_statements_has_no_file) {
  auto clean = clean_store::at(path());
  ASSERT_TRUE(clean->publish(std::array{publication{"", sha256("")}}));
  EXPECT_EQ(clean->open(sha256("")).error().code, errc::not_found);
}

TEST_F(clean_store_test, a_file_that_was_not_staged_cannot_be_published) {
  auto clean = clean_store::at(path());
  EXPECT_EQ(clean->publish(std::array{publication{"1-2-3", sha256("x")}}).error().code, errc::not_found);
  EXPECT_EQ(clean->publish(std::array{publication{"../x", sha256("x")}}).error().code,
            errc::invalid_argument);
}

TEST_F(clean_store_test, staged_files_are_removed_at_the_start_and_when_dropped) {
  auto clean = clean_store::at(path());
  const std::string large(most_small_file_bytes + 1, 'x');
  { ASSERT_TRUE((*clean->stage())->write(large)); }
  EXPECT_EQ(files_below(path()), 0U);
  clean->drop(staged_text(*clean, large));
  EXPECT_EQ(files_below(path()), 0U);
  staged_text(*clean, large);
  EXPECT_EQ(clean->staged().sweep().value(), 2U);
  EXPECT_EQ(files_below(path()), 0U);
}

TEST_F(clean_store_test, small_staged_files_are_in_memory_until_it_is_full_or_they_grow) {
  const auto clean = clean_store::at(path()).value();
  const auto small = staged_text(clean, "small");
  EXPECT_EQ(files_below(path()), 0U);
  EXPECT_EQ(content(clean.staged().open(small)), "small");
  EXPECT_EQ(content(clean.staged().open(small, index_file_name)), "index of it");
  EXPECT_EQ(clean.staged().parts(small).value(), std::vector<std::string>{"data.idx"});
  const std::string half(most_small_file_bytes / 2, 'x');
  auto grows = clean.stage().value();
  ASSERT_TRUE(grows->write(half + "x"));
  EXPECT_EQ(files_below(path()), 0U);
  ASSERT_TRUE(grows->write(half));
  EXPECT_EQ(files_below(path()), 1U);
  const auto grown = grows->finish({}).value();
  EXPECT_EQ(content(clean.staged().open(grown)).size(), most_small_file_bytes + 1);
  EXPECT_EQ(*clean.staged().small_file(small).value(), "small");
  EXPECT_EQ(clean.staged().small_file(grown).value(), nullptr);
  std::size_t stored = 0;
  while (files_below(path()) == 1 && stored < 1'000) ++stored, staged_text(clean, half);
  EXPECT_GE(stored, 100U);
  EXPECT_LE(stored * half.size(), staged_files::most_bytes + half.size())
      << "what has no room in memory is on the disk";
  clean.drop(small);
  EXPECT_EQ(clean.staged().open(small).error().code, errc::not_found);
}

TEST_F(clean_store_test, a_descriptor_moves_a_staged_file_to_the_disk) {
  const auto clean = clean_store::at(path()).value();
  auto file = clean.stage().value();
  ASSERT_TRUE(file->write("be") && file->add_sidecar("meta.json", "{}"));
  const auto fd = file->descriptor().value();
  ASSERT_EQ(::write(fd, "gun", 3), 3);
  ASSERT_TRUE(file->write(" here"));
  const auto name = file->finish({}).value();
  EXPECT_EQ(content(clean.staged().open(name)), "begun here");
  EXPECT_EQ(content(clean.staged().open(name, "meta.json")), "{}");
  EXPECT_EQ(*clean.staged().small_file(name).value(), "begun here");
}

}  // namespace laundromat
