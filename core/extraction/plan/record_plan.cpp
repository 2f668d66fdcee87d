// Makes the extractor that a specification and a document ask for.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/plan/record_plan.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>
#include <utility>

#include "core/extraction/fields/path_fields.hpp"
#include "core/extraction/json/json_extractor.hpp"
#include "core/extraction/markup/html/html_extractor.hpp"
#include "core/extraction/markup/tree/field_reader.hpp"
#include "core/extraction/markup/xml/xml_extractor.hpp"
#include "core/extraction/plan/drift_sink.hpp"
#include "core/extraction/plan/typed_terms.hpp"
#include "core/extraction/yaml/yaml_extractor.hpp"
#include "core/schema/schema_json.hpp"
#include "core/web/uri.hpp"

namespace laundromat {

namespace {

/// The lookup tables of a specification.
class spec_tables final : public lookup_tables {
 public:
  explicit spec_tables(const std::map<std::string, lookup_spec>& lookups) {
    for (const auto& [name, lookup] : lookups) tables_.emplace(name, table(lookup.values));
  }
  const lookup_table* find(std::string_view name) const override {
    const auto found = tables_.find(name);
    return found == tables_.end() ? nullptr : &found->second;
  }

 private:
  class table final : public lookup_table {
   public:
    explicit table(const std::map<std::string, std::string>& values)
        : values_(values.begin(), values.end()) {}
    std::optional<std::string_view> find(std::string_view key) const override {
      const auto found = values_.find(key);
      return found == values_.end() ? std::nullopt : std::optional<std::string_view>(found->second);
    }

   private:
    std::map<std::string, std::string, std::less<>> values_;
  };
  std::map<std::string, table, std::less<>> tables_;
};

/// Takes nothing: for specifications that are only checked.
struct no_records final : record_sink {
  result<void> on_record(data_record&) override { return {}; }
  void on_defect(const defect&) override {}
};

/// An extractor whose records go through a sink that belongs to it.
class piped_extractor final : public reader {
 public:
  piped_extractor(std::unique_ptr<record_sink> through, std::unique_ptr<reader> extractor,
                  std::function<result<void>()> at_end = {})
      : through_(std::move(through)), extractor_(std::move(extractor)), at_end_(std::move(at_end)) {}

  result<void> push(std::string_view bytes) override { return extractor_->push(bytes); }
  result<void> finish() override {
    auto read = extractor_->finish();
    return read && at_end_ ? at_end_() : read;
  }

 private:
  std::unique_ptr<record_sink> through_;
  std::unique_ptr<reader> extractor_;
  std::function<result<void>()> at_end_;
};

/// What relative IRIs of a document are relative to; a file has no address that means anything elsewhere.
std::string address_of(const document_hints& hints) {
  return is_absolute(hints.address) && base_of(hints.address) == hints.address &&
                 hints.address != no_address_base
             ? std::string(hints.address)
             : std::string{};
}

}  // namespace

struct record_plan::parts {
  explicit parts(record_spec all) : spec(std::move(all)), tables(spec.lookups) {}

  record_spec spec;
  spec_tables tables;
  std::optional<json_path> records;  ///< of JSON and YAML
  std::optional<path_fields> columns, values;
  /// Of a specification for documents of any format: what cannot be used for some of them.
  std::vector<line_problem> of_tables, of_trees, of_html, of_xml;
  std::optional<record_schema> schema;

  [[nodiscard]] std::vector<line_problem> compile();
  [[nodiscard]] const std::vector<line_problem>& problems_of(data_format of) const {
    switch (shape_of(of)) {
      case data_shape::table:
        return of_tables;
      case data_shape::tree:
        return of_trees;
      case data_shape::markup:
        return of == data_format::xml ? of_xml : of_html;
    }
    return of_tables;
  }
  [[nodiscard]] result<std::unique_ptr<reader>> make_markup(data_format format,
                                                            const std::vector<field_spec>& fields,
                                                            std::string address, wash_profile profile,
                                                            record_sink& sink) const;
  [[nodiscard]] std::unique_ptr<reader> make_table(data_format format, wash_profile profile,
                                                   record_sink& sink, extraction_findings* found) const;
  [[nodiscard]] result<std::unique_ptr<reader>> make_records(data_format format, std::string address,
                                                             wash_profile profile, record_sink& sink,
                                                             extraction_findings* found) const;
  [[nodiscard]] std::unique_ptr<reader> make(data_format format, std::string address, wash_profile profile,
                                             record_sink& sink, extraction_findings* found) const;
  /// The same for a document whose format may not be known yet.
  [[nodiscard]] std::unique_ptr<reader> make_for(const document_hints& hints, wash_profile profile,
                                                 record_sink& sink, extraction_findings* found) const;

 private:
  void compile_table();
  void compile_tree();
  void refuse_table(std::vector<line_problem>& problems) const;
  void check_markup(data_format format, std::vector<line_problem>& problems) const;
};

/// What the specification says is compiled for each format that it may be for. Problems of one that it is not for do not matter.
std::vector<line_problem> record_plan::parts::compile() {
  if (!spec.schema_text.empty()) {
    auto read = read_schema_json(spec.schema_text);
    if (!read) return {{spec.schema_line, "schema: " + spec.schema + ": " + read.error().detail}};
    schema = std::move(read->schema);
  }
  const auto format = spec.format;
  const bool is_open = format == data_format::unknown;
  const auto may_be = [&](data_shape shape) { return is_open || shape_of(format) == shape; };
  if (may_be(data_shape::table)) compile_table();
  if (may_be(data_shape::tree)) compile_tree();
  for (const auto markup : {data_format::html, data_format::xml})
    if (is_open || format == markup) check_markup(markup, markup == data_format::xml ? of_xml : of_html);
  if (!is_open) return problems_of(format);
  for (const auto* const problems : {&of_tables, &of_trees, &of_html, &of_xml})
    if (problems->empty()) return {};
  // It is meant for the format for which least is wrong.
  std::vector<const std::vector<line_problem>*> all{&of_trees, &of_html, &of_xml};
  if (spec.records.empty()) all.insert(all.begin(), &of_tables);
  return **std::ranges::min_element(all, {}, [](const auto* problems) { return problems->size(); });
}

void record_plan::parts::compile_table() {
  if (!spec.records.empty())
    of_tables.push_back({spec.records_line, "records: each row of a table is a record: leave it out"});
  if (spec.fields.empty()) return;
  auto made = path_fields::compile(spec.fields, spec.keeps_others, true, tables);
  if (made)
    columns.emplace(*std::move(made));
  else
    std::ranges::move(made.error(), std::back_inserter(of_tables));
}

void record_plan::parts::refuse_table(std::vector<line_problem>& problems) const {
  if (spec.table != table_spec{})
    problems.push_back({spec.table_line, "table: it says how CSV and TSV are written: leave it out"});
}

void record_plan::parts::compile_tree() {
  refuse_table(of_trees);
  auto path = json_path::compile(spec.records);
  if (path)
    records = *std::move(path);
  else
    of_trees.push_back({spec.records_line, "records: `" + spec.records + "`, column " +
                                               std::to_string(path.error().column) + ": " +
                                               path.error().message});
  if (spec.fields.empty()) return;
  auto made = path_fields::compile(spec.fields, spec.keeps_others, false, tables);
  if (made)
    values.emplace(*std::move(made));
  else
    std::ranges::move(made.error(), std::back_inserter(of_trees));
}

void record_plan::parts::check_markup(data_format format, std::vector<line_problem>& problems) const {
  no_records nothing;
  if (const auto made = make_markup(format, {}, {}, {}, nothing); !made)
    problems.push_back({spec.records_line, "records: " + made.error().detail});
  refuse_table(problems);
  const bool is_xml = format == data_format::xml;
  if (auto made = markup::field_reader::compile(spec.fields, is_xml, &tables); !made)
    std::ranges::move(made.error(), std::back_inserter(problems));
}

result<std::unique_ptr<reader>> record_plan::parts::make_markup(data_format format,
                                                                const std::vector<field_spec>& fields,
                                                                std::string address, wash_profile profile,
                                                                record_sink& sink) const {
  const bool keeps = spec.keeps_others;
  if (format == data_format::xml)
    return make_xml_extractor({spec.records, fields, {}, &tables, {}, profile, keeps}, sink);
  return make_html_extractor({spec.records, fields, {}, &tables, std::move(address), profile, keeps}, sink);
}

/// The rows of a table.
std::unique_ptr<reader> record_plan::parts::make_table(data_format format, wash_profile profile,
                                                       record_sink& sink, extraction_findings* found) const {
  csv_options options;
  const auto& table = spec.table;
  options.dialect = {table.delimiter, table.quote, table.escape, table.comment, table.skips_initial_space};
  if (format == data_format::tsv && !table.delimiter) options.dialect.delimiter = '\t';
  options.has_header = table.has_header;
  options.names = table.names;
  if (columns) options.sought_names = columns->columns();
  options.skip_rows = table.skip_rows;
  options.keeps_empty = table.keeps_empty;
  options.profile = profile;
  return make_csv_extractor(std::move(options), sink, found ? &found->table : nullptr);
}

/// Records as they are in the document. Errors: `configuration`, of XML and HTML.
result<std::unique_ptr<reader>> record_plan::parts::make_records(data_format format, std::string address,
                                                                 wash_profile profile, record_sink& sink,
                                                                 extraction_findings* found) const {
  switch (format) {
    case data_format::unknown:
    case data_format::csv:
    case data_format::tsv:
      return make_table(format, profile, sink, found);
    case data_format::json:
    case data_format::json_lines:
      return make_json_extractor({.records = records.value_or(json_path{}),
                                  .are_lines = format == data_format::json_lines,
                                  .profile = profile,
                                  .notes_lists = spec.records.empty() && spec.fields.empty(),
                                  .needs_records = true},
                                 sink);
    case data_format::yaml:
      return make_yaml_extractor(
          {.records = records.value_or(json_path{}), .profile = profile, .needs_records = true}, sink);
    case data_format::xml:
    case data_format::html:
      return make_markup(format, spec.fields, std::move(address), profile, sink);
  }
  return fail(errc::configuration, "the format is not known");
}

namespace {

/// Fails: the specification cannot be used for the format of the document.
class unusable_extractor final : public reader {
 public:
  explicit unusable_extractor(std::string why) : why_(std::move(why)) {}
  result<void> push(std::string_view) override { return fail(errc::configuration, why_); }
  result<void> finish() override { return fail(errc::configuration, why_); }

 private:
  std::string why_;
};

}  // namespace

std::unique_ptr<reader> record_plan::parts::make(data_format format, std::string address,
                                                 wash_profile profile, record_sink& sink,
                                                 extraction_findings* found) const {
  if (found != nullptr) found->format = format;
  if (const auto& problems = problems_of(format); !problems.empty())
    return std::make_unique<unusable_extractor>(
        "the document is " + std::string(to_string(format)) + ", for which the specification " + spec.name +
        " cannot be used: line " + std::to_string(problems.front().line) + ": " + problems.front().message);
  // Fields of XML and HTML are read with their records.
  const auto shape = shape_of(format);
  const auto* const fields = shape == data_shape::table && columns ? &*columns
                             : shape == data_shape::tree && values ? &*values
                                                                   : nullptr;
  auto through = fields != nullptr ? fields->make_sink(profile, sink) : nullptr;
  auto made = make_records(format, std::move(address), profile, through ? *through : sink, found);
  if (!made) return std::make_unique<unusable_extractor>(made.error().detail);
  if (!through) return *std::move(made);
  auto& matched = *through;
  return std::make_unique<piped_extractor>(std::move(through), *std::move(made),
                                           [&matched] { return matched.finish(); });
}

namespace {

/// Waits for the first bytes of a document of which the format is not known.
class guessing_extractor final : public reader {
 public:
  using make_of = std::function<std::unique_ptr<reader>(data_format)>;
  guessing_extractor(std::string media_type, std::string name, make_of make)
      : media_type_(std::move(media_type)), name_(std::move(name)), make_(std::move(make)) {}

  result<void> push(std::string_view bytes) override {
    if (extractor_) return extractor_->push(bytes);
    first_.append(bytes);
    constexpr std::size_t enough = std::size_t{4} << 10;
    return first_.size() < enough ? result<void>{} : begin();
  }
  result<void> finish() override {
    if (!extractor_)
      if (auto begun = begin(); !begun) return begun;
    return extractor_->finish();
  }

 private:
  result<void> begin() {
    auto format = guess_data_format(media_type_, name_, first_);
    if (format == data_format::unknown) format = data_format::csv;
    extractor_ = make_(format);
    return extractor_->push(std::exchange(first_, {}));
  }

  std::string media_type_, name_, first_;
  make_of make_;
  std::unique_ptr<reader> extractor_;
};

}  // namespace

std::unique_ptr<reader> record_plan::parts::make_for(const document_hints& hints, wash_profile profile,
                                                     record_sink& sink, extraction_findings* found) const {
  if (spec.format != data_format::unknown) return make(spec.format, address_of(hints), profile, sink, found);
  return std::make_unique<guessing_extractor>(
      std::string(hints.media_type), std::string(hints.name),
      [this, address = address_of(hints), profile, &sink, found](data_format guessed) {
        return make(guessed, address, profile, sink, found);
      });
}

record_plan::record_plan(std::unique_ptr<parts> made) : parts_(std::move(made)) {}
record_plan::~record_plan() = default;

const record_spec& record_plan::spec() const {
  return parts_->spec;
}

tl::expected<std::shared_ptr<const record_plan>, std::vector<line_problem>> record_plan::make(
    record_spec spec) {
  type_terms(spec);
  auto made = std::make_unique<parts>(std::move(spec));
  if (auto problems = made->compile(); !problems.empty()) return tl::unexpected(std::move(problems));
  return std::shared_ptr<const record_plan>(new record_plan(std::move(made)));
}

std::unique_ptr<reader> record_plan::make_extractor(const document_hints& hints, wash_profile profile,
                                                    record_sink& sink, extraction_findings* found) const {
  if (!parts_->schema) return parts_->make_for(hints, profile, sink, found);
  auto through = std::make_unique<drift_sink>(*parts_->schema, sink);
  auto& compared = *through;
  auto extractor = parts_->make_for(hints, profile, compared, found);
  return std::make_unique<piped_extractor>(std::move(through), std::move(extractor), [&compared, found] {
    compared.finish();
    if (found != nullptr) found->drift = compared.report();
    return result<void>{};
  });
}

}  // namespace laundromat
