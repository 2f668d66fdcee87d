// Implements the other terms of the term reader: IRIs, prefixed names and blank node labels.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/terms/term_reader.hpp"

#include <algorithm>

#include "core/rdf/model/bidi_mark.hpp"
#include "core/rdf/model/blank_label.hpp"
#include "core/rdf/model/diagnostic.hpp"
#include "core/rdf/model/iri_check.hpp"
#include "core/rdf/model/utf8.hpp"
#include "core/rdf/model/well_known_prefixes.hpp"
#include "core/rdf/turtle/tokens/turtle_characters.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat::turtle {

namespace {

/// Spaces above ASCII, which are not seen and not meant: no-break, of other widths, and of no width.
bool has_wide_space(std::string_view name) {
  for (const std::string_view space : {"\xC2\xA0", "\xE2\x80\xAF", "\xE3\x80\x80"})
    if (name.find(space) != name.npos) return true;
  for (auto at = name.find("\xE2\x80"); at != name.npos; at = name.find("\xE2\x80", at + 2))
    if (at + 2 < name.size() && static_cast<unsigned char>(name[at + 2]) <= 0x8B) return true;
  return false;
}

}  // namespace

term_reader::term_reader(text_window& text, defect_reporter& reports, const reader_options& options)
    : text_(&text),
      reports_(&reports),
      limits_(options.limits),
      declared_(options.prefixes),
      known_(options.limits.prefix_bytes),
      checker_(options.profile, options.limits.iri_bytes, options.directions == direction_form::dropped),
      escapes_(text, reports) {
  known_.base.set_given(options.base_iri, options.used_base);
}

bool term_reader::refuse(errc rule, const char* at, std::string message) {
  fault_ = {rule, at, std::move(message)};
  return false;
}

bool term_reader::read_iri(const token& from, std::string& memory, std::string_view& value) {
  memory.clear();
  if (from.kind == token_kind::iri) {
    auto trimmed = from;
    return trim_iri(trimmed) && read_bracketed(trimmed, memory, value);
  }
  if (from.kind == token_kind::bare_iri) {
    if (!reports_->repairs(errc::bare_iri)) return refuse(errc::bare_iri, from.begin);
    memory.assign(from.text());
    if (const auto* bad = text_->find_bad(from.begin, from.end); bad != from.end)
      return refuse(errc::illegal_utf8, bad);
    reports_->repair(errc::bare_iri, from.begin, from.end, "<" + memory + ">");
    value = memory;
    return check_iri(from, memory, value);
  }
  auto name = from;
  if (!strip_marks_before(name) || !read_name(name, memory)) return false;
  value = memory;
  return true;
}

bool term_reader::read_repeated_iri(const token& from, std::string& memory, std::string_view& value) {
  return read_cached_iri(known_.predicates, from, memory, value);
}

bool term_reader::read_cached_iri(name_cache& cache, const token& from, std::string& memory,
                                  std::string_view& value) {
  if (from.kind != token_kind::name) return read_iri(from, memory, value);
  value = cache.find(from.text());
  if (!value.empty()) return true;
  if (!read_iri(from, memory, value)) return false;
  if (is_repeatable_) value = cache.keep(from.text(), value);
  return true;
}

bool term_reader::read_clean_iri(const token& from, held_term& iri) {
  if (from.kind == token_kind::name) {
    const auto* entry = known_.prefixes.find({from.begin, static_cast<std::size_t>(from.inner - from.begin)});
    if (entry == nullptr || !entry->is_plain() || !from.has(is_plain)) return false;
    iri.text.assign(entry->iri());
    iri.text.append(from.inner + 1, from.end);
    iri.view = {term_kind::iri, iri.text, {}, {}};
  } else {
    const std::string_view value(from.begin + 1, static_cast<std::size_t>(from.end - from.begin - 2));
    if (from.has(has_escapes) || !has_scheme(value) || !is_plain_iri(value)) return false;
    iri.view = {term_kind::iri, value, {}, {}};
  }
  return iri.view.value.size() <= limits_.iri_bytes;
}

bool term_reader::find_namespace(const token& from, std::string& memory, bool& is_plain_namespace) {
  const std::string_view name(from.begin, static_cast<std::size_t>(from.inner - from.begin));
  if (const auto* entry = known_.prefixes.find(name)) {
    is_plain_namespace = is_repeatable_ = entry->is_plain();
    memory.assign(entry->iri());
    return true;
  }
  if (known_.prefixes.is_forgotten(name))
    return refuse(errc::missing_prefix, from.begin, std::string(lost_declaration));
  const auto usual =
      reports_->repairs(errc::missing_prefix) ? well_known_namespace(name) : std::string_view{};
  if (usual.empty()) return refuse(errc::missing_prefix, from.begin);
  memory.assign(usual);
  is_plain_namespace = true;
  reports_->repair(errc::missing_prefix, from.begin, from.inner + 1, "<" + memory + ">");
  return true;
}

bool term_reader::read_name(const token& from, std::string& memory) {
  bool is_plain_namespace = false;
  is_repeatable_ = false;
  if (!find_namespace(from, memory, is_plain_namespace)) return false;
  const auto* local = from.inner + 1;
  if (from.has(is_plain)) {
    memory.append(local, from.end);
    if (is_plain_namespace && memory.size() <= limits_.iri_bytes) return true;
  } else {
    is_repeatable_ = false;
    if (from.has(is_bad_name) && !reports_->repairs(errc::bad_local_name))
      return refuse(errc::bad_local_name, from.begin);
    // No IRI contains one, so that it is not part of the name.
    if (const auto* bracket = std::find(local, from.end, '>'); bracket != from.end)
      return refuse(errc::bad_local_name, from.begin, "a bracket in a name");
    if (const auto* bad = text_->find_bad(local, from.end); bad != from.end)
      return refuse(errc::illegal_utf8, bad);
    if (has_wide_space({local, from.end}))
      return refuse(errc::bad_local_name, from.begin, "a space of another kind in a name");
    for (const auto* at = local; at < from.end; ++at) {
      if (*at == '\\' && at + 1 < from.end && is_escapable(at[1])) ++at;
      memory.push_back(*at);
      const bool is_code = *at != '%' || at[-1] == '\\' ||
                           (from.end - at > 2 && hex_value(at[1]) >= 0 && hex_value(at[2]) >= 0);
      if (!is_code) memory.append("25");
    }
    if (reports_->repairs(errc::iri_character)) memory.resize(laundromat::trim_iri(memory).size());
    if (from.has(is_bad_name))
      reports_->repair(errc::bad_local_name, from.begin, from.end, "<" + memory + ">");
  }
  is_repeatable_ = false;
  std::string_view value = memory;
  if (!check_iri(from, memory, value)) return false;
  if (value.data() != memory.data()) memory.assign(value);
  return true;
}

/// The marks of writing direction from `begin` to `end`, which are beside the term at `term_at`; there may be none.
bool term_reader::strip_marks(const char* begin, const char* end, const char* term_at) {
  if (begin == end) return true;
  if (!reports_->repairs(errc::iri_character))
    return refuse(errc::iri_character, term_at, std::string(around_iri));
  reports_->repair(errc::iri_character, begin, end, {}, std::string(around_iri));
  return true;
}

bool term_reader::strip_marks_before(token& term) {
  const auto* const at = term.begin;
  term.begin += leading_bidi_bytes(term.text());
  return strip_marks(at, term.begin, at);
}

bool term_reader::trim_iri(token& iri) {
  const auto *const at = iri.begin, *const end = iri.end;
  if (!strip_marks_before(iri)) return false;
  while (iri.text().size() > bidi_bytes && is_bidi_mark({iri.end - bidi_bytes, bidi_bytes}))
    iri.end -= bidi_bytes;
  if (!strip_marks(iri.end, end, at)) return false;
  if (iri.end[-1] == '>' && iri.end[-2] != '>') return true;
  const auto* const first = std::find(iri.begin, iri.end, '>') + 1;
  if (first >= iri.end || std::find_if(first, iri.end, [](char c) { return c != '>'; }) != iri.end)
    return true;
  constexpr std::string_view why = "a bracket too much";
  if (!reports_->repairs(errc::iri_character))
    return refuse(errc::iri_character, iri.begin, std::string(why));
  const std::string_view after(iri.begin, static_cast<std::size_t>(first - iri.begin));
  reports_->repair(errc::iri_character, iri.begin, iri.end, after, std::string(why));
  iri.end = first;
  return true;
}

bool term_reader::read_bracketed(const token& from, std::string& memory, std::string_view& value) {
  const auto *begin = from.begin + 1, *end = from.end - 1;
  value = {begin, static_cast<std::size_t>(end - begin)};
  if (from.has(has_escapes) || (!has_scheme(value) && !has_scheme(laundromat::trim_iri(value)))) {
    if (!read_reference(from, memory)) return false;
    value = memory;
  } else if (const auto* bad = text_->find_bad(begin, end); bad != end) {
    return refuse(errc::illegal_utf8, bad);
  }
  return check_iri(from, memory, value);
}

bool term_reader::read_reference(const token& from, std::string& out) {
  const auto *begin = from.begin + 1, *end = from.end - 1;
  if (static_cast<std::uint64_t>(end - begin) > limits_.iri_bytes)
    return refuse(errc::term_too_long, from.begin);
  if (const auto* bad = text_->find_bad(begin, end); bad != end) return refuse(errc::illegal_utf8, bad);
  scratch_.clear();
  if (!escapes_.read_iri(begin, end, scratch_)) return refuse(escapes_.fault());
  out.clear();
  std::string_view reference = scratch_;
  if (const auto inner = laundromat::trim_iri(reference); inner.size() != reference.size()) {
    if (inner.empty() || !reports_->repairs(errc::iri_character))
      return refuse(errc::iri_character, from.begin, std::string(around_iri));
    reports_->repair(errc::iri_character, from.begin, from.end, "<" + std::string(inner) + ">",
                     std::string(around_iri));
    reference = inner;
  }
  if (!known_.base.resolve(reference, out))
    return refuse(errc::relative_iri, from.begin,
                  std::string(known_.base.is_lost() ? unknown_base : no_base));
  if (has_lost_colon(reference))
    reports_->note(errc::suspicious_iri, from.begin, from.end, std::string(lost_colon));
  return true;
}

/// The IRI of a prefix or base is repaired with each IRI that is made of it, because only that one is whole.
bool term_reader::check_reference(const token& from, std::string_view iri) {
  if (iri.size() > limits_.iri_bytes) return refuse(errc::term_too_long, from.begin);
  if (is_plain_iri(iri)) return true;
  const bool is_valid = checker_.check_iri(iri);
  const bool is_repaired_later = reports_->repairs(errc::iri_character);
  const auto* const end = from.end[-1] == '>'
                              ? from.end
                              : from.end - 1;  // a token without its bracket ends one byte behind the IRI
  for (const auto& fault : checker_.faults()) {
    if (treatment_of(fault.rule, wash_profile::strict) != treatment::skip) continue;
    if (is_repaired_later)
      reports_->note(fault.rule, from.begin, end, fault.message);
    else if (!is_valid && fault.done == treatment::skip)
      return refuse(fault.rule, from.begin, fault.message);
  }
  return true;
}

bool term_reader::check_iri(const token& from, std::string& memory, std::string_view& value) {
  if (value.size() > limits_.iri_bytes) return refuse(errc::term_too_long, from.begin);
  if (is_plain_iri(value)) return true;
  const bool is_kept = checker_.check_iri(value);
  if (!report_faults(from.begin, from.end, "<" + std::string(value) + ">") || !is_kept) return false;
  if (!checker_.faults().empty() && value.data() != memory.data()) {
    memory.assign(value);
    value = memory;
  }
  return true;
}

/// `suffix` is the tag or datatype of a literal, or null.
bool term_reader::report_faults(const char* begin, const char* end, std::string_view after,
                                const char* suffix) {
  bool is_kept = true;
  for (const auto& fault : checker_.faults()) {
    const auto* const at = suffix != nullptr && is_of_suffix(fault.rule) ? suffix : begin;
    if (fault.done == treatment::skip) {
      if (is_kept) refuse(fault.rule, at, fault.message);
      is_kept = false;
    } else if (fault.done == treatment::repair) {
      reports_->repair(fault.rule, begin, end, after, fault.message, at);
    } else {
      reports_->note(fault.rule, begin, end, fault.message, at);
    }
  }
  return is_kept;
}

bool term_reader::read_blank(const token& from, std::string& label) {
  const auto* begin = from.begin + 2;
  if (static_cast<std::uint64_t>(from.end - begin) > limits_.iri_bytes)
    return refuse(errc::term_too_long, from.begin);
  if (const auto* bad = text_->find_bad(begin, from.end); bad != from.end)
    return refuse(errc::illegal_utf8, bad);
  label.assign(begin, from.end);
  if (!from.has(is_bad_name)) return true;
  if (!reports_->repairs(errc::bad_blank_label)) return refuse(errc::bad_blank_label, from.begin);
  label = repair_label(label);
  reports_->repair(errc::bad_blank_label, from.begin, from.end, "_:" + label);
  return true;
}

}  // namespace laundromat::turtle
