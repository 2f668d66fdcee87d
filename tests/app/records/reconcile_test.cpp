// Tests the command that finds records of the same thing.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <sstream>

#include "app/terminal/exit_code.hpp"
#include "tests/app/records/program_folder.hpp"
#include "tests/net/raw_server.hpp"

namespace laundromat {
namespace {

class reconcile_command : public program_folder {
 protected:
  void write_people() const {
    write(
        "people.csv",
        "id,name,mail,city\n1,Anna Schmidt,a@e.org,Bonn\n2,\"Schmidt, Ana\",,Bonn\n3,Bob Meyer,b@e.org,Köln\n"
        "4,Robert Meyer,B@E.ORG,\n5,Eve Adams,e@e.org,Kiel\n");
    write("people.yaml",
          "fields: {id: id, name: name, mail: mail, city: city}\nrdf: {subject: 'http://e.org/{id}'}\n");
  }
  [[nodiscard]] std::vector<nlohmann::json> facts() const {
    std::vector<nlohmann::json> all;
    std::istringstream lines(out_);
    for (std::string line; std::getline(lines, line);)
      all.push_back(nlohmann::json::parse(line, nullptr, false));
    return all;
  }
};

constexpr auto search =
    "reconcile people.csv --id id --key mail --compare name:2 --compare city --decisions d.tsv";

TEST_F(reconcile_command, finds_exact_and_near_duplicates_with_reasons_X07) {
  write_people();
  EXPECT_EQ(run(std::string(search) + " --json"), exit_ok) << err_;
  const auto found = facts();
  ASSERT_EQ(found.size(), 3U) << out_;
  EXPECT_EQ(found[0]["ids"], (nlohmann::json{"1", "2"}));
  EXPECT_EQ(found[0]["pairs"][0]["reasons"][0]["field"], "name") << out_;
  EXPECT_EQ(found[1]["ids"], (nlohmann::json{"3", "4"}));
  EXPECT_EQ(found[1]["pairs"][0]["exact"], true) << out_;
  EXPECT_EQ(found[2]["records"], 5);
  EXPECT_EQ(found[2]["undecided"], 2);
  EXPECT_EQ(read("d.tsv").substr(0, 32), "decision\tone\tother\tscore\treasons");
}

TEST_F(reconcile_command, prints_a_table_for_people_X07) {
  write_people();
  EXPECT_EQ(run(search), exit_ok) << err_;
  EXPECT_NE(out_.find("equal keys"), std::string::npos) << out_;
  EXPECT_NE(out_.find("undecided"), std::string::npos) << out_;
  EXPECT_TRUE(says("5 records, 2 pairs in 2 clusters; decided: 0 same, 0 different, 2 undecided")) << err_;
}

TEST_F(reconcile_command, keeps_what_was_decided_and_never_merges_the_rest_X07) {
  write_people();
  write("d.tsv", "same\t3\t4\ndifferent\t1\t5\n");
  EXPECT_EQ(run(std::string(search) + " --merge m.jsonl"), exit_ok) << err_;
  EXPECT_EQ(read("d.tsv").find("undecided\t1\t2"), read("d.tsv").find("undecided"));
  EXPECT_NE(read("d.tsv").find("same\t3\t4"), std::string::npos) << read("d.tsv");
  EXPECT_NE(read("d.tsv").find("different\t1\t5"), std::string::npos);
  std::istringstream merged(read("m.jsonl"));
  std::vector<nlohmann::json> lines;
  for (std::string line; std::getline(merged, line);)
    lines.push_back(nlohmann::json::parse(line, nullptr, false));
  ASSERT_EQ(lines.size(), 4U) << read("m.jsonl");
  EXPECT_EQ(lines[0]["ids"], nlohmann::json{"1"});
  EXPECT_FALSE(lines[0].contains("origin"));
  EXPECT_EQ(lines[3]["ids"], (nlohmann::json{"3", "4"}));
  EXPECT_EQ(lines[3]["record"]["name"], (nlohmann::json{"Bob Meyer", "Robert Meyer"}));
  EXPECT_EQ(lines[3]["record"]["city"], "Köln");
  EXPECT_EQ(lines[3]["origin"]["name"], nlohmann::json::parse(R"([["3"], ["4"]])"));
}

TEST_F(reconcile_command, says_which_decisions_contradict_each_other_X07) {
  write_people();
  write("d.tsv", "same\t1\t2\nsame\t2\t3\ndifferent\t1\t3\n");
  EXPECT_EQ(run(std::string(search) + " --merge -"), exit_some_failed);
  EXPECT_TRUE(says("1 and 3 are decided to be different, but 1 = 2 = 3")) << err_;
  EXPECT_EQ(out_.find("origin"), std::string::npos) << out_;
  EXPECT_EQ(facts().size(), 5U) << out_;
}

TEST_F(reconcile_command, makes_same_as_statements_of_what_is_decided_X06) {
  write_people();
  write("places.tsv", "http://e.org/9\tEve Adams\nhttp://e.org/8\tNobody\n");
  const std::string command =
      "reconcile people.yaml people.csv --compare name --with places.tsv --decisions d.tsv --candidates 1";
  EXPECT_EQ(run(command), exit_ok) << err_;
  const auto line = "undecided\thttp://e.org/5\thttp://e.org/9\t1.00\t";
  ASSERT_NE(read("d.tsv").find(line), std::string::npos) << read("d.tsv");
  write("d.tsv", "same\thttp://e.org/5\thttp://e.org/9\n");
  EXPECT_EQ(run(command + " --same-as links.nq"), exit_ok) << err_;
  EXPECT_EQ(read("links.nq"), "<http://e.org/5> <http://www.w3.org/2002/07/owl#sameAs> <http://e.org/9> .\n");
  EXPECT_EQ(run("reconcile people.csv --compare name --decisions d.tsv --same-as l.nq"), exit_usage);
  EXPECT_TRUE(says("--same-as needs the IRIs of the records")) << err_;
}

TEST_F(reconcile_command, asks_a_service_politely_in_batches_X06) {
  write("places.csv", "id,name\n1,Bonn\n2,Kiel\n3,Bonn\n");
  const test::raw_server server([](const std::string& request) -> test::raw_reply {
    if (request.starts_with("GET /robots.txt"))
      return {"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"};
    const std::string body =
        R"({"q0": {"result": [{"id": "http://w.org/Q586", "name": "Bonn", "score": 98, "match": true}]},
        "q1": {"result": [{"id": "http://w.org/Q1707", "name": "Kiel", "score": 100, "match": true}]}})";
    return {"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " +
            std::to_string(body.size()) + "\r\n\r\n" + body};
  });
  const auto command =
      "reconcile places.csv --id id --key name --decisions d.tsv --with " + server.url("/reconcile");
  EXPECT_EQ(run(command), exit_usage);
  EXPECT_TRUE(says("--contact")) << err_;
  EXPECT_EQ(run(command + " --contact me@e.org --json"), exit_ok) << err_;
  const auto requests = server.requests();
  ASSERT_EQ(requests.size(), 2U);
  EXPECT_NE(requests[1].find("POST /reconcile"), std::string::npos) << requests[1];
  EXPECT_NE(requests[1].find("mailto:me@e.org"), std::string::npos) << requests[1];
  const auto decisions = read("d.tsv");
  EXPECT_NE(decisions.find("undecided\t1\thttp://w.org/Q586\t0.98\t"), std::string::npos) << decisions;
  EXPECT_NE(decisions.find("undecided\t3\thttp://w.org/Q586\t0.98\t"), std::string::npos) << decisions;
  EXPECT_NE(decisions.find("undecided\t2\thttp://w.org/Q1707\t1.00\t"), std::string::npos) << decisions;
}

TEST_F(reconcile_command, refuses_what_it_cannot_use_and_says_how_it_is_written_X06) {
  write_people();
  const std::pair<std::string, std::string> wrong[] = {
      {"", "name the fields by which records are the same"},
      {"--compare name:0", "a weight greater than 0"},
      {"--key id --threshold 2", "--threshold 2 is no number from 0 to 1"},
      {"--key id --block town:prefix", "--block town:prefix: write prefix, tokens or sorted"},
      {"--key id --block letters", "--block letters: write prefix, tokens or sorted"},
      {"--key id --with none.tsv", "none.tsv cannot be read"},
  };
  for (const auto& [options, message] : wrong) {
    EXPECT_NE(run("reconcile people.csv --decisions d.tsv " + options), exit_ok) << options;
    EXPECT_TRUE(says(message)) << err_;
    EXPECT_FALSE(has("d.tsv")) << options;
  }
  write("d.tsv", "same\t1\t2\nperhaps\t3\t4\n");
  EXPECT_EQ(run("reconcile people.csv --key id --decisions d.tsv"), exit_usage);
  EXPECT_TRUE(says("d.tsv:2: ")) << err_;
  EXPECT_EQ(read("d.tsv"), "same\t1\t2\nperhaps\t3\t4\n");
}

}  // namespace
}  // namespace laundromat
