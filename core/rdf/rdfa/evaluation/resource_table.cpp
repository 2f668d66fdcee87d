// Implements resource_table: resources are added, checked when they are used, and reported when they are removed.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/evaluation/resource_table.hpp"

#include <algorithm>
#include <string>

#include "core/rdf/rdfa/markup/html_characters.hpp"

namespace laundromat::rdfa {

resource_table::resource_table(const reader_limits& limits, statement_output& output, fault_log& faults,
                               term_mapper& mapper)
    : iri_bytes_(limits.iri_bytes),
      excerpt_bytes_(limits.excerpt_bytes),
      output_(&output),
      faults_(&faults),
      mapper_(&mapper) {
  resources_.add();
  resources_.add();
}

void resource_table::use_base(std::string_view iri, const located_place& begin, bool* used_base) {
  auto& base = resources_[base_resource];
  faults_->report(base.skip);
  base.value = std::string(iri.substr(0, iri.find('#')));
  base.check = resource::state::unchecked;
  base.place = begin;
  base.fault = base.value.empty() ? errc::relative_iri : errc::ok;
  used_base_ = used_base;
}

resource_id resource_table::add(const mapped_word& word, const attribute_value& from, std::string_view part) {
  const auto id = static_cast<resource_id>(resources_.size());
  const bool is_relative = word.what == mapped_word::outcome::relative;
  // The word may point into the text of another resource.
  std::string value(is_relative ? part : word.value);
  auto& added = resources_.add();
  added.kind = word.what == mapped_word::outcome::blank ? term_kind::blank : term_kind::iri;
  const bool is_long = value.size() > iri_bytes_;
  if (is_long) value.resize(std::min<std::uint64_t>(value.size(), excerpt_bytes_));
  added.value = std::move(value);
  output_->precheck(added, from.place,
                    is_long                                           ? errc::term_too_long
                    : is_relative                                     ? errc::relative_iri
                    : word.what == mapped_word::outcome::lost_prefix  ? errc::missing_prefix
                    : from.is_spoiled && added.kind == term_kind::iri ? errc::bad_iri
                                                                      : errc::ok);
  return id;
}

resource_id resource_table::add_blank() {
  const auto id = static_cast<resource_id>(resources_.size());
  auto& added = resources_.add();
  added.kind = term_kind::blank;
  added.check = resource::state::good;
  mapper_->name_blank(added.value);
  return id;
}

resource_id resource_table::add_unknown(raw_place place, errc why) {
  const auto id = static_cast<resource_id>(resources_.size());
  auto& added = resources_.add();
  added.kind = term_kind::iri;
  added.value.clear();
  output_->precheck(added, place, why);
  return id;
}

resource_id resource_table::read(const attribute_value& value, bool may_be_curie, resource_id base) {
  const auto& base_iri = (*this)[base].value;
  const auto mapped =
      may_be_curie ? mapper_->map_resource(value.text, base_iri) : mapper_->resolve(value.text, base_iri);
  if (mapped.what == mapped_word::outcome::nothing) {
    if (trim_html(value.text) != "[]") faults_->report(value.place, {errc::undefined_term, treatment::note});
    return no_resource;
  }
  const bool has_scheme = value.text.find(':') != value.text.npos;  // and not that of the base
  if (mapped.what == mapped_word::outcome::unknown_prefix && has_scheme)
    faults_->report(value.place, {errc::suspicious_iri, treatment::note, unusual_scheme});
  if (mapped.what == mapped_word::outcome::iri && has_lost_colon(trim_html(value.text)))
    faults_->report(value.place, {errc::suspicious_iri, treatment::note, lost_colon});
  return add(mapped, value, value.text);
}

void resource_table::lose(raw_place place, errc why, bool is_in_literal) {
  auto& lost = resources_[lost_resource];
  if (is_in_literal) lost.skip.reach(place.offset_bytes);
  faults_->report(lost.skip);
  lost.kind = term_kind::iri;
  output_->precheck(lost, place, why);
}

void resource_table::shrink(std::size_t size) {
  for (auto i = size; i < resources_.size(); ++i) faults_->report(resources_[i].skip);
  resources_.shrink(size);
}

void resource_table::finish() {
  faults_->report(resources_[base_resource].skip);
  faults_->report(resources_[lost_resource].skip);
}

void resource_table::state(resource_id subject, std::string_view predicate, const term_view& object) {
  if (subject == no_resource) return;
  if (subject == base_resource) note_base(used_base_);
  auto& about = (*this)[subject];
  if (!output_->is_usable(about)) return output_->lose(tag_, about);
  output_->emit(about.view(), predicate, object);
}

void resource_table::state(resource_id subject, std::string_view predicate, resource_id object) {
  if (subject == no_resource || object == no_resource) return;
  auto& about = (*this)[subject];
  if (!output_->is_usable(about)) return output_->lose(tag_, about);  // without repairing the object
  if (object == base_resource) note_base(used_base_);
  auto& value = (*this)[object];
  if (!output_->is_usable(value)) return output_->lose(tag_, value);
  state(subject, predicate, value.view());
}

}  // namespace laundromat::rdfa
