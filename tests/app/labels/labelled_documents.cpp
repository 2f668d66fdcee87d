// Crawls the documents.
// SPDX-License-Identifier: Apache-2.0
#include "tests/app/labels/labelled_documents.hpp"

#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

#include "tests/app/ask.hpp"
#include "tests/app/campaign_run.hpp"

namespace laundromat::test {

namespace {

constexpr std::string_view prefixes =
    "@prefix ex: <http://ex.example/> .\n@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
    "@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n@prefix dcterms: <http://purl.org/dc/terms/> "
    ".\n";

/// Longer than a small document, which is one block.
std::string long_text() {
  std::mt19937_64 random{12};
  std::string text;
  for (int i = 0; i < labelled_documents::long_labels; ++i) {
    const auto subject = "<http://ex.example/item" + std::to_string(i) + "> ";
    text += subject + "<http://www.w3.org/2000/01/rdf-schema#label> \"machine number" + std::to_string(i) +
            "\" .\n" + subject + "<http://ex.example/text> \"";
    for (int j = 0; j < 80; ++j) text += std::to_string(random());
    text += "\" .\n";
  }
  return text;
}

}  // namespace

const labelled_documents& labelled_documents::get() {
  static const labelled_documents one;
  return one;
}

labelled_documents::labelled_documents() {
  const auto web = folder_.path() / "web";
  std::filesystem::create_directories(web);
  std::ofstream{web / "socks.ttl"}
      << prefixes
      << "ex:left rdfs:label \"Left sock\"@en , \"Linke Socke\"@de ; ex:size 42 .\n"
         "ex:right skos:prefLabel \"A sock for the right foot\"@en-GB ;\n"
         "  rdfs:label 5 ; rdfs:seeAlso ex:left .\n"
         "ex:shop dcterms:title \"Caf\xC3\xA9 of socks\" .\n"
         "[] rdfs:label \"nameless laundry\" .\n";
  std::ofstream{web / "more.ttl"} << prefixes
                                  << "ex:left rdfs:label \"Left sock\"@en ; ex:nick \"lefty\" .\n"
                                     "ex:odd rdfs:label \"odd one\" .\n";
  std::ofstream{web / "graphs.trig"} << prefixes << "ex:g { ex:red rdfs:label \"Red machine\" . }\n"
                                     << "ex:h { ex:red rdfs:label \"Red machine\" . }\n";
  std::ofstream{web / "none.nt"} << "<http://ex.example/a> <http://ex.example/b> \"Left sock\" .\n";
  std::ofstream{web / "long.nt"} << long_text();
  EXPECT_EQ(run_to_the_end(campaign_with(""), data_), 0);
}

std::filesystem::path labelled_documents::campaign_with(const std::string& keys) const {
  const auto file = folder_.path() / "campaign.yaml";
  std::ofstream{file}
      << "name: labels\ncontact: {product: Test, url: \"https://example.org/\", mail: a@example.org}\n"
         "serve: {folder: web}\npoliteness: {own_hosts: [{host: 127.0.0.1, delay_s: 0, connections: 4}]}\n"
         "seeds: ['{serve}/socks.ttl', '{serve}/more.ttl', '{serve}/graphs.trig', '{serve}/none.nt', "
         "'{serve}/long.nt']\n"
      << keys;
  return file;
}

std::string labelled_documents::hash(const std::string& file) const {
  std::istringstream lines{ask({"--data", data_.string(), "ls", "--json"}).out};
  for (std::string line; std::getline(lines, line);) {
    const auto row = nlohmann::json::parse(line, nullptr, false);
    if (row.is_object() && row.value("uri", "").ends_with('/' + file)) return row.value("clean", "");
  }
  ADD_FAILURE() << file << " was not washed";
  return {};
}

}  // namespace laundromat::test
