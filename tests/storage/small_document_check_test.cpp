// Tests of checking documents in segments, many at once.
// SPDX-License-Identifier: Apache-2.0
#include "storage/stores/small_document_check.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "core/base/digest.hpp"
#include "core/codec/compression/block_gzip.hpp"
#include "storage/segments/segment_files.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {

namespace {

namespace fs = std::filesystem;

std::string packed(std::string_view text) {
  string_sink out;
  block_gzip_sink sink{out};
  EXPECT_TRUE(sink.write(text) && sink.finish());
  return out.text;
}

/// Documents with ledgers and deltas in segments, and bytes between them that belong to none.
class small_document_check_test : public ::testing::Test {
 protected:
  segment_place append(segment_kind kind, std::string_view text) {
    auto& segment = segments_[kind];
    segment += std::string(kind == segment_kind::clean ? 100'000 : 3, '?');
    const auto bytes = packed(text);
    segment += bytes;
    return {1, segment.size() - bytes.size(), bytes.size()};
  }
  void add_document(const std::string& text, std::uint64_t statements) {
    placed_document one;
    auto& clean = one.kept.clean;
    clean.hash = sha256(text);
    clean.statements = statements;
    clean.content.bytes = text.size();
    clean.place = append(segment_kind::clean, text);
    clean.compressed_bytes = clean.place.length_bytes;
    const auto number = std::to_string(documents_.size());
    const auto ledger = "ledger " + number + '\n';
    one.kept.ledgers = {sha256(ledger)};
    one.parts.push_back({segment_kind::ledger, sha256(ledger), append(segment_kind::ledger, ledger)});
    one.kept.deltas_from = {sha256(number)};
    one.parts.push_back({segment_kind::delta, sha256(number), append(segment_kind::delta, "A " + ledger)});
    documents_.push_back(std::move(one));
  }
  void write_segments() {
    for (const auto& [kind, bytes] : segments_) {
      const auto path = folder_.path() / segment_path(kind, 1);
      fs::create_directories(path.parent_path());
      std::ofstream{path, std::ios::binary} << bytes;
    }
  }
  /// The numbers of the documents that are not found intact.
  std::vector<std::size_t> doubtful() {
    write_segments();
    std::vector<std::size_t> numbers;
    const auto found = check_.check(documents_);
    for (std::size_t i = 0; i < found.size(); ++i)
      if (!found[i]) numbers.push_back(i);
    return numbers;
  }

  temporary_folder folder_;
  safe_folder data_ = safe_folder::named(folder_.path()).value();
  small_document_check check_{data_};
  std::map<segment_kind, std::string> segments_;
  std::vector<placed_document> documents_;
};

using numbers = std::vector<std::size_t>;

}  // namespace

TEST_F(small_document_check_test, intact_documents_are_counted) {
  for (int i = 0; i < 100; ++i) add_document("a\nb" + std::to_string(i) + '\n', 2);
  std::ranges::reverse(documents_);
  EXPECT_EQ(doubtful(), numbers{});
  const auto found = check_.check(documents_);
  EXPECT_EQ(found[99]->files, 3U);
  EXPECT_EQ(found[99]->bytes, std::string{"a\nb0\nledger 0\nA ledger 0\n"}.size());
}

TEST_F(small_document_check_test, a_changed_byte_of_each_file_is_found) {
  for (int i = 0; i < 3; ++i) add_document("a\nb" + std::to_string(i) + '\n', 2);
  const auto& middle = documents_[1];
  for (const auto& [kind, place] : {std::pair{segment_kind::clean, middle.kept.clean.place},
                                    {segment_kind::ledger, middle.parts[0].place},
                                    {segment_kind::delta, middle.parts[1].place}})
    for (auto i = place.offset_bytes; i < place.offset_bytes + place.length_bytes; ++i) {
      auto& byte = segments_[kind][i];
      const auto before = std::exchange(byte, static_cast<char>(byte ^ 0xFF));
      EXPECT_EQ(doubtful(), numbers{1}) << static_cast<int>(kind) << " byte " << i;
      byte = before;
    }
  EXPECT_EQ(doubtful(), numbers{});
}

TEST_F(small_document_check_test, lines_must_be_sorted_unique_ended_and_as_many_as_the_journal_has) {
  add_document("a\nb\n", 2);
  add_document("b\na\n", 2);
  add_document("a\na\n", 2);
  add_document("a\nb", 2);
  add_document("a\nb\n", 3);
  documents_.back().kept.clean.hash = documents_.front().kept.clean.hash;
  EXPECT_EQ(doubtful(), (numbers{1, 2, 3, 4}));
}

TEST_F(small_document_check_test, a_cut_or_missing_segment_concerns_only_its_documents) {
  for (int i = 0; i < 3; ++i) add_document("a\nb" + std::to_string(i) + '\n', 2);
  auto& clean = segments_[segment_kind::clean];
  clean.pop_back();
  EXPECT_EQ(doubtful(), numbers{2});
  documents_[0].kept.clean.place.serial = 7;
  EXPECT_EQ(doubtful(), (numbers{0, 2}));
}

TEST_F(small_document_check_test, files_outside_of_segments_are_left_to_the_thorough_check) {
  for (int i = 0; i < 4; ++i) add_document("a\nb" + std::to_string(i) + '\n', 2);
  documents_[0].kept.clean.place = {};
  documents_[1].parts.erase(documents_[1].parts.begin());
  documents_[2].parts.clear();
  documents_[2].kept.is_removed = true;
  EXPECT_EQ(doubtful(), (numbers{0, 1, 2}));
}

TEST_F(small_document_check_test, of_a_removed_document_only_deltas_are_read) {
  add_document("a\nb\n", 2);
  documents_[0].kept.is_removed = true;
  segments_[segment_kind::clean].clear();
  segments_[segment_kind::ledger].clear();
  EXPECT_EQ(doubtful(), numbers{});
}

TEST_F(small_document_check_test, a_document_without_statements_has_no_file) {
  add_document("", 0);
  documents_[0].kept.clean.place = {};
  EXPECT_EQ(doubtful(), numbers{});
}

}  // namespace laundromat
