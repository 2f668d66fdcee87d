// Joins an extractor and a mapper.
// SPDX-License-Identifier: Apache-2.0
#include "core/mapping/record_reader.hpp"

#include <utility>

#include "core/mapping/record_mapper.hpp"

namespace laundromat {

resource_spec rdf_of(const record_plan& plan) {
  if (plan.spec().rdf) return *plan.spec().rdf;
  resource_spec natural;
  natural.vocabulary = "#";
  return natural;
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
        extractor_(plan.make_extractor(hints, options.profile, *this)) {}

  result<void> push(std::string_view bytes) override { return extractor_->push(bytes); }
  result<void> finish() override { return extractor_->finish(); }

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
