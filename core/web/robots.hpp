// robots.txt by RFC 9309: the groups that apply to our product, the rule that decides, and access by HTTP result.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/errc.hpp"
#include "core/base/time.hpp"

namespace laundromat {

/// How much of a robots.txt is read (RFC 9309 section 2.5 requires at least 500 KiB).
struct robots_limits {
  std::size_t body_bytes = 524'288;  ///< the rest of the body is ignored, with the line at the limit
  std::size_t line_bytes = 16'664;   ///< the rest of a line is ignored
};

/// The answer for one path.
struct robots_verdict {
  bool is_allowed = true;
  errc code = errc::ok;  ///< `ok`, `robots_refused`, or `robots_unreachable`
  std::string rule;      ///< the rule that decided, as in `Disallow: /x`; empty if none matched

  friend bool operator==(const robots_verdict&, const robots_verdict&) = default;
};

/// A line `Allow:` or `Disallow:` that applies to us.
struct robots_rule {
  bool is_allow = false;
  std::string pattern;  ///< of `normalize_robots_path`, with `*` and a final `$` as wildcards
  std::string text;     ///< as it was written
};

/// The rules of one robots.txt for one product.
class robots_rules {
 public:
  /// The rules of a server without robots.txt.
  [[nodiscard]] static robots_rules allow_all() { return {}; }
  /// The rules of a server whose robots.txt could not be read (section 2.3.1.4).
  [[nodiscard]] static robots_rules disallow_all();

  /// Decides for a path with its query, as in `/a/b?c`; a fragment is ignored. The longest match decides, Allow wins
  /// a tie, no match allows, and `/robots.txt` itself is always allowed (section 2.2.2).
  [[nodiscard]] robots_verdict judge(std::string_view path_and_query) const;
  /// The same for an absolute URI.
  [[nodiscard]] robots_verdict judge_uri(std::string_view uri) const;

  /// The largest Crawl-delay of the groups that apply, at most a year; not part of RFC 9309. A negative one counts as none.
  [[nodiscard]] const std::optional<milliseconds>& crawl_delay() const { return crawl_delay_; }
  /// True if one of their Crawl-delays is not a number: a word, a unit, a decimal comma, hexadecimal digits.
  [[nodiscard]] bool has_unreadable_delay() const { return has_unreadable_delay_; }
  /// The delay that these groups ask for. An unreadable one counts as `longest`: some delay was meant, and it is hardly longer than the longest
  /// that we accept.
  [[nodiscard]] std::optional<milliseconds> asked_pause(milliseconds longest) const;
  /// The values of all Sitemap lines of the file, whatever their group (section 2.2.4).
  [[nodiscard]] const std::vector<std::string>& sitemaps() const { return sitemaps_; }
  [[nodiscard]] const std::vector<robots_rule>& rules() const { return rules_; }
  /// True if bytes of the body or of a line exceeded the limits.
  [[nodiscard]] bool was_cut() const { return was_cut_; }

 private:
  friend robots_rules parse_robots(std::string_view, std::string_view, robots_limits);

  std::vector<robots_rule> rules_;
  std::vector<std::string> sitemaps_;
  std::optional<milliseconds> crawl_delay_;
  bool has_unreadable_delay_ = false;
  bool was_cut_ = false;
  bool is_unreachable_ = false;
};

/// The part of a body within the limit: its first `most` bytes, without the line that the limit cuts.
[[nodiscard]] std::string_view first_lines(std::string_view body, std::size_t most);

/// Reads a robots.txt for the product `product_token`; `laundromat/1.0 (…)` means the product `laundromat`.
/// Shape: any bytes; lines end in CR, LF or both; a byte order mark is skipped. Groups of the same product
/// are merged; where no group names the product, those of `*` apply (section 2.2.1). Unknown and unreadable
/// lines are skipped and do not end a group; some misspellings are accepted (section 2.2.4). Errors: none. Source: RFC 9309 sections 2.2 and 2.5.
[[nodiscard]] robots_rules parse_robots(std::string_view body, std::string_view product_token,
                                        robots_limits limits = {});

/// Whether a host may be crawled, according to the fetch of its robots.txt.
enum class robots_access { by_rules, allow_all, disallow_all };

/// The rule of RFC 9309 section 2.3.1. `outcome` is `ok` where the server answered with `http_status`.
/// 2xx: by its rules, also without a body. 4xx except 429: all is allowed. A chain of more than five redirects, or an invalid redirect:
/// all is allowed. 5xx, 429, no response, a truncated or undecodable body, anything else: all is forbidden, because the missing part may
/// contain rules.
[[nodiscard]] robots_access access_from_status(errc outcome, int http_status);

}  // namespace laundromat
