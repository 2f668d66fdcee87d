// Tests that a worker node reads documents of records as the engine does.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <fstream>

#include "app/campaign/campaign_file.hpp"
#include "app/site/served_site.hpp"
#include "tests/app/ask.hpp"
#include "tests/app/child_program.hpp"
#include "tests/app/data_of_run.hpp"
#include "tests/places.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {
namespace {

class records_nodes : public testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories(at(name).parent_path());
    std::ofstream{at(name), std::ios::binary} << text;
  }
  [[nodiscard]] std::filesystem::path at(const std::string& name) const { return folder_.path() / name; }
  [[nodiscard]] std::vector<std::string> run(const std::string& campaign, const std::string& data) const {
    return {program_path(), "run", at(campaign).string(), "--data", at(data).string()};
  }

 private:
  temporary_folder folder_;
};

TEST_F(records_nodes, read_records_as_the_engine_does_C01_R01) {
  constexpr int files = 60;
  const auto cluster = at("cluster").string();
  ASSERT_EQ(ask({"cluster", "init", "--folder", cluster}).code, 0);
  ASSERT_EQ(ask({"cluster", "invite", "node", "--folder", cluster}).code, 0);
  write("people.yaml",
        "documents: {uri: '*.csv'}\nformat: csv\ncounters: {named: name}\n"
        "fields: {id: id, name: {select: name, type: integer, match: '\\d+'}}\n"
        "rdf: {subject: 'http://e.org/{id}', properties: {foaf:name: name}}\n");
  std::string seeds;
  for (int file = 0; file < files; ++file) {
    std::string text = "id,name\n";
    for (int row = 0; row < 400; ++row)
      text +=
          std::to_string(file * 100 + row) + (row % 7 == 3 ? "\n" : ",name " + std::to_string(row) + "\n");
    write("site/f" + std::to_string(file) + ".csv", text);
    seeds += "/f" + std::to_string(file) + ".csv\n";
  }
  const auto at_site = [&](const std::string& base) {
    std::string out;
    for (std::size_t begin = 0; begin < seeds.size(); begin = seeds.find('\n', begin) + 1)
      out += base + seeds.substr(begin, seeds.find('\n', begin) + 1 - begin);
    return out;
  };
  write("seeds", at_site("{serve}"));
  const std::string campaign =
      "name: test\ndata: data\ncontact: {product: Test, url: https://example.org/, mail: a@example.org}\n"
      "serve: {folder: site}\npoliteness: {own_hosts: [{host: 127.0.0.1, delay_s: 0, connections: 8}]}\n"
      "network: {retries_s: [], allow: [127.0.0.1]}\ndiscovery: {follow: []}\nrecords: [people.yaml]\n"
      "pools: {unpackers: 1, guessers: 1, parsers: 1}\n";
  write("alone.yaml", campaign + "seed_files: [seeds]\n");
  write("campaign.yaml",
        campaign +
            "listen: {address: 127.0.0.1, port: 0, bundle: cluster/engine.pem}\nseeds: ['{serve}/f0.csv']\n");
  auto once = run("alone.yaml", "alone");
  once.emplace_back("--once");
  child_program alone(once);
  ASSERT_EQ(alone.exit_code(std::chrono::seconds{120}), 0) << alone.output();

  child_program engine(run("campaign.yaml", "data"));
  constexpr std::string_view words = "worker nodes can join at ";
  ASSERT_TRUE(engine.prints(words)) << engine.output();
  const auto place = engine.output().substr(engine.output().find(words) + words.size());
  child_program node({program_path(), "--data", at("joined").string(), "join",
                      place.substr(0, place.find_first_not_of("0123456789.:")), "--bundle",
                      cluster + "/node.pem", "--slots", "2"});
  ASSERT_TRUE(node.prints("joined")) << node.output();
  auto loaded = load_campaign(at("campaign.yaml"));
  ASSERT_TRUE(loaded);
  loaded->data = at("data").string();
  write("served", at_site("http://127.0.0.1:" + std::to_string(port_to_serve(*loaded))));
  ASSERT_EQ(ask({"add", "--data", at("data").string(), "--file", at("served").string()}).code, 0);
  ASSERT_TRUE(engine.prints("parsed  ", files)) << engine.output();
  EXPECT_TRUE(a_node_has_finished(at("data")));
  for (auto* one : {&engine, &node}) {
    one->signal(SIGTERM);
    (void)one->exit_code();
  }
  EXPECT_EQ(clean_tree(at("data")), clean_tree(at("alone")));
  EXPECT_EQ(tally_of(at("data")), tally_of(at("alone")));
  auto db = journal_of(at("data")), other = journal_of(at("alone"));
  const auto counts = journal_reader{db}.record_counts().value();
  EXPECT_EQ(counts, journal_reader{other}.record_counts().value());
  ASSERT_EQ(counts.size(), 2U);
  EXPECT_GT(counts[0].count, 0U);
  EXPECT_EQ(counts[0].count, counts[1].count);
}

}  // namespace
}  // namespace laundromat
