// Tests of the routes that change something: each changes what its command changes, and only for who has the token.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <set>

#include "app/api/api_route.hpp"
#include "app/api/route_call.hpp"
#include "app/terminal/exit_code.hpp"
#include "tests/app/api/filled_folder.hpp"
#include "tests/app/api/served_folder.hpp"

namespace laundromat::test {
namespace {

/// A request, and the command line that does the same.
struct write_example {
  std::string route;   ///< its name
  std::string target;  ///< below /api/v1
  nlohmann::json body;
  std::vector<std::string> words;
  std::vector<std::string> before = {};  ///< a command that comes first
};

std::vector<write_example> write_examples(const filled_folder& folder) {
  const auto bulletin = folder.url("/bulletin.nt"), missing = folder.url("/left-sock.nt");
  return {
      {"add_seeds",
       "/seeds",
       {{"uri", {"http://new.example/{1..3}.nt", "http://other.example/"}},
        {"interval", 60},
        {"priority", 7}},
       {"add", "--interval=60", "--priority=7", "http://new.example/{1..3}.nt", "http://other.example/"}},
      {"add_seeds", "/seeds", {{"uri", "http://new.example/1.nt"}}, {"add", "http://new.example/1.nt"}},
      {"ping",
       "/ping",
       {{"uri", {bulletin, "http://new.example/"}}},
       {"ping", bulletin, "http://new.example/"}},
      {"pause", "/pause", {{"reason", "it is slow"}}, {"pause", "--reason=it is slow"}},
      {"pause",
       "/pause",
       {{"what", {folder.host(), bulletin}}, {"reason", "--list"}},
       {"pause", "--reason=--list", folder.host(), bulletin}},
      {"resume", "/resume", {{"what", {folder.host()}}}, {"resume", folder.host()}, {"pause", folder.host()}},
      {"resume", "/resume", nullptr, {"resume"}, {"pause"}},
      {"exclude",
       "/exclude",
       {{"what", {"*.example.org", folder.url("/one/")}}, {"reason", "their webmaster asks"}},
       {"exclude", "--reason=their webmaster asks", "*.example.org", folder.url("/one/")}},
      {"exclude", "/exclude", {{"what", bulletin}, {"remove", true}}, {"exclude", "--remove", bulletin}},
      {"exclude",
       "/exclude",
       {{"what", "a.example"}, {"lift", true}, {"remove", false}},
       {"exclude", "--lift", "a.example"},
       {"exclude", "a.example"}},
      {"retry", "/retry", {{"seed", {bulletin, missing}}}, {"retry", bulletin, missing}},
      {"retry",
       "/retry",
       {{"failed", true}, {"host", folder.host()}},
       {"retry", "--failed", "--host=" + folder.host()}},
      {"remove", "/remove", {{"seed", bulletin}, {"reason", "gone"}}, {"remove", "--reason=gone", bulletin}},
      {"harvest", "/providers/one/harvest", nullptr, {"harvest", "--now", "one"}},
      {"harvest", "/providers/one/harvest", {{"again", true}}, {"harvest", "--now", "--again", "one"}},
  };
}

/// Times of this run are others than those of the next.
std::string without_times(const std::string& text) {
  static const std::regex time{R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z)"};
  return std::regex_replace(text, time, "TIME");
}

/// All that the commands say about a folder.
std::string state_of(const std::filesystem::path& data) {
  std::string all;
  const std::vector<std::vector<std::string>> commands{
      {"ls", "--seeds", "--json"},   {"ls", "--all", "--all-crawls", "--json"},
      {"pause", "--list", "--json"}, {"exclude", "--list", "--json"},
      {"providers", "--json"},       {"providers", "one", "--json"},
      {"status", "--json"}};
  for (const auto& words : commands) all += ask_about(data, words).out;
  return all;
}

class write_routes : public testing::Test {
 protected:
  [[nodiscard]] static std::string text_of(const nlohmann::json& body) {
    return body.is_null() ? std::string{} : body.dump();
  }
  const filled_folder& folder_ = filled_folder::get();
};

TEST_F(write_routes, each_route_and_each_parameter_has_an_example_A05) {
  const auto examples = write_examples(folder_);
  for (const auto& route : command_routes()) {
    if (route.method != "POST") continue;
    std::set<std::string> given;
    bool has_one = false;
    for (const auto& example : examples) {
      if (example.route != route.name) continue;
      has_one = true;
      for (const auto& member : example.body.items()) given.insert(member.key());
    }
    EXPECT_TRUE(has_one) << "no example of " << route.name;
    for (const auto option : route.parameters)
      EXPECT_TRUE(given.contains(parameter_name(option)))
          << "no example of " << option << " of " << route.name;
  }
}

TEST_F(write_routes, each_changes_what_its_command_changes_and_says_the_same_A05) {
  for (const auto& example : write_examples(folder_)) {
    SCOPED_TRACE(example.target + ' ' + text_of(example.body));
    const copy_of_filled_folder by_route, by_command;
    if (!example.before.empty()) {
      ASSERT_EQ(ask_about(by_route.data(), example.before).code, exit_ok);
      ASSERT_EQ(ask_about(by_command.data(), example.before).code, exit_ok);
    }
    const auto unchanged = state_of(by_route.data());
    auto words = example.words;
    words.insert(words.begin() + 1, "--json");
    const auto printed = ask_about(by_command.data(), words);
    ASSERT_EQ(printed.code, exit_ok) << printed.err;
    const served_folder served{by_route.data()};
    const auto got = served.post("/api/v1" + example.target, text_of(example.body));
    ASSERT_EQ(got.status, 200) << got.body;
    const auto body = nlohmann::ordered_json::parse(got.body, nullptr, false);
    const auto lines = json_lines(printed.out);
    ASSERT_FALSE(lines.empty());
    EXPECT_EQ(without_times((body.contains("items") ? body["items"] : nlohmann::ordered_json{body}).dump()),
              without_times(nlohmann::ordered_json(lines).dump()));
    EXPECT_EQ(without_times(state_of(by_route.data())), without_times(state_of(by_command.data())));
    EXPECT_NE(state_of(by_route.data()), unchanged);
    // What was paused and excluded is listed alike.
    for (const auto& [target, command] :
         {std::pair{"/pauses", "pause"}, std::pair{"/exclusions", "exclude"}}) {
      const auto listed = nlohmann::ordered_json::parse(served.get("/api/v1" + std::string{target}).body);
      const auto rows = json_lines(ask_about(by_route.data(), {command, "--list", "--json"}).out);
      EXPECT_EQ(listed["items"], nlohmann::ordered_json(rows));
    }
  }
}

TEST_F(write_routes, need_the_token_and_no_page_of_another_site_A06) {
  const copy_of_filled_folder copy;
  const auto unchanged = state_of(copy.data());
  auto without = served_folder::open_guard();
  without.token.clear();
  const served_folder reading{copy.data(), without};
  const served_folder served{copy.data()};
  const std::string json = "Content-Type: application/json\r\n",
                    right = "Authorization: Bearer 0123456789abcdef\r\n";
  for (const auto& route : command_routes()) {
    if (route.method != "POST") continue;
    auto target = std::string{route.path};
    if (const auto at = target.find("{provider}"); at != target.npos) target.replace(at, 10, "one");
    const std::string body = R"({"uri": ["http://new.example/"]})";
    EXPECT_EQ(reading.post(target, body).status, 403) << target;
    EXPECT_EQ(reading.send("POST", target, json, body).status, 403) << target;
    for (const auto* wrong :
         {"", "Authorization: Bearer 0123456789abcdeF\r\n", "Authorization: Bearer 0123456789abcde\r\n",
          "Authorization: Bearer 0123456789abcdef0\r\n", "Authorization: Basic MDEyMzQ1Njc4OWFiY2RlZg==\r\n",
          "Authorization: Bearer\r\n", "Authorization: 0123456789abcdef\r\n",
          "Cookie: token=0123456789abcdef\r\n"}) {
      const auto got = served.send("POST", target, json + wrong, body);
      EXPECT_EQ(got.status, 401) << target << ' ' << wrong;
      EXPECT_TRUE(got.field("www-authenticate").starts_with("Bearer ")) << target << ' ' << wrong;
      EXPECT_EQ(got.field("content-type"), "application/problem+json");
    }
    EXPECT_EQ(served.send("POST", target + "?token=0123456789abcdef", json, body).status, 401);
    for (const auto* site :
         {"Origin: http://evil.example\r\n", "Origin: null\r\n", "Sec-Fetch-Site: cross-site\r\n",
          "Sec-Fetch-Site: same-site\r\n", "Origin: http://127.0.0.1:1\r\n"}) {
      const auto got = served.send("POST", target, json + right + site, body);
      EXPECT_EQ(got.status, 403) << target << ' ' << site << got.body;
      EXPECT_EQ(got.field("access-control-allow-origin"), "") << "a page may not read it";
    }
  }
  EXPECT_EQ(state_of(copy.data()), unchanged);
}

TEST_F(write_routes, what_is_not_valid_changes_nothing_A07) {
  const copy_of_filled_folder copy;
  const auto unchanged = state_of(copy.data());
  const served_folder served{copy.data()};
  const std::string right = "Authorization: Bearer 0123456789abcdef\r\n",
                    uri = R"({"uri": "http://new.example/"})";
  for (const auto* type :
       {"", "Content-Type: text/plain\r\n", "Content-Type: application/x-www-form-urlencoded\r\n",
        "Content-Type: multipart/form-data; boundary=x\r\n", "Content-Type: application/jsonp\r\n"}) {
    const auto got = served.send("POST", "/api/v1/seeds", right + type, uri);
    EXPECT_EQ(got.status, 415) << type << got.body;
    EXPECT_EQ(got.field("content-type"), "application/problem+json");
  }
  for (const auto& [target, body] : std::initializer_list<std::pair<const char*, const char*>>{
           {"/seeds", ""},
           {"/seeds", "{}"},
           {"/seeds", "[]"},
           {"/seeds", "null"},
           {"/seeds", "{\"uri\": "},
           {"/seeds", R"({"uri": []})"},
           {"/seeds", R"({"uri": ""})"},
           {"/seeds", R"({"uri": null})"},
           {"/seeds", R"({"uri": {"a": 1}})"},
           {"/seeds", R"({"uri": [["http://new.example/"]]})"},
           {"/seeds", R"({"uri": "http://new.example/", "file": "/etc/passwd"})"},
           {"/seeds", R"({"uri": "http://new.example/", "interval": 0})"},
           {"/seeds", R"({"uri": "http://new.example/", "interval": [1, 2]})"},
           {"/seeds", R"({"uri": "http://new.example/", "interval": "soon"})"},
           {"/seeds", R"({"uri": "http://new.example/", "interval": -1})"},
           {"/seeds", R"({"uri": "http://new.example/", "priority": 1.5})"},
           {"/seeds", R"({"uri": "-"})"},
           {"/seeds", R"({"uri": ["http://new.example/", "-"]})"},
           {"/pause", R"({"list": true})"},
           {"/pause", R"({"reason": ["a", "b"]})"},
           {"/exclude", "{}"},
           {"/exclude", R"({"what": "a.example", "lift": true, "remove": true})"},
           {"/exclude", R"({"what": "a.example", "lift": "perhaps"})"},
           {"/exclude", R"({"what": "a.example", "list": true})"},
           {"/remove", "{}"},
           {"/ping", R"({"uri": "http://new.example/", "json": false})"},
           {"/retry", R"({"host": "a.example"})"},
           {"/retry", "{}"},
           {"/providers/http%3A%2F%2Fnew.example%2Fsparql/harvest", "{}"},
           {"/providers/one/harvest", R"({"campaign": "/etc/passwd"})"},
           {"/providers/one/harvest", R"({"output": "/tmp/x"})"},
           {"/providers/one/harvest", R"({"provider": "two"})"}}) {
    const auto got = served.post("/api/v1" + std::string{target}, body);
    EXPECT_EQ(got.status, 400) << target << ' ' << body << ' ' << got.body;
    EXPECT_FALSE(nlohmann::json::parse(got.body, nullptr, false).value("detail", "").empty()) << got.body;
  }
  EXPECT_EQ(
      served.send("POST", "/api/v1/seeds", right + "Content-Type: Application/JSON ; charset=utf-8\r\n", "{}")
          .status,
      400)
      << "the type is right, a member is missing";
  EXPECT_EQ(served.post("/api/v1/seeds?uri=http%3A%2F%2Fnew.example%2F", uri).status, 400);
  for (const auto* option : {"--file=/etc/passwd", "--file", "--help", "--data=/"}) {
    const auto body = nlohmann::json{{"uri", option}}.dump();
    const auto got = served.post("/api/v1/ping", body);
    EXPECT_NE(got.status, 500) << got.body;
    EXPECT_EQ(got.body.find("Usage"), std::string::npos) << got.body;
    EXPECT_EQ(got.body.find("root:"), std::string::npos) << got.body;
  }
  EXPECT_EQ(served.post("/api/v1/providers/nobody/harvest", "{}").status, 404);
  EXPECT_EQ(served.post("/api/v1/resume", R"({"what": "a.example"})").status, 404);
  const auto names = served.post("/api/v1/pause", R"({"because": "no"})");
  EXPECT_NE(names.body.find("what, reason"), std::string::npos) << names.body;
  EXPECT_EQ(state_of(copy.data()), unchanged);
}

}  // namespace
}  // namespace laundromat::test
