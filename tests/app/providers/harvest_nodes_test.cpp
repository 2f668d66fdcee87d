// Tests of a harvest beside other seeds of the same campaign, with a worker node that has joined.
// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <csignal>

#include "tests/app/child_program.hpp"
#include "tests/app/data_of_run.hpp"
#include "tests/app/providers/harvest_site.hpp"
#include "tests/places.hpp"

namespace laundromat {
namespace {

using lines = std::set<std::string>;
class harvest_nodes_test : public harvest_site {};

TEST_F(harvest_nodes_test, dumps_and_other_seeds_are_washed_on_a_worker_node_in_one_campaign_G01_G13) {
  constexpr int files = 60;
  const auto cluster = (folder() / "cluster").string();
  ASSERT_EQ(ask({"cluster", "init", "--folder", cluster}).code, 0);
  ASSERT_EQ(ask({"cluster", "invite", "node", "--folder", cluster}).code, 0);
  std::string dumps, seeds;
  lines wanted;
  for (int i = 0; i < files; ++i) {
    const auto name = "d" + std::to_string(i);
    write("site/one/" + name + ".ttl", line(name, "1"));
    dumps += (i == 0 ? "<" : ", <") + name + ".ttl>";
    wanted.insert(says(name, "1"));
    write("site/seeds/" + name + ".nt", line("seed" + name, "1"));
    seeds += "  - '{serve}/seeds/" + name + ".nt'\n";
  }
  write("campaign.yaml", read("campaign.yaml") + "  every_s: 1\nseeds:\n" + seeds +
                             "pools: {unpackers: 1, guessers: 1, parsers: 1}\n"
                             "listen: {address: 127.0.0.1, port: 0, bundle: cluster/engine.pem}\n");
  enlist({"one"});
  write("site/one/void.ttl", "# nothing yet\n");
  child_program engine{
      {program_path(), "run", (folder() / "campaign.yaml").string(), "--data", data().string()}};
  constexpr std::string_view words = "worker nodes can join at ";
  ASSERT_TRUE(engine.prints(words)) << engine.output();
  const auto place = engine.output().substr(engine.output().find(words) + words.size());
  child_program node{{program_path(), "--data", (folder() / "joined").string(), "join",
                      place.substr(0, place.find_first_not_of("0123456789.:")), "--bundle",
                      cluster + "/node.pem", "--slots", "2"}};
  ASSERT_TRUE(node.prints("joined")) << node.output();
  write("site/one/void.ttl",
        "<#d> a <http://rdfs.org/ns/void#Dataset> ; <http://purl.org/dc/terms/modified> \"2026-01-01\" ; "
        "<http://rdfs.org/ns/void#feature> <" +
            std::string{full_dump} + "> ; <http://rdfs.org/ns/void#dataDump> " + dumps + " .\n");
  ASSERT_TRUE(engine.prints("the graph of one: imported")) << engine.output();
  EXPECT_TRUE(a_node_has_finished(data())) << read("data/nodes.json");
  EXPECT_EQ(graph("one"), wanted);
  engine.signal(SIGTERM);
  (void)engine.exit_code();
  node.signal(SIGTERM);
  (void)node.exit_code();
  EXPECT_GE(std::ranges::count(ask_about({"ls", "--json"}).out, '\n'), 2 * files);
}

}  // namespace
}  // namespace laundromat
