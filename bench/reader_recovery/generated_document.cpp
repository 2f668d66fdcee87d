// Implements generated documents: makes terms and words, and calls the maker of the format.
// SPDX-License-Identifier: Apache-2.0
#include "bench/reader_recovery/generated_document.hpp"

#include "core/rdf/write/canonical.hpp"

namespace laundromat::recovery {

term iri(std::string value) {
  return {term_kind::iri, std::move(value), {}, {}};
}

term blank(std::string label) {
  return {term_kind::blank, std::move(label), {}, {}};
}

term text(std::string value, std::string language) {
  return {term_kind::literal, std::move(value), {}, std::move(language)};
}

term typed(std::string value, std::string datatype) {
  return {term_kind::literal, std::move(value), std::move(datatype), {}};
}

std::string to_line(const quad& statement) {
  const auto view = [](const term& t) { return term_view{t.kind, t.value, t.datatype, t.language}; };
  std::string line;
  append_canonical(
      line,
      {view(statement.subject), view(statement.predicate), view(statement.object), view(statement.graph)},
      "b:");
  line.pop_back();
  return line;
}

std::string block::spelled() const {
  std::string all;
  for (const auto& one : tokens) all += one.text;
  return all;
}

std::string make_words(std::size_t number, dice& random) {
  static constexpr std::string_view words[] = {
      "river",       "library", "M\xC3\xBCnchen",           "of",     "the",  "1984", "map",
      "caf\xC3\xA9", "engine",  "\xE4\xB8\xAD\xE6\x96\x87", "letter", "north"};
  std::string all = "text " + std::to_string(number);
  for (auto n = 1 + random.below(6); n > 0; --n)
    all.append(" ").append(words[random.below(std::size(words))]);
  return all;
}

document make_document(rdf_format format, std::size_t blocks, dice& random, layout in) {
  switch (format) {
    case rdf_format::turtle:
    case rdf_format::trig:
      return make_turtle(format, blocks, random, in);
    case rdf_format::rdf_xml:
      return make_rdf_xml(blocks, random);
    case rdf_format::rdfa:
      return make_rdfa(blocks, random, in);
    case rdf_format::json_ld:
      return make_json_ld(blocks, random, in);
    default:
      return make_lines(format, blocks, random);
  }
}

}  // namespace laundromat::recovery
