// Tests the command that finds records of the same thing.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <sstream>
#include <tuple>

#include "app/extraction/candidate_source.hpp"
#include "app/terminal/exit_code.hpp"
#include "tests/app/extraction/program_folder.hpp"
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

test::raw_reply json_reply(const std::string& body) {
  return {"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " +
          std::to_string(body.size()) + "\r\n\r\n" + body};
}

const std::string manifest =
    R"({"versions": ["0.1", "0.2"], "name": "W", "identifierSpace": "http://w.org/", "schemaSpace": "http://w.org/"})";

constexpr auto search =
    "reconcile people.csv --id id --key mail --compare name:2 --compare city --decisions d.tsv";

TEST_F(reconcile_command, finds_exact_and_near_duplicates_with_reasons_X07) {
  write_people();
  EXPECT_EQ(run(std::string(search) + " --json"), exit_ok) << err_;
  const auto found = facts();
  ASSERT_EQ(found.size(), 3U) << out_;
  EXPECT_EQ(found[0]["ids"], (nlohmann::json{"1", "2"}));
  EXPECT_EQ(found[0]["pairs"][0]["reasons"][0]["field"], "name") << out_;
  EXPECT_EQ(found[0]["pairs"][0]["block"], "name has the word \"schmidt\"") << out_;
  EXPECT_EQ(found[1]["ids"], (nlohmann::json{"3", "4"}));
  EXPECT_EQ(found[1]["pairs"][0]["exact"], true) << out_;
  EXPECT_EQ(found[2]["records"], 5);
  EXPECT_EQ(found[2]["decisions"],
            (nlohmann::json{{"undecided", 2}, {"same", 0}, {"different", 0}, {"implied", 0}}));
  EXPECT_EQ(found[2]["skipped_blocks"], nlohmann::json::array());
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

TEST_F(reconcile_command, merges_records_without_an_id_with_no_other_and_loses_none_X07) {
  write("people.csv", "id,name\n1,Ann\n,Bob\n2,Ann\n");
  write("d.tsv", "same\t1\t2\n");
  const std::string command = "reconcile people.csv --id id --compare name --decisions d.tsv --merge m.jsonl";
  EXPECT_EQ(run(command), exit_ok) << err_;
  EXPECT_TRUE(says("1 record without an id compared with no other: name another field with --id\n")) << err_;
  EXPECT_EQ(read("m.jsonl").substr(0, read("m.jsonl").find('\n')),
            R"({"ids":[],"record":{"id":null,"name":"Bob"}})");
  EXPECT_NE(read("m.jsonl").find(R"({"ids":["1","2"])"), std::string::npos) << read("m.jsonl");
  EXPECT_EQ(run(command + " --json"), exit_ok) << err_;
  EXPECT_EQ(facts().back()["records"], 3) << out_;
  EXPECT_EQ(facts().back()["without_id"], 1) << out_;
}

TEST_F(reconcile_command, refuses_fields_that_no_record_has_X07) {
  write("two.csv", "id,name\n1,Ann\n2,Ann\n");
  for (const std::string option :
       {"--id idd --compare name", "--id id --compare nmae", "--id id --key nmae"}) {
    EXPECT_EQ(run("reconcile two.csv --decisions none.tsv " + option), exit_usage) << option;
    EXPECT_TRUE(says("no record has a value in `")) << err_;
    EXPECT_FALSE(has("none.tsv")) << option;
  }
}

TEST_F(reconcile_command, refuses_an_rml_mapping_C01) {
  write_people();
  write("map.ttl", "");
  for (const std::string named : {"map.ttl people.csv", "people.csv --spec map.ttl"}) {
    EXPECT_EQ(run("reconcile " + named + " --compare name --decisions d.tsv"), exit_usage);
    EXPECT_TRUE(says("an RML mapping makes RDF; reconcile needs a specification in YAML")) << err_;
  }
  EXPECT_FALSE(has("d.tsv"));
}

TEST_F(reconcile_command, says_which_decisions_contradict_each_other_X07) {
  write_people();
  write("d.tsv", "same\t1\t2\nsame\t2\t3\ndifferent\t1\t3\n");
  EXPECT_EQ(run(std::string(search) + " --merge -"), exit_some_failed);
  EXPECT_TRUE(says("1 and 3 are decided to be different, but 1 = 2 = 3")) << err_;
  EXPECT_EQ(out_.find("origin"), std::string::npos) << out_;
  EXPECT_EQ(facts().size(), 5U) << out_;
}

TEST_F(reconcile_command, shows_what_follows_from_decisions_about_others_and_why_X07) {
  write_people();
  write("places.tsv", "http://e.org/schmidt\tSchmidt\n");
  write("d.tsv",
        "same\t1\thttp://e.org/schmidt\nsame\t2\thttp://e.org/schmidt\nsame\t5\tx:eve\nsame\t4\tx:eve\n");
  const std::string command = std::string(search) + " --merge m.jsonl --with places.tsv";
  EXPECT_EQ(run(command), exit_ok) << err_;
  EXPECT_TRUE(says("decided: 4 same, 0 different, ")) << err_;
  EXPECT_TRUE(says(" undecided, 2 implied")) << err_;
  EXPECT_NE(out_.find("implied: 1 = http://e.org/schmidt = 2"), std::string::npos) << out_;
  EXPECT_NE(out_.find("implied: 4 = x:eve = 5"), std::string::npos) << out_;
  EXPECT_NE(read("m.jsonl").find(R"({"ids":["1","2","http://e.org/schmidt"])") == std::string::npos
                ? read("m.jsonl").find(R"({"ids":["1","2"])")
                : 0,
            std::string::npos)
      << read("m.jsonl");
  const auto kept = read("d.tsv");
  EXPECT_NE(kept.find("implied\t1\t2\t"), std::string::npos) << kept;
  EXPECT_NE(kept.find("implied\t4\t5\t\timplied: 4 = x:eve = 5\n"), std::string::npos) << kept;
  EXPECT_EQ(run(command + " --json"), exit_ok) << err_;
  EXPECT_EQ(read("d.tsv"), kept) << "what is implied is computed again by each run";
  EXPECT_EQ(facts().back()["decisions"]["implied"], 2) << out_;
  EXPECT_NE(out_.find(R"({"implied":["4","5"],"why":"implied: 4 = x:eve = 5"})"), std::string::npos) << out_;
}

TEST_F(reconcile_command, refuses_what_is_implied_and_was_decided_against_X07) {
  write_people();
  write("d.tsv", "same\t1\tx:a\nsame\t2\tx:a\ndifferent\t1\t2\n");
  EXPECT_EQ(run(std::string(search) + " --merge m.jsonl"), exit_some_failed);
  EXPECT_TRUE(says("1 and 2 are decided to be different, but 1 = x:a = 2")) << err_;
  EXPECT_EQ(read("m.jsonl").find("origin"), std::string::npos) << read("m.jsonl");
  EXPECT_EQ(read("d.tsv").find("implied"), std::string::npos) << read("d.tsv");
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
  write("d.tsv", "same\thttp://e.org/5\tQ7\nsame\thttp://e.org/1\thttp://e.org/2\n");
  EXPECT_EQ(run(command + " --same-as -"), exit_ok) << err_;
  EXPECT_EQ(out_, "<http://e.org/1> <http://www.w3.org/2002/07/owl#sameAs> <http://e.org/2> .\n");
  EXPECT_TRUE(says("1 decided id left out, as Q7")) << err_;
  EXPECT_EQ(run("reconcile people.csv --compare name --decisions d.tsv --same-as l.nq"), exit_usage);
  EXPECT_TRUE(says("--same-as needs the IRIs of the records")) << err_;
}

TEST_F(reconcile_command, asks_a_service_politely_in_batches_X06) {
  write("places.csv", "id,name\n1,Bonn\n2,Kiel\n3,Bonn\n");
  const test::raw_server server([](const std::string& request) -> test::raw_reply {
    if (request.starts_with("GET /robots.txt"))
      return {"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"};
    if (request.starts_with("GET /")) return json_reply(manifest);
    return json_reply(
        R"({"q0": {"result": [{"id": "Q586", "name": "Bonn", "score": 98, "match": true}]},
        "q1": {"result": [{"id": "http://w.org/Q1707", "name": "Kiel", "score": 100, "match": true}]}})");
  });
  const auto command =
      "reconcile places.csv --id id --key name --decisions d.tsv --with " + server.url("/reconcile");
  EXPECT_EQ(run(command), exit_usage);
  EXPECT_TRUE(says("--contact")) << err_;
  EXPECT_EQ(run(command + " --contact me@e.org --json"), exit_ok) << err_;
  const auto requests = server.requests();
  ASSERT_EQ(requests.size(), 3U);
  EXPECT_NE(requests[1].find("GET /reconcile"), std::string::npos) << requests[1];
  EXPECT_NE(requests[2].find("POST /reconcile"), std::string::npos) << requests[2];
  EXPECT_NE(requests[2].find("mailto:me@e.org"), std::string::npos) << requests[2];
  const auto decisions = read("d.tsv");
  EXPECT_NE(decisions.find("undecided\t1\thttp://w.org/Q586\t0.98\t"), std::string::npos) << decisions;
  EXPECT_NE(decisions.find("undecided\t3\thttp://w.org/Q586\t0.98\t"), std::string::npos) << decisions;
  EXPECT_NE(decisions.find("undecided\t2\thttp://w.org/Q1707\t1.00\t"), std::string::npos) << decisions;
}

TEST_F(reconcile_command, keeps_the_answers_of_a_service_that_fails_in_between_X06) {
  std::string places = "id,name\n";
  for (int i = 10; i < 22; ++i) places += std::to_string(i) + ",Town " + std::to_string(i) + "\n";
  write("places.csv", places);
  std::atomic<int> batches = 0;
  const test::raw_server server([&](const std::string& request) -> test::raw_reply {
    if (request.starts_with("GET /robots.txt"))
      return {"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"};
    if (request.starts_with("GET /")) return json_reply(manifest);
    if (batches++ == 0) return json_reply("<html>overloaded</html>");
    return json_reply(
        R"({"q0": {"error": "too long"}, "q1": {"result": [{"id": "Q1", "name": "Town", "score": 7}]}})");
  });
  const auto command =
      "reconcile places.csv --id id --key name --decisions d.tsv --contact me@e.org --with " +
      server.url("/reconcile");
  EXPECT_EQ(run(command), exit_some_failed);
  EXPECT_TRUE(says("11 names not answered, as \"Town 10\": ")) << err_;
  EXPECT_NE(read("d.tsv").find("undecided\t21\thttp://w.org/Q1\t0.07\t"), std::string::npos) << read("d.tsv");
}

TEST_F(reconcile_command, stops_where_the_address_is_no_service_X06) {
  write("places.csv", "id,name\n1,Bonn\n");
  const test::raw_server server(json_reply("{}"));
  EXPECT_EQ(run("reconcile places.csv --id id --key name --decisions d.tsv --contact me@e.org --with " +
                server.url("/reconcile")),
            exit_some_failed);
  EXPECT_TRUE(says("the address has no manifest of a reconciliation service")) << err_;
}

/// What a service answers to the first query of a batch; robots.txt and its manifest are in order.
test::raw_server::answerer answering(test::raw_reply reply) {
  return [reply = std::move(reply)](const std::string& request) -> test::raw_reply {
    if (request.starts_with("GET /robots.txt"))
      return {"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"};
    return request.starts_with("GET /") ? json_reply(manifest) : reply;
  };
}

TEST_F(reconcile_command, keeps_what_is_well_of_answers_and_says_what_is_wrong_X06) {
  write("places.csv", "id,name\n1,Bonn\n3,Kiel\n");
  std::string many = R"({"q0": {"result": [)";
  for (int i = 0; i < 20'000; ++i) many += R"({"id": "R)" + std::to_string(i) + R"(", "score": 1},)";
  many += R"({"id": "best", "score": 9}]}})";
  const std::tuple<test::raw_reply, std::string, std::string> cases[] = {
      {json_reply(many), "1 name not answered, as \"Kiel\": the service left the query out",
       "http://w.org/best\t"},
      {{"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/x\r\nContent-Length: 0\r\n\r\n"},
       "it has moved: name the new address with --with, http://127.0.0.1:1/x",
       ""},
  };
  for (const auto& [reply, message, kept] : cases) {
    const test::raw_server server(answering(reply));
    EXPECT_EQ(
        run("reconcile places.csv --id id --key name --candidates 1 --decisions d.tsv --contact me@e.org "
            "--with " +
            server.url("/reconcile")),
        exit_some_failed)
        << err_;
    EXPECT_TRUE(says(message)) << message << "\n" << err_;
    EXPECT_EQ(read("d.tsv").find("/R"), std::string::npos) << read("d.tsv");
    EXPECT_NE(read("d.tsv").find(kept), std::string::npos) << read("d.tsv");
  }
}

TEST_F(reconcile_command, takes_no_id_of_a_service_for_that_of_a_record_X06) {
  write("places.csv", "id,name\n1,Bonn\n3,Kiel\n");
  const test::raw_server server([](const std::string& request) -> test::raw_reply {
    if (request.starts_with("GET /robots.txt"))
      return {"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"};
    if (request.starts_with("GET /")) return json_reply(R"({"name": "without an identifier space"})");
    return json_reply(R"({"q0": {"result": [{"id": "3", "score": 9}]}, "q1": {"result": [{"id": "4"}]}})");
  });
  EXPECT_EQ(run("reconcile places.csv --id id --key name --decisions d.tsv --contact me@e.org --with " +
                server.url("/reconcile")),
            exit_some_failed);
  EXPECT_TRUE(
      says("2 names not answered, as \"Bonn\": the service proposes 3, which is no IRI of http or https"))
      << err_;
  EXPECT_EQ(read("d.tsv"), "decision\tone\tother\tscore\treasons\n");
}

TEST_F(reconcile_command, takes_no_endless_answer_and_follows_no_endless_redirect_X06) {
  write("places.csv", "id,name\n1,Bonn\n");
  const std::string command =
      "reconcile places.csv --id id --key name --decisions d.tsv --contact me@e.org --with ";
  const test::raw_server endless(
      answering({"HTTP/1.1 200 OK\r\n\r\n", test::ending::close, std::string(65'536, ' '), 1'000'000}));
  EXPECT_EQ(run(command + endless.url("/reconcile")), exit_some_failed);
  EXPECT_TRUE(says("1 name not answered, as \"Bonn\": ")) << err_;
  EXPECT_LT(endless.repeated_bytes(), std::uint64_t{64} << 20);
  const test::raw_server turning([](const std::string& request) -> test::raw_reply {
    if (request.starts_with("GET /robots.txt"))
      return {"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"};
    return {"HTTP/1.1 302 Found\r\nLocation: " + std::string(request.starts_with("GET /a") ? "/b" : "/a") +
            "\r\nContent-Length: 0\r\n\r\n"};
  });
  EXPECT_EQ(run(command + turning.url("/a")), exit_some_failed);
  EXPECT_TRUE(says("redirect_loop")) << err_;
  EXPECT_LT(turning.accepted(), 20U);
}

TEST(candidate_service, is_on_this_machine_only_by_a_loopback_address_or_its_name_X06) {
  for (const auto* const here : {"http://localhost/a", "https://LOCALHOST:8080/", "http://127.0.0.1:80/x",
                                 "http://127.9.9.9/", "http://[::1]:3000/"})
    EXPECT_TRUE(is_on_this_machine(here)) << here;
  for (const auto* const elsewhere :
       {"http://127.0.0.1.e.org/", "http://localhost.e.org/", "http://e.org/127.0.0.1", "http://10.0.0.1/",
        "http://127.0.0.1@e.org/", "http://[2001:db8::1]/", "x"})
    EXPECT_FALSE(is_on_this_machine(elsewhere)) << elsewhere;
}

TEST(candidate_service, gives_up_an_answer_that_takes_too_long_X06) {
  const test::raw_server slow(
      answering({"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n{", test::ending::stall}));
  candidate_service service;
  service.url = slow.url("/reconcile");
  service.contact = "me@e.org";
  service.deadline = std::chrono::milliseconds{300};
  service.is_stopping = [] { return false; };
  const auto asked = make_candidate_service(std::move(service));
  const auto found = asked->find({"Bonn"}, 1);
  ASSERT_FALSE(found);
  EXPECT_TRUE(found.error().detail.starts_with(slow.url("/reconcile"))) << found.error().detail;
}

TEST_F(reconcile_command, keeps_decisions_when_the_data_change_and_the_file_when_nothing_does_X07) {
  write_people();
  EXPECT_EQ(run(search), exit_ok) << err_;
  auto decisions = read("d.tsv");
  const auto place = decisions.find("undecided\t1\t2");
  ASSERT_NE(place, std::string::npos) << decisions;
  decisions.replace(place, 9, "same");
  write("d.tsv", decisions);
  const auto before = std::filesystem::last_write_time(folder_.path() / "d.tsv");
  EXPECT_EQ(run(std::string(search) + " --json"), exit_ok) << err_;
  EXPECT_EQ(read("d.tsv"), decisions);
  EXPECT_EQ(std::filesystem::last_write_time(folder_.path() / "d.tsv"), before);
  EXPECT_EQ(facts().back()["decisions"],
            (nlohmann::json{{"undecided", 1}, {"same", 1}, {"different", 0}, {"implied", 0}}));
  write("people.csv", "id,name,mail,city\n1,Anna,,\n2,Ana Smith,,Rom\n6,Ada,x@e.org,\n7,Adah,x@e.org,\n");
  EXPECT_EQ(run(std::string(search) + " --merge m.jsonl"), exit_ok) << err_;
  const auto after = read("d.tsv");
  EXPECT_NE(after.find("same\t1\t2\t"), std::string::npos) << after;
  EXPECT_NE(after.find("undecided\t6\t7\t"), std::string::npos) << after;
  EXPECT_EQ(after.find("3\t4"), std::string::npos)
      << "a pair that is not found again was not decided: " << after;
  EXPECT_NE(read("m.jsonl").find(R"({"ids":["1","2"],"record":)"), std::string::npos) << read("m.jsonl");
}

TEST_F(reconcile_command, merges_three_records_and_loses_nothing_X07) {
  write("things.json", R"([{"id": "1", "name": "Ada", "tags": ["x", "x"], "at": {"city": "Bonn"}},
{"id": "2", "name": "Ada L.", "tags": ["x", "y"], "at": {"city": "Bonn"}, "born": 1815},
{"id": "3", "name": "Ada", "tags": "z", "at": {"city": "Kiel"}, "note": ""}])");
  write("d.tsv", "same\t1\t2\nsame\t2\t3\n");
  EXPECT_EQ(run("reconcile things.json --id id --compare name --decisions d.tsv --merge -"), exit_ok) << err_;
  const auto merged = facts();
  ASSERT_EQ(merged.size(), 1U) << out_;
  EXPECT_EQ(merged[0], nlohmann::json::parse(R"({"ids": ["1", "2", "3"], "record": {
"id": ["1", "2", "3"], "name": ["Ada", "Ada L."], "tags": ["x", "x", "y", "z"], "at": [{"city": "Bonn"}, {"city": "Kiel"}],
"born": 1815, "note": ""}, "origin": {
"id": [["1"], ["2"], ["3"]], "name": [["1", "3"], ["2"]], "tags": [["1", "2"], ["1"], ["2"], ["3"]], "at": [["1", "2"], ["3"]],
"born": [["2"]], "note": [["3"]]}})"));
}

TEST_F(reconcile_command, says_which_blocks_were_too_large_to_compare_X07) {
  std::string many = "id,name\n";
  for (int i = 0; i < 501; ++i) many += std::to_string(i) + ",same" + std::to_string(i) + "\n";
  write("many.csv", many);
  EXPECT_EQ(run("reconcile many.csv --id id --compare name --block prefix:4 --decisions d.tsv --json"),
            exit_ok)
      << err_;
  EXPECT_EQ(facts().back()["skipped_blocks"],
            nlohmann::json::parse(R"([{"block": "name begins with \"same\"", "records": 501}])"))
      << out_;
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
