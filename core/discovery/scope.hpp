// Which URIs a crawl may follow: rules by prefix, host, domain and sort key, of which the first match decides.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"

namespace laundromat {

enum class scope_match : std::uint8_t {
  prefix,  ///< the URI begins with the text; scheme and host in any case, the rest as it is written
  host,    ///< the host is the text, on any port
  domain,  ///< the host is the text or a name below it: `example.org` also for `data.example.org`
  surt,  ///< the sort key of the URI (`surt`) begins with the text: `org,example)/data/`, `org,example,` for subdomains only
};

struct scope_rule {
  scope_match match{};
  std::string text;
  bool is_included = true;

  friend bool operator==(const scope_rule&, const scope_rule&) = default;
};

struct scope_verdict {
  bool is_inside = true;
  std::optional<std::size_t> rule;  ///< the one that decided; nothing: none matched
};

/// Reads a rule as a campaign has it: `include domain example.org`, `exclude prefix http://example.org/private/`.
/// Errors: `configuration` with what to write instead.
[[nodiscard]] result<scope_rule> parse_scope_rule(std::string_view text);

/// Rules in the order of the campaign. The first one that matches decides, as in a filter of packets: an operator reads from the top down, and
/// needs no measure for which of a host, a prefix and a sort key is the more specific. A URI that no rule matches is inside when no rule
/// includes, that is when the rules name what is left out; otherwise it is outside.
class discovery_scope {
 public:
  explicit discovery_scope(std::vector<scope_rule> rules = {});

  /// Any text is judged; one without host matches no rule but a prefix. Linear in the number of rules.
  [[nodiscard]] scope_verdict judge(std::string_view uri) const;
  [[nodiscard]] const std::vector<scope_rule>& rules() const { return rules_; }

 private:
  std::vector<scope_rule> rules_;
  bool includes_ = false;
};

}  // namespace laundromat
