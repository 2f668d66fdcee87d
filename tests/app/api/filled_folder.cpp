// Runs the campaign twice within the test.
// SPDX-License-Identifier: Apache-2.0
#include "tests/app/api/filled_folder.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "app/campaign/campaign_file.hpp"
#include "app/run/run_engine.hpp"
#include "app/site/served_site.hpp"
#include "app/terminal/exit_code.hpp"
#include "app/terminal/stop_signals.hpp"
#include "tests/places.hpp"
#include "tests/read_file.hpp"

namespace laundromat::test {
namespace {

void write(const std::filesystem::path& file, const std::string& text) {
  std::filesystem::create_directories(file.parent_path());
  std::ofstream{file, std::ios::binary} << text;
}

std::string bulletin(const std::string& news) {
  return "<http://e.example/bulletin> <http://e.example/says> \"the same\" .\n"
         "<http://e.example/bulletin> <http://e.example/says> \"" +
         news + "\" .\n";
}

/// A publisher who is authoritative for /staff/, and has an endpoint.
constexpr std::string_view sitemap_of_staff = R"(<?xml version="1.0"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:sc="http://sw.deri.org/2007/07/sitemapextension/scschema.xsd">
  <sc:dataset>
    <sc:datasetLabel>The staff</sc:datasetLabel>
    <sc:datasetURI>/staff.nt#staff</sc:datasetURI>
    <sc:linkedDataPrefix sc:slicing="subject">/staff/</sc:linkedDataPrefix>
    <sc:dataDumpLocation>/staff.nt</sc:dataDumpLocation>
    <sc:sparqlEndpointLocation>/sparql</sc:sparqlEndpointLocation>
  </sc:dataset>
</urlset>
)";

}  // namespace

const filled_folder& filled_folder::get() {
  static const filled_folder one;
  return one;
}

void filled_folder::write_site() const {
  const auto site = folder_.path() / "site";
  std::filesystem::copy(source_path("conf/demo-web"), site, std::filesystem::copy_options::recursive);
  write(site / "staff.xml", std::string{sitemap_of_staff});
  write(site / "robots.txt", read_file(site / "robots.txt") + "\nSitemap: /staff.xml\n");
  write(site / "bulletin.nt", bulletin("old"));
  write(site / "one/void.ttl",
        "<#d> a <http://rdfs.org/ns/void#Dataset> ; <http://purl.org/dc/terms/modified> \"2026-01-01\" ; "
        "<http://rdfs.org/ns/void#feature> <http://schema.geolink.org/dev/voc/harvester#FullDump> ; "
        "<http://rdfs.org/ns/void#dataDump> <dump.nt> .\n");
  write(site / "one/dump.nt", "<http://e.example/a> <http://e.example/p> \"1\" .\n");
  std::filesystem::copy_file(source_path("conf/demo-web.rules"), folder_.path() / "site.rules");
  write(folder_.path() / "registry.yaml", "one:\n  void: '{serve}/one/void.ttl'\n");
  write(folder_.path() / "campaign.yaml",
        "name: test\ndata: data\ninterval_s: 86400\n"
        "contact: {product: Test, url: 'https://example.org/', mail: a@example.org}\n"
        "serve: {folder: site, rules: site.rules}\n"
        "seeds: ['{serve}/', '{serve}/bulletin.nt', '{serve}/staff.xml', '{serve}/staff.nt']\n"
        "discovery: {robots_sitemaps: true}\n"
        "politeness: {own_hosts: [{host: 127.0.0.1, delay_s: 0, connections: 8}]}\n"
        "network: {retries_s: [], allow: [127.0.0.1]}\n"
        "harvest: {registry: registry.yaml, graph_base: 'http://e.example/graphs/'}\n");
}

filled_folder::filled_folder() {
  write_site();
  auto c = load_campaign(folder_.path() / "campaign.yaml");
  EXPECT_TRUE(c) << (c ? "" : to_string(c.error().front()));
  if (!c) return;
  c->data = data_.string();
  block_stop_signals();
  const auto site = serve_campaign(*c);
  EXPECT_TRUE(site) << (site ? "" : site.error());
  if (!site || !*site) return;
  site_ = (*site)->url("");
  const auto base = url("/staff/");
  write(folder_.path() / "site/staff.nt",
        "<" + base + "wilma> <http://xmlns.com/foaf/0.1/name> \"Wilma\" .\n<" + base +
            "wilma> <http://xmlns.com/foaf/0.1/knows> <" + base + "fred> .\n");
  run_options options;
  options.once = options.quiet = true;
  options.washer_program = program_path();
  (void)run_campaign(*c, options);
  write(folder_.path() / "site/bulletin.nt", bulletin("new"));
  EXPECT_EQ(ask_about(data_, {"retry", url("/bulletin.nt")}).code, exit_ok);
  (void)run_campaign(*c, options);
  const auto found = json_lines(ask_about(data_, {"ls", "--json"}).out);
  for (const auto& one : found)
    if (one.value("uri", "") == url("/bulletin.nt")) bulletin_ = one.value("hash", "");
  EXPECT_FALSE(bulletin_.empty());
}

copy_of_filled_folder::copy_of_filled_folder() {
  std::filesystem::copy(filled_folder::get().data(), data_, std::filesystem::copy_options::recursive);
}

answer ask_about(const std::filesystem::path& data, std::vector<std::string> words) {
  words.insert(words.begin(), {"--data", data.string()});
  return ask(words);
}

std::vector<nlohmann::ordered_json> json_lines(const std::string& text) {
  std::vector<nlohmann::ordered_json> all;
  std::istringstream lines{text};
  for (std::string line; std::getline(lines, line);)
    all.push_back(nlohmann::ordered_json::parse(line, nullptr, false));
  return all;
}

}  // namespace laundromat::test
