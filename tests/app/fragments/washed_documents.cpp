// Crawls the documents.
// SPDX-License-Identifier: Apache-2.0
#include "tests/app/fragments/washed_documents.hpp"

#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

#include "tests/app/ask.hpp"
#include "tests/app/campaign_run.hpp"

namespace laundromat::test {

namespace {

/// Longer than a small document, which is one block.
std::string long_text() {
  std::mt19937_64 random{11};
  std::string text;
  for (int i = 0; i < 3'000; ++i) {
    text += "<http://ex.example/s" + std::to_string(i / 10) + "> <http://ex.example/p" +
            std::to_string(i % 7) + "> \"" + std::to_string(i) + ' ';
    for (int j = 0; j < 80; ++j) text += std::to_string(random());
    text += "\" .\n";
  }
  return text;
}

}  // namespace

const washed_documents& washed_documents::get() {
  static const washed_documents one;
  return one;
}

washed_documents::washed_documents() {
  const auto web = folder_.path() / "web";
  std::filesystem::create_directories(web);
  const std::string prefixes =
      "@prefix ex: <http://ex.example/> .\n@prefix foaf: <http://xmlns.com/foaf/0.1/> .\n";
  std::ofstream{web / "people.ttl"} << prefixes
                                    << "ex:ada a foaf:Person ; foaf:name \"Ada\"@en ; foaf:knows ex:bob .\n"
                                       "ex:bob a foaf:Person ; foaf:name \"Bob \\\"B\\\"\" ; ex:age 36 .\n"
                                       "ex:club foaf:member ex:ada .\n";
  std::filesystem::copy_file(web / "people.ttl", web / "people-again.ttl");
  std::ofstream{web / "graphs.trig"}
      << prefixes << "ex:ada foaf:knows ex:bob .\nex:g { ex:ada foaf:knows ex:bob , ex:eve . }\n";
  std::ofstream{web / "terms.ttl"} << prefixes << "ex:ada ex:says <<( ex:bob ex:age 36 )>> .\n";
  std::ofstream{web / "long.nt"} << long_text();
  const auto file = folder_.path() / "campaign.yaml";
  std::ofstream{file}
      << "name: fragments\ncontact: {product: Test, url: \"https://example.org/\", mail: a@example.org}\n"
         "public_base: "
      << public_base
      << "\nserve: {folder: web}\npoliteness: {own_hosts: [{host: 127.0.0.1, delay_s: 0, connections: "
         "4}]}\nseeds: ['{serve}/people.ttl', '{serve}/people-again.ttl', '{serve}/graphs.trig', "
         "'{serve}/terms.ttl', "
         "'{serve}/long.nt']\n";
  EXPECT_EQ(run_to_the_end(file, data_), 0);
}

std::string washed_documents::hash(const std::string& file) const {
  std::istringstream lines{ask({"--data", data_.string(), "ls", "--json"}).out};
  for (std::string line; std::getline(lines, line);) {
    const auto row = nlohmann::json::parse(line, nullptr, false);
    if (row.is_object() && row.value("uri", "").ends_with('/' + file)) return row.value("clean", "");
  }
  ADD_FAILURE() << file << " was not washed";
  return {};
}

}  // namespace laundromat::test
