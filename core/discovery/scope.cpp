// Compares URIs with rules, at the boundaries of host names and paths.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/scope.hpp"

#include <algorithm>
#include <array>

#include "core/web/surt.hpp"
#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

/// With scheme and authority in lower case, and a path where there is a host: `http://e.org` does not match `http://e.org.evil/`.
std::string comparable(std::string_view uri) {
  const auto parts = split_uri(uri);
  std::string out(uri);
  if (!parts.scheme || !parts.authority) return out;
  const auto front = static_cast<std::size_t>(parts.authority->data() - uri.data()) + parts.authority->size();
  std::ranges::transform(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(front), out.begin(),
                         to_lower);
  if (parts.path.empty()) out.insert(front, "/");
  return out;
}

std::string host_of(std::string_view uri) {
  const auto parts = split_uri(uri);
  if (!parts.authority) return {};
  auto host = lower_case(split_authority(*parts.authority).host);
  if (host.ends_with('.')) host.pop_back();
  return host;
}

bool is_below(std::string_view host, std::string_view domain) {
  return !domain.empty() && (host == domain || (host.size() > domain.size() && host.ends_with(domain) &&
                                                host[host.size() - domain.size() - 1] == '.'));
}

/// A key without a path ends at the end of a label: `org,example` is not `org,examples)/`.
bool begins_with_key(std::string_view key, std::string_view text) {
  if (text.empty() || !key.starts_with(text)) return false;
  if (text.find(')') != text.npos || text.ends_with(',') || key.size() == text.size()) return true;
  const auto next = key[text.size()];
  return next == ',' || next == ')' || next == ':';
}

}  // namespace

result<scope_rule> parse_scope_rule(std::string_view text) {
  constexpr std::array<std::string_view, 4> matches{"prefix", "host", "domain", "surt"};
  const auto next_word = [&text] {
    const auto end = std::min(text.find(' '), text.size());
    const auto word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return word;
  };
  const auto verdict = next_word();
  const auto match = std::ranges::find(matches, next_word());
  if ((verdict != "include" && verdict != "exclude") || match == matches.end() || text.empty() ||
      text.find(' ') != text.npos)
    return fail(errc::configuration,
                "write `include` or `exclude`, then `prefix`, `host`, `domain` or `surt`, then the text, for "
                "example `include domain example.org`");
  return scope_rule{static_cast<scope_match>(match - matches.begin()), std::string{text},
                    verdict == "include"};
}

discovery_scope::discovery_scope(std::vector<scope_rule> rules) : rules_(std::move(rules)) {
  for (auto& rule : rules_) {
    rule.text = rule.match == scope_match::prefix ? comparable(rule.text) : lower_case(rule.text);
    includes_ |= rule.is_included;
  }
}

scope_verdict discovery_scope::judge(std::string_view uri) const {
  const auto whole = comparable(uri);
  const auto host = host_of(uri);
  std::optional<std::string> key;
  const auto matches = [&](const scope_rule& rule) {
    if (rule.match == scope_match::prefix) return !rule.text.empty() && whole.starts_with(rule.text);
    if (host.empty()) return false;
    if (rule.match == scope_match::host) return host == rule.text;
    if (rule.match == scope_match::surt) {
      if (!key) key = surt(uri);
      return begins_with_key(*key, rule.text);
    }
    return is_below(host, rule.text);
  };
  const auto found = std::ranges::find_if(rules_, matches);
  if (found == rules_.end()) return {!includes_, std::nullopt};
  return {found->is_included, static_cast<std::size_t>(found - rules_.begin())};
}

}  // namespace laundromat
