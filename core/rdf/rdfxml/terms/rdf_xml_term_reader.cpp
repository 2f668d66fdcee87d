// Implements the terms of RDF/XML: resolves IRIs against the base, and checks and repairs values.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfxml/terms/rdf_xml_term_reader.hpp"

#include <algorithm>
#include <utility>

#include "core/rdf/model/diagnostic.hpp"
#include "core/rdf/model/iri_check.hpp"
#include "core/rdf/values/language_tag.hpp"
#include "core/rdf/values/xml_name.hpp"
#include "core/web/uri.hpp"

namespace laundromat::rdfxml {

namespace {

void append_hex(std::string& out, std::string_view bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  for (const unsigned char c : bytes) out.append({digits[c >> 4], digits[c & 15u]});
}

}  // namespace

rdf_xml_term_reader::rdf_xml_term_reader(const reader_options& options, defect_log& log)
    : options_(options),
      log_(log),
      checker_(options.profile, options.limits.iri_bytes),
      bases_(options.used_base) {
  begin_document();
}

void rdf_xml_term_reader::begin_document() {
  begin_inner_document();
  bases_.begin({});
  bases_.begin(resolve_base(options_.base_iri));
}

bool rdf_xml_term_reader::trim(const located_text& value, std::string_view& reference) {
  reference = value.text;
  const auto inner = trim_iri(reference);
  if (inner.size() == reference.size()) return true;
  const auto done = treatment_of(errc::iri_character, options_.profile);
  if (inner.empty() || done != treatment::repair)
    return problem_.set(errc::iri_character, value.begin, around_iri);
  log_.report({errc::iri_character, done, value.begin, value.end, value.begin, std::string(inner),
               std::string(around_iri)});
  reference = inner;
  return true;
}

bool rdf_xml_term_reader::read_iri(const located_text& value, std::string& out) {
  std::string_view reference;
  if (!trim(value, reference)) return false;
  if (reference.empty() || reference.front() == '#')
    out.assign(bases_.use()).append(reference);
  else if (is_absolute(reference))
    out.assign(reference);
  else
    out = resolve_iri(bases_.use(), reference);
  if (bases_.current().empty() && !is_absolute(out)) return lack_base(value.begin);
  if (has_lost_colon(reference))
    log_.report({errc::suspicious_iri, treatment::note, value.begin, value.end, value.begin, "",
                 std::string(lost_colon)});
  return (is_plain_iri(out) && out.size() <= options_.limits.iri_bytes) ||
         check_iri(out, value.begin, value.end);
}

bool rdf_xml_term_reader::lack_base(std::uint64_t at) {
  const bool is_given = bases_.is_declared() || !options_.base_iri.empty();
  return problem_.set(errc::relative_iri, at, is_given ? unknown_base : no_base);
}

bool rdf_xml_term_reader::check_iri(std::string& iri, std::uint64_t begin, std::uint64_t end) {
  if (iri.size() > options_.limits.iri_bytes) return problem_.set(errc::term_too_long, begin);
  std::string_view checked = iri;
  const bool is_kept = checker_.check_iri(checked);
  if (!report_faults(is_kept, begin, end, begin, checked)) return false;
  if (checked.data() != iri.data() || checked.size() != iri.size()) iri = std::string(checked);
  return true;
}

bool rdf_xml_term_reader::check_name(std::string& iri, std::uint64_t begin, std::uint64_t end) {
  if (!is_absolute(iri)) {
    constexpr const char* message = "the namespace of a name is relative";
    const auto done = treatment_of(errc::relative_iri, options_.profile);
    if (done == treatment::skip || bases_.current().empty() || iri.size() > options_.limits.iri_bytes)
      return problem_.set(errc::relative_iri, begin, message);
    iri = resolve_iri(bases_.use(), iri);
    log_.report({errc::relative_iri, done, begin, end, begin, iri, message});
  }
  return is_plain_iri(iri) || check_iri(iri, begin, end);
}

/// Reports what the checker found about a term, or sets `problem_` to why it must be skipped.
bool rdf_xml_term_reader::report_faults(bool is_kept, std::uint64_t begin, std::uint64_t end,
                                        std::uint64_t noticed, std::string_view after) {
  for (const auto& fault : checker_.faults()) {
    if (fault.rule == errc::odd_character) continue;  // reported where the character is decoded
    if (is_kept)
      log_.report({fault.rule, fault.done, begin, end, noticed,
                   std::string(fault.done == treatment::repair ? after : ""), fault.message});
    else if (fault.done == treatment::skip)
      return problem_.set(fault.rule, noticed, fault.message);
  }
  return is_kept || problem_.set(errc::bad_iri, noticed);
}

/// Reports what the profile keeps; false when the profile demands a skip.
bool rdf_xml_term_reader::tolerate(errc rule, std::uint64_t begin, std::uint64_t end) {
  const auto done = treatment_of(rule, options_.profile);
  if (done == treatment::skip) return problem_.set(rule, begin);
  log_.report({rule, done, begin, end, begin});
  return true;
}

bool rdf_xml_term_reader::read_id(const located_text& value, std::string& out) {
  const auto [text, begin, end] = value;
  if (!is_nc_name(text) && !tolerate(errc::bad_xml_name, begin, end)) return false;
  if (bases_.current().empty()) return lack_base(begin);
  out.assign(bases_.use()).append("#").append(text);
  if ((!is_plain_iri(out) || out.size() > options_.limits.iri_bytes) && !check_iri(out, begin, end))
    return false;
  return !ids_.add(out) || tolerate(errc::repeated_id, begin, end);
}

bool rdf_xml_term_reader::read_label(const located_text& value, std::string& out) {
  const auto text = value.text;
  if (text.size() > options_.limits.iri_bytes) return problem_.set(errc::term_too_long, value.begin);
  const bool is_name = is_nc_name(text);
  if (!is_name && !tolerate(errc::bad_xml_name, value.begin, value.end)) return false;
  out.clear();
  if (documents_ > 1) out.append(std::to_string(documents_)).push_back('_');
  if (is_name && !text.ends_with('.')) {
    out.append(text);
  } else {
    out.append("0_");
    append_hex(out, text);
  }
  return true;
}

errc rdf_xml_term_reader::read_language(const located_text& value, std::string& out) {
  out.assign(value.text);
  if (out.empty()) return errc::ok;
  term_view literal{term_kind::literal, {}, {}, out};
  if (!checker_.check_literal(literal)) {
    for (const auto& fault : checker_.faults())
      if (fault.done == treatment::skip) return fault.rule;
    return errc::bad_language_tag;
  }
  if (const auto [tag, direction] = split_direction(literal.language); !direction.empty()) {
    const auto done = treatment_of(errc::bad_language_tag, options_.profile);
    if (done == treatment::skip) return errc::bad_language_tag;
    out = std::string(tag);
    log_.report({errc::bad_language_tag, done, value.begin, value.end, value.begin, out,
                 "no base direction can be in xml:lang"});
    return errc::ok;
  }
  for (const auto& fault : checker_.faults())
    log_.report({fault.rule, fault.done, value.begin, value.end, value.begin,
                 std::string(fault.done == treatment::repair ? literal.language : ""), fault.message});
  out = std::string(literal.language);
  return errc::ok;
}

bool rdf_xml_term_reader::read_base(const located_text& value) {
  std::string_view reference;
  if (!trim(value, reference)) return false;
  const auto colon = reference.find(':');
  if (!is_absolute(reference) && colon < reference.find_first_of("/?#"))
    return problem_.set(errc::bad_iri, value.begin, "xml:base");
  auto resolved = resolve_base(reference);
  if (is_absolute(resolved) && !is_plain_iri(resolved) && !check_iri(resolved, value.begin, value.end))
    return false;
  bases_.declare(std::move(resolved));
  return true;
}

/// The base without its fragment. Empty when it is too long.
std::string rdf_xml_term_reader::resolve_base(std::string_view reference) const {
  const std::string_view against = is_absolute(reference) ? reference : std::string_view(bases_.use());
  auto resolved = resolve_iri(against, reference);
  resolved.resize(std::min(resolved.find('#'), resolved.size()));
  if (resolved.size() > options_.limits.iri_bytes) resolved.clear();
  return resolved;
}

bool rdf_xml_term_reader::check_literal(term_view& literal, std::uint64_t begin, std::uint64_t end,
                                        std::uint64_t noticed) {
  const bool is_kept = checker_.check_literal(literal);
  const auto after = checker_.faults().empty() ? std::string() : '"' + std::string(literal.value) + '"';
  return report_faults(is_kept, begin, end, noticed, after);
}

void rdf_xml_term_reader::drop_direction(std::string_view language, std::uint64_t begin, std::uint64_t end,
                                         std::uint64_t noticed) {
  if (options_.directions != direction_form::dropped) return;
  const auto done = treatment_of(errc::base_direction, options_.profile);
  log_.report({errc::base_direction, done, begin, end, noticed, std::string(language)});
}

}  // namespace laundromat::rdfxml
