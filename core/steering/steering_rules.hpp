// What an operator has decided beside a running engine: what is paused, and what is never requested again.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/keyed_table.hpp"
#include "core/base/result.hpp"
#include "core/base/time.hpp"

namespace laundromat {

/// What a rule is about. Numbers are stored.
enum class steering_kind : std::uint8_t {
  pause_campaign = 1,  ///< everything; `what` is empty
  pause_host = 2,      ///< `host:port`, or a host with any port
  pause_seed = 3,      ///< the hash of a seed, hexadecimal
  exclude_host = 4,    ///< `host:port`, or a host with any port
  exclude_domain = 5,  ///< a domain and all hosts below it
  exclude_pattern =
      6,  ///< a URI and all below its path; or URIs with `*` for any text, a final `$` for the end, without it also longer ones
  exclude_uri = 7,  ///< one URI, whatever characters it has
  last = exclude_uri,
};

/// `pause host`, `exclude pattern` …
[[nodiscard]] std::string_view to_string(steering_kind kind);
[[nodiscard]] constexpr bool is_exclusion(steering_kind kind) {
  return kind >= steering_kind::exclude_host;
}

struct steering_rule {
  steering_kind kind{};
  std::string what;
  std::string reason;  ///< of the operator, for people; may be empty
  timestamp since{};

  friend bool operator==(const steering_rule&, const steering_rule&) = default;
};

/// The rule and its reason: `exclude host example.org: the webmaster asked`.
[[nodiscard]] std::string with_reason(const steering_rule& rule);

/// Makes a rule from what an operator writes: a host in lower case without scheme, a URI normalised as seeds are,
/// without user and default port, a pattern likewise up to its first `*`.
/// Errors: `invalid_argument`, which says what to write instead.
[[nodiscard]] result<steering_rule> make_rule(steering_kind kind, std::string_view what, std::string reason,
                                              timestamp since);
/// The kind of exclusion that a text means: `*.example.org` or `.example.org` is a domain, a text with `/` a pattern, else it is a host.
[[nodiscard]] steering_kind exclusion_kind_of(std::string_view what);

/// Why a URI is not requested: `excluded` for ever, `paused` until the operator resumes.
struct steering_verdict {
  errc code = errc::ok;
  std::string detail;  ///< the rule, `with_reason`
};

/// All rules, found by host, URI or seed; only patterns are compared one by one.
class steering_rules {
 public:
  steering_rules() = default;
  explicit steering_rules(std::vector<steering_rule> rules);

  /// Judges a URI that may be requested, as that of a seed, too. An exclusion takes precedence over a pause.
  [[nodiscard]] steering_verdict judge(std::string_view uri) const;
  /// Whether an exclusion names the URI.
  [[nodiscard]] bool excludes(std::string_view uri) const { return judge(uri).code == errc::excluded; }

  /// The rule for all URIs of a host (`authority_key`), if there is one. An exclusion takes precedence over a pause, also that of the campaign.
  [[nodiscard]] const steering_rule* rule_of_host(std::string_view authority) const;

  [[nodiscard]] bool is_campaign_paused() const { return campaign_.has_value(); }
  /// The paused seeds, by the hexadecimal hash.
  [[nodiscard]] std::vector<std::string> paused_seeds() const;
  [[nodiscard]] const std::vector<steering_rule>& all() const { return rules_; }

 private:
  [[nodiscard]] const steering_rule* exclusion_of_host(std::string_view authority,
                                                       std::string_view host) const;
  [[nodiscard]] const steering_rule* pause_of(std::string_view authority, std::string_view host) const;

  std::vector<steering_rule> rules_;
  std::optional<std::size_t> campaign_;  ///< position in `rules_`, as in the tables
  keyed_map<std::string, std::size_t> paused_hosts_, paused_seeds_, excluded_hosts_, excluded_domains_,
      excluded_uris_;
  std::vector<std::size_t> patterns_;
};

}  // namespace laundromat
