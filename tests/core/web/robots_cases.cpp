// Judges the cases that robots_oracle.py prints, and reports each verdict that differs from that of the oracle.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/web/robots.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {
namespace {

using nlohmann::json;

std::string bytes_of(const std::string& hex) {
  std::string out;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    out.push_back(static_cast<char>(hex_value(hex[i]) * 16 + hex_value(hex[i + 1])));
  return out;
}

// Without a Crawl-delay line and with one of no seconds, the delay is the same.
std::int64_t delay_of(const json& seconds) {
  return seconds.is_null() ? 0 : std::llround(seconds.get<double>() * 1'000);
}

// One differing verdict, as a line of JSON with the file as text.
void report(const json& given, const std::string& body, const std::string& what, const json& oracle,
            const json& ours, const std::string& rule) {
  const json out{{"id", given["id"]}, {"agent", given["agent"]}, {"robots", body.substr(0, 600)},
                 {"what", what},      {"oracle", oracle},        {"laundromat", ours},
                 {"rule", rule}};
  std::cout << out.dump(-1, ' ', false, json::error_handler_t::replace) << '\n';
}

struct counts {
  std::size_t verdicts = 0, disagreements = 0;
};

void judge(const json& given, counts& sum) {
  const auto body = bytes_of(given["robots_hex"].get<std::string>());
  const auto rules = parse_robots(body, given["agent"].get<std::string>());
  const auto compare = [&](const std::string& what, const json& oracle, const json& ours,
                           const std::string& rule) {
    ++sum.verdicts;
    if (oracle == ours) return;
    ++sum.disagreements;
    report(given, body, what, oracle, ours, rule);
  };
  for (const auto& one : given["uris"]) {
    const auto uri = one["uri"].get<std::string>();
    const auto verdict = rules.judge_uri(uri);
    compare(uri, one["allowed"], verdict.is_allowed, verdict.rule);
  }
  compare("Crawl-delay", delay_of(given["crawl_delay"]),
          rules.crawl_delay().value_or(milliseconds{0}).count(), "");
  compare("Sitemap", given["sitemaps"], json(rules.sitemaps()), "");
}

int judge_all() {
  counts sum;
  std::size_t files = 0;
  for (std::string line; std::getline(std::cin, line); ++files) judge(json::parse(line), sum);
  std::cerr << files << " files, " << sum.verdicts << " verdicts, " << sum.disagreements
            << " disagreements\n";
  return files == 0 || sum.disagreements != 0 ? 1 : 0;
}

}  // namespace
}  // namespace laundromat

int main() {
  return laundromat::judge_all();
}
