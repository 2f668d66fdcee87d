// Implements make_source_reader: an extractor, and behind it the references.
// SPDX-License-Identifier: Apache-2.0
#include "core/rml/source_values.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "core/extraction/csv/csv_extractor.hpp"
#include "core/extraction/json/json_extractor.hpp"
#include "core/extraction/markup/xml/xml_extractor.hpp"
#include "core/extraction/model/place_names.hpp"
#include "core/extraction/model/record_defect.hpp"

namespace laundromat {

namespace {

class source_reader final : public reader, record_sink {
 public:
  source_reader(const logical_source& source, values_sink& sink) : source_(source), sink_(sink) {
    values_.resize(source.references.size());
    found_.resize(source.references.size());
    columns_.resize(source.references.size());
  }
  /// Call it once, before the first byte.
  [[nodiscard]] result<void> begin(wash_profile profile, const extraction_limits& limits);

  result<void> push(std::string_view bytes) override { return extractor_->push(bytes); }
  result<void> finish() override {
    auto read = extractor_->finish();
    if (read && first_) note_missing();
    return read;
  }

 private:
  result<void> on_record(data_record& record) override;
  void on_defect(const defect& found) override { sink_.on_defect(found); }
  void on_span(span_kind kind, std::uint64_t length_bytes) override { sink_.on_span(kind, length_bytes); }

  void take_columns(const data_record& record);
  void find_columns(const data_record& record);
  void take_lists(data_value record);
  void note_missing();
  void note(const record_place& place, std::string message);
  [[nodiscard]] bool is_value(data_value value) const {
    return !value.is(data_kind::null) &&
           std::ranges::find(source_.nulls, value.text()) == source_.nulls.end();
  }

  const logical_source& source_;
  values_sink& sink_;
  std::unique_ptr<reader> extractor_;
  reference_values values_;
  std::vector<std::size_t> columns_;  ///< of a table: where the values of the references are; 0: nowhere
  bool has_columns_ = false;
  std::vector<char> found_;  ///< of JSON and XML: whether a record has a value, or null, for the reference
  std::optional<record_place> first_;  ///< of JSON and XML: the first record
  std::vector<std::string> names_;     ///< what is in it, of JSON
};

result<void> source_reader::begin(wash_profile profile, const extraction_limits& limits) {
  switch (source_.formulation) {
    case reference_formulation::csv: {
      csv_options options;
      options.dialect = source_.dialect;
      if (!options.dialect.delimiter) options.dialect.delimiter = ',';
      if (!options.dialect.quote) options.dialect.quote = '"';
      options.has_header = source_.has_header;
      options.skip_rows = source_.skip_rows;
      options.limits = limits;
      options.profile = profile;
      extractor_ = make_csv_extractor(std::move(options), *this);
      return {};
    }
    case reference_formulation::json_path: {
      json_extractor_options options{source_.records, false, profile, limits, true};
      if (source_.records.is_empty()) options.limits.record_bytes = limits.document_bytes;
      extractor_ = make_json_extractor(std::move(options), *this);
      return {};
    }
    case reference_formulation::xpath: {
      xml_options options;
      options.xpaths = xpath_options{source_.iterator, source_.references, source_.prefixes};
      options.limits = limits;
      options.profile = profile;
      auto made = make_xml_extractor(std::move(options), *this);
      if (!made) return tl::unexpected(made.error());
      extractor_ = *std::move(made);
      return {};
    }
  }
  return fail(errc::internal, "a reference formulation without a reader");
}

result<void> source_reader::on_record(data_record& record) {
  if (record.is_empty()) return {};
  for (auto& values : values_) values.clear();
  if (source_.formulation != reference_formulation::csv && !first_) {
    first_ = record.place;
    if (source_.formulation == reference_formulation::json_path) names_ = places_within(record.root());
  }
  switch (source_.formulation) {
    case reference_formulation::csv:
      take_columns(record);
      break;
    case reference_formulation::json_path:
      for (std::size_t i = 0; i < values_.size(); ++i) {
        source_.paths[i].find_all(record.root(), values_[i]);
        if (!values_[i].empty()) found_[i] = 1;
        std::erase_if(values_[i], [&](data_value value) { return !is_value(value); });
      }
      break;
    case reference_formulation::xpath:
      take_lists(record.root());
      break;
  }
  return sink_.on_values(values_, record.place);
}

/// The fields of all rows are in the same order, behind the map that they are in.
void source_reader::take_columns(const data_record& record) {
  if (!std::exchange(has_columns_, true)) find_columns(record);
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const auto at = columns_[i];
    if (at == 0 || at >= record.size()) continue;
    const auto value = record.value_at(at);
    if (is_value(value)) values_[i].push_back(value);
  }
}

/// Without a header a column has its number as its name (Model for Tabular Data, section 8: `_col.[N]`).
void source_reader::find_columns(const data_record& record) {
  const auto is_called = [&](std::size_t at, std::string_view name) {
    return source_.has_header ? record.value_at(at).name() == name : name == "_col." + std::to_string(at);
  };
  std::vector<std::string> names;
  for (std::size_t at = 1; at < record.size(); ++at) names.emplace_back(record.value_at(at).name());
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const auto& name = source_.references[i];
    for (std::size_t at = 1; at < record.size() && columns_[i] == 0; ++at)
      if (is_called(at, name)) columns_[i] = at;
    if (columns_[i] != 0) continue;
    note(record.place, "the table has no column `" + name + "`, which the mapping refers to" +
                           (source_.has_header ? nearest_place(name, names) : ""));
  }
}

void source_reader::note_missing() {
  for (std::size_t i = 0; i < found_.size(); ++i)
    if (found_[i] == 0)
      note(*first_, "no record has `" + source_.references[i] + "`, which the mapping refers to" +
                        nearest_place(source_.references[i], names_));
}

void source_reader::note(const record_place& place, std::string message) {
  sink_.on_defect(defect_at(place, errc::missing_field, treatment::note, std::move(message)));
}

/// A list for each reference.
void source_reader::take_lists(data_value record) {
  std::size_t number = 0;
  for (const auto list : record) {
    if (!list.is_empty()) found_[number] = 1;
    for (const auto value : list)
      if (is_value(value)) values_[number].push_back(value);
    ++number;
  }
}

}  // namespace

result<std::unique_ptr<reader>> make_source_reader(const logical_source& source, wash_profile profile,
                                                   const extraction_limits& limits, values_sink& sink) {
  auto made = std::make_unique<source_reader>(source, sink);
  if (auto begun = made->begin(profile, limits); !begun) return tl::unexpected(begun.error());
  return made;
}

}  // namespace laundromat
