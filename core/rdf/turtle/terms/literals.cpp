// Implements the literals of the term reader: escapes, numbers, tags, datatypes.
// SPDX-License-Identifier: Apache-2.0

#include "core/rdf/model/false_bracket.hpp"
#include "core/rdf/model/rdf_vocabulary.hpp"
#include "core/rdf/turtle/terms/clean_values.hpp"
#include "core/rdf/turtle/terms/term_reader.hpp"

namespace laundromat::turtle {

namespace {

/// Where the tag or datatype begins of a literal that ends at `end`, if it has one; `tag` is the former.
const char* find_suffix(const char* begin, const char* end, std::string_view tag) {
  const auto length = static_cast<std::ptrdiff_t>(tag.size());
  if (length > 0)
    return end - begin > length && std::string_view(end - length, tag.size()) == tag ? end - length : nullptr;
  const std::string_view text(begin, static_cast<std::size_t>(end - begin));
  const auto carets = text.rfind("^^");
  const auto suffix = carets == text.npos ? carets : text.find_first_not_of(" \t\r\n", carets + 2);
  // Carets of the string have its quote behind them.
  return suffix == text.npos || text.find_first_of("\"'", suffix) != text.npos ? nullptr : begin + suffix;
}

}  // namespace

bool term_reader::read_string(const token& from, held_term& literal) {
  literal.view = {term_kind::literal, {}, {}, {}};
  is_odd_ = from.has(has_controls | has_escapes);
  if (from.has(is_too_long)) return refuse(errc::term_too_long, from.begin);
  const auto* end = from.end - (from.has(is_long) ? 3 : 1);
  if (static_cast<std::uint64_t>(end - from.inner) > limits_.term_bytes)
    return refuse(errc::term_too_long, from.begin);
  if (from.has(has_breaks) && !repair_string(from, errc::line_break_in_literal)) return false;
  if (from.has(has_quotes) && !repair_string(from, errc::quote_in_literal)) return false;
  if (!from.has(has_escapes) && text_->find_bad(from.inner, end) == end) {
    literal.view.value = {from.inner, static_cast<std::size_t>(end - from.inner)};
    return true;
  }
  literal.text.clear();
  if (!escapes_.read_string(from.inner, end, literal.text)) return refuse(escapes_.fault());
  literal.view.value = literal.text;
  return true;
}

/// Line breaks and quotes that are not escaped: as if there were three quotes around.
bool term_reader::repair_string(const token& from, errc rule) {
  if (!reports_->repairs(rule)) return refuse(rule, from.begin);
  const std::string quotes(3, *from.begin);
  const auto shown = reports_->shown({from.inner, from.text().size() - 2});
  reports_->repair(rule, from.begin, from.end, quotes + std::string(shown) + quotes);
  return true;
}

bool term_reader::read_quoted(const token& from, held_term& literal) {
  literal.view = {term_kind::literal, {}, {}, {}};
  if (!reports_->repairs(errc::wrong_quote)) return refuse(errc::wrong_quote, from.begin);
  const auto width = from.end[-1] == '"' || from.end[-1] == '`' ? 1 : from.inner - from.begin;
  const auto* end = from.end - width;
  if (const auto* bad = text_->find_bad(from.inner, end); bad != end) return refuse(errc::illegal_utf8, bad);
  literal.text.assign(from.inner, end);
  literal.view.value = literal.text;
  is_odd_ = true;
  reports_->repair(errc::wrong_quote, from.begin, from.end, '"' + literal.text + '"');
  return true;
}

bool term_reader::refuse_token(const token& from) {
  if (const auto* bad = text_->find_bad(from.begin, from.end); bad != from.end)
    return refuse(errc::illegal_utf8, bad);
  if (from.kind == token_kind::broken) return refuse(errc::unterminated, from.begin);
  if (const auto why = why_false_triple_term(from.text()); !why.empty())
    return refuse(errc::syntax_error, from.begin + 1, std::string(why));
  const auto why = why_false_bracket(from.text());
  return refuse(errc::syntax_error, from.begin, why.empty() ? "no term" : std::string(why));
}

void term_reader::read_number(const token& from, held_term& literal) {
  const auto datatype = from.kind == token_kind::integer   ? iris::xsd_integer
                        : from.kind == token_kind::decimal ? iris::xsd_decimal
                                                           : iris::xsd_double;
  is_odd_ = false;
  literal.view = {term_kind::literal, from.text(), datatype, {}};
}

void term_reader::read_boolean(const token& from, held_term& literal) {
  is_odd_ = false;
  literal.view = {term_kind::literal, from.text(), iris::xsd_boolean, {}};
}

/// Takes the tag unchanged; `finish_literal` finds what is wrong with it. Only an empty one is no tag at all.
bool term_reader::read_tag(const token& from, held_term& literal) {
  literal.view.language = {from.inner, static_cast<std::size_t>(from.end - from.inner)};
  if (!literal.view.language.empty()) return true;
  if (!reports_->repairs(errc::bad_language_tag)) return refuse(errc::bad_language_tag, from.begin);
  reports_->repair(errc::bad_language_tag, from.begin, from.end, "");
  return true;
}

bool term_reader::read_datatype(const token& from, held_term& literal) {
  std::string_view datatype;
  if (!read_cached_iri(known_.datatypes, from, literal.datatype, datatype)) return false;
  literal.view.datatype = datatype;
  return true;
}

/// Whether nothing can be wrong with a literal that was read without a report, so that it needs no check.
bool term_reader::is_clean(const term_view& view) const {
  if (is_odd_) return false;
  if (!view.datatype.empty()) {
    if (view.datatype.data() == iris::xsd_integer.data()) return is_canonical_integer(view.value);
    if (view.datatype.data() == iris::xsd_decimal.data()) return is_canonical_decimal(view.value);
    return view.datatype.data() == iris::xsd_boolean.data();
  }
  if (may_have_noncharacter(view.value)) return false;
  return view.language.empty() || known_.clean_tags.has(view.language);
}

std::string term_reader::spell(const term_view& literal) const {
  std::string out = "\"";
  for (const char c : reports_->shown(literal.value)) {
    if (c == '"' || c == '\\')
      out.append(1, '\\').append(1, c);
    else if (c == '\n' || c == '\r')
      out.append(c == '\n' ? "\\n" : "\\r");
    else
      out.push_back(c);
  }
  out.push_back('"');
  if (!literal.language.empty()) return out.append("@").append(literal.language);
  if (!literal.datatype.empty()) out.append("^^<").append(literal.datatype).append(">");
  return out;
}

/// Whether a rule is about the tag or the datatype of a literal, not about its text.
bool term_reader::is_of_suffix(errc rule) {
  switch (rule) {
    case errc::bad_language_tag:
    case errc::ill_formed_language_tag:
    case errc::long_language_tag:
    case errc::upper_case_language_tag:
    case errc::base_direction:
    case errc::unknown_datatype:
    case errc::tag_and_datatype:
    case errc::missing_language_tag:
      return true;
    default:
      return false;
  }
}

bool term_reader::finish_literal(held_term& literal, const char* begin, const char* end) {
  auto& view = literal.view;
  const auto tag = view.language;
  if (view.datatype == iris::xsd_string) view.datatype = {};
  if (is_clean(view)) return true;
  const bool is_kept = checker_.check_literal(view);
  if (!checker_.faults().empty()) {
    if (!report_faults(begin, end, spell(view), find_suffix(begin, end, tag))) return false;
  } else if (!is_odd_ && !view.language.empty()) {
    known_.clean_tags.add(view.language);
  }
  return is_kept;
}

/// The usual literals in one step. False, with nothing reported, for any that need a closer look.
bool term_reader::read_clean_literal(const token& from, const token& tag, held_term& literal) {
  is_odd_ = false;
  if (from.kind != token_kind::string) {
    read_number(from, literal);
    return is_clean(literal.view);
  }
  const auto* end = from.end - (from.has(is_long) ? 3 : 1);
  if ((from.flags & ~is_long) != 0 || text_->find_bad(from.inner, end) != end) return false;
  literal.view = {term_kind::literal, {from.inner, static_cast<std::size_t>(end - from.inner)}, {}, {}};
  if (tag.kind == token_kind::tag) {
    if (tag.inner == tag.end) return false;
    literal.view.language = {tag.inner, static_cast<std::size_t>(tag.end - tag.inner)};
  }
  if (tag.kind != token_kind::name) return is_clean(literal.view);
  literal.view.datatype = known_.datatypes.find(tag.text());
  return !literal.view.datatype.empty() && literal.view.datatype != iris::xsd_string &&
         checker_.check_literal(literal.view) && checker_.faults().empty();
}

}  // namespace laundromat::turtle
