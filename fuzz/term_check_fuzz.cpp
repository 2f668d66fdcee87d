// Checking a term never damages it: repairs are final, output is UTF-8, a plain IRI has no fault, and what strict keeps is valid.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include "core/rdf/model/term_check.hpp"
#include "core/rdf/model/utf8.hpp"
#include "core/rdf/values/datatype.hpp"
#include "core/rdf/values/language_tag.hpp"
#include "core/web/uri.hpp"
#include "fuzz/require.hpp"

using namespace laundromat;

namespace {

bool has(std::span<const term_fault> faults, treatment done) {
  return std::ranges::find(faults, done, &term_fault::done) != faults.end();
}

void check_faults(const term_checker& checker, bool is_kept, std::size_t size) {
  require(has(checker.faults(), treatment::skip) == !is_kept,
          "a term is skipped exactly when a fault skips it");
  for (const auto& fault : checker.faults()) {
    require(find_rule(fault.rule) != nullptr, "a fault is a rule of the taxonomy");
    require(fault.offset + fault.length <= size, "a fault is within its term");
  }
}

void check_iri(wash_profile profile, std::string_view text) {
  term_checker checker(profile), second(profile);
  auto iri = text;
  const bool is_kept = checker.check_iri(iri);
  check_faults(checker, is_kept, text.size());
  require(!is_plain_iri(text) || checker.faults().empty(), "a plain IRI has no fault");
  if (!is_kept) return;
  require(find_bad_utf8(iri) == iri.npos, "a kept IRI is UTF-8");
  require((iri != text) == has(checker.faults(), treatment::repair),
          "an IRI changes exactly when it is repaired");
  auto again = iri;
  require(second.check_iri(again) && again == iri, "a repaired IRI needs no repair");
  require(!has(second.faults(), treatment::repair), "a repaired IRI needs no repair");
  if (profile != wash_profile::strict) return;
  require(parse_uri(iri).has_value() && is_absolute(iri), "a strict IRI is valid");
  require(iri.find("\xEF\xBF\xBD") == iri.npos, "a strict IRI has no replacement character");
}

void check_literal(wash_profile profile, std::string_view value, std::string_view name,
                   std::string_view tag) {
  term_checker checker(profile);
  const bool is_rdf = name.starts_with('/');
  std::string datatype(name.empty() ? "" : is_rdf ? rdf_namespace : xsd_namespace);
  datatype += name.substr(is_rdf ? 1 : 0);
  term_view literal{term_kind::literal, value, datatype, tag};
  const bool is_kept = checker.check_literal(literal);
  check_faults(checker, is_kept, value.size() + datatype.size() + tag.size());
  if (!is_kept) return;
  require(literal.value.data() == value.data() && literal.value.size() == value.size(),
          "the value never changes");
  require(literal.language.empty() || literal.datatype.empty(), "no literal has a tag and a datatype");
  require(literal.language.empty() || is_writable_language_tag(split_direction(literal.language).language),
          "a kept tag can be written");
  const auto kept = split_direction(literal.language).language;
  require(profile != wash_profile::strict || kept.empty() || is_well_formed_language_tag(kept),
          "a strict tag is well-formed");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text{reinterpret_cast<const char*>(bytes), size};
  if (find_bad_utf8(text) != text.npos) return 0;
  const auto first = std::min(text.find('\n'), text.size());
  const auto second = std::min(text.find('\n', std::min(first + 1, text.size())), text.size());
  const auto tag = text.substr(0, first);
  const auto name = text.substr(std::min(first + 1, text.size()), second - std::min(first + 1, second));
  const auto value = text.substr(std::min(second + 1, text.size()));
  for (const auto profile : {wash_profile::strict, wash_profile::standard, wash_profile::max_recall}) {
    check_iri(profile, text);
    check_literal(profile, value, name, tag);
  }
  return 0;
}
