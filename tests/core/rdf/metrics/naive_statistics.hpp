// The same statistics from sets and maps of whole terms: slow, and simple enough to be trusted.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "core/rdf/metrics/statistics.hpp"
#include "core/rdf/model/statement.hpp"
#include "core/rdf/values/language_tag.hpp"
#include "core/rdf/values/lexical_form.hpp"
#include "core/rdf/write/skolem.hpp"

namespace laundromat::testing {

/// Takes statements from a reader.
class naive_statistics {
 public:
  void add(const statement_view& statement) {
    const auto subject = name_of(statement.subject), object = name_of(statement.object);
    const std::string predicate(statement.predicate.value), graph(statement.graph.value);
    ++found_.statements;
    if (!graph.empty()) {
      ++found_.quads;
      ++graphs_[graph];
    }
    ++out_[subject];
    ++in_[object];
    ++properties_[predicate];
    having_[predicate].insert(subject);
    iris_.insert(predicate);
    if (!graph.empty()) iris_.insert(graph);
    add_iri(statement.subject, subject_lengths_);
    add_iri(statement.predicate, predicate_lengths_);
    add_object(statement.object);
    if (predicate == "http://www.w3.org/1999/02/22-rdf-syntax-ns#type") add_type(subject, statement.object);
  }

  [[nodiscard]] document_statistics finish() {
    auto out = found_;
    out.triples = out.statements - out.quads;
    std::vector<std::uint64_t> ins, outs, both;
    for (const auto& [node, times] : out_) {
      outs.push_back(times);
      ++(is_blank(node) ? out.blank_subjects : out.iri_subjects).value;
    }
    for (const auto& [node, times] : in_) ins.push_back(times);
    auto nodes = out_;
    for (const auto& [node, times] : in_) nodes[node] += times;
    for (const auto& [node, times] : nodes) both.push_back(times);
    out.subjects = {out_.size(), 0};
    out.objects = {in_.size(), 0};
    count_kinds(out, nodes);
    out.typed_subjects = typed_.size();
    out.degree = summary_of(both);
    out.in_degree = summary_of(ins);
    out.out_degree = summary_of(outs);
    out.subject_iri_length = summary_of(subject_lengths_);
    out.predicate_iri_length = summary_of(predicate_lengths_);
    out.object_iri_length = summary_of(object_lengths_);
    out.literal_length = summary_of(literal_lengths_);
    auto lengths = subject_lengths_;
    lengths.insert(lengths.end(), predicate_lengths_.begin(), predicate_lengths_.end());
    lengths.insert(lengths.end(), object_lengths_.begin(), object_lengths_.end());
    out.iri_length = summary_of(lengths);
    std::map<std::string, std::uint64_t> classes;
    for (const auto& [type, instances] : instances_) classes[type] = instances.size();
    out.classes = list<term_count>(classes);
    out.languages = list<term_count>(languages_);
    out.namespaces = list<term_count>(spaces_);
    out.graphs = list<term_count>(graphs_);
    out.properties = list<property_count>(properties_);
    for (auto& row : out.properties.listed) row.subjects = having_[row.term].size();
    out.datatypes = list<datatype_count>(datatypes_);
    for (auto& row : out.datatypes.listed) {
      row.ill_typed = ill_typed_[row.term];
      row.non_canonical = non_canonical_[row.term];
    }
    return out;
  }

 private:
  static bool is_blank(const std::string& node) { return node.starts_with("<" + std::string(genid_base)); }
  static std::string name_of(const term_view& term) {
    if (term.kind != term_kind::literal) return "<" + std::string(term.value);
    return "\"" + std::string(term.value) + "\"" + std::string(term.datatype) + "@" +
           std::string(term.language);
  }
  static std::uint64_t characters(std::string_view text) {
    return static_cast<std::uint64_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
  }
  static distribution summary_of(std::vector<std::uint64_t> values) {
    if (values.empty()) return {};
    std::ranges::sort(values);
    const auto n = static_cast<double>(values.size());
    double sum = 0, squares = 0;
    for (const auto v : values) sum += static_cast<double>(v);
    for (const auto v : values) squares += std::pow(static_cast<double>(v) - sum / n, 2);
    const auto median = (static_cast<double>(values[(values.size() - 1) / 2]) +
                         static_cast<double>(values[values.size() / 2])) /
                        2;
    return {values.size(), values.front(), values.back(), sum / n, median, std::sqrt(squares / n)};
  }
  template <class Count>
  static term_list<Count> list(const std::map<std::string, std::uint64_t>& counts) {
    term_list<Count> out;
    out.different = {counts.size(), 0};
    for (const auto& [term, times] : counts) {
      Count row;
      row.term = term;
      row.count = times;
      out.listed.push_back(row);
    }
    std::ranges::stable_sort(out.listed, std::ranges::greater{}, [](const Count& row) { return row.count; });
    return out;
  }

  void add_space(std::string_view iri) {
    const auto cut = iri.find_last_of("#/");
    if (cut != iri.npos && !iri.substr(0, cut + 1).ends_with("://"))
      ++spaces_[std::string(iri.substr(0, cut + 1))];
  }
  void add_iri(const term_view& term, std::vector<std::uint64_t>& lengths) {
    if (term.value.starts_with(genid_base)) return;
    lengths.push_back(characters(term.value));
    add_space(term.value);
  }
  void add_object(const term_view& object) {
    if (object.kind != term_kind::literal) return add_iri(object, object_lengths_);
    literal_lengths_.push_back(characters(object.value));
    auto& quality = found_.quality;
    if (!object.language.empty()) {
      ++languages_[std::string(object.language)];
      ++datatypes_["http://www.w3.org/1999/02/22-rdf-syntax-ns#langString"];
      if (!is_well_formed_language_tag(object.language)) ++quality.ill_formed_tags;
    } else if (object.datatype.empty() || object.datatype.ends_with("#string")) {
      ++datatypes_["http://www.w3.org/2001/XMLSchema#string"];
    } else {
      ++datatypes_[std::string(object.datatype)];
      add_space(object.datatype);
      const auto type = datatype_of(object.datatype);
      if (type == datatype::unknown) ++quality.unknown_datatype;
      if (type == datatype::unknown || type == datatype::unchecked) return;
      ++quality.checked;
      const auto form = judge_lexical_form(type, object.value);
      if (form == lexical_form::outside) ++quality.ill_typed, ++ill_typed_[std::string(object.datatype)];
      if (form == lexical_form::variant)
        ++quality.non_canonical, ++non_canonical_[std::string(object.datatype)];
    }
  }
  void add_type(const std::string& subject, const term_view& type) {
    typed_.insert(subject);
    if (type.kind == term_kind::literal || type.value.starts_with(genid_base)) return;
    instances_[std::string(type.value)].insert(subject);
    if (type.value.ends_with("#Class") && classes_.insert(subject).second) ++found_.defined_classes;
    if (type.value.ends_with("Property") && defined_.insert(subject).second) ++found_.defined_properties;
  }
  void count_kinds(document_statistics& out, const std::map<std::string, std::uint64_t>& nodes) {
    std::set<std::string> iris, blanks;
    for (const auto& iri : iris_) (is_blank("<" + iri) ? blanks : iris).insert("<" + iri);
    for (const auto& [node, times] : nodes) {
      if (node[0] == '"')
        ++out.literals.value;
      else
        (is_blank(node) ? blanks : iris).insert(node);
    }
    for (const auto& [node, times] : in_)
      if (node[0] != '"') ++(is_blank(node) ? out.different_blank_objects : out.different_iri_objects).value;
    out.iris.value = iris.size();
    out.blank_nodes.value = blanks.size();
  }

  document_statistics found_;
  std::map<std::string, std::uint64_t> in_, out_, properties_, languages_, datatypes_, spaces_, graphs_,
      ill_typed_, non_canonical_;
  std::map<std::string, std::set<std::string>> having_, instances_;
  std::set<std::string> iris_, typed_, classes_, defined_;
  std::vector<std::uint64_t> subject_lengths_, predicate_lengths_, object_lengths_, literal_lengths_;
};

}  // namespace laundromat::testing
