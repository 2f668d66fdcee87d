// Implements the statistics of a document: scans its canonical lines and counts their terms.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/metrics/statistics_meter.hpp"

#include <algorithm>

#include "core/base/line_batches.hpp"
#include "core/rdf/metrics/statistics_state.hpp"
#include "core/rdf/model/rdf_vocabulary.hpp"
#include "core/rdf/model/triple_term.hpp"
#include "core/rdf/model/unescape.hpp"
#include "core/rdf/values/language_tag.hpp"
#include "core/rdf/values/lexical_form.hpp"
#include "core/rdf/write/skolem.hpp"

namespace laundromat {

namespace {

constexpr std::uint32_t rdf_type_number = 0;  ///< of the predicate rdf:type, which is always the first one
constexpr std::string_view owl_namespace = "http://www.w3.org/2002/07/owl#";

node_sample::kind kind_of(bool is_blank) {
  return is_blank ? node_sample::kind::blank : node_sample::kind::iri;
}

bool defines_class(std::string_view type) {
  return type == "http://www.w3.org/2000/01/rdf-schema#Class" ||
         (type.starts_with(owl_namespace) && type.substr(owl_namespace.size()) == "Class");
}

bool defines_property(std::string_view type) {
  if (type.starts_with(owl_namespace)) return type.ends_with("Property");
  return type.starts_with(rdf_namespace) && type.substr(rdf_namespace.size()) == "Property";
}

bool is_checked(datatype type) {
  using enum datatype;
  return type != unknown && type != unchecked && type != xsd_string && type != rdf_lang_string &&
         type != rdf_dir_lang_string && type != rdf_html && type != rdf_json;
}

bool begins_with(const char* at, const char* end, std::string_view text) {
  return static_cast<std::size_t>(end - at) >= text.size() && std::memcmp(at, text.data(), text.size()) == 0;
}

}  // namespace

bool scanned_text::is_blank() const {
  return is_genid(text);
}

std::string_view scanned_text::space() const {
  if (scanned.local == nullptr) return {};
  const auto cut = text.substr(0, static_cast<std::size_t>(scanned.local - text.data()));
  return cut.ends_with("://") ? std::string_view{} : cut;
}

statistics_meter::state::state(const statistics_limits& limits)
    : limits_(limits),
      nodes_(limits.exact_nodes),
      predicates_({limits.kept_terms, limits.kept_bytes}),
      classes_({limits.kept_terms, limits.kept_bytes}),
      datatypes_({limits.kept_terms, limits.kept_bytes}),
      languages_({limits.kept_terms, limits.kept_bytes}),
      spaces_({limits.kept_terms, limits.kept_bytes}),
      graphs_({limits.kept_terms, limits.kept_bytes}) {
  predicates_.find_or_keep(iris::rdf_type);
  predicate_memos_.emplace_back();
}

void statistics_meter::state::add(std::string_view lines) {
  const char* at = lines.data();
  const char* const end = at + lines.size();
  scanned_line line;
  while (at != end) {
    line.clear();
    if (const char* next = split(at, end, line)) {
      count(line);
      at = next;
    } else {
      const auto* newline = std::find(at, end, '\n');
      at = newline == end ? end : newline + 1;
    }
  }
}

/// Returns the position after the line, or null when it is not canonical.
const char* statistics_meter::state::split(const char* at, const char* end, scanned_line& line) const {
  const bool is_new_subject = subject_.term.empty() || !begins_with(at, end, subject_.term);
  if (is_new_subject) {
    if (at == end || *at != '<') return nullptr;
    line.subject.scanned = scan_iri(at + 1, end);
    const auto* close = line.subject.scanned.end;
    if (close == nullptr || !begins_with(close, end, "> ")) return nullptr;
    line.subject.text = {at + 1, close};
    at = close + 2;
  } else {
    at += subject_.term.size();
  }
  line.known_predicate = guess_predicate(at, end, is_new_subject);
  if (line.known_predicate != none) {
    at += predicates_.term(line.known_predicate).size() + 3;
  } else {
    if (at == end || *at != '<') return nullptr;
    line.predicate.scanned = scan_iri(at + 1, end);
    const auto* close = line.predicate.scanned.end;
    if (close == nullptr || !begins_with(close, end, "> ")) return nullptr;
    line.predicate.text = {at + 1, close};
    at = close + 2;
  }
  at = split_object(at, end, line);
  if (at == nullptr || at == end) return nullptr;
  if (*at == '<') {
    const auto* close = scan_iri(at + 1, end).end;
    if (close == nullptr || !begins_with(close, end, "> ")) return nullptr;
    line.graph = {at + 1, close};
    at = close + 2;
  }
  return begins_with(at, end, ".\n") ? at + 2 : nullptr;
}

/// Returns the position after the space that ends the object.
const char* statistics_meter::state::split_object(const char* at, const char* end, scanned_line& line) const {
  if (at == end) return nullptr;
  const auto* const begin = at;
  line.is_literal = *at == '"';
  line.is_triple = begins_with(at, end, triple_term_begin);
  if (line.is_literal) {
    line.inside.scanned = scan_literal(at + 1, end);
    const auto* close = line.inside.scanned.end;
    if (close == nullptr) return nullptr;
    line.inside.text = {at + 1, close};
    at = close + 1;
    if (begins_with(at, end, "^^<")) {
      close = scan_iri(at + 3, end).end;
      if (close == nullptr) return nullptr;
      line.datatype = {at + 3, close};
      at = close + 1;
    } else if (at != end && *at == '@') {
      const auto* space = std::find(at, end, ' ');
      line.language = {at + 1, space};
      at = space;
    }
  } else if (line.is_triple) {
    at += end_of_spelled_term({at, std::find(at, end, '\n')}, 0);
  } else {
    if (*at != '<') return nullptr;
    line.inside.scanned = scan_iri(at + 1, end);
    const auto* close = line.inside.scanned.end;
    if (close == nullptr) return nullptr;
    line.inside.text = {at + 1, close};
    at = close + 1;
  }
  line.object = {begin, at};
  return at != end && *at == ' ' ? at + 1 : nullptr;
}

/// The number of the predicate at `at`, if it is that of the line before or the one that followed it last time; else none.
std::uint32_t statistics_meter::state::guess_predicate(const char* at, const char* end,
                                                       bool is_new_subject) const {
  const auto is_here = [&](std::uint32_t number) {
    if (number == none) return false;
    const auto term = predicates_.term(number);
    return static_cast<std::size_t>(end - at) >= term.size() + 3 && at[term.size() + 1] == '>' &&
           std::memcmp(at + 1, term.data(), term.size()) == 0 && *at == '<' && at[term.size() + 2] == ' ';
  };
  if (last_predicate_ == none) return none;
  if (!is_new_subject && is_here(last_predicate_)) return last_predicate_;
  const auto next = predicate_memos_[last_predicate_].next;
  return is_here(next) ? next : none;
}

void statistics_meter::state::count(const scanned_line& line) {
  const bool is_new_subject = line.subject.text.data() != nullptr;
  if (is_new_subject) {
    end_subject();
    begin_subject(line.subject);
  }
  ++sums_.statements;
  ++subject_.statements;
  const auto before = last_predicate_;
  const auto predicate = count_predicate(line);
  is_new_pair_ = is_new_subject || predicate != before || predicate == none;
  predicate_memo forgotten;
  auto& memo = predicate == none ? forgotten : predicate_memos_[predicate];
  if (is_new_pair_) ++memo.subjects;
  if (predicate == rdf_type_number) count_type(line);
  if (line.is_literal)
    count_literal(line, memo);
  else if (line.is_triple)
    count_triple_term(line);
  else
    count_iri(line, memo);
  if (line.graph.data() != nullptr) count_graph(line.graph);
}

void statistics_meter::state::begin_subject(const scanned_text& subject) {
  subject_.term.assign(subject.text.data() - 1, subject.text.size() + 3);
  subject_.hash = hash_term(subject.text);
  subject_.characters = subject.characters();
  subject_.statements = 0;
  subject_.is_blank = subject.is_blank();
  subject_.space_bytes = subject_.is_blank ? 0 : subject.space().size();
  subject_.is_typed = subject_.is_class = subject_.is_property = false;
}

void statistics_meter::state::end_subject() {
  if (subject_.term.empty()) return;
  nodes_.add_subject(subject_.hash, kind_of(subject_.is_blank), subject_.statements);
  out_degrees_.add(subject_.statements);
  ++(subject_.is_blank ? sums_.blank_subjects : sums_.iri_subjects).value;
  if (!subject_.is_blank) subject_lengths_.add(subject_.characters, subject_.statements);
  if (subject_.space_bytes != 0)
    spaces_.count(spaces_.find_or_keep(std::string_view(subject_.term).substr(1, subject_.space_bytes)),
                  subject_.statements);
  sums_.typed_subjects += subject_.is_typed ? 1 : 0;
  sums_.defined_classes += subject_.is_class ? 1 : 0;
  sums_.defined_properties += subject_.is_property ? 1 : 0;
}

/// Lengths and namespaces of listed predicates are computed from their counts at the end.
std::uint32_t statistics_meter::state::count_predicate(const scanned_line& line) {
  auto number = line.known_predicate;
  if (number == none) {
    const auto hash = hash_term(line.predicate.text);
    number = predicates_.find_or_keep(line.predicate.text, hash);
    if (number == none) {
      nodes_.add_name(hash, kind_of(line.predicate.is_blank()));
      count_predicate_iri(line.predicate, 1);
    } else if (number == predicate_memos_.size()) {
      predicate_memos_.emplace_back();
    }
    if (last_predicate_ != none) predicate_memos_[last_predicate_].next = number;
  }
  predicates_.count(number);
  last_predicate_ = number;
  return number;
}

void statistics_meter::state::count_predicate_iri(const scanned_text& predicate, std::uint64_t times) {
  if (predicate.is_blank()) return;
  predicate_lengths_.add(predicate.characters(), times);
  if (const auto space = predicate.space(); !space.empty()) spaces_.count(spaces_.find_or_keep(space), times);
}

void statistics_meter::state::count_iri(const scanned_line& line, predicate_memo& memo) {
  const auto& iri = line.inside;
  const bool is_blank = iri.is_blank();
  nodes_.add_object(hash_term(iri.text), kind_of(is_blank));
  if (is_blank) return;
  object_lengths_.add(iri.characters());
  if (const auto space = iri.space(); !space.empty()) count_again(spaces_, memo.space, space);
}

void statistics_meter::state::count_triple_term(const scanned_line& line) {
  nodes_.add_object(hash_term(line.object), node_sample::kind::triple);
  ++sums_.triple_term_occurrences;
}

void statistics_meter::state::count_literal(const scanned_line& line, predicate_memo& memo) {
  nodes_.add_object(hash_term(line.object), node_sample::kind::literal);
  literal_lengths_.add(line.inside.characters());
  if (!line.language.empty()) {
    const auto tag = split_direction(line.language);
    sums_.directed_literals += tag.direction.empty() ? 0 : 1;
    count_again(languages_, memo.language, tag.language);
    if (memo.language == none && !is_well_formed_language_tag(tag.language)) ++sums_.quality.ill_formed_tags;
  } else if (!line.datatype.empty()) {
    count_again(datatypes_, memo.datatype, line.datatype);
    if (datatype_memos_.size() < datatypes_.size()) datatype_memos_.push_back({datatype_of(line.datatype)});
    datatype_memo forgotten{memo.datatype == none ? datatype_of(line.datatype) : datatype::unknown};
    count_quality(line, memo.datatype == none ? forgotten : datatype_memos_[memo.datatype]);
  }
}

void statistics_meter::state::count_quality(const scanned_line& line, datatype_memo& memo) {
  auto& quality = sums_.quality;
  if (memo.known == datatype::unknown) ++quality.unknown_datatype;
  if (!is_checked(memo.known)) return;
  ++quality.checked;
  auto value = line.inside.text;
  if (line.inside.scanned.has_escapes) value = unescape(value, unescaped_);
  const auto form = judge_lexical_form(memo.known, value);
  const auto ill_typed = form == lexical_form::outside ? 1U : 0U;
  const auto non_canonical = form == lexical_form::variant ? 1U : 0U;
  memo.ill_typed += ill_typed;
  memo.non_canonical += non_canonical;
  quality.ill_typed += ill_typed;
  quality.non_canonical += non_canonical;
}

/// The same triple in another graph is on the next line, and is not counted again.
void statistics_meter::state::count_type(const scanned_line& line) {
  subject_.is_typed = true;
  if (!is_new_pair_ && last_type_ == line.object) return;
  last_type_.assign(line.object);
  if (line.is_literal || line.inside.is_blank()) return;
  const auto type = line.inside.text;
  classes_.count(classes_.find_or_keep(type));
  subject_.is_class = subject_.is_class || defines_class(type);
  subject_.is_property = subject_.is_property || defines_property(type);
}

void statistics_meter::state::count_graph(std::string_view graph) {
  ++sums_.quads;
  const auto kept = graphs_.size();
  const auto before = last_graph_;
  count_again(graphs_, last_graph_, graph);
  if (last_graph_ == none || (last_graph_ != before && last_graph_ == kept)) add_name(graph);
}

/// Counts an IRI that is not a node here.
void statistics_meter::state::add_name(std::string_view iri) {
  nodes_.add_name(hash_term(iri), kind_of(is_genid(iri)));
}

void statistics_meter::state::count_again(term_counts& in, std::uint32_t& number, std::string_view term) {
  if (number == none || in.term(number) != term) number = in.find_or_keep(term);
  in.count(number);
}

statistics_meter::statistics_meter(const statistics_limits& limits)
    : state_(std::make_unique<state>(limits)) {}
statistics_meter::~statistics_meter() = default;
statistics_meter::statistics_meter(statistics_meter&&) noexcept = default;
statistics_meter& statistics_meter::operator=(statistics_meter&&) noexcept = default;

void statistics_meter::add(std::string_view lines) {
  state_->add(lines);
}

document_statistics statistics_meter::finish() {
  return state_->finish();
}

result<document_statistics> measure(byte_source& lines) {
  statistics_meter meter;
  const auto rest =
      read_lines(lines, std::size_t{64} << 10, [&](std::string_view batch) { meter.add(batch); });
  if (!rest) return tl::unexpected(rest.error());
  return meter.finish();
}

}  // namespace laundromat
