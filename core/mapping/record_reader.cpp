// Joins an extractor and a mapper.
// SPDX-License-Identifier: Apache-2.0
#include "core/mapping/record_reader.hpp"

#include <optional>
#include <utility>

#include "core/extraction/plan/typed_terms.hpp"
#include "core/mapping/made_terms.hpp"
#include "core/mapping/record_mapper.hpp"

namespace laundromat {

namespace {

void type_others(resource_spec& spec, const std::vector<field_spec>& fields);

/// A field of a vocabulary whose type says what it is in RDF; nothing: its value says it.
std::optional<property_spec> typed_property(const field_spec& field, const std::string& name,
                                            const std::string& vocabulary) {
  property_spec property;
  term_spec predicate{.form = term_form::iri, .parts = {{vocabulary, {}}}};
  append_encoded(predicate.parts.front().text, name);
  property.predicates.push_back(std::move(predicate));
  if (field.fields.empty()) {
    term_spec object{.parts = {{{}, name, false}}, .is_natural = true};
    if (!type_term(object, field.steps.type)) return std::nullopt;
    property.objects.push_back(std::move(object));
    return property;
  }
  resource_spec inner;
  inner.each = name;
  inner.vocabulary = vocabulary;
  type_others(inner, field.fields);
  if (inner.properties.empty()) return std::nullopt;
  property.resources.push_back(std::move(inner));
  return property;
}

/// Fields that the vocabulary takes have the types that the specification states.
void type_others(resource_spec& spec, const std::vector<field_spec>& fields) {
  if (spec.vocabulary.empty()) return;
  keyed_set<std::string> used;
  add_used_fields(used, spec);
  for (const auto& field : fields)
    for (const auto& name : field.names)
      if (!used.contains(name))
        if (auto property = typed_property(field, name, spec.vocabulary))
          spec.properties.push_back(*std::move(property));
}

}  // namespace

resource_spec rdf_of(const record_plan& plan) {
  auto rdf = plan.spec().rdf.value_or(resource_spec{});
  if (!plan.spec().rdf) rdf.vocabulary = "#";
  type_others(rdf, plan.spec().fields);
  return rdf;
}

namespace {

class record_reader final : public reader, record_sink {
 public:
  record_reader(const record_plan& plan, const document_hints& hints, const reader_options& options,
                statement_sink& sink, record_counter* counter)
      : rdf_(rdf_of(plan)),
        sink_(sink),
        counter_(counter),
        mapper_(rdf_, options, sink),
        extractor_(plan.make_extractor(hints, options.profile, *this)) {
    if (plan.spec().fields.empty()) mapper_.check_names();
  }

  result<void> push(std::string_view bytes) override { return extractor_->push(bytes); }
  result<void> finish() override {
    auto done = extractor_->finish();
    return done ? mapper_.finish() : done;
  }

 private:
  result<void> on_record(data_record& record) override {
    if (record.is_empty()) return {};
    if (counter_ != nullptr) counter_->count(record.root());
    return mapper_.map(record.root(), record.place);
  }
  void on_defect(const defect& found) override { sink_.on_defect(found); }
  void on_span(span_kind kind, std::uint64_t length_bytes) override { sink_.on_span(kind, length_bytes); }

  resource_spec rdf_;
  statement_sink& sink_;
  record_counter* counter_;
  record_mapper mapper_;
  std::unique_ptr<reader> extractor_;
};

}  // namespace

result<std::unique_ptr<reader>> make_record_reader(const record_plan& plan, const document_hints& hints,
                                                   reader_options options, statement_sink& sink,
                                                   record_counter* counter) {
  return std::make_unique<record_reader>(plan, hints, options, sink, counter);
}

}  // namespace laundromat
