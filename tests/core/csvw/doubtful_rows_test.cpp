// Rows in doubt, long lines, long IRIs and many keys: what is skipped, and what is said.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "core/csvw/csvw_reader.hpp"
#include "core/csvw/key_check.hpp"

namespace laundromat {

namespace {

struct said_of_table final : statement_sink {
  explicit said_of_table(std::string_view read) : text(read) {}
  result<void> on_statement(const statement_view& statement) override {
    objects += std::string(statement.object.value) + " ";
    return {};
  }
  void on_defect(const defect& found) override {
    text_position at;
    at.advance(text.substr(0, std::max(found.token_offset_bytes, found.offset_bytes)));
    EXPECT_EQ(std::pair(found.line, found.column), std::pair(at.line, at.column)) << "of what is wrong";
    defects += std::string(to_string(found.rule)) + " line " + std::to_string(found.line) + "\n";
  }
  std::string_view text;
  std::string objects, defects;
};

csvw_options options_of_table() {
  csvw_options options;
  options.group.tables.emplace_back().url = "http://example.org/t.csv";
  return options;
}

said_of_table read_table(std::string_view text, csvw_options options = options_of_table(),
                         reader_options terms = {}, std::size_t chunk = 1'000'000) {
  said_of_table sink(text);
  const auto reader = make_csvw_reader(std::move(options), std::move(terms), sink);
  for (std::size_t at = 0; at < text.size(); at += chunk) EXPECT_TRUE(reader->push(text.substr(at, chunk)));
  EXPECT_TRUE(reader->finish());
  return sink;
}

csvw::column named_column(const std::string& name) {
  csvw::column made;
  made.name = name;
  made.has_name = true;
  return made;
}

}  // namespace

TEST(csvw_rows, all_lines_that_a_lost_quote_may_have_joined_are_skipped_X05) {
  const auto found = read_table("a,b\n1,x\n2,\"y\n3,z\n");
  EXPECT_EQ(found.objects, "1 x ");
  EXPECT_EQ(found.defects, "lost_quote line 3\n");
}

TEST(csvw_rows, what_is_wrong_has_its_place_also_where_rows_end_within_a_line_of_the_text_X05) {
  auto options = options_of_table();
  options.group.tables.front().table_dialect.emplace().line_ends = {"|"};
  const auto found = read_table("a,b|1,x\n,z|\n2,\"y|3,z|", options);
  EXPECT_EQ(found.defects, "row_width line 1\nlost_quote line 3\n");
}

TEST(csvw_rows, a_lost_quote_costs_one_line_when_rows_follow_it_X05) {
  const auto found = read_table("a,b\n1,x\n2,\"y\n3,z\n4,z\n5,z\n");
  EXPECT_EQ(found.objects, "1 x 3 z 4 z 5 z ");
  EXPECT_EQ(found.defects, "lost_quote line 3\n");
}

TEST(csvw_rows, a_row_is_in_doubt_when_the_next_line_may_be_its_rest_X05) {
  const auto found = read_table("a,b\n1,x\ny\"\n2,z\n3,u\nv\n4,w\n");
  EXPECT_EQ(found.objects, "2 z 4 w ");
  EXPECT_EQ(found.defects,
            "doubtful_rows line 2\nlost_quote line 3\ndoubtful_rows line 5\nshort_row line 6\n");
}

TEST(csvw_rows, a_row_behind_a_header_in_doubt_is_no_header_X05) {
  auto options = options_of_table();
  options.group.tables[0].table_schema.columns = {named_column("one"), named_column("two")};
  const auto found = read_table("a,\"b\" c\n1,x\n2,y\n", std::move(options));
  EXPECT_EQ(found.objects, "1 x 2 y ");
  EXPECT_EQ(found.defects, "lost_quote line 1\n");
}

TEST(csvw_rows, a_line_that_is_too_long_is_one_fault_in_all_chunks_X05) {
  const auto text = "a,b\n1,x\n2," + std::string(1'000, 'y') + "\n3,z\n";
  reader_options terms;
  terms.limits.line_bytes = 50;
  for (const auto chunk : {1UL, 7UL, 60UL, 1'000'000UL}) {
    const auto found = read_table(text, options_of_table(), terms, chunk);
    EXPECT_EQ(found.objects, "1 x 3 z ") << chunk;
    EXPECT_EQ(found.defects, "statement_too_long line 3\n") << chunk;
  }
}

TEST(csvw_terms, an_iri_that_a_template_makes_too_long_is_refused_before_it_is_made_X05) {
  auto options = options_of_table();
  auto& columns = options.group.tables[0].table_schema.columns.emplace();
  columns = {named_column("one")};
  std::string many;
  for (int i = 0; i < 1'000; ++i) many += "{one}";
  columns[0].rules.value_url = "http://example.org/" + many;
  const auto found = read_table("one\na\n" + std::string(100'000, 'b') + "\n", std::move(options));
  EXPECT_EQ(found.objects, "http://example.org/" + std::string(1'000, 'a') + " ");
  EXPECT_EQ(found.defects, "term_too_long line 3\n");
}

TEST(csvw_keys, more_primary_keys_than_the_limit_are_told_once_X05) {
  const std::vector<csvw::prepared_column> columns = [] {
    std::vector<csvw::prepared_column> made;
    made.emplace_back(named_column("id"), 1, 1);
    return made;
  }();
  csvw::primary_key_check keys({"id"}, columns, 250);
  const auto rule_of = [&](const std::string& id, std::uint64_t number) {
    csvw::table_row row;
    row.source_number = number;
    row.cells.resize(1);
    row.cells[0].values.push_back({id, true});
    const auto fault = keys.check(row);
    return fault ? fault->rule : errc::ok;
  };
  EXPECT_EQ(rule_of("a", 1), errc::ok);
  EXPECT_EQ(rule_of("b", 2), errc::ok);
  EXPECT_EQ(rule_of("c", 3), errc::limit_exceeded);
  EXPECT_EQ(rule_of("c", 4), errc::ok);
  EXPECT_EQ(rule_of("a", 5), errc::ill_typed_field);
}

}  // namespace laundromat
