// Finds the rule that decides about a URI.
// SPDX-License-Identifier: Apache-2.0
#include "core/steering/steering_rules.hpp"

#include <algorithm>
#include <array>

#include "core/web/seed_hash.hpp"
#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

constexpr std::array<std::string_view, 7> kind_names{"pause campaign", "pause host",     "pause seed",
                                                     "exclude host",   "exclude domain", "exclude pattern",
                                                     "exclude uri"};

/// The host of `host:port`.
std::string_view host_of(std::string_view authority) {
  const auto parts = split_authority(authority);
  return parts.host;
}

bool is_host_text(std::string_view text) {
  return !text.empty() && text.find_first_of("/*?#@ \t") == std::string_view::npos &&
         authority_key("http://" + std::string{text} + "/").has_value();
}

/// Whether `pattern`, with `*` for any text, matches the begin of `text`, or with a final `$` all of it. Linear but for each `*`.
bool matches(std::string_view pattern, std::string_view text) {
  const bool to_end = pattern.ends_with('$');
  if (to_end) pattern.remove_suffix(1);
  std::size_t p = 0, t = 0, star = std::string_view::npos, from = 0;
  while (p < pattern.size() || (to_end && t < text.size())) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      from = t;
    } else if (p < pattern.size() && t < text.size() && pattern[p] == text[t]) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos && from < text.size()) {
      p = star + 1;
      t = ++from;
    } else {
      return false;
    }
  }
  return true;
}

/// Whether a rule names a URI: without `*`, also what is below its path, but not a longer name such as `/ab` for `/a`.
bool names(std::string_view pattern, std::string_view uri) {
  if (!matches(pattern, uri)) return false;
  if (pattern.ends_with('$') || pattern.find('*') != std::string_view::npos) return true;
  constexpr std::string_view ends = "/?#&";
  return uri.size() == pattern.size() || ends.find(uri[pattern.size()]) != std::string_view::npos ||
         ends.find(pattern.back()) != std::string_view::npos;
}

/// The URI in the form in which requests to the same resource are equal: normalised as a seed, without user and without the port of its scheme.
std::string comparable_uri(std::string_view uri) {
  auto normal = normalize_seed(uri);
  const auto scheme_end = normal.find("://");
  const auto authority = short_authority(normal);
  if (scheme_end == std::string::npos || !authority) return normal;
  const auto end = std::min(normal.find_first_of("/?#", scheme_end + 3), normal.size());
  normal.replace(scheme_end + 3, end - scheme_end - 3, *authority);
  return normal;
}

/// A pattern that compares with such URIs: what is before its first `*` is normalised, of an authority that goes on behind it only the case.
std::string normal_pattern(std::string_view what) {
  const auto star = what.find('*');
  if (star == std::string_view::npos) {
    const bool to_end = what.ends_with('$');
    return comparable_uri(what.substr(0, what.size() - (to_end ? 1 : 0))) + (to_end ? "$" : "");
  }
  const auto path = what.find('/', what.find("://") + 3);
  const auto is_whole = path < star && what.substr(0, what.find("://")).find('*') == std::string_view::npos;
  const auto literal = is_whole ? star : std::min(path, what.size());
  return (is_whole ? comparable_uri(what.substr(0, literal)) : lower_case(what.substr(0, literal))) +
         std::string{what.substr(literal)};
}

result<std::string> host_text(std::string_view what, std::string_view verb) {
  auto text = lower_case(what);
  if (const auto at = text.find("://"); at != std::string::npos) {
    text.erase(0, at + 3);
    text.erase(std::min(text.find_first_of("/?#"), text.size()));
  }
  if (!is_host_text(text))
    return fail(errc::invalid_argument, "`" + std::string{what} + "` is no host: write for example `" +
                                            std::string{verb} + " example.org`");
  return text;
}

}  // namespace

std::string with_reason(const steering_rule& rule) {
  return std::string{to_string(rule.kind)} + (rule.what.empty() ? "" : " " + rule.what) +
         (rule.reason.empty() ? "" : ": " + rule.reason);
}

std::string_view to_string(steering_kind kind) {
  const auto index = static_cast<std::size_t>(kind) - 1;
  return index < kind_names.size() ? kind_names[index] : "unknown";
}

result<steering_rule> make_rule(steering_kind kind, std::string_view what, std::string reason,
                                timestamp since) {
  steering_rule rule{kind, {}, std::move(reason), since};
  switch (kind) {
    case steering_kind::pause_campaign:
      return rule;
    case steering_kind::pause_seed:
      if (!record_hash::from_hex(what))
        return fail(errc::invalid_argument, "`" + std::string{what} + "` is no hash of a seed");
      rule.what = lower_case(what);
      return rule;
    case steering_kind::pause_host: {
      auto host = host_text(what, "pause");
      if (!host) return tl::unexpected(host.error());
      rule.what = *std::move(host);
      return rule;
    }
    case steering_kind::exclude_host: {
      auto host = host_text(what, "exclude");
      if (!host) return tl::unexpected(host.error());
      rule.what = *std::move(host);
      return rule;
    }
    case steering_kind::exclude_domain: {
      while (!what.empty() && (what.front() == '*' || what.front() == '.')) what.remove_prefix(1);
      auto host = host_text(what, "exclude");
      if (!host) return tl::unexpected(host.error());
      rule.what = host_of(*host);
      return rule;
    }
    case steering_kind::exclude_uri:
      rule.what = comparable_uri(what);
      return rule;
    case steering_kind::exclude_pattern:
      break;
  }
  const auto scheme_end = what.find("://");
  if (scheme_end == std::string_view::npos || scheme_end == 0 || what.size() < scheme_end + 4)
    return fail(errc::invalid_argument, "`" + std::string{what} +
                                            "` is no pattern of URIs: write for example "
                                            "`exclude 'http://example.org/private/*.ttl$'`");
  rule.what = normal_pattern(what);
  return rule;
}

steering_kind exclusion_kind_of(std::string_view what) {
  if (what.starts_with("*.") || what.starts_with('.')) return steering_kind::exclude_domain;
  return what.find('/') != std::string_view::npos ? steering_kind::exclude_pattern
                                                  : steering_kind::exclude_host;
}

steering_rules::steering_rules(std::vector<steering_rule> rules) : rules_(std::move(rules)) {
  for (std::size_t i = 0; i < rules_.size(); ++i) {
    const auto& rule = rules_[i];
    switch (rule.kind) {
      case steering_kind::pause_campaign:
        campaign_ = i;
        break;
      case steering_kind::pause_host:
        paused_hosts_.emplace(rule.what, i);
        break;
      case steering_kind::pause_seed:
        paused_seeds_.emplace(rule.what, i);
        break;
      case steering_kind::exclude_host:
        excluded_hosts_.emplace(rule.what, i);
        break;
      case steering_kind::exclude_domain:
        excluded_domains_.emplace(rule.what, i);
        break;
      case steering_kind::exclude_pattern:
        patterns_.push_back(i);
        break;
      case steering_kind::exclude_uri:
        excluded_uris_.emplace(rule.what, i);
        break;
    }
  }
}

const steering_rule* steering_rules::exclusion_of_host(std::string_view authority,
                                                       std::string_view host) const {
  for (const auto name : {authority, host})
    if (const auto found = excluded_hosts_.find(std::string{name}); found != excluded_hosts_.end())
      return &rules_[found->second];
  if (excluded_domains_.empty()) return nullptr;
  for (auto domain = host;;) {
    if (const auto found = excluded_domains_.find(std::string{domain}); found != excluded_domains_.end())
      return &rules_[found->second];
    const auto dot = domain.find('.');
    if (dot == std::string_view::npos) return nullptr;
    domain.remove_prefix(dot + 1);
  }
}

const steering_rule* steering_rules::pause_of(std::string_view authority, std::string_view host) const {
  if (campaign_) return &rules_[*campaign_];
  for (const auto name : {authority, host})
    if (const auto found = paused_hosts_.find(std::string{name}); found != paused_hosts_.end())
      return &rules_[found->second];
  return nullptr;
}

const steering_rule* steering_rules::rule_of_host(std::string_view authority) const {
  const auto host = host_of(authority);
  const auto* excluded = exclusion_of_host(authority, host);
  return excluded != nullptr ? excluded : pause_of(authority, host);
}

std::vector<std::string> steering_rules::paused_seeds() const {
  std::vector<std::string> out;
  for (const auto& [hash, rule] : paused_seeds_) out.push_back(hash);
  return out;
}

steering_verdict steering_rules::judge(std::string_view uri) const {
  if (rules_.empty()) return {};
  const auto normal = comparable_uri(uri);
  const auto authority = authority_key(normal).value_or("");
  const auto host = host_of(authority);
  if (const auto* rule = exclusion_of_host(authority, host)) return {errc::excluded, with_reason(*rule)};
  if (const auto found = excluded_uris_.find(normal); found != excluded_uris_.end())
    return {errc::excluded, with_reason(rules_[found->second])};
  for (const auto i : patterns_)
    if (names(rules_[i].what, normal)) return {errc::excluded, with_reason(rules_[i])};
  if (const auto* rule = pause_of(authority, host)) return {errc::paused, with_reason(*rule)};
  if (paused_seeds_.empty()) return {};
  const auto seed = paused_seeds_.find(seed_hash(uri).hex());
  return seed == paused_seeds_.end() ? steering_verdict{}
                                     : steering_verdict{errc::paused, with_reason(rules_[seed->second])};
}

}  // namespace laundromat
