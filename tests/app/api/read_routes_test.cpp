// Tests of the routes that only read: each says what its command says.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>

#include "app/api/api_route.hpp"
#include "app/api/route_call.hpp"
#include "app/terminal/exit_code.hpp"
#include "core/http/query_text.hpp"
#include "tests/app/api/filled_folder.hpp"
#include "tests/app/api/served_folder.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat::test {
namespace {

using json = nlohmann::ordered_json;

/// A request, and the command line that gives the same answer.
struct route_example {
  std::string route;   ///< its name
  std::string target;  ///< of the request, below /api/v1
  std::vector<std::string> words;
};

/// At least one example per route, and one per parameter of it.
std::vector<route_example> examples_of(const filled_folder& folder) {
  const auto dirty = folder.url("/menu.ttl"), staff = folder.url("/staff/wilma"),
             bulletin = folder.url("/bulletin.nt"), dataset = folder.url("/staff.nt#staff");
  const auto record = "/records/" + encoded(dirty), clean = "/records/" + folder.bulletin_hash();
  const std::string type = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
  return {
      {"status", "/status", {"status"}},
      {"status", "/status?all_crawls=true", {"status", "--all-crawls"}},
      {"documents", "/documents", {"ls"}},
      {"documents",
       "/documents?all=true&sort=uri&reverse=true",
       {"ls", "--all", "--sort", "uri", "--reverse"}},
      {"documents", "/documents?status=failed&all_crawls=true", {"ls", "--status", "failed", "--all-crawls"}},
      {"documents",
       "/documents?host=" + encoded(folder.host()) + "&format=n-triples",
       {"ls", "--host", folder.host(), "--format", "n-triples"}},
      {"documents",
       "/documents?min_statements=2&max_statements=9&min_bytes=10&max_bytes=1MiB",
       {"ls", "--min-statements=2", "--max-statements=9", "--min-bytes=10", "--max-bytes=1MiB"}},
      {"documents",
       "/documents?min_defects=1&rule=missing_prefix",
       {"ls", "--min-defects=1", "--rule=missing_prefix"}},
      {"documents",
       "/documents?since=2020-01-01&until=2020-02-01T00%3A00",
       {"ls", "--since=2020-01-01", "--until=2020-02-01T00:00"}},
      {"documents", "/documents?since=2020-01-01", {"ls", "--since=2020-01-01"}},
      {"documents",
       "/documents?same_as=" + folder.bulletin_hash(),
       {"ls", "--same-as=" + folder.bulletin_hash()}},
      {"documents", "/documents?limit=3", {"ls", "--limit=3"}},
      {"seeds", "/seeds", {"ls", "--seeds"}},
      {"seeds",
       "/seeds?standing=failing&host=" + encoded(folder.host()) + "&limit=2",
       {"ls", "--seeds", "--standing=failing", "--host=" + folder.host(), "--limit=2"}},
      {"nodes", "/nodes", {"ls", "--nodes"}},
      {"search", "/search?word=socks", {"search", "socks"}},
      {"search",
       "/search?word=washing&word=machines&all_crawls=true&limit=1",
       {"search", "--all-crawls", "--limit=1", "washing", "machines"}},
      {"record", record, {"show", dirty}},
      {"record", "/records/" + folder.bulletin_hash(), {"show", folder.bulletin_hash()}},
      {"record",
       "/records/" + encoded(folder.url("/attic.tar.gz") + "!/attic/season.zip!/season.ttl"),
       {"show", folder.url("/attic.tar.gz") + "!/attic/season.zip!/season.ttl"}},
      {"tree",
       "/records/" + encoded(folder.url("/attic.tar.gz")) + "/tree",
       {"show", "--tree", folder.url("/attic.tar.gz")}},
      {"tree",
       "/records/" + encoded(bulletin) + "/tree?all_crawls=true",
       {"show", "--tree", "--all-crawls", bulletin}},
      {"history", "/records/" + encoded(bulletin) + "/history", {"history", bulletin}},
      {"defects", record + "/defects", {"errors", dirty}},
      {"defects",
       record + "/defects?all_crawls=true&rule=missing_separator&rule=missing_prefix&done=repair&limit=5",
       {"errors", "--all-crawls", "--rule=missing_separator", "--rule=missing_prefix", "--done=repair",
        "--limit=5", dirty}},
      {"defects", record + "/defects?lines=true&limit=3", {"errors", "--lines", "--limit=3", dirty}},
      {"sarif", record + "/sarif", {"errors", "--sarif", dirty}},
      {"sarif",
       record + "/sarif?all_crawls=true&rule=missing_separator&done=repair&limit=1",
       {"errors", "--sarif", "--all-crawls", "--rule=missing_separator", "--done=repair", "--limit=1",
        dirty}},
      {"quarantine", record + "/quarantine", {"errors", "--quarantine", dirty}},
      {"quarantine",
       record + "/quarantine?all_crawls=true&rule=missing_prefix&limit=1",
       {"errors", "--quarantine", "--all-crawls", "--rule=missing_prefix", "--limit=1", dirty}},
      {"quarantine",
       "/records/" + encoded(bulletin) + "/quarantine",
       {"errors", "--quarantine", bulletin}},  // nothing was skipped
      {"metadata", clean + "/metadata", {"show", "--format=ttl", folder.bulletin_hash()}},
      {"statistics", clean + "/statistics", {"show", "--format=json", folder.bulletin_hash()}},
      {"changes", "/records/" + encoded(bulletin) + "/changes", {"diff", bulletin}},
      {"changes", "/records/" + encoded(bulletin) + "/changes?stat=true", {"diff", "--stat", bulletin}},
      {"hosts", "/hosts", {"hosts"}},
      {"hosts", "/hosts?limit=1", {"hosts", "--limit=1"}},
      {"hosts", "/hosts?sort=found&limit=1", {"hosts", "--sort=found", "--limit=1"}},
      {"hosts",
       "/hosts?sort=found&after=" + encoded(folder.host()),
       {"hosts", "--sort=found", "--after=" + folder.host()}},
      {"host", "/hosts/" + encoded(folder.host()), {"hosts", folder.host()}},
      {"host", "/hosts/127.0.0.1", {"hosts", "127.0.0.1"}},
      {"report", "/reports/mime", {"report", "mime"}},
      {"report", "/reports/codes", {"report", "codes"}},
      {"report", "/reports/hosts?limit=1", {"report", "hosts", "--limit=1"}},
      {"report", "/reports/seeds", {"report", "seeds"}},
      {"report", "/reports/formats", {"report", "formats"}},
      {"report", "/reports/encodings", {"report", "encodings"}},
      {"report", "/reports/sizes", {"report", "sizes"}},
      {"quality", "/quality", {"quality"}},
      {"quality", "/quality?days=1", {"quality", "--days=1"}},
      {"host_quality", "/hosts/" + encoded(folder.host()) + "/quality", {"quality", folder.host()}},
      {"host_quality", "/hosts/127.0.0.1/quality?days=1", {"quality", "--days=1", "127.0.0.1"}},
      {"host_dqv", "/hosts/127.0.0.1/dqv", {"quality", "--format=ttl", "127.0.0.1"}},
      {"host_sarif", "/hosts/127.0.0.1/sarif", {"errors", "--host", "--sarif", "127.0.0.1"}},
      {"host_sarif",
       "/hosts/127.0.0.1/sarif?all_crawls=true&rule=missing_separator&done=repair&limit=1",
       {"errors", "--host", "--sarif", "--all-crawls", "--rule=missing_separator", "--done=repair",
        "--limit=1", "127.0.0.1"}},
      {"settings", "/settings", {"config", "--in-use"}},
      {"datasets", "/datasets", {"datasets"}},
      {"datasets", "/datasets?dataset=" + encoded(dataset), {"datasets", dataset}},
      {"about", "/about?uri=" + encoded(staff), {"about", staff}},
      {"authority", "/authority?uri=" + encoded(staff), {"authority", staff}},
      {"authority",
       "/authority?uri=" + encoded(staff) + "&source=" + encoded(bulletin),
       {"authority", "--source=" + bulletin, staff}},
      {"lookup", "/lookup?uri=" + encoded(staff), {"lookup", staff}},
      {"lookup",
       "/lookup?all=true&documents=5&uri=" + encoded(staff),
       {"lookup", "--all", "--documents=5", staff}},
      {"where", "/where?uri=" + encoded(type), {"where", type}},
      {"where",
       "/where?role=predicate&limit=2&after=1&uri=" + encoded(type),
       {"where", "--role=predicate", "--limit=2", "--after=1", type}},
      {"labels", "/labels?word=cotton", {"labels", "cotton"}},
      {"labels",
       "/labels?word=wool&word=gently&language=en&limit=1&document=" + encoded(dirty),
       {"labels", "--language=en", "--limit=1", "--document=" + dirty, "wool", "gently"}},
      {"namespaces", "/namespaces?limit=2", {"namespaces", "--limit=2"}},
      {"namespaces",
       "/namespaces?namespace=" + encoded(type.substr(0, type.find('#') + 1)),
       {"namespaces", type.substr(0, type.find('#') + 1)}},
      {"endpoints", "/endpoints?uri=" + encoded(staff), {"endpoint", staff}},
      {"closed_world", "/closed-world?uri=" + encoded(staff), {"closed-world", staff}},
      {"closed_world",
       "/closed-world?uri=" + encoded(staff) + "&dataset=" + encoded(dataset),
       {"closed-world", "--dataset=" + dataset, staff}},
      {"providers", "/providers", {"providers"}},
      {"provider", "/providers/one", {"providers", "one"}},
      {"receipts", "/providers/one/receipts", {"history", "--provider", "one"}},
      {"pauses", "/pauses", {"pause", "--list"}},
      {"exclusions", "/exclusions", {"exclude", "--list"}},
      {"defect_rules", "/defect-rules", {"errors", "--list-rules"}},
  };
}

/// Routes whose answer is empty here: nothing is paused or excluded. With rows they are tested with what writes these.
const std::set<std::string> empty_here{"nodes", "pauses", "exclusions"};

const api_route& route_named(std::string_view name) {
  return *std::ranges::find(command_routes(), name, &api_route::name);
}

class read_routes : public testing::Test {
 protected:
  /// What the command prints, with `--json` where the route has it.
  [[nodiscard]] answer printed(const route_example& example) const {
    auto words = example.words;
    const auto& fixed = route_named(example.route).words;
    if (std::ranges::count(fixed, "--json") > 0) words.insert(words.begin() + 1, "--json");
    return ask_about(folder_.data(), words);
  }

  const filled_folder& folder_ = filled_folder::get();
  served_folder served_{folder_.data()};
};

TEST_F(read_routes, each_route_and_each_parameter_has_an_example_A01) {
  const auto examples = examples_of(folder_);
  for (const auto& route : command_routes()) {
    if (route.method != "GET") continue;
    std::set<std::string> given;
    for (const auto& example : examples) {
      if (example.route != route.name) continue;
      given.insert("");
      const auto at = example.target.find('?');
      if (at == example.target.npos) continue;
      const auto query = parse_query(example.target.substr(at + 1));
      ASSERT_TRUE(query) << example.target;
      for (const auto& [name, value] : *query) given.insert(name);
    }
    EXPECT_TRUE(given.contains("")) << "no example of " << route.name;
    for (const auto option : route.parameters)
      EXPECT_TRUE(option == "after" || given.contains(parameter_name(option)))
          << "no example of " << option << " of " << route.name;
  }
}

TEST_F(read_routes, each_answer_is_what_the_command_prints_A01) {
  for (const auto& example : examples_of(folder_)) {
    SCOPED_TRACE(example.target);
    const auto& route = route_named(example.route);
    const auto expected = printed(example);
    const auto got = served_.get("/api/v1" + example.target);
    ASSERT_TRUE(got.is_whole);
    if (example.route == "nodes")
      EXPECT_EQ(expected.code, exit_not_found) << "no engine runs";
    else
      ASSERT_TRUE(expected.code == exit_ok || expected.code == exit_some_failed) << expected.err;
    ASSERT_EQ(got.status, 200) << got.body;
    EXPECT_EQ(got.field("content-type"), route.media_type);
    if (route.shape == answer_shape::text) {
      EXPECT_EQ(got.body, expected.out);
      continue;
    }
    const auto lines = json_lines(expected.out);
    const auto body = json::parse(got.body, nullptr, false);
    ASSERT_TRUE(body.is_object()) << got.body;
    if (route.shape == answer_shape::object) {
      ASSERT_FALSE(expected.out.empty());
      EXPECT_EQ(body, json::parse(expected.out, nullptr, false));
      continue;
    }
    EXPECT_EQ(body["items"].size(), lines.size());
    EXPECT_EQ(body["items"], json(lines));
    const bool is_behind_all = example.target.starts_with("/hosts?sort=found&after=") ||
                               example.target.find("until=") != example.target.npos;
    EXPECT_EQ(lines.empty(), empty_here.contains(example.route) || is_behind_all);
  }
}

TEST_F(read_routes, what_does_not_exist_is_404_and_what_is_not_valid_400_A02) {
  for (const auto* target :
       {"/records/0000000000000000", "/records/http%3A%2F%2Fnowhere.example%2F", "/providers/nobody",
        "/providers/nobody/receipts", "/records/00000000/tree", "/records/00000000/defects",
        "/hosts/nowhere.example", "/nothing", "", "/documents/", "/records/%zz", "/records//history"}) {
    const auto got = served_.get("/api/v1" + std::string{target});
    EXPECT_EQ(got.status, 404) << target << ' ' << got.body;
    const auto problem = json::parse(got.body, nullptr, false);
    EXPECT_EQ(got.field("content-type"), "application/problem+json");
    EXPECT_EQ(problem.value("status", 0), 404) << got.body;
    EXPECT_FALSE(problem.value("title", "").empty()) << got.body;
    EXPECT_FALSE(problem.value("detail", "").empty()) << got.body;
  }
  for (const auto* target : {"/documents?nothing=1",
                             "/documents?limit=3&limit=4",
                             "/documents?limit=0",
                             "/documents?limit=10001",
                             "/documents?limit=x",
                             "/documents?reverse=maybe",
                             "/documents?sort=colour",
                             "/documents?after=here",
                             "/documents?min_bytes=many",
                             "/documents?status=washed",
                             "/documents?data=%2Fetc",
                             "/documents?json=true",
                             "/documents?min-statements=1",
                             "/documents?host=%ff",
                             "/documents?host=%",
                             "/about",
                             "/about?uri=",
                             "/about?uri=a&uri=b",
                             "/search",
                             "/reports/colours",
                             "/datasets?dataset=",
                             "/seeds?standing=tired",
                             "/providers/http%3A%2F%2Fa.example%2F/receipts",
                             "/labels",
                             "/labels?word=cotton&language=e_n",
                             "/namespaces?after=x",
                             "/namespaces?namespace=a&namespace=b",
                             "/lookup?uri=http%3A%2F%2Fa.example%2F&documents=-1"}) {
    const auto got = served_.get("/api/v1" + std::string{target});
    EXPECT_EQ(got.status, 400) << target << ' ' << got.body;
    EXPECT_EQ(json::parse(got.body, nullptr, false).value("status", 0), 400) << got.body;
    EXPECT_FALSE(json::parse(got.body, nullptr, false).value("detail", "").empty()) << got.body;
  }
  const auto no_provider = served_.get("/api/v1/providers/3b0f361c/receipts");
  EXPECT_NE(no_provider.body.find("no provider 3b0f361c"), std::string::npos)
      << "it is no record either: " << no_provider.body;
  const auto wrong = served_.get("/api/v1/documents?min_bytes=many");
  EXPECT_NE(wrong.body.find("min_bytes"), std::string::npos) << wrong.body;
  EXPECT_EQ(wrong.body.find("--"), std::string::npos) << "a request has no options: " << wrong.body;
  const auto unknown = served_.get("/api/v1/seeds?colour=blue");
  EXPECT_NE(unknown.body.find("host, standing, limit, after"), std::string::npos) << unknown.body;
}

TEST_F(read_routes, a_question_without_a_hit_is_an_empty_list_with_a_message_A20) {
  for (const auto* target :
       {"/search?word=nowheretobefound", "/labels?word=nowheretobefound",
        "/labels?word=cotton&document=%2Fetc%2Fpasswd", "/labels?word=cotton&document=--help",
        "/namespaces?namespace=http%3A%2F%2Fnowhere.example%2F",
        "/lookup?uri=http%3A%2F%2Fnowhere.example%2F", "/endpoints?uri=http%3A%2F%2Fnowhere.example%2F",
        "/nodes"}) {
    const auto got = served_.get("/api/v1" + std::string{target});
    ASSERT_EQ(got.status, 200) << target << ' ' << got.body;
    const auto body = json::parse(got.body, nullptr, false);
    EXPECT_EQ(body["items"], json::array()) << got.body;
    EXPECT_FALSE(body.value("message", "").empty()) << got.body;
  }
  EXPECT_EQ(served_.get("/api/v1/seeds?after=00000000000000000000000000000000").status, 404)
      << "a place that is none is no end of a list";
}

TEST_F(read_routes, faults_of_the_machine_name_no_paths_A20) {
  const temporary_folder folder;
  const served_folder without{folder.path()};
  EXPECT_EQ(without.get("/api/v1/status").status, 503);
  std::ofstream{folder.path() / "journal.sqlite"}
      << "this is no database, and longer than its header of 100 bytes: " << std::string(200, '.');
  for (const auto* target : {"/status", "/documents"}) {
    const auto got = without.get("/api/v1" + std::string{target});
    EXPECT_GE(got.status, 500) << got.body;
    EXPECT_EQ(got.body.find(folder.path().string()), std::string::npos) << got.body;
  }
}

TEST_F(read_routes, a_record_is_never_a_file_and_never_an_option_A03) {
  for (const auto* record : {"/etc/passwd", "-", "--file=/etc/passwd", "--file", "..%2F", "../../etc/passwd",
                             "@/etc/passwd", "/etc/passwd://x", "-://x", "--file=://etc", "a b://c", "--help",
                             "--json", "x.ledger", "dev/stdin", "://", "file:", "\xff\xfe"})
    for (const auto* part : {"", "/tree", "/history", "/defects", "/sarif", "/quarantine", "/metadata",
                             "/statistics", "/changes"}) {
      const auto got = served_.get("/api/v1/records/" + encoded(record) + part);
      EXPECT_EQ(got.status, 400) << record << part << ' ' << got.body;
      EXPECT_EQ(got.body.find("root:"), std::string::npos);
    }
  for (const auto* record : {"file:///etc/passwd", "file://localhost/etc/passwd"}) {
    const auto got = served_.get("/api/v1/records/" + encoded(record) + "/defects");
    EXPECT_EQ(got.status, 404) << got.body;
    EXPECT_EQ(got.body.find("root:"), std::string::npos);
  }
  for (const auto* option : {"--file=/etc/passwd", "--data=/", "--help", "-h", "--version"}) {
    const auto got = served_.get("/api/v1/search?word=" + encoded(option));
    EXPECT_EQ(got.status, 200) << got.body;
    EXPECT_EQ(json::parse(got.body, nullptr, false)["items"], json::array())
        << "they are words that no document has: " << got.body;
    EXPECT_EQ(got.body.find("Usage"), std::string::npos) << got.body;
  }
}

}  // namespace
}  // namespace laundromat::test
