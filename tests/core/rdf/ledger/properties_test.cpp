// Properties in all seven formats with very dirty documents: the ledger explains every byte, and every repair can be reverted.
// SPDX-License-Identifier: Apache-2.0
#include <functional>

#include "core/rdf/ledger/repairs.hpp"
#include "tests/core/rdf/cases.hpp"
#include "tests/core/rdf/ledger/keeping.hpp"

namespace laundromat::testing {
namespace {

namespace fs = std::filesystem;

/// The case files of all readers.
std::vector<std::string> all_cases() {
  std::vector<std::string> all;
  for (const auto* room : {"lines", "turtle", "rdfxml", "rdfa", "jsonld", "ledger"})
    for (auto& file : list_cases(std::string("tests/core/rdf/") + room + "/cases")) all.push_back(file);
  return all;
}

std::vector<std::string> corpus_files() {
  std::vector<std::string> all;
  const auto* shared = std::getenv("LAUNDROMAT_SHARED");
  if (shared == nullptr) return all;
  for (const auto& file : fs::recursive_directory_iterator(fs::path(shared) / "corpus"))
    if (file.is_regular_file() && file.path().extension().string().size() > 1 &&
        file.file_size() < 4'000'000 && format_from_extension(file.path().extension().string().substr(1)))
      all.push_back(file.path().string());
  std::ranges::sort(all);
  return all;
}

reader_options options_of(const fs::path& file) {
  reader_options options{base};
  const auto stem = file.stem().string();
  if (const auto dot = stem.rfind('.'); dot != stem.npos)
    if (const auto profile = profile_from_name(stem.substr(dot + 1))) options.profile = *profile;
  return options;
}

/// Every byte of the document is in one span, and those in quarantine are restored unchanged.
void expect_bytes_explained(const std::string& text, const std::string& ledger_bytes,
                            const loaded_ledger& ledger) {
  std::vector<std::pair<std::uint64_t, std::string>> quarantined;
  span_sums sums;
  std::uint64_t at = 0;
  for (const auto& [kind, length] : ledger.spans) {
    ASSERT_LE(at + length, text.size());
    sums.add(kind, length);
    if (kind == span_kind::quarantine) quarantined.emplace_back(at, text.substr(at, length));
    at += length;
  }
  EXPECT_EQ(at, text.size());
  EXPECT_EQ(sums, ledger.subject.spans);
  EXPECT_EQ(sums.statement_bytes + sums.syntax_bytes + sums.quarantine_bytes, text.size());
  remembering_quarantine restored;
  auto source = make_memory_source(ledger_bytes);
  EXPECT_TRUE(read_ledger(*source, restored));
  EXPECT_EQ(restored.all, quarantined);
}

/// The reported text of a repair is in the document, and applying and reverting gives the document again.
void expect_repairs_undone(const std::string& text, const loaded_ledger& ledger) {
  for (const auto& row : ledger.rows) {
    const auto& d = row.found;
    if (d.done != treatment::repair) continue;
    const auto there = text.substr(d.offset_bytes, d.length_bytes);
    EXPECT_TRUE(there == d.before || ledger.bytes_at(d.offset_bytes, d.length_bytes) == there)
        << to_string(d.rule) << " at " << d.line << ':' << d.column << ", offset " << d.offset_bytes
        << " length " << d.length_bytes << "\n  before: " << printable(d.before)
        << "\n  there:  " << printable(there);
  }
  const auto ordered = order_repairs(repairs_of(ledger));
  const auto repaired = apply_repairs(text, ordered);
  ASSERT_TRUE(repaired) << to_string(repaired.error());
  const auto again = unapply_repairs(*repaired, ordered);
  ASSERT_TRUE(again) << to_string(again.error());
  EXPECT_TRUE(*again == text);
}

/// A shortened excerpt is the only thing of which a ledger may have less than the reader reported.
void expect_rows_kept(const remembering_sink& read, const loaded_ledger& ledger) {
  ASSERT_EQ(read.defects.size(), ledger.rows.size());
  for (std::size_t i = 0; i < read.defects.size(); ++i) {
    auto expected = read.defects[i];
    const auto& row = ledger.rows[i].found;
    EXPECT_TRUE(expected.before.starts_with(row.before));
    expected.before = row.before;
    EXPECT_TRUE(expected == row) << i;
  }
  EXPECT_EQ(read.spans, ledger.spans);
}

void check(const std::string& path) {
  SCOPED_TRACE(path);
  const fs::path file{path};
  const auto format = format_from_extension(file.extension().string().substr(1));
  ASSERT_TRUE(format);
  const auto text = read_case_file(file);
  const auto ledger = keep_ledger(*format, text, options_of(file));
  EXPECT_EQ(ledger.written.digest, sha256(ledger.bytes));
  const auto loaded = load(ledger.bytes);
  expect_rows_kept(ledger.read, loaded);
  expect_bytes_explained(text, ledger.bytes, loaded);
  expect_repairs_undone(text, loaded);
}

TEST(ledger_properties, every_byte_of_the_cases_is_explained_and_every_repair_can_be_reverted) {
  for (const auto& path : all_cases()) check(path);
}

TEST(ledger_properties, every_byte_of_a_corpus_is_explained_and_every_repair_can_be_reverted) {
  const auto files = corpus_files();
  if (files.empty()) GTEST_SKIP() << "set LAUNDROMAT_SHARED to a folder with a corpus";
  for (const auto& path : files) check(path);
}

TEST(ledger_properties, chunks_do_not_change_the_ledger) {
  for (const auto& path : all_cases()) {
    const fs::path file{path};
    const auto text = read_case_file(file);
    const auto format = *format_from_extension(file.extension().string().substr(1));
    const ledger_limits small{64, 16, 48, 4};
    const auto whole = keep_ledger(format, text, options_of(file), small);
    EXPECT_EQ(whole.bytes, keep_ledger(format, text, options_of(file), small, 7).bytes) << path;
    const auto loaded = load(whole.bytes);
    expect_bytes_explained(text, whole.bytes, loaded);
  }
}

std::size_t count_repaired(const std::vector<defect>& all, errc rule) {
  return static_cast<std::size_t>(std::ranges::count_if(
      all, [&](const defect& d) { return d.rule == rule && d.done != treatment::note; }));
}

/// A case read under a profile, and its ledger.
struct read_case {
  rdf_format format{};
  std::string text;
  reader_options options{base};
  std::vector<std::string> lines = {};  ///< sorted
  std::vector<defect> defects = {};
  loaded_ledger ledger = {};
};

/// Every document under each profile that repairs.
void for_each_reading(const std::function<void(const read_case&)>& check) {
  for (const auto& path : all_cases())
    for (const auto profile : {wash_profile::standard, wash_profile::max_recall}) {
      const fs::path file{path};
      SCOPED_TRACE(path + ", " + std::string(to_string(profile)));
      read_case one{*format_from_extension(file.extension().string().substr(1)), read_case_file(file)};
      one.options.profile = profile;
      auto kept = keep_ledger(one.format, one.text, one.options);
      one.lines = std::move(kept.read.lines);
      std::ranges::sort(one.lines);
      one.defects = std::move(kept.read.defects);
      one.ledger = load(kept.bytes);
      check(one);
    }
}

TEST(ledger_properties, an_edit_gives_the_same_statements_and_one_defect_less) {
  for_each_reading([](const read_case& one) {
    for (const auto& row : one.ledger.rows) {
      const auto& d = row.found;
      if (d.done != treatment::repair || !row.is_edit) continue;
      const auto repaired = apply_repairs(one.text, {{d.offset_bytes, d.before, d.after}});
      ASSERT_TRUE(repaired);
      auto after = read_text(one.format, *repaired, 0, one.options);
      std::ranges::sort(after.lines);
      EXPECT_EQ(after.lines, one.lines) << to_string(d.rule) << " at " << d.offset_bytes;
      EXPECT_LT(count_repaired(after.defects, d.rule), count_repaired(one.defects, d.rule))
          << to_string(d.rule) << " at " << d.offset_bytes;
    }
  });
}

TEST(ledger_properties, all_edits_together_give_the_same_statements_and_no_further_edit) {
  for_each_reading([](const read_case& one) {
    const auto ordered = order_repairs(repairs_of(one.ledger));
    if (ordered.empty()) return;
    const auto repaired = apply_repairs(one.text, ordered);
    ASSERT_TRUE(repaired);
    auto after = keep_ledger(one.format, *repaired, one.options);
    std::ranges::sort(after.read.lines);
    EXPECT_EQ(after.read.lines, one.lines) << printable(*repaired);
    for (const auto& left : repairs_of(load(after.bytes)))
      ADD_FAILURE() << "still " << printable(left.before) << " at " << left.offset_bytes;
    EXPECT_EQ(unapply_repairs(*repaired, ordered), one.text);
  });
}

}  // namespace
}  // namespace laundromat::testing
