// Tests of copying an endpoint, `laundromat harvest URI`, with a simulated endpoint behind a server of the test.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <atomic>
#include <charconv>
#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "app/terminal/exit_code.hpp"
#include "core/codec/compression/small_gzip.hpp"
#include "core/web/uri_characters.hpp"
#include "storage/journal/steering_store.hpp"
#include "storage/stores/data_folder.hpp"
#include "tests/app/ask.hpp"
#include "tests/app/child_program.hpp"
#include "tests/core/endpoints/simulated_endpoint.hpp"
#include "tests/net/raw_server.hpp"
#include "tests/places.hpp"
#include "tests/read_file.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {
namespace {

std::string group_of(const std::string& text, const char* pattern) {
  std::smatch found;
  return std::regex_search(text, found, std::regex{pattern}) ? found[1].str() : std::string{};
}

std::uint32_t hex_of(const std::string& text, std::uint32_t otherwise) {
  std::uint32_t out = otherwise;
  std::from_chars(text.data(), text.data() + text.size(), out, 16);
  return out;
}

/// What a query of core/endpoints asks for.
copy_request request_of(const std::string& query) {
  copy_request out;
  out.query = query;
  out.predicate = group_of(query, R"(FILTER\(\?p = <([^>]*)>\))");
  out.list_after = group_of(query, R"re(MD5\(STR\(\?p\)\) > "([^"]*)")re");
  out.range.first = hex_of(group_of(query, R"re(>= "([0-9a-f]{8})")re"), 0);
  if (const auto behind = group_of(query, R"re( < "([0-9a-f]{8})")re"); !behind.empty())
    out.range.last = hex_of(behind, 0) - 1;
  out.phase = query.starts_with("CONSTRUCT")                   ? copy_phase::paging
              : query.find("GROUP BY ?p") != std::string::npos ? copy_phase::listing
              : query.find("AS ?len)") != std::string::npos    ? copy_phase::totalling
                                                               : copy_phase::counting;
  return out;
}

class endpoint_copy_command : public testing::Test {
 protected:
  endpoint_copy_command() {
    endpoint_.add_many("http://e/small", 10);
    endpoint_.add_many("http://e/large", 1'500);
  }

  test::raw_reply answer(const std::string& request) {
    const auto path = request.substr(4, request.find(' ', 4) - 4);
    if (path == "/robots.txt") return reply(robots_.empty() ? 404 : 200, robots_);
    ++queries_;
    queries_.notify_all();
    if (fails_after_ > 0 && queries_ > fails_after_) return reply(403, "no more\n");
    if (!page_.empty()) return reply(200, page_);
    if (busy_ > 0 && busy_-- > 0) return reply(503, "busy\n", "Retry-After: " + retry_after_ + "\r\n");
    const auto got = endpoint_.answer(request_of(percent_decode(path.substr(path.find('=') + 1))));
    return reply(got.http_status, got.body);
  }
  static test::raw_reply reply(int status, const std::string& body, const std::string& fields = {}) {
    return {"HTTP/1.1 " + std::to_string(status) + " x\r\n" + fields +
                "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body,
            test::ending::keep_alive};
  }

  std::string campaign(const std::string& contact) {
    const auto file = (folder_.path() / "crawl.yaml").string();
    std::ofstream{file} << contact
                        << "seeds: [http://example.org/]\nnetwork:\n  allow: [127.0.0.1]\n"
                           "politeness:\n  own_hosts:\n    - {host: 127.0.0.1, delay_s: 0, connections: 1}\n";
    return file;
  }
  std::vector<std::string> program(std::vector<std::string> more) {
    std::vector<std::string> words{program_path(),
                                   "harvest",
                                   server_.url("/sparql"),
                                   "--campaign",
                                   campaign(known_contact),
                                   "-o",
                                   (folder_.path() / "clean").string()};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  laundromat::answer harvest(std::vector<std::string> more = {}, const std::string& contact = known_contact) {
    std::vector<std::string> words{"harvest",    server_.url("/sparql"),
                                   "--campaign", campaign(contact),
                                   "-o",         (folder_.path() / "clean").string(),
                                   "--json",     "--page-rows",
                                   "400"};
    words.insert(words.end(), more.begin(), more.end());
    return ask(words);
  }
  static nlohmann::json summary_of(const laundromat::answer& printed) {
    return nlohmann::json::parse(printed.out.empty() ? "{}" : printed.out);
  }
  /// The statements of the one result, sorted.
  std::set<std::string> statements() {
    std::set<std::string> out;
    for (const auto& file : std::filesystem::directory_iterator{folder_.path() / "clean"}) {
      const auto name = file.path().string();
      if (!name.ends_with(".nq.gz") || name.ends_with(".meta.nq.gz")) continue;
      const auto packed = read_file(file.path());
      std::istringstream text{std::string{small_gzip_reader{}.read(packed, 1 << 20).value_or("")}};
      for (std::string line; std::getline(text, line);) out.insert(line);
    }
    return out;
  }

  static constexpr const char* known_contact =
      "contact: {product: Test, url: https://example.org/, mail: crawl@example.org}\n";

  temporary_folder folder_;
  test::simulated_endpoint endpoint_;
  std::string robots_;
  std::atomic<std::uint64_t> queries_ = 0;
  std::uint64_t fails_after_ = 0;
  int busy_ = 0;
  std::string retry_after_ = "1";
  std::string page_;  ///< instead of results
  test::raw_server server_{[this](const std::string& request) { return answer(request); }};
};

TEST_F(endpoint_copy_command, receives_a_graph_politely_and_washes_it_R199) {
  busy_ = 1;
  const auto printed = harvest();
  EXPECT_EQ(printed.code, exit_ok) << printed.err;
  const auto summary = summary_of(printed);
  EXPECT_EQ(summary["complete"], true) << printed.out;
  EXPECT_EQ(summary["one_state"], true);
  EXPECT_EQ(summary["triples"], 1'510U);
  EXPECT_EQ(summary["repeated"], 1U) << "the busy answer";
  EXPECT_EQ(statements().size(), 1'510U);
  const auto requests = server_.requests();
  EXPECT_TRUE(requests.front().starts_with("GET /robots.txt ")) << requests.front();
  for (const auto& one : requests) EXPECT_NE(one.find("Test/"), one.npos) << one;
}

TEST_F(endpoint_copy_command, needs_a_campaign_with_a_contact) {
  EXPECT_EQ(harvest({}, "").code, exit_usage);
  EXPECT_TRUE(server_.requests().empty());
  EXPECT_EQ(ask({"harvest", server_.url("/sparql")}).code, exit_usage);
  EXPECT_EQ(harvest({"--graph", "no iri"}).code, exit_usage);
}

TEST_F(endpoint_copy_command, obeys_robots_txt_R200) {
  robots_ = "User-agent: Test\nDisallow: /sparql\n";
  const auto printed = harvest();
  EXPECT_EQ(printed.code, exit_some_failed) << printed.err;
  EXPECT_NE(printed.err.find("robots_refused"), std::string::npos) << printed.err;
  EXPECT_EQ(queries_.load(), 0U);
}

TEST_F(endpoint_copy_command, obeys_what_the_operator_has_excluded_R194) {
  const auto data = folder_.path() / "data";
  std::filesystem::create_directories(data);
  auto db = journal::open(data_layout{data}.journal(), journal_mode::read_write).value();
  ASSERT_TRUE(steering_store{db}.add(
      make_rule(steering_kind::exclude_host, "127.0.0.1", "they asked", from_ms(1'700'000'000'000)).value()));
  const auto printed = harvest({}, std::string{known_contact} + "data: " + data.string() + "\n");
  EXPECT_EQ(printed.code, exit_some_failed) << printed.err;
  EXPECT_NE(printed.err.find("they asked"), std::string::npos) << printed.err;
  EXPECT_TRUE(server_.requests().empty());
}

TEST_F(endpoint_copy_command, takes_a_page_for_no_result) {
  page_ = "<!DOCTYPE html><html><body>Welcome</body></html>\n";
  const auto printed = harvest();
  EXPECT_EQ(printed.code, exit_some_failed) << printed.out << printed.err;
  EXPECT_EQ(summary_of(printed)["complete"], false);
}

TEST_F(endpoint_copy_command, names_no_folder_for_temporary_files) {
  const auto clean = folder_.path() / "clean";
  child_program harvested{{program_path(), "harvest", server_.url("/sparql"), "--campaign",
                           campaign(known_contact), "-o", clean.string(), "--json", "--page-rows", "400"}};
  ASSERT_EQ(harvested.exit_code(), exit_ok) << harvested.output();
  EXPECT_NE(harvested.output().find("\"document\":\"127.0.0.1-"), std::string::npos) << harvested.output();
  EXPECT_EQ(harvested.output().find("laundromat-scratch-"), std::string::npos) << harvested.output();
  for (const auto& file : std::filesystem::recursive_directory_iterator{clean}) {
    if (!file.path().string().ends_with(".gz")) continue;
    const std::string text{small_gzip_reader{}.read(read_file(file.path()), 1 << 20).value_or("")};
    EXPECT_EQ(text.find("laundromat-scratch-"), std::string::npos) << file.path();
  }
}

TEST_F(endpoint_copy_command, of_nothing_is_no_success) {
  endpoint_ = {};
  const auto printed = harvest();
  EXPECT_EQ(printed.code, exit_some_failed);
  EXPECT_NE(printed.err.find("has no triples"), std::string::npos) << printed.err;
}

TEST_F(endpoint_copy_command, continues_from_its_state_R199) {
  const auto state = (folder_.path() / "one.harvest").string();
  fails_after_ = 4;
  const auto first = harvest({"--state", state});
  EXPECT_EQ(first.code, exit_some_failed) << first.err;
  EXPECT_EQ(summary_of(first)["complete"], false);
  EXPECT_NE(summary_of(first)["promise"].get<std::string>().find("ended early"), std::string::npos)
      << first.out;
  const auto pages = statements().size();
  EXPECT_GT(pages, 0U) << "what was received is kept";
  EXPECT_EQ(harvest({"--state", state, "--graph", "http://other/"}).code, exit_usage);

  std::filesystem::remove(state);
  std::filesystem::remove_all(state + ".pages");
  fails_after_ = 0;
  queries_ = 0;
  child_program stopped{{program_path(), "harvest", server_.url("/sparql"), "--campaign",
                         campaign(known_contact), "-o", (folder_.path() / "clean").string(), "--page-rows",
                         "400", "--delay-ms", "300", "--state", state}};
  for (std::uint64_t n = queries_; n < 4; n = queries_) queries_.wait(n);
  stopped.signal(SIGKILL);
  EXPECT_EQ(stopped.exit_code(), 128 + SIGKILL);
  const std::uint64_t before = queries_;
  const auto whole = harvest({"--state", state});
  EXPECT_EQ(whole.code, exit_ok) << whole.err;
  EXPECT_EQ(summary_of(whole)["one_state"], true);
  EXPECT_EQ(statements().size(), 1'510U);
  EXPECT_LE(summary_of(whole)["requests"].get<std::uint64_t>(), queries_.load());
  EXPECT_LE(queries_ - before, summary_of(whole)["requests"].get<std::uint64_t>() - 1)
      << "the state is stored after the first answer, and what it has is not asked again";
}

TEST_F(endpoint_copy_command, waits_also_after_a_restart_R221) {
  const auto wait_of = [&](const std::string& state, const std::vector<std::string>& more, int signal) {
    std::vector<std::string> words{"--state", (folder_.path() / state).string()};
    words.insert(words.end(), more.begin(), more.end());
    child_program harvested{program(words)};
    EXPECT_TRUE(harvested.prints("waits until ", 1)) << harvested.output();
    harvested.signal(signal);
    harvested.exit_code();
    return harvested.output();
  };
  busy_ = 1;
  retry_after_ = "3600";
  const auto asked = wait_of("busy", {}, SIGKILL);
  auto requests = server_.requests().size();
  EXPECT_EQ(requests, 2U) << "robots.txt and one query";
  for (const auto signal : {SIGTERM, SIGTERM}) {
    const auto waits = wait_of("busy", {}, signal);
    EXPECT_EQ(server_.requests().size(), requests) << waits;
    EXPECT_NE(waits.find("Retry-After: 3600 s"), waits.npos) << waits;
  }

  wait_of("slow", {"--delay-ms", "60000"}, SIGTERM);
  requests = server_.requests().size();
  const auto waits = wait_of("slow", {"--delay-ms", "60000"}, SIGTERM);
  EXPECT_EQ(server_.requests().size(), requests) << waits;
}

}  // namespace
}  // namespace laundromat
