// Tests how the metadata of a document are found through the loader of its reader.
// SPDX-License-Identifier: Apache-2.0
#include "core/specs/csvw_spec.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace laundromat {
namespace {

constexpr std::string_view table_address = "http://e.org/a/t.csv";

struct companions final : context_loader {
  result<std::string> load(std::string_view iri) override {
    asked += std::string(iri) + "\n";
    if (const auto found = documents.find(iri); found != documents.end()) return found->second;
    return fail(why, status);
  }
  std::map<std::string, std::string, std::less<>> documents;
  errc why = errc::http_status;
  std::string status = "404", asked;
};

struct objects_of_table final : statement_sink {
  result<void> on_statement(const statement_view& statement) override {
    all += std::string(statement.predicate.value) + " " + std::string(statement.object.value) + "\n";
    return {};
  }
  void on_defect(const defect& found) override {
    all += std::string(to_string(found.done)) + " " + std::string(to_string(found.rule)) + ": " +
           found.message + "\n";
  }
  std::string all;
};

std::string described(std::string_view property) {
  return R"({"@context": "http://www.w3.org/ns/csvw", "url": "http://e.org/a/t.csv", "tableSchema": {"columns": [)"
         R"({"name": "a", "propertyUrl": ")" +
         std::string(property) + R"("}]}})";
}

/// The statements and defects of a table, or the error.
std::string read_with(companions& from, std::string_view links = {}) {
  reader_options options;
  options.contexts = &from;
  objects_of_table sink;
  const auto made = described_table_readers()({"text/csv", table_address, table_address, links}, options, sink);
  if (!made) return std::string(to_string(made.error().code)) + ": " + made.error().detail;
  EXPECT_TRUE((*made)->push("a\n1\n"));
  EXPECT_TRUE((*made)->finish());
  return sink.all;
}

}  // namespace

TEST(csvw_spec, takes_metadata_of_links_before_those_of_the_site_X05) {
  companions web;
  web.documents["http://e.org/linked.json"] = described("http://e.org/linked");
  web.documents["http://e.org/a/t.csv-metadata.json"] = described("http://e.org/beside");
  EXPECT_EQ(read_with(web, "http://e.org/gone.json\nhttp://e.org/linked.json"), "http://e.org/linked 1\n");
  EXPECT_EQ(web.asked, "http://e.org/gone.json\nhttp://e.org/linked.json\n");
  EXPECT_EQ(read_with(web), "http://e.org/beside 1\n");
  web.documents["http://e.org/.well-known/csvm"] = "{+url}.meta\n";
  web.documents["http://e.org/a/t.csv.meta"] = described("http://e.org/stated");
  EXPECT_EQ(read_with(web), "http://e.org/stated 1\n");
}

TEST(csvw_spec, reads_a_table_without_metadata_by_its_header_X05) {
  companions web;
  EXPECT_EQ(read_with(web), "http://e.org/a/t.csv#a 1\n");
  EXPECT_EQ(web.asked,
            "http://e.org/.well-known/csvm\nhttp://e.org/a/t.csv-metadata.json\nhttp://e.org/a/"
            "csv-metadata.json\n");
}

TEST(csvw_spec, takes_a_page_in_place_of_metadata_for_none_X05) {
  companions web;
  web.documents["http://e.org/.well-known/csvm"] = "<!DOCTYPE html>\n<p>Not found\n";
  web.documents["http://e.org/a/t.csv-metadata.json"] = "\n<html>";
  web.documents["http://e.org/a/csv-metadata.json"] = described("http://e.org/beside");
  EXPECT_EQ(read_with(web), "http://e.org/beside 1\n");
}

TEST(csvw_spec, notes_metadata_of_another_table_and_what_it_does_not_know_X05) {
  companions web;
  auto other = described("http://e.org/p");
  other.replace(other.find("t.csv"), 5, "u.csv");
  web.documents["http://e.org/a/t.csv-metadata.json"] = other;
  EXPECT_EQ(
      read_with(web),
      "note unmapped_key: http://e.org/a/t.csv-metadata.json: this metadata is ignored, because none of "
      "its tables has the url http://e.org/a/t.csv\nhttp://e.org/a/t.csv#a 1\n");
  auto typed = described("http://e.org/p");
  typed.insert(typed.find(R"("propertyUrl")"), R"("datatype": "intger", )");
  web.documents["http://e.org/a/t.csv-metadata.json"] = typed;
  EXPECT_EQ(
      read_with(web),
      "note unmapped_key: http://e.org/a/t.csv-metadata.json/tableSchema/columns/0/datatype: the datatype "
      "intger is not known and taken as string: write a built-in one, such as decimal or date\n"
      "http://e.org/p 1\n");
}

TEST(csvw_spec, fails_a_table_when_its_metadata_cannot_be_used_or_may_be_there_X05) {
  companions web;
  web.documents["http://e.org/a/t.csv-metadata.json"] = "{";
  EXPECT_EQ(
      read_with(web).substr(0, 96),
      "context_unavailable: its metadata http://e.org/a/t.csv-metadata.json cannot be used: the documen");
  web.documents.clear();
  web.status = "503";
  EXPECT_EQ(read_with(web).substr(0, 49), "context_unavailable: whether the table has metada");
  web.why = errc::http_timeout;
  EXPECT_EQ(read_with(web).substr(0, 49), "context_unavailable: whether the table has metada");
}

}  // namespace laundromat
