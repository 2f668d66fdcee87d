// One row per rule.
// SPDX-License-Identifier: Apache-2.0
#include "core/providers/void_rule.hpp"

#include <array>
#include <cstddef>

namespace laundromat {

namespace {

using enum void_treatment;

/// In the order of `void_rule`.
constexpr std::array<void_rule_text, 13> rules{{
    {"no_dataset", skipped, "describe one subject at least by rdf:type void:Dataset and void:dataDump"},
    {"no_type", repaired,
     "write rdf:type void:Dataset; in Turtle a # outside of < > begins a comment: write <#name>"},
    {"no_modified", skipped, "write dcterms:modified with the time at which the dumps changed last"},
    {"several_modified", repaired, "write one dcterms:modified; the newest is used"},
    {"modified_not_a_date", skipped, "write dcterms:modified as \"2015-10-10T14:25:44Z\"^^xsd:dateTime"},
    {"modified_in_future", noted, "write a dcterms:modified that is not in the future"},
    {"no_extent", repaired,
     "write void:feature with FullDump or PartialDump; without it the dump counts as a partial one"},
    {"both_extents", repaired,
     "write void:feature with FullDump or with PartialDump; with both the dump counts as a partial one"},
    {"no_dump", skipped, "write void:dataDump with the URI of a file"},
    {"dump_as_text", repaired, "write the URI of void:dataDump as an IRI, not as a literal"},
    {"dump_not_absolute", skipped, "write void:dataDump as an absolute http or https URI"},
    {"too_many", skipped,
     "describe at most 1,000 datasets in one file, each with at most 1,000 dumps, and 10,000 dumps in all"},
    {"same_dumps", skipped,
     "give the dataset an IRI: of several blank nodes with the same dumps one is used, the newest"},
}};
static_assert(rules.size() == static_cast<std::size_t>(void_rule::same_dumps) + 1);

}  // namespace

const void_rule_text& text_of(void_rule rule) {
  return rules.at(static_cast<std::size_t>(rule));
}

}  // namespace laundromat
