// One pass over the characters of an IRI, the check of its authority, and the repair.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/model/iri_check.hpp"

#include <algorithm>
#include <array>

#include "core/rdf/model/bidi_mark.hpp"
#include "core/rdf/model/odd_character.hpp"
#include "core/rdf/model/plain_iri.hpp"
#include "core/rdf/model/utf8.hpp"
#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

enum class kind : std::uint8_t { plain, question, hash, percent, bracket, forbidden, zero, high };

constexpr auto kinds = [] {
  std::array<kind, 256> all{};
  for (std::size_t c = 1; c <= 0x20; ++c) all[c] = kind::forbidden;
  for (std::size_t c = 0x80; c < 0x100; ++c) all[c] = kind::high;
  for (const unsigned char c : std::string_view("<>\"{}|^`\\\x7F")) all[c] = kind::forbidden;
  all[0] = kind::zero;
  all['?'] = kind::question;
  all['#'] = kind::hash;
  all['%'] = kind::percent;
  all['['] = all[']'] = kind::bracket;
  return all;
}();

kind kind_of(char c) {
  return kinds[static_cast<unsigned char>(c)];
}

/// From the first occurrence to after the last one.
struct extent {
  std::size_t first = std::string_view::npos, end = 0;

  void add(std::size_t at, std::size_t length = 1) {
    first = std::min(first, at);
    end = at + length;
  }
};

bool is_punycode(std::string_view host) {
  for (auto dashes = host.find("--"); dashes != host.npos; dashes = host.find("--", dashes + 1)) {
    const auto label = host.rfind('.', dashes);
    const auto begin = label == host.npos ? 0 : label + 1;
    if (equals_ignoring_case(host.substr(begin, dashes - begin), "xn")) return true;
  }
  return false;
}

class iri_check {
 public:
  iri_check(std::string_view iri, wash_profile profile, term_faults& faults)
      : iri_(iri), profile_(profile), faults_(faults) {}

  bool run() {
    const auto already = faults_.size();
    const auto usual = plain_iri::usual_head(iri_);
    if (usual == 0) {
      parts_ = split_uri(iri_);
      find_ip_literal();
      check_scheme();
      check_authority();
    }
    check_characters(usual);
    std::stable_sort(faults_.begin() + static_cast<std::ptrdiff_t>(already), faults_.end(),
                     [](const term_fault& a, const term_fault& b) { return a.offset < b.offset; });
    return !is_skipped_;
  }
  [[nodiscard]] bool needs_repair() const { return needs_repair_; }
  void write_repaired(std::string& out) const;

 private:
  void report(errc rule, treatment done, extent where, std::string_view message = {});
  void report(errc rule, extent where, std::string_view message = {}) {
    if (where.end > 0) report(rule, treatment_of(rule, profile_), where, message);
  }
  [[nodiscard]] bool repairs(errc rule) const { return treatment_of(rule, profile_) == treatment::repair; }
  [[nodiscard]] bool is_in_ip_literal(std::size_t at) const {
    return at >= ip_literal_.first && at < ip_literal_.end;
  }
  [[nodiscard]] extent extent_of(std::string_view part) const {
    const auto at = static_cast<std::size_t>(part.data() - iri_.data());
    return {at, at + part.size()};
  }

  void find_ip_literal();
  void check_scheme();
  void check_characters(std::size_t begin);
  std::size_t check_high(std::size_t at, bool is_in_query, extent& odd, extent& space);
  void check_authority();
  void check_port(std::string_view port);

  std::string_view iri_;
  uri_view parts_;
  wash_profile profile_;
  term_faults& faults_;
  extent ip_literal_;
  extent user_;  ///< of the authority
  bool is_skipped_ = false, needs_repair_ = false;
};

void iri_check::report(errc rule, treatment done, extent where, std::string_view message) {
  if (done == treatment::skip) is_skipped_ = true;
  if (done == treatment::repair) needs_repair_ = true;
  faults_.push_back({rule, done, where.first, where.end - where.first, std::string(message)});
}

void iri_check::find_ip_literal() {
  if (!parts_.authority || parts_.authority->find('[') == std::string_view::npos) return;
  const auto host = split_authority(*parts_.authority).host;
  if (is_ip_literal(host)) ip_literal_ = extent_of(host);
}

void iri_check::check_scheme() {
  if (!parts_.scheme)
    report(errc::relative_iri, treatment::skip, {0, iri_.size()});
  else if (!is_scheme(*parts_.scheme))
    report(errc::bad_iri, treatment::skip, extent_of(*parts_.scheme), "the IRI has no scheme");
}

void iri_check::check_characters(std::size_t begin) {
  extent forbidden, zero, percent, delimiter, odd, space;
  bool is_in_query = false, has_hash = false, has_high = false;
  for (auto i = user_.first; i < user_.end; ++i)
    if (iri_[i] == '@') delimiter.add(i);
  for (auto i = begin; i < iri_.size(); ++i) {
    const auto found = kind_of(iri_[i]);
    if (found == kind::plain) continue;
    switch (found) {
      case kind::plain:
        break;
      case kind::question:
        is_in_query = !has_hash;
        break;
      case kind::hash:
        if (has_hash) delimiter.add(i);
        has_hash = true;
        is_in_query = false;
        break;
      case kind::percent:
        if (!is_percent_encoded(iri_, i)) percent.add(i);
        break;
      case kind::bracket:
        if (!is_in_ip_literal(i)) delimiter.add(i);
        break;
      case kind::forbidden:
        forbidden.add(i);
        break;
      case kind::zero:
        zero.add(i);
        break;
      case kind::high:
        has_high = true;
        i += check_high(i, is_in_query, odd, space) - 1;
        break;
    }
  }
  report(errc::bad_iri, zero, "U+0000");
  report(errc::iri_character, forbidden);
  report(errc::bad_percent_code, percent);
  report(errc::iri_delimiter, delimiter);
  report(errc::odd_iri_character, odd);
  report(errc::iri_white_space, space);
  if (has_high && !is_nfc(iri_)) report(errc::iri_not_normal, {0, iri_.size()}, "the IRI is not in NFC");
}

std::size_t iri_check::check_high(std::size_t at, bool is_in_query, extent& odd, extent& space) {
  const auto step = next_utf8(iri_.substr(at));
  const auto found = classify_iri_character(step.code);
  if (found == iri_character_kind::illegal || (found == iri_character_kind::in_query_only && !is_in_query))
    odd.add(at, step.length);
  if (found == iri_character_kind::white_space) space.add(at, step.length);
  return step.length;
}

void iri_check::check_authority() {
  if (const auto why = suspicion_about(parts_); !why.empty())
    report(errc::suspicious_iri, {0, iri_.size()}, why);
  if (!parts_.authority) return;
  const auto authority = split_authority(*parts_.authority);
  if (authority.userinfo) user_ = extent_of(*authority.userinfo);
  if (!authority.host.starts_with('[') && authority.host.find(':') != std::string_view::npos)
    report(errc::bad_port, extent_of(authority.host), "a colon in the host");
  else if (authority.port)
    check_port(*authority.port);
  if (authority.userinfo && authority.userinfo->find(':') != std::string_view::npos)
    report(errc::iri_not_normal, extent_of(*authority.userinfo), "password");
  if (is_punycode(authority.host)) report(errc::iri_not_normal, extent_of(authority.host), "punycode");
}

void iri_check::check_port(std::string_view port) {
  auto where = extent_of(port);
  --where.first;  // the colon
  if (port.empty()) return report(errc::odd_port, where, "empty");
  if (!std::ranges::all_of(port, is_digit)) return report(errc::bad_port, where, "the port is not a number");
  const auto digits = port.substr(std::min(port.find_first_not_of('0'), port.size()));
  unsigned value = 0;
  for (const char c : digits.substr(0, 6)) value = value * 10 + static_cast<unsigned>(c - '0');
  if (value > 65'535) return report(errc::odd_port, where, "the port is above 65535");
  const auto usual = default_port(parts_.scheme.value_or(""));
  if (usual && *usual == value) report(errc::odd_port, where, "default");
}

void iri_check::write_repaired(std::string& out) const {
  const bool encodes_percent = repairs(errc::bad_percent_code),
             encodes_delimiter = repairs(errc::iri_delimiter);
  bool has_hash = false;
  for (std::size_t i = 0; i < iri_.size(); ++i) {
    const auto found = kind_of(iri_[i]);
    bool encodes = found == kind::forbidden;
    if (found == kind::percent) encodes = encodes_percent && !is_percent_encoded(iri_, i);
    if (found == kind::bracket) encodes = encodes_delimiter && !is_in_ip_literal(i);
    if (iri_[i] == '@') encodes = encodes_delimiter && i >= user_.first && i < user_.end;
    if (found == kind::hash) {
      encodes = encodes_delimiter && has_hash;
      has_hash = true;
    }
    if (encodes)
      append_percent_encoded(out, iri_[i]);
    else
      out.push_back(iri_[i]);
  }
}

}  // namespace

std::string_view trim_iri(std::string_view iri) {
  const auto is_space = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; };
  for (auto before = iri.size() + 1; before != iri.size() && !iri.empty();) {
    before = iri.size();
    if (is_space(iri.front()) || is_space(iri.back())) {
      const auto begin = is_space(iri.front()) ? 1U : 0U;
      iri = iri.substr(begin, iri.size() - begin - (iri.size() > begin && is_space(iri.back()) ? 1 : 0));
    }
    if (is_bidi_mark(iri.substr(0, bidi_bytes))) iri.remove_prefix(bidi_bytes);
    if (iri.size() >= bidi_bytes && is_bidi_mark(iri.substr(iri.size() - bidi_bytes)))
      iri.remove_suffix(bidi_bytes);
  }
  return iri;
}

bool check_iri(std::string_view& iri, wash_profile profile, term_faults& faults, std::string& room) {
  const auto inner = trim_iri(iri);
  if (inner.size() != iri.size() && !inner.empty() &&
      treatment_of(errc::iri_character, profile) == treatment::repair) {
    faults.push_back({errc::iri_character, treatment::repair, 0, iri.size(), std::string(around_iri)});
    const auto shift = static_cast<std::size_t>(inner.data() - iri.data());
    const auto first = faults.size();
    iri_check check(inner, profile, faults);
    const bool is_kept = check.run();
    for (auto i = first; i < faults.size(); ++i) faults[i].offset += shift;
    if (!is_kept) return false;
    room.clear();
    check.write_repaired(room);
    iri = room;
    return true;
  }
  iri_check check(iri, profile, faults);
  if (!check.run()) return false;
  if (check.needs_repair()) {
    room.clear();
    check.write_repaired(room);
    iri = room;
  }
  return true;
}

}  // namespace laundromat
