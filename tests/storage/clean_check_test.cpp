// Tests of checking the files of a document with a folder of its own.
// SPDX-License-Identifier: Apache-2.0
#include "storage/stores/clean_check.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "core/base/digest.hpp"
#include "core/codec/codec_version.hpp"
#include "core/codec/compression/block_gzip.hpp"
#include "core/rdf/metrics/statistics_meter.hpp"
#include "core/washing/document_metadata.hpp"
#include "storage/journal/sqlite.hpp"
#include "storage/stores/clean_sweep.hpp"
#include "tests/read_file.hpp"
#include "tests/storage/store_files.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {

namespace {

namespace fs = std::filesystem;

/// A published document of several blocks.
class clean_check_test : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string text;
    for (int i = 100'000; i < 130'000; ++i)
      text += "<http://a.example/" + std::to_string(i) + "> <http://a.example/p> \"" +
              md5(std::to_string(i)).hex() + "\" .\n";
    auto staged = store_.stage().value();
    string_sink packed;
    block_gzip_sink sink{packed};
    ASSERT_TRUE(sink.write(text) && sink.finish() && staged->write(packed.text));
    content_meter content;
    content.update(text);
    statistics_meter meter;
    meter.add(text);
    auto& clean = document_.clean;
    clean.content = content.finish();
    clean.statements = 30'000;
    clean.compressed_bytes = packed.text.size();
    clean.hash = sha256(text);
    worker_pool alone(1);
    const auto metadata = make_metadata_files({clean.content,
                                               clean.compressed_bytes,
                                               {},
                                               meter.finish(),
                                               program_,
                                               std::string(codec_version())},
                                              alone)
                              .value();
    for (std::size_t i = 0; i < metadata.size(); ++i)
      ASSERT_TRUE(staged->add_sidecar(metadata_file_names[i], metadata[i]));
    const publication one{staged->finish(to_bytes(sink.index())).value(), clean.hash};
    ASSERT_TRUE(store_.publish({&one, 1}));
  }
  [[nodiscard]] document_check check() const { return check_document(store_, document_, program_); }
  [[nodiscard]] fs::path file(std::string_view name) const {
    return store_.path_of(document_.clean.hash).parent_path() / name;
  }
  /// The damaged files after `change` of one file.
  std::vector<fs::path> damaged_after(std::string_view name,
                                      const std::function<void(std::string&)>& change) {
    const auto whole = read_file(file(name));
    auto changed = whole;
    change(changed);
    std::ofstream{file(name), std::ios::binary} << changed;
    std::vector<fs::path> names;
    for (const auto& one : check().problems) names.push_back(one.place.file.filename());
    std::ofstream{file(name), std::ios::binary} << whole;
    return names;
  }

  const std::string program_ = "1.0";
  temporary_folder folder_;
  clean_store store_ = clean_store::at(folder_.path() / "clean").value();
  kept_document document_;
};

}  // namespace

TEST_F(clean_check_test, an_undamaged_document_has_no_problem) {
  const auto found = check();
  EXPECT_TRUE(found.problems.empty());
  EXPECT_TRUE(found.unknown.empty());
  EXPECT_EQ(found.files, 4U);
}

TEST_F(clean_check_test, a_changed_byte_is_found_in_each_file) {
  for (const auto name :
       {document_file_name, index_file_name, metadata_file_names[0], metadata_file_names[1]}) {
    const auto size = fs::file_size(file(name));
    for (const auto at :
         {std::uintmax_t{0}, std::uintmax_t{5}, size / 3, size / 2, size - 9, size - 3, size - 1})
      EXPECT_EQ(
          damaged_after(name, [&](std::string& bytes) { bytes[at] = static_cast<char>(bytes[at] ^ 0xFF); }),
          std::vector<fs::path>{name})
          << name << " byte " << at;
  }
}

TEST_F(clean_check_test, bytes_after_a_document_that_inflate_to_nothing_are_found) {
  string_sink nothing;
  block_gzip_sink packed{nothing};
  ASSERT_TRUE(packed.finish());
  EXPECT_EQ(damaged_after(document_file_name, [&](std::string& bytes) { bytes += nothing.text; }),
            std::vector<fs::path>{document_file_name});
}

TEST_F(clean_check_test, missing_and_unknown_files_are_named) {
  std::ofstream{file("note.txt")} << "x";
  fs::remove(file(metadata_file_names[1]));
  const auto found = check();
  ASSERT_EQ(found.problems.size(), 1U);
  EXPECT_EQ(found.problems[0].what, "is missing");
  EXPECT_EQ(found.unknown.size(), 1U);
}

/// The documents in the order in which their checks arrive, each with a problem, because there are no files.
std::vector<content_digest> checked_by(std::size_t threads, const fs::path& folder) {
  auto db = journal::open(folder / "journal.sqlite", journal_mode::read_only).value();
  const auto store = clean_store::at(folder / "clean").value();
  std::vector<content_digest> order;
  const auto take = [&](const kept_document& document, const document_check& found) {
    EXPECT_EQ(found.problems.size(), 1U);
    order.push_back(document.clean.hash);
  };
  EXPECT_TRUE(check_documents(db, store, "1", threads, take));
  return order;
}

TEST(clean_sweep, findings_have_the_order_of_the_journal_with_any_number_of_threads) {
  constexpr std::size_t documents = 9'000;
  const temporary_folder folder;
  {
    auto db = journal::open(folder.path() / "journal.sqlite", journal_mode::read_write).value();
    database::open(folder.path() / "journal.sqlite", database_access::read_write)
        .execute(
            "INSERT INTO cleans (hash, statements, quads, newline, bytes, chars, lines, compressed_bytes, "
            "written_ms, identity_kind, segment, segment_offset) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL "
            "SELECT i + 1 FROM n WHERE i < 9000) SELECT randomblob(32), 1, 0, 1, 9, 9, 1, 9, 0, 1, 0, 0 FROM "
            "n");
  }
  const auto alone = checked_by(1, folder.path());
  EXPECT_EQ(alone.size(), documents);
  EXPECT_EQ(checked_by(4, folder.path()), alone);
}

}  // namespace laundromat
