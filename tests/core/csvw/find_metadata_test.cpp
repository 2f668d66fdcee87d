// Where metadata are looked for, and who is said to have made the statements.
// SPDX-License-Identifier: Apache-2.0
#include "core/csvw/find_metadata.hpp"

#include <gtest/gtest.h>

#include <map>

#include "core/csvw/context.hpp"
#include "core/csvw/convert_group.hpp"
#include "core/web/metadata_links.hpp"

namespace laundromat::csvw {

namespace {

struct memory_web final : metadata_loader, table_loader {
  result<std::string> load(std::string_view url) override {
    const auto found = documents.find(url);
    return found == documents.end() ? fail(errc::not_found) : result<std::string>(found->second);
  }
  result<table_text> open(std::string_view url, std::string_view /*encoding*/) override {
    auto text = load(url);
    if (!text) return tl::unexpected(text.error());
    return table_text{make_memory_source(std::move(*text))};
  }
  std::map<std::string, std::string, std::less<>> documents;
};

struct counted final : statement_sink {
  result<void> on_statement(const statement_view& statement) override {
    if (statement.predicate.value == "http://www.w3.org/ns/prov#entity")
      entities += std::string(statement.object.value) + "\n";
    return {};
  }
  void on_defect(const defect& /*found*/) override {}
  std::string entities;
};

constexpr std::string_view table_url = "http://example.org/a/t.csv";

std::string metadata_of(std::string_view url) {
  return R"({"@context": "http://www.w3.org/ns/csvw", "url": ")" + std::string(url) + R"("})";
}

}  // namespace

TEST(csvw_find_metadata, looks_behind_links_first_and_then_at_the_places_of_the_site_X05) {
  memory_web web;
  const auto links = parse_links(
      R"(<one.json>; rel="describedby"; type="application/csvm+json", </two.json>; rel="describedby")");
  const auto targets = metadata_links(table_url, links);
  EXPECT_EQ(targets,
            (std::vector<std::string>{"http://example.org/two.json", "http://example.org/a/one.json"}));
  EXPECT_EQ(site_places(table_url, web),
            (std::vector<std::string>{"http://example.org/a/t.csv-metadata.json",
                                      "http://example.org/a/csv-metadata.json"}));
  web.documents["http://example.org/a/one.json"] = metadata_of("t.csv");
  web.documents["http://example.org/a/t.csv-metadata.json"] = metadata_of("t.csv");
  problem_list problems;
  const auto found = find_metadata(table_url, targets, web, problems);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->metadata_url, "http://example.org/a/one.json");
  web.documents["http://example.org/.well-known/csvm"] = "/meta?of={url}\n";
  EXPECT_EQ(site_places(table_url, web),
            (std::vector<std::string>{"http://example.org/meta?of=http%3A%2F%2Fexample.org%2Fa%2Ft.csv"}));
}

TEST(csvw_find_metadata, passes_over_metadata_of_other_tables_and_broken_ones_X05) {
  memory_web web;
  web.documents["http://example.org/a/t.csv-metadata.json"] = "{";
  web.documents["http://example.org/a/csv-metadata.json"] = metadata_of("other.csv");
  problem_list problems;
  EXPECT_FALSE(find_metadata(table_url, {}, web, problems));
  ASSERT_EQ(problems.all().size(), 2U);
  EXPECT_EQ(problems.all()[0].level, severity::error) << "what is broken may have described the table";
  EXPECT_EQ(problems.all()[0].document, "http://example.org/a/t.csv-metadata.json");
  EXPECT_EQ(problems.all()[1].level, severity::warning);
  EXPECT_EQ(find_table(undescribed_table(table_url), table_url), 0U);
  web.documents["http://example.org/a/csv-metadata.json"] = metadata_of("HTTP://EXAMPLE.org:80/a/./%74.csv");
  const auto found = find_metadata(table_url, {}, web, problems);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->metadata_url, "http://example.org/a/csv-metadata.json");
}

TEST(csvw_provenance, names_the_table_and_its_metadata_X05) {
  memory_web web;
  web.documents["http://example.org/a/t.csv"] = "x\n1\n";
  web.documents["http://example.org/a/csv-metadata.json"] = metadata_of("t.csv");
  problem_list problems;
  group_options options;
  options.time = conversion_time{from_ms(0), from_ms(1)};
  counted sink;
  const auto group = find_metadata(table_url, {}, web, problems);
  ASSERT_TRUE(group);
  EXPECT_TRUE(convert_group(*group, web, options, sink, problems));
  EXPECT_TRUE(problems.is_empty());
  EXPECT_EQ(sink.entities, "http://example.org/a/t.csv\nhttp://example.org/a/csv-metadata.json\n");
}

TEST(csvw_read_metadata, says_where_a_mistake_is_and_what_to_write_X05) {
  memory_web web;
  problem_list problems;
  const auto group = read_metadata(
      R"({"@context": "http://www.w3.org/ns/csvw", "url": "t.csv", "tableSchema": {"columns": [{"name": "a/b", "datatype": "int eger"}]}})",
      "http://example.org/a/m.json", web, problems);
  ASSERT_TRUE(group);
  ASSERT_EQ(problems.all().size(), 2U);
  EXPECT_EQ(problems.all()[0].path, "/tableSchema/columns/0/datatype");
  EXPECT_EQ(problems.all()[1].path, "/tableSchema/columns/0/name");
  EXPECT_EQ(group->tables[0].table_schema.columns->front().name, "_col.1");
}

}  // namespace laundromat::csvw
