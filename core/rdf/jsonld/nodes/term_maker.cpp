// Implements term_maker: makes RDF terms from expanded values.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/nodes/term_maker.hpp"

#include <algorithm>
#include <charconv>

#include "core/rdf/model/iri_check.hpp"
#include "core/rdf/model/rdf_vocabulary.hpp"
#include "core/rdf/model/template_placeholder.hpp"
#include "core/rdf/model/utf8.hpp"
#include "core/web/uri.hpp"

namespace laundromat::jsonld {

namespace {

constexpr std::string_view generated = "genid";
constexpr std::size_t most_reported_tags = 64;

bool is_label_character(char32_t c, bool is_first) {
  if (c < 0x80)
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' ||
           (!is_first && (c == '-' || c == '.'));
  if (c == 0xB7 || (c >= 0x300 && c <= 0x36F) || c == 0x203F || c == 0x2040) return !is_first;
  constexpr std::pair<char32_t, char32_t> ranges[] = {{0xC0, 0xD6},     {0xD8, 0xF6},     {0xF8, 0x2FF},
                                                      {0x370, 0x37D},   {0x37F, 0x1FFF},  {0x200C, 0x200D},
                                                      {0x2070, 0x218F}, {0x2C00, 0x2FEF}, {0x3001, 0xD7FF},
                                                      {0xF900, 0xFDCF}, {0xFDF0, 0xFFFD}, {0x10000, 0xEFFFF}};
  return std::ranges::any_of(ranges, [&](const auto& one) { return c >= one.first && c <= one.second; });
}

/// BLANK_NODE_LABEL of N-Triples.
bool is_label(std::string_view text) {
  if (text.empty() || text.back() == '.') return false;
  for (std::size_t at = 0; at < text.size();) {
    const auto step = next_utf8(text.substr(at));
    if (!is_label_character(step.code, at == 0)) return false;
    at += step.length;
  }
  return true;
}

}  // namespace

term_view term_maker::iri_or_blank(std::string_view iri, const json_node& origin) {
  if (iri.starts_with("_:")) return blank(iri.substr(2), origin);
  return this->iri(iri, origin);
}

term_view term_maker::iri(std::string_view iri, const json_node& origin) {
  if (origin.is_repaired) {
    report(errc::bad_iri, treatment::skip, origin, "an IRI with characters that were lost");
    return {};
  }
  if (iri.size() > options_->limits.iri_bytes) {
    report(errc::term_too_long, treatment::skip, origin);
    return {};
  }
  if (!is_absolute(trim_iri(iri))) {
    report(errc::relative_iri, treatment::skip, origin, why_template_placeholder(origin.view()));
    return {};
  }
  if (iri.data() != origin.view().data() && !check_reference(iri, origin)) return {};
  if (is_plain_iri(iri)) return {term_kind::iri, iri, {}, {}};
  if (looks_like_name(iri) && origin.view() == iri)
    report(errc::suspicious_iri, treatment::note, origin, "a name whose prefix is not declared?");
  std::string_view checked = iri;
  const bool is_kept = checker_.check_iri(checked);
  report_faults(iri, origin, checked);
  if (!is_kept) return {};
  if (checked.data() != iri.data()) checked = keep(checked);
  return {term_kind::iri, checked, {}, {}};
}

/// What is told about a relative reference that was trimmed and resolved to `iri`, or about a name that became it.
bool term_maker::check_reference(std::string_view iri, const json_node& origin) {
  const auto reference = origin.view();
  if (has_lost_colon(reference)) report(errc::suspicious_iri, treatment::note, origin, lost_colon);
  if (trim_iri(reference).size() == reference.size() || trim_iri(iri).size() != iri.size()) return true;
  const auto done = treatment_of(errc::iri_character, options_->profile);
  report(errc::iri_character, done, origin, around_iri, '"' + std::string(iri) + '"');
  return done == treatment::repair;
}

term_view term_maker::key(const expanded_key& key, const json_node& origin) {
  if (key.is_iri && !origin.is_repaired) return {term_kind::iri, key.iri, {}, {}};
  if (key.is_too_long) {
    report(errc::term_too_long, treatment::skip, origin);
    return {};
  }
  return iri_or_blank(key.iri, origin);
}

/// Labels of the document stay as they are, but for those that N-Quads cannot hold or that could be mistaken for generated ones.
term_view term_maker::blank(std::string_view label, const json_node& origin) {
  if (label.size() > options_->limits.iri_bytes) {
    report(errc::term_too_long, treatment::skip, origin);
    return {};
  }
  if (is_label(label)) {
    if (!label.starts_with(generated)) return {term_kind::blank, label, {}, {}};
    if (label.size() + generated.size() + 1 > options_->limits.iri_bytes) {
      report(errc::term_too_long, treatment::skip, origin);
      return {};
    }
    return {term_kind::blank, keep(std::string(generated) + "x" + std::string(label)), {}, {}};
  }
  static constexpr char digits[] = "0123456789ABCDEF";
  std::string made = std::string(generated) + "z";
  for (const char c : label) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    if (is_plain)
      made += c;
    else
      made.append("_").append(1, digits[byte >> 4]).append(1, digits[byte & 15]);
  }
  if (made.size() > options_->limits.iri_bytes) {
    report(errc::term_too_long, treatment::skip, origin);
    return {};
  }
  const bool is_strict = options_->profile == wash_profile::strict;
  report(errc::bad_blank_label, is_strict ? treatment::note : treatment::repair, origin, {}, "_:" + made);
  return {term_kind::blank, keep(made), {}, {}};
}

std::size_t term_maker::write_fresh_label(char* to) {
  std::ranges::copy(generated, to);
  return static_cast<std::size_t>(std::to_chars(to + generated.size(), to + 26, blanks_++).ptr - to);
}

term_view term_maker::fresh_blank() {
  char* at = pool_.take(26);
  const auto size = write_fresh_label(at);
  pool_.shrink(26, size);
  return {term_kind::blank, {at, size}, {}, {}};
}

term_view term_maker::literal(term_view literal, const json_node& origin, bool inherits_tag) {
  if (literal.value.size() > options_->limits.term_bytes) {
    report(errc::term_too_long, treatment::skip, origin);
    return {};
  }
  if (literal.datatype == iris::xsd_string) literal.datatype = {};
  auto checked = literal;
  const bool is_kept = checker_.check_literal(checked);
  if (!checker_.faults().empty())
    report_faults({}, origin, checked.language != literal.language ? checked.language : checked.datatype,
                  inherits_tag ? literal.language : std::string_view(), literal.value);
  if (!is_kept) return {};
  if (checked.datatype.data() != literal.datatype.data()) checked.datatype = keep(checked.datatype);
  if (checked.language.data() != literal.language.data()) checked.language = keep(checked.language);
  return checked;
}

void term_maker::report_tags(const json_node& context) {
  for (const auto* at = &context; at != context.next(); ++at) {
    if (!at->is_object()) continue;
    const auto* given = find_member(*at, "@language");
    if (given == nullptr || !given->is_string()) continue;
    term_view tagged{term_kind::literal, {}, {}, given->view()};
    if (!checker_.check_literal(tagged) || checker_.faults().empty()) continue;
    report_faults({}, *given, tagged.language);
    if (reported_tags_.size() < most_reported_tags) reported_tags_.emplace_back(given->view());
  }
}

/// Whether a fault of a tag was reported at the context that has the tag.
bool term_maker::is_reported(errc rule, std::string_view tag) const {
  return !tag.empty() && is_about_tag(rule) && std::ranges::find(reported_tags_, tag) != reported_tags_.end();
}

/// Whether a value has a control character without an escape, which the parser has reported.
bool term_maker::is_raw(char control, const json_node& origin) const {
  return source_of(origin).find(control) != std::string_view::npos;
}

void term_maker::report_faults(std::string_view value, const json_node& origin, std::string_view after,
                               std::string_view inherited_tag, std::string_view literal) {
  if (is_muted_) return;
  const auto* from = source_.text.data();
  const bool is_inside = !value.empty() && value.data() >= from && value.data() < from + source_.text.size();
  for (const auto& fault : checker_.faults()) {
    if (fault.done != treatment::skip && is_reported(fault.rule, inherited_tag)) continue;
    const bool is_odd = fault.rule == errc::odd_character && fault.length == 1;
    if (is_odd && is_raw(literal[fault.offset], origin)) continue;
    const auto begin = source_.offset + origin.begin, end = source_.offset + origin.end;
    const auto place =
        is_inside ? source_.offset + static_cast<std::uint64_t>(value.data() - from) + fault.offset : begin;
    std::string put;
    const auto kept = fault.rule == errc::missing_language_tag ? literal : after;
    if (fault.done == treatment::repair && !kept.empty()) put = '"' + std::string(kept) + '"';
    log_->on_walk_defect({fault.rule, fault.done, begin, end, place, fault.message, std::move(put)});
  }
}

void term_maker::report(errc rule, treatment done, const json_node& origin, std::string_view message,
                        std::string_view after) {
  if (is_muted_) return;
  const auto begin = source_.offset + origin.begin;
  log_->on_walk_defect(
      {rule, done, begin, source_.offset + origin.end, begin, std::string(message), std::string(after)});
}

void term_maker::report(errc rule, treatment done, std::uint32_t begin, std::uint32_t end,
                        std::string_view message) {
  if (is_muted_) return;
  log_->on_walk_defect({rule,
                        done,
                        source_.offset + begin,
                        source_.offset + end,
                        source_.offset + begin,
                        std::string(message),
                        {}});
}

void term_maker::lose(const json_node& origin) {
  ++losses_;
  if (!is_silent_) log_->on_lost(source_.offset + origin.begin, source_.offset + origin.end);
}

}  // namespace laundromat::jsonld
