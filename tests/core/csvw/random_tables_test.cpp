// Tables of random pieces: no input breaks the reader, every byte is accounted for, and chunks change nothing.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <random>

#include "core/csvw/csvw_reader.hpp"

namespace laundromat {

namespace {

constexpr std::string_view pieces[] = {"a",  "1",  ",",        ",",    "\n",   "\n",        "\r\n",
                                       "\r", "\"", "\"\"",     " ",    "\t",   "#",         ";;",
                                       "'",  "\\", "\xC3\xA9", "\xFF", "true", "2015-03-22"};

struct listed_table final : statement_sink {
  result<void> on_statement(const statement_view& statement) override {
    for (const auto& term : {statement.subject, statement.predicate, statement.object}) {
      all += term.value;
      all += ' ';
    }
    return {};
  }
  void on_defect(const defect& found) override { all += std::string(to_string(found.rule)) + found.message; }
  void on_span(span_kind kind, std::uint64_t length_bytes) override {
    all += std::string(to_string(kind)) + std::to_string(length_bytes);
    bytes += length_bytes;
  }
  std::string all;
  std::uint64_t bytes = 0;
};

csvw_options some_options(unsigned number) {
  csvw_options options;
  options.mode = csvw::rdf_mode::standard;
  auto& table = options.group.tables.emplace_back();
  table.url = "http://example.org/t.csv";
  auto& how = table.table_dialect.emplace();
  if (number % 2 == 1) how.delimiter = ";;";
  if (number % 3 == 1) how.quote = "'";
  if (number % 5 == 1) how.doubles_quote = false;
  if (number % 7 == 1) how.comment_prefix = "#";
  if (number % 4 == 1) how.line_ends = {"\r\n", "\n", "\r"};
  if (number % 6 == 1) how.skipped_rows = 1;
  if (number % 8 == 1) how.trim = csvw::trimming::none;
  return options;
}

listed_table wash_table(std::string_view text, unsigned number, std::size_t chunk) {
  listed_table sink;
  reader_options terms;
  if (number % 3 == 2) terms.limits.line_bytes = 5 + number % 20;
  const auto reader = make_csvw_reader(some_options(number), terms, sink);
  for (std::size_t at = 0; at < text.size(); at += chunk) EXPECT_TRUE(reader->push(text.substr(at, chunk)));
  EXPECT_TRUE(reader->finish());
  return sink;
}

}  // namespace

TEST(csvw_reader, reads_any_bytes_the_same_way_in_all_chunks_X05) {
  for (unsigned seed = 0; seed < 2'000; ++seed) {
    std::mt19937 random(seed);
    std::string text;
    for (auto left = random() % 60; left > 0; --left) text += pieces[random() % std::size(pieces)];
    const auto whole = wash_table(text, seed, 1'000'000), parts = wash_table(text, seed, 1 + seed % 5);
    ASSERT_EQ(whole.bytes, text.size()) << "seed " << seed;
    ASSERT_EQ(whole.all, parts.all) << "seed " << seed;
  }
}

}  // namespace laundromat
