// Tests of receipts of a run: one for each import, what they say, and where notifications are sent.
// SPDX-License-Identifier: Apache-2.0
#include <sys/wait.h>

#include <csignal>
#include <nlohmann/json.hpp>

#include "storage/graphs/graph_records.hpp"
#include "tests/app/child_program.hpp"
#include "tests/app/providers/harvest_site.hpp"
#include "tests/net/inbox_server.hpp"
#include "tests/net/raw_server.hpp"
#include "tests/places.hpp"

namespace laundromat {
namespace {

using json = nlohmann::json;

class harvest_receipts_test : public harvest_site {
 protected:
  [[nodiscard]] json receipt(const std::string& provider, int number) const {
    return json::parse(read("data/receipts/" + provider + '/' + std::to_string(number) + ".json"));
  }
  /// The imports of a provider, the newest first.
  [[nodiscard]] std::vector<json> history(const std::string& provider) const {
    std::vector<json> all;
    std::istringstream printed{ask_about({"history", provider, "--json"}).out};
    for (std::string line; std::getline(printed, line);) all.push_back(json::parse(line));
    return all;
  }
  [[nodiscard]] static bool is_running(int id) {
    siginfo_t state{};
    return ::waitid(P_PID, static_cast<id_t>(id), &state, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           state.si_pid == 0;
  }
  /// Of the provider `one`, without temporary ones.
  [[nodiscard]] std::set<std::string> files_of_receipts() const {
    std::set<std::string> files;
    std::error_code none;
    for (std::filesystem::directory_iterator at{data() / "receipts" / "one", none}, end; at != end; ++at)
      if (const auto name = at->path().filename().string(); name.ends_with(".json") || name.ends_with(".nt"))
        files.insert(name);
    return files;
  }
  /// A provider with one dataset and one statement.
  void publish(const std::string& provider, const std::string& modified) const {
    describe(provider, modified, partial_dump, "dump.nt");
    write("site/" + provider + "/dump.nt", line(provider, modified));
  }
  [[nodiscard]] std::string served_port() const {
    const auto text = read("data/serve.port");
    return text.substr(0, text.find_first_not_of("0123456789"));
  }
  std::string inbox_statement(const std::string& inbox) const {
    return "<> <http://www.w3.org/ns/ldp#inbox> <" + inbox + "> .\n";
  }
  test::inbox_server inboxes_;
};

TEST_F(harvest_receipts_test,
       a_receipt_is_sent_to_the_inbox_of_the_registry_the_void_file_or_its_header_G22) {
  for (const auto* one : {"dataset", "file", "header", "none", "person", "registered", "stranger"})
    publish(one, "2026-01-01");
  write("site/dataset/void.ttl", read("site/dataset/void.ttl") + "<#d> <http://www.w3.org/ns/ldp#inbox> <" +
                                     inboxes_.url("/dataset") + "> .\n");
  write("site/person/void.ttl",
        read("site/person/void.ttl") +
            "<#a> a <http://xmlns.com/foaf/0.1/Person> ; <http://www.w3.org/ns/ldp#inbox> <" +
            inboxes_.url("/person") + "> .\n");
  write("site/file/void.ttl", read("site/file/void.ttl") + inbox_statement(inboxes_.url("/file")));
  write("site/stranger/void.ttl",
        read("site/stranger/void.ttl") + inbox_statement(inboxes_.url("/stranger", "localhost")));
  write("site.rules", "/header/void.ttl header Link <" + inboxes_.url("/header") +
                          ">; rel=\"http://www.w3.org/ns/ldp#inbox\"\n");
  enlist({"dataset", "file", "header", "none", "person", "stranger"});
  write("registry.yaml", read("registry.yaml") +
                             "registered:\n  void: '{serve}/registered/void.ttl'\n  inbox: " +
                             inboxes_.url("/registered", "localhost") + "\n");
  EXPECT_EQ(run(), 0);
  for (const auto* one : {"dataset", "file", "header", "registered"}) {
    const auto bodies = inboxes_.bodies_to(std::string{"/"} + one);
    ASSERT_EQ(bodies.size(), 1U) << one;
    const auto told = json::parse(bodies[0]);
    const auto known = history(one).at(0);
    EXPECT_EQ(told.at("object").at("id"), known.at("id"));
    EXPECT_EQ(told.at("object").at("outcome"), "imported");
    EXPECT_EQ(told.at("object").at("added"), 1);
    EXPECT_EQ(known.at("notification"), "sent");
  }
  EXPECT_EQ(inboxes_.received().size(), 4U) << "no other inbox";
  EXPECT_EQ(history("none").at(0).at("notification"), "unwanted");
  EXPECT_EQ(history("person").at(0).at("notification"), "unwanted") << "which is not that of a dataset";
  const auto stranger = history("stranger").at(0);
  EXPECT_EQ(stranger.at("notification"), "given up");
  EXPECT_NE(stranger.at("notification_problem").get<std::string>().find("localhost"), std::string::npos);
  // Once only.
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(inboxes_.received().size(), 4U);
  publish("registered", "2026-01-02");
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(inboxes_.bodies_to("/registered").size(), 2U) << ask_about({"history", "registered"}).out;
}

TEST_F(harvest_receipts_test, an_inbox_that_fails_is_tried_again_later_and_costs_no_import_G22) {
  publish("one", "2026-01-01");
  write("registry.yaml", "one:\n  void: '{serve}/one/void.ttl'\n  inbox: " + inboxes_.url("/in") + "\n");
  inboxes_.answer_with(500);
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(run(), 0) << "not before a minute has passed";
  EXPECT_EQ(inboxes_.received().size(), 1U);
  auto known = history("one").at(0);
  EXPECT_EQ(known.at("outcome"), "imported");
  EXPECT_EQ(known.at("has_receipt"), true);
  EXPECT_EQ(known.at("notification"), "waiting");
  EXPECT_EQ(known.at("failed_notifications"), 1);
  EXPECT_NE(known.at("notification_problem").get<std::string>().find("500"), std::string::npos);
  {  // The minute has passed.
    auto db = journal::open(data() / "journal.sqlite", journal_mode::read_write).value();
    graph_records records{db};
    auto import = records.imports(records.provider("one")->id, 1)->at(0);
    import.notice.not_before = {};
    ASSERT_TRUE(records.note_notice(import.id, import.notice));
  }
  inboxes_.answer_with(202);
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(history("one").at(0).at("notification"), "sent");
  ASSERT_EQ(inboxes_.received().size(), 2U);
  EXPECT_EQ(json::parse(inboxes_.received()[0].body).at("id"),
            json::parse(inboxes_.received()[1].body).at("id"));
}

TEST_F(harvest_receipts_test, a_host_that_has_asked_to_wait_is_not_told_before_that_time_G22) {
  const auto answer = [](const std::string& status, const std::string& type, const std::string& body) {
    return test::raw_reply{"HTTP/1.1 " + status + "\r\nContent-Type: " + type +
                               "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body,
                           test::ending::close};
  };
  describe("one", "2026-01-01", partial_dump, "/dump.nt");
  const test::raw_server server{[&](const std::string& request) {
    if (request.starts_with("GET /robots.txt")) return answer("404 Not Found", "text/plain", "");
    if (request.starts_with("GET /void.ttl"))
      return answer("200 OK", "text/turtle", read("site/one/void.ttl"));
    return answer("503 Service Unavailable\r\nRetry-After: 600", "text/plain", "");
  }};
  write("registry.yaml",
        "one:\n  void: " + server.url("/void.ttl") + "\n  inbox: " + server.url("/in") + "\n");
  EXPECT_NE(run(), 0);
  const auto requests = server.requests();
  ASSERT_FALSE(requests.empty());
  EXPECT_TRUE(requests.back().starts_with("GET /dump.nt")) << requests.back();
  EXPECT_EQ(history("one").at(0).at("notification"), "waiting");
}

TEST_F(harvest_receipts_test, damaged_files_of_the_data_folder_are_not_told_to_the_provider_G22) {
  publish("one", "2026-01-01");
  write("registry.yaml", "one:\n  void: '{serve}/one/void.ttl'\n  inbox: " + inboxes_.url("/in") + "\n");
  EXPECT_EQ(run(), 0);
  for (const auto& file : std::filesystem::directory_iterator{data() / "graphs/one"})
    if (file.is_regular_file()) write(file.path().string(), "no gzip");
  publish("one", "2026-01-02");
  EXPECT_EQ(run(), 1);
  const auto failed = history("one").at(0);
  EXPECT_EQ(failed.at("outcome"), "failed");
  EXPECT_NE(failed.dump().find("laundromat verify"), std::string::npos) << failed;
  EXPECT_EQ(failed.at("notification"), "unwanted");
  EXPECT_EQ(inboxes_.received().size(), 1U) << "of the first import";
}

TEST_F(harvest_receipts_test,
       each_rule_that_a_void_file_breaks_is_in_the_receipt_and_told_to_the_provider_G07_G22) {
  const auto cases = std::filesystem::path{source_path()} / "tests/app/providers/void_cases";
  std::string registry;
  std::set<std::string> rules;
  for (const auto& file : std::filesystem::directory_iterator{cases}) {
    const auto rule = file.path().stem().string();
    rules.insert(rule);
    write("site/" + rule + "/void.ttl", read_file(file.path()));
    write("site/" + rule + "/dump.nt", line(rule, "1"));
    registry +=
        rule + ":\n  void: '{serve}/" + rule + "/void.ttl'\n  inbox: " + inboxes_.url("/" + rule) + "\n";
  }
  for (std::size_t i = 0; i <= static_cast<std::size_t>(void_rule::same_dumps); ++i)
    EXPECT_TRUE(rules.contains(std::string{text_of(static_cast<void_rule>(i)).name})) << "a rule has no case";
  write("registry.yaml", registry);
  (void)run();
  for (const auto& rule : rules) {
    const auto imports = history(rule);
    ASSERT_EQ(imports.size(), 1U) << rule;
    const auto& known = imports[0];
    const auto said = json::parse(
        read("data/receipts/" + rule + '/' + std::to_string(known.at("import").get<int>()) + ".json"));
    const auto text = read("site/" + rule + "/void.ttl");
    std::string found = "# " + said.at("outcome").get<std::string>();
    for (const auto& one : said.at("violations")) found += ' ' + one.at("rule").get<std::string>();
    EXPECT_EQ(found, text.substr(0, text.find('\n')));
    const auto triples =
        read("data/receipts/" + rule + '/' + std::to_string(known.at("import").get<int>()) + ".nt");
    EXPECT_NE(triples.find("def/rule> \"" + rule + "\""), std::string::npos) << triples;
    const auto told = inboxes_.bodies_to("/" + rule);
    ASSERT_EQ(told.size(), 1U) << rule;
    const auto object = json::parse(told[0]).at("object");
    EXPECT_EQ(object.at("outcome"), said.at("outcome"));
    EXPECT_EQ(object.at("violations").at(0).at("rule"), rule);
    EXPECT_EQ(object.at("numberOfViolations"), 1);
  }
  // The same files are not told of again.
  const auto before = inboxes_.received().size();
  (void)run();
  for (const auto* rule : {"no_dataset", "no_modified", "no_dump", "too_many"})
    EXPECT_EQ(history(rule).size(), 1U) << rule;
  EXPECT_EQ(inboxes_.received().size(), before);
}

TEST_F(harvest_receipts_test, violations_stay_those_of_the_import_G07_G22) {
  publish("one", "2026-01-01");
  auto text = read("site/one/void.ttl");
  const auto at = text.find("; <http://rdfs.org/ns/void#feature>"),
             end = text.find("; <http://rdfs.org/ns/void#dataDump>");
  write("site/one/void.ttl", text.erase(at, end - at));
  enlist({"one"});
  EXPECT_EQ(run(), 0);
  publish("one", "2026-01-02");
  EXPECT_EQ(run(), 0);
  const auto imports = history("one");
  ASSERT_EQ(imports.size(), 2U);
  EXPECT_EQ(imports[0].at("number_of_violations"), 0);
  EXPECT_EQ(imports[1].at("violations").at(0).at("rule"), "no_extent");
}

TEST_F(harvest_receipts_test,
       a_void_file_that_is_refused_or_cannot_be_read_is_told_to_its_provider_once_G21_G22_D73) {
  publish("one", "2026-01-01");
  publish("stranger", "2026-05-01");
  write("registry.yaml", "one:\n  void: '{serve}/one/void.ttl'\n  inbox: " + inboxes_.url("/in") + "\n");
  EXPECT_EQ(run(), 0);
  const auto redirect =
      "/one/void.ttl redirect http://localhost:" + served_port() + "/stranger/void.ttl 302\n";
  write("site.rules", redirect);
  (void)run();
  (void)run();
  write("site.rules", "/one/void.ttl status 404\n");
  (void)run();
  (void)run();
  write("site.rules", redirect);
  (void)run();
  const auto imports = history("one");
  ASSERT_EQ(imports.size(), 3U) << "each problem once a day: " << ask_about({"history", "one"}).out;
  EXPECT_EQ(imports[1].at("outcome"), "refused");
  EXPECT_EQ(imports[0].at("outcome"), "failed");
  EXPECT_EQ(imports[0].at("cause"), "http_status");
  const auto told = inboxes_.bodies_to("/in");
  ASSERT_EQ(told.size(), 3U);
  EXPECT_EQ(json::parse(told[1]).at("object").at("outcome"), "refused");
  EXPECT_NE(json::parse(told[1]).at("summary").get<std::string>().find("the file came from"),
            std::string::npos);
  EXPECT_EQ(json::parse(told[2]).at("object").at("outcome"), "failed");
  EXPECT_EQ(graph("one"), std::set<std::string>{says("one", "2026-01-01")});
}

TEST_F(harvest_receipts_test, of_many_imports_each_has_a_receipt_also_the_oldest_G22) {
  constexpr std::size_t imports = 120;
  publish("one", "2026-01-01");
  enlist({"one"});
  EXPECT_EQ(run(), 0);
  {
    auto db = journal::open(data() / "journal.sqlite", journal_mode::read_write).value();
    graph_records records{db};
    const auto provider = records.provider("one").value();
    graph_import one;
    one.outcome = import_outcome::unchanged;
    one.begun = one.ended = from_ms(1'700'000'000'000);
    for (std::size_t i = 1; i < imports; ++i) ASSERT_TRUE(records.commit(provider.id, {one, {}, {}, 1}));
    EXPECT_EQ(records.imports_without_receipt(provider.id, 10)->size(), 10U);
  }
  EXPECT_EQ(run(), 0);
  std::size_t receipts = 0;
  for (const auto& one : history("one")) {
    EXPECT_EQ(one.at("has_receipt"), true);
    EXPECT_EQ(one.at("notification"), "unwanted");
    receipts += receipt("one", one.at("import").get<int>()).at("id") == one.at("id") ? 1 : 0;
  }
  EXPECT_EQ(receipts, imports);
}

TEST_F(harvest_receipts_test, history_has_the_fields_of_the_receipt_G16_G22) {
  publish("one", "2026-01-01");
  enlist({"one"});
  EXPECT_EQ(run(), 0);
  publish("one", "2026-01-02");
  EXPECT_EQ(run(), 0);
  auto known = history("one").at(0);
  const auto said = receipt("one", 2);
  for (const auto* own : {"has_receipt", "notification"}) known.erase(own);
  EXPECT_EQ(known, said);
  EXPECT_TRUE(std::filesystem::exists(data() / said.at("diff").at("file").get<std::string>()));
  const auto plain = ask_about({"export", "--providers", "one@2", "--graphs", "none"}).out;
  EXPECT_EQ(said.at("generated").at("checksum").at("value"), sha256(plain).hex());
  EXPECT_LT(said.at("begun").get<std::string>(), said.at("ended").get<std::string>());
}

TEST_F(harvest_receipts_test, each_import_has_one_receipt_whenever_the_engine_is_killed_at_it_G14_G22) {
  constexpr int kills = 6;
  write("registry.yaml", "one:\n  void: '{serve}/one/void.ttl'\n  inbox: " + inboxes_.url("/in") + "\n");
  for (int number = 1; number <= kills; ++number) {
    publish("one", "2026-01-0" + std::to_string(number));
    child_program engine{
        {program_path(), "run", (folder() / "campaign.yaml").string(), "--data", data().string(), "--once"}};
    const auto sent = inboxes_.received().size(), written = files_of_receipts().size();
    const auto is_there = [&] {
      return number % 3 == 2 ? inboxes_.received().size() > sent
                             : files_of_receipts().size() > written + static_cast<std::size_t>(number % 3);
    };
    while (!is_there() && is_running(engine.id())) {
    }
    engine.signal(SIGKILL);
    (void)engine.exit_code();
  }
  ASSERT_EQ(run(), 0);
  std::set<std::string> wanted, told;
  const auto imports = history("one");
  for (const auto& one : imports) {
    EXPECT_EQ(one.at("has_receipt"), true);
    EXPECT_EQ(one.at("notification"), "sent");
    wanted.insert(one.at("id").get<std::string>() + "#notification");
    const auto number = one.at("import").get<int>();
    EXPECT_EQ(receipt("one", number).at("id"), one.at("id"));
    EXPECT_NE(read("data/receipts/one/" + std::to_string(number) + ".nt"), "");
  }
  EXPECT_EQ(wanted.size(), imports.size());
  for (const auto& one : inboxes_.received()) told.insert(json::parse(one.body).at("id"));
  EXPECT_EQ(told, wanted) << "one that was repeated has the same id";
  EXPECT_EQ(files_of_receipts().size(), 2 * imports.size());
  EXPECT_EQ(graph("one"), std::set<std::string>{says("one", "2026-01-06")});
}

TEST_F(harvest_receipts_test, a_catalogue_lists_the_receipts_as_pages_and_rdf_G22) {
  publish("one", "2026-01-01");
  enlist({"one"});
  EXPECT_EQ(run(), 0);
  publish("one", "2026-01-02");
  EXPECT_EQ(run(), 0);
  const auto target = (folder() / "catalogue").string();
  const auto made = ask_about({"catalogue", target, "--base", "http://c.example/"});
  ASSERT_EQ(made.code, 0) << made.err;
  for (const auto* end : {"1.json", "1.nt", "2.json", "2.nt"})
    EXPECT_EQ(read("catalogue/receipts/one/" + std::string{end}),
              read("data/receipts/one/" + std::string{end}));
  EXPECT_NE(read("catalogue/index.html").find("receipts/one/index.html"), std::string::npos);
  const auto page = read("catalogue/receipts/one/index.html");
  EXPECT_NE(page.find("<a href=\"2.json\">2</a>"), std::string::npos) << page;
  EXPECT_NE(page.find("imported"), std::string::npos) << page;
  const auto graph = read("catalogue/catalogue.nq");
  for (const auto* statement :
       {"<http://e.example/graphs/one> <http://www.w3.org/ns/prov#wasGeneratedBy> "
        "<http://e.example/graphs/one/receipts/2> .",
        "<http://e.example/graphs/one/receipts/2> <http://www.w3.org/2000/01/rdf-schema#seeAlso> "
        "<http://c.example/receipts/one/2.nt> ."})
    EXPECT_NE(graph.find(statement), std::string::npos) << graph;
  EXPECT_EQ(ask_about({"catalogue", target, "--base", "http://c.example/"}).code, 0) << "it is replaced";
  EXPECT_EQ(ask({"verify", "--catalogue", target}).code, 0);
}

}  // namespace
}  // namespace laundromat
