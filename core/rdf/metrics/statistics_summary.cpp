// Computes the results from the counts of a whole document.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/metrics/statistics_state.hpp"
#include "core/rdf/model/rdf_vocabulary.hpp"
#include "core/rdf/model/unescape.hpp"
#include "core/rdf/values/language_tag.hpp"

namespace laundromat {

namespace {

std::uint64_t occurrences(const term_counts& terms) {
  auto all = terms.others();
  for (std::uint32_t number = 0; number < terms.size(); ++number) all += terms.count_of(number);
  return all;
}

/// `make` turns a number into a row, without term and count.
template <class Count, class Make>
term_list<Count> list_terms(term_counts& terms, std::size_t most, Make make) {
  term_list<Count> out;
  out.different = terms.different();
  out.unlisted = occurrences(terms);
  for (const auto number : terms.most_frequent(most)) {
    Count row = make(number);
    unescape(terms.term(number), row.term);
    row.count = terms.count_of(number);
    out.unlisted -= row.count;
    out.listed.push_back(std::move(row));
  }
  return out;
}

term_list<term_count> list_terms(term_counts& terms, std::size_t most) {
  return list_terms<term_count>(terms, most, [](std::uint32_t) { return term_count{}; });
}

}  // namespace

document_statistics statistics_meter::state::finish() {
  end_subject();
  auto& out = sums_;
  out.triples = out.statements - out.quads;
  out.subjects = {out.iri_subjects.value + out.blank_subjects.value, 0};
  summarise_predicates(out);
  summarise_literals(out);
  out.out_degree = out_degrees_.summary();
  out.subject_iri_length = subject_lengths_.summary();
  out.predicate_iri_length = predicate_lengths_.summary();
  out.object_iri_length = object_lengths_.summary();
  out.literal_length = literal_lengths_.summary();
  const auto iris = out.object_iri_length.count, literals = out.literal_length.count;
  const auto triple_terms = out.triple_term_occurrences;
  nodes_.summarise({.iri_objects = iris,
                    .blank_objects = out.statements - iris - literals - triple_terms,
                    .literals = literals,
                    .triple_terms = triple_terms,
                    .iri_subjects = out.iri_subjects.value,
                    .blank_subjects = out.blank_subjects.value},
                   out);
  subject_lengths_.add(predicate_lengths_);
  subject_lengths_.add(object_lengths_);
  out.iri_length = subject_lengths_.summary();
  out.classes = list_terms(classes_, limits_.listed_terms);
  out.languages = list_terms(languages_, limits_.listed_terms);
  out.namespaces = list_terms(spaces_, limits_.listed_terms);
  out.graphs = list_terms(graphs_, limits_.listed_terms);
  return std::move(out);
}

/// Counts what is the same for all lines of a predicate.
void statistics_meter::state::summarise_predicates(document_statistics& out) {
  for (std::uint32_t number = 0; number < predicates_.size(); ++number) {
    const auto times = predicates_.count_of(number);
    if (times == 0) continue;
    const auto iri = predicates_.term(number);
    add_name(iri);
    count_predicate_iri({iri, scan_iri(iri.data(), iri.data() + iri.size())}, times);
  }
  out.properties =
      list_terms<property_count>(predicates_, limits_.listed_terms, [this](std::uint32_t number) {
        return property_count{{}, predicate_memos_[number].subjects};
      });
}

void statistics_meter::state::summarise_literals(document_statistics& out) {
  for (std::uint32_t number = 0; number < datatypes_.size(); ++number) {
    const auto iri = datatypes_.term(number);
    const scanned_text type{iri, scan_iri(iri.data(), iri.data() + iri.size())};
    if (const auto space = type.space(); !space.empty())
      spaces_.count(spaces_.find_or_keep(space), datatypes_.count_of(number));
  }
  for (std::uint32_t number = 0; number < languages_.size(); ++number)
    if (!is_well_formed_language_tag(languages_.term(number)))
      out.quality.ill_formed_tags += languages_.count_of(number);
  count_unwritten_datatypes();
  out.datatypes = list_terms<datatype_count>(datatypes_, limits_.listed_terms, [this](std::uint32_t number) {
    if (number >= datatype_memos_.size()) return datatype_count{};
    const auto& memo = datatype_memos_[number];
    return datatype_count{{}, memo.ill_typed, memo.non_canonical};
  });
}

/// A literal with neither datatype nor tag is an xsd:string, one with a tag an rdf:langString, one with a base direction as well an
/// rdf:dirLangString (RDF 1.2 Concepts section 3.3).
void statistics_meter::state::count_unwritten_datatypes() {
  const auto tagged = occurrences(languages_), typed = occurrences(datatypes_);
  const auto plain = literal_lengths_.summary().count - tagged - typed;
  const auto directed = sums_.directed_literals;
  if (tagged > directed) datatypes_.count(datatypes_.find_or_keep(iris::rdf_lang_string), tagged - directed);
  if (directed > 0) datatypes_.count(datatypes_.find_or_keep(iris::rdf_dir_lang_string), directed);
  if (plain > 0) datatypes_.count(datatypes_.find_or_keep(iris::xsd_string), plain);
}

}  // namespace laundromat
