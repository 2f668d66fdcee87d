// Tests of the command `labels`.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "app/terminal/exit_code.hpp"
#include "storage/journal/journal.hpp"
#include "storage/labels/label_word_index.hpp"
#include "tests/app/ask.hpp"
#include "tests/app/labels/labelled_documents.hpp"

namespace laundromat::test {
namespace {

using words = std::vector<std::string>;

answer labels_of(words given, const std::filesystem::path& data = labelled_documents::get().data()) {
  given.insert(given.begin(), {"--data", data.string(), "labels"});
  return ask(given);
}

std::vector<nlohmann::json> rows_of(words given) {
  given.insert(given.begin(), "--json");
  std::vector<nlohmann::json> rows;
  std::istringstream lines{labels_of(std::move(given)).out};
  for (std::string line; std::getline(lines, line);)
    rows.push_back(nlohmann::json::parse(line, nullptr, false));
  return rows;
}

/// The labels that are found, the best first.
words found(const words& given) {
  words all;
  for (const auto& row : rows_of(given)) all.push_back(row.value("label", ""));
  return all;
}

}  // namespace

TEST(labels_command, names_what_is_called_so_and_the_document_Q70) {
  const auto& documents = labelled_documents::get();
  const auto rows = rows_of({"linke", "socke"});
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].value("label", ""), "Linke Socke");
  EXPECT_EQ(rows[0].value("language", ""), "de");
  EXPECT_EQ(rows[0].value("property", ""), "http://www.w3.org/2000/01/rdf-schema#label");
  EXPECT_EQ(rows[0].value("subject", ""), "http://ex.example/left");
  EXPECT_EQ(rows[0].value("document", ""), documents.hash("socks.ttl"));
  EXPECT_TRUE(rows[0].value("uri", "").ends_with("/socks.ttl"));
  EXPECT_EQ(rows_of({"cafe"}).at(0).value("property", ""), "http://purl.org/dc/terms/title");
  EXPECT_EQ(found({"red"}), words{"Red machine"}) << "once, though it is in two graphs";
  EXPECT_EQ(found({"number2999"}), words{"machine number2999"}) << "in a later block";
  EXPECT_TRUE(rows_of({"nameless"}).at(0).value("subject", "").find("/.well-known/genid/") !=
              std::string::npos);
  const auto table = labels_of({"linke"});
  for (const auto* text : {"Linke Socke", "http://ex.example/left", "/socks.ttl"})
    EXPECT_TRUE(holds(table, text)) << table.out;
}

TEST(labels_command, searches_words_phrases_beginnings_and_languages_Q70) {
  EXPECT_EQ(found({"sock"}), (words{"Left sock", "Left sock", "A sock for the right foot"}))
      << "the shortest first";
  EXPECT_EQ(found({"sock*"}).size(), 5U);
  EXPECT_EQ(found({"right", "sock"}), words{"A sock for the right foot"});
  EXPECT_EQ(found({"right sock"}), words{}) << "they do not follow each other";
  EXPECT_EQ(found({"right foot"}), words{"A sock for the right foot"});
  EXPECT_EQ(found({"sock*", "--language", "de"}), words{"Linke Socke"});
  EXPECT_EQ(found({"sock", "--language", "EN"}).size(), 3U) << "en-gb, too";
  EXPECT_EQ(found({"sock", "--language", "en-gb"}), words{"A sock for the right foot"});
  EXPECT_EQ(found({"sock", "--language", "gb"}), words{});
  EXPECT_EQ(found({"de"}), words{}) << "a language is no word";
  EXPECT_EQ(found({"sock", "--document", labelled_documents::get().hash("more.ttl")}), words{"Left sock"});
  EXPECT_EQ(found({"sock", "--document", labelled_documents::get().hash("none.nt")}), words{});
  EXPECT_EQ(found({"text:sock", "OR", "language:de"}), words{}) << "no text is syntax";
}

TEST(labels_command, says_when_there_is_none_and_what_is_wrong_Q71) {
  EXPECT_EQ(labels_of({"nowhere"}).code, exit_not_found);
  EXPECT_EQ(labels_of({"5"}).code, exit_not_found) << "a number is no label";
  EXPECT_EQ(labels_of({"--"}).code, exit_usage);
  EXPECT_EQ(labels_of({"sock", "--language", "en_GB"}).code, exit_usage);
  EXPECT_EQ(labels_of({"sock", "--after", "x"}).code, exit_usage);
  EXPECT_EQ(labels_of({"sock", "--after", "0"}).code, exit_usage);
  const auto other = labels_of({"sock", "--after", "999999"});
  EXPECT_EQ(other.code, exit_usage) << "no label has this number";
  EXPECT_NE(other.err.find("999999"), std::string::npos);
  EXPECT_EQ(labels_of({"sock", "--document", "0000000000000000"}).code, exit_not_found);
}

TEST(labels_command, pages_are_the_whole_Q72) {
  const auto whole = found({"machine", "--limit", "9999"});
  EXPECT_EQ(whole.size(), labelled_documents::long_labels + 1U);
  words all;
  std::string after;
  for (int page = 0; page < 9; ++page) {
    words given{"machine", "--json", "--limit", "700"};
    if (!after.empty()) given.insert(given.end(), {"--after", after});
    const auto got = labels_of(given);
    std::istringstream lines{got.out};
    for (std::string line; std::getline(lines, line);)
      all.push_back(nlohmann::json::parse(line, nullptr, false).value("label", ""));
    const auto at = got.err.find("--after ");
    if (at == got.err.npos) break;
    after = got.err.substr(at + 8);
    after.resize(after.find_first_of(" \n"));
  }
  EXPECT_EQ(all, whole);
}

TEST(labels_command, follows_the_key_of_the_campaign_Q76) {
  const auto& documents = labelled_documents::get();
  const temporary_folder folder;
  const auto data = folder.path() / "data";
  std::filesystem::copy(documents.data(), data, std::filesystem::copy_options::recursive);
  const auto choose = [&](const label_choice& choice) {
    ASSERT_TRUE(journal::open(data / "journal.sqlite", journal_mode::read_write)->index_labels(choice));
  };
  choose({true, {"http://ex.example/nick"}});
  EXPECT_TRUE(holds(labels_of({"lefty"}, data), "lefty"));
  EXPECT_EQ(labels_of({"sock"}, data).code, exit_not_found) << "rdfs:label is not in the list";
  choose({false});
  const auto off = labels_of({"lefty"}, data);
  EXPECT_EQ(off.code, exit_usage);
  EXPECT_NE(off.err.find("index: {labels: true}"), std::string::npos) << off.err;
  choose({});
  EXPECT_TRUE(holds(labels_of({"left"}, data), "Left sock"));
}

}  // namespace laundromat::test
