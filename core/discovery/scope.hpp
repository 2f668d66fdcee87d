// Which URIs a crawl may follow: rules by prefix, host, registrable domain and sort key, of which the first match decides.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace laundromat {

enum class scope_match : std::uint8_t {
  prefix,  ///< the URI begins with the text; scheme and host in any case, the rest as it is written
  host,    ///< the host is the text, on any port
  domain,  ///< the registrable domain of the host is the text: `example.org` also for `data.example.org`
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

/// The registrable domain of a host in lower case, as the Public Suffix List determines it; empty for none.
using registrable_domain = std::function<std::string(std::string_view host)>;

/// Rules in the order of the campaign. The first one that matches decides, as in a filter of packets: an operator reads from the top down, and
/// needs no measure for which of a host, a prefix and a sort key is the more specific. A URI that no rule matches is inside when no rule
/// includes, that is when the rules name what is left out; otherwise it is outside.
class discovery_scope {
 public:
  /// Without `domain_of` a rule by domain matches the domain itself and all names below it.
  explicit discovery_scope(std::vector<scope_rule> rules = {}, registrable_domain domain_of = {});

  /// Any text is judged; one without host matches no rule but a prefix. Linear in the number of rules.
  [[nodiscard]] scope_verdict judge(std::string_view uri) const;
  [[nodiscard]] const std::vector<scope_rule>& rules() const { return rules_; }

 private:
  std::vector<scope_rule> rules_;
  registrable_domain domain_of_;
  bool includes_ = false;
};

}  // namespace laundromat
