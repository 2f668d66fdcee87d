// Parses robots.txt, and matches requests with its rules.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/robots.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <initializer_list>

#include "core/web/robots_pattern.hpp"
#include "core/web/seed_hash.hpp"
#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

struct robots_line {
  std::string_view key, value;
};

// `key: value # comment`; nothing for a line without key. Section 2.2.4 permits leniency: as in Google's reader the colon may be
// missing in a line of two words.
std::optional<robots_line> read_line(std::string_view line) {
  line = trim(line.substr(0, line.find('#')));
  auto end = line.find(':');
  if (end == std::string_view::npos) {
    end = line.find_first_of(" \t");
    if (end == std::string_view::npos ||
        trim(line.substr(end)).find_first_of(" \t") != std::string_view::npos)
      return std::nullopt;
  }
  robots_line out{trim(line.substr(0, end)), trim(line.substr(end + 1))};
  return out.key.empty() ? std::nullopt : std::optional{out};
}

bool is_one_of(std::string_view key, std::initializer_list<std::string_view> names) {
  return std::any_of(names.begin(), names.end(),
                     [&](std::string_view name) { return equals_ignoring_case(key, name); });
}

// The leading letters, `_` and `-` (section 2.2.1).
std::string_view product_of(std::string_view text) {
  const auto end =
      std::find_if_not(text.begin(), text.end(), [](char c) { return is_alpha(c) || c == '_' || c == '-'; });
  return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

bool names_everyone(std::string_view name) {
  return name.starts_with('*') && (name.size() == 1 || is_space(name[1]));
}

constexpr milliseconds longest_delay{31'536'000'000};  // a year: longer delays make no difference

// The value of a Crawl-delay: a delay, or unreadable; neither for an empty value.
struct read_delay {
  std::optional<milliseconds> pause;
  bool is_unreadable = false;
};

// A number of seconds in the syntax of C, rounded up; none for an empty value.
read_delay delay_of(std::string_view text) {
  if (text.empty()) return {};
  if (text.size() > 1 && text.front() == '+' && text[1] != '-') text.remove_prefix(1);
  double number = 0;
  const auto* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  if (read.ptr != end || std::isnan(number)) return {std::nullopt, true};
  if (text.front() == '-') return {milliseconds{0}, false};
  if (read.ec == std::errc::result_out_of_range)
    return {text.find("e-") != std::string_view::npos || text.find("E-") != std::string_view::npos
                ? milliseconds{1}
                : longest_delay,
            false};
  constexpr double a_nanosecond = 1e-6;  // rounding error of the binary form of a decimal
  const double most = static_cast<double>(longest_delay.count());
  return {milliseconds{static_cast<std::int64_t>(std::min(std::ceil(number * 1'000 - a_nanosecond), most))},
          false};
}

// The rules of the groups for one audience: our product, or everyone.
struct audience {
  std::vector<robots_rule> rules;
  std::optional<milliseconds> crawl_delay;
  bool has_unreadable_delay = false;
  bool is_named = false;      // a group names it
  bool is_spoken_to = false;  // the current group names it
};

// Follows the groups of a file (section 2.2.1): products are collected until a rule comes; the next product then
// opens a new group.
class group_reader {
 public:
  explicit group_reader(std::string_view product) : product_(product_of(product)) {}

  void read(const robots_line& line, std::vector<std::string>& sitemaps) {
    // With the misspellings that Google's reader accepts (section 2.2.4).
    if (is_one_of(line.key, {"user-agent", "useragent", "user agent"}))
      open_group(line.value);
    else if (is_one_of(line.key, {"allow"}))
      add_rule(true, line.value);
    else if (is_one_of(line.key, {"disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw"}))
      add_rule(false, line.value);
    else if (is_one_of(line.key, {"crawl-delay"}))
      add_delay(line.value);
    else if (is_one_of(line.key, {"sitemap", "site-map"}) && !line.value.empty())
      sitemaps.emplace_back(line.value);
  }

  // The audience whose rules apply: our product if a group names it, else everyone.
  [[nodiscard]] audience take() { return std::move(ours_.is_named ? ours_ : everyone_); }

 private:
  void open_group(std::string_view name) {
    if (rules_began_) ours_.is_spoken_to = everyone_.is_spoken_to = false;
    rules_began_ = false;
    auto* listener = names_everyone(name) ? &everyone_ : nullptr;
    if (!product_.empty() && equals_ignoring_case(product_of(name), product_)) listener = &ours_;
    if (listener) listener->is_named = listener->is_spoken_to = true;
  }

  void add_rule(bool is_allow, std::string_view path) {
    rules_began_ = true;
    if (path.empty()) return;
    for (auto* listener : {&ours_, &everyone_}) {
      if (!listener->is_spoken_to) continue;
      listener->rules.push_back({is_allow, normalize_robots_path(path, true),
                                 std::string{is_allow ? "Allow: " : "Disallow: "}.append(path)});
    }
  }

  void add_delay(std::string_view text) {
    const auto delay = delay_of(text);
    for (auto* listener : {&ours_, &everyone_}) {
      if (!listener->is_spoken_to) continue;
      listener->has_unreadable_delay |= delay.is_unreadable;
      if (delay.pause)
        listener->crawl_delay = std::max(listener->crawl_delay.value_or(*delay.pause), *delay.pause);
    }
  }

  std::string_view product_;
  audience ours_, everyone_;
  bool rules_began_ = false;
};

// Bytes of the byte order mark, or of the part of one, with which a file begins.
std::size_t mark_length(std::string_view body) {
  constexpr std::string_view mark = "\xef\xbb\xbf";
  const auto end = std::mismatch(mark.begin(), mark.end(), body.begin(), body.end()).first;
  return static_cast<std::size_t>(end - mark.begin());
}

std::string path_and_query_of(std::string_view uri) {
  const auto parts = split_uri(uri);
  std::string out{parts.path};
  if (!out.starts_with('/')) out.insert(out.begin(), '/');
  if (parts.query) out.append("?").append(*parts.query);
  return out;
}

/// Whether a segment begins with a dot, plain or encoded. Most URIs have none, and normalising takes longer than judging.
bool may_have_dot_segments(std::string_view uri) {
  for (auto slash = uri.find('/'); slash != uri.npos; slash = uri.find('/', slash + 1)) {
    const auto segment = uri.substr(slash + 1, 3);
    if (segment.starts_with('.') || equals_ignoring_case(segment, "%2e")) return true;
  }
  return false;
}

}  // namespace

robots_rules robots_rules::disallow_all() {
  robots_rules out;
  out.is_unreachable_ = true;
  return out;
}

robots_verdict robots_rules::judge(std::string_view path_and_query) const {
  const auto path = normalize_robots_path(path_and_query.substr(0, path_and_query.find('#')), false);
  if (path == "/robots.txt") return {};
  if (is_unreachable_) return {false, errc::robots_unreachable, ""};
  const robots_rule* best = nullptr;
  for (const auto& rule : rules_) {
    const auto length = rule.pattern.size();
    if (best && (length < best->pattern.size() || (length == best->pattern.size() && !rule.is_allow)))
      continue;
    if (matches_robots_path(rule.pattern, path)) best = &rule;
  }
  if (!best) return {};
  return {best->is_allow, best->is_allow ? errc::ok : errc::robots_refused, best->text};
}

std::optional<milliseconds> robots_rules::asked_pause(milliseconds longest) const {
  if (!has_unreadable_delay_) return crawl_delay_;
  return std::max(longest, crawl_delay_.value_or(longest));
}

robots_verdict robots_rules::judge_uri(std::string_view uri) const {
  auto as_written = judge(path_and_query_of(uri));
  if (!as_written.is_allowed || !may_have_dot_segments(uri)) return as_written;
  // A server may resolve `..` itself: what is forbidden either way is forbidden.
  return judge(path_and_query_of(normalize_seed(uri)));
}

std::string_view first_lines(std::string_view body, std::size_t most) {
  if (body.size() <= most) return body;
  const bool ends_a_line = body[most] == '\n' || body[most] == '\r';
  body = body.substr(0, most);
  if (ends_a_line) return body;
  const auto last = body.find_last_of("\r\n");
  return body.substr(0, last == std::string_view::npos ? 0 : last);
}

robots_rules parse_robots(std::string_view body, std::string_view product_token, robots_limits limits) {
  robots_rules out;
  out.was_cut_ = body.size() > limits.body_bytes;
  body = first_lines(body, limits.body_bytes);
  body.remove_prefix(mark_length(body));
  group_reader groups{product_token};
  while (!body.empty()) {
    const auto end = std::min(body.find_first_of("\r\n"), body.size());
    if (end > limits.line_bytes) out.was_cut_ = true;
    if (const auto line = read_line(body.substr(0, std::min(end, limits.line_bytes))))
      groups.read(*line, out.sitemaps_);
    body.remove_prefix(std::min(end + 1, body.size()));
  }
  auto chosen = groups.take();
  out.rules_ = std::move(chosen.rules);
  out.crawl_delay_ = chosen.crawl_delay;
  out.has_unreadable_delay_ = chosen.has_unreadable_delay;
  return out;
}

robots_access access_from_status(errc outcome, int http_status) {
  switch (outcome) {
    case errc::too_many_redirects:
    case errc::redirect_loop:
    case errc::redirect_without_location:
    case errc::redirect_scheme:
      return robots_access::allow_all;
    case errc::empty_body:  // 204 or 205
      return robots_access::by_rules;
    case errc::ok:
    case errc::http_status:
      break;
    default:
      return robots_access::disallow_all;
  }
  if (http_status >= 200 && http_status < 300) return robots_access::by_rules;
  if (http_status >= 300 && http_status < 500 && http_status != 429) return robots_access::allow_all;
  return robots_access::disallow_all;
}

}  // namespace laundromat
