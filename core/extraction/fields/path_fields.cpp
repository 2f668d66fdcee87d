// Finds the value of each field, and applies its steps.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/fields/path_fields.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "core/extraction/json/json_path.hpp"
#include "core/extraction/model/place_names.hpp"
#include "core/extraction/model/record_defect.hpp"
#include "core/extraction/model/sought_places.hpp"
#include "core/extraction/model/value_path.hpp"

namespace laundromat {

namespace {

std::string joined_names(const std::vector<std::string>& names) {
  std::string made;
  for (const auto& name : names) made.append(made.empty() ? "" : ", ").append(name);
  return made;
}

}  // namespace

struct path_fields::compiled_field {
  std::vector<std::string> names;
  std::string place;              ///< as the specification writes it, or the name of the field
  std::string within;             ///< of a field in a map: the place of the map; else empty
  std::size_t number = 0;         ///< of all fields with a place in a tree
  std::string column;             ///< its place, where it is one name; else empty
  std::size_t column_number = 0;  ///< in a table: the index in `parts::columns`
  std::optional<json_path> path;  ///< else
  bool is_self = false;           ///< the place is the value that has the field
  bool is_list = false, is_required = false;
  bool is_plain = false;  ///< values are taken as they are
  std::optional<compiled_steps> steps;
  std::vector<compiled_field> fields;

  /// Adds the names in the value around the field that it takes.
  void add_places(std::set<std::string, std::less<>>& into) const {
    if (!column.empty()) into.insert(column);
    if (path && !path->first_name().empty()) into.emplace(path->first_name());
    if (is_self)
      for (const auto& field : fields) field.add_places(into);
  }
};

struct path_fields::parts {
  std::vector<compiled_field> fields;
  bool keeps_others = false, are_columns = false;
  std::size_t places = 0;            ///< of a tree: how many fields have one
  std::vector<std::string> columns;  ///< of a table: those that fields take, each once
  std::set<std::string, std::less<>>
      used;  ///< names of the outermost map that fields take, or have themselves
};

class path_fields::compiler {
 public:
  compiler(bool are_columns, const lookup_tables& tables) : are_columns_(are_columns), tables_(tables) {}

  /// `within`: the place of the map that has them; empty for a record.
  [[nodiscard]] std::vector<compiled_field> compile(const std::vector<field_spec>& fields,
                                                    const std::string& within = {}) {
    std::vector<compiled_field> all;
    for (const auto& field : fields) all.push_back(compile(field, within));
    return all;
  }
  [[nodiscard]] std::vector<line_problem>& problems() { return problems_; }
  [[nodiscard]] std::vector<std::string>& columns() { return columns_; }
  [[nodiscard]] std::size_t places() const { return places_; }

 private:
  [[nodiscard]] compiled_field compile(const field_spec& field, const std::string& within);
  void find_place(const field_spec& field, compiled_field& into);
  void report(const field_spec& field, const std::string& message) {
    problems_.push_back({field.line, message});
  }

  bool are_columns_;
  const lookup_tables& tables_;
  std::vector<line_problem> problems_;
  std::vector<std::string> columns_;
  std::size_t places_ = 0;
  std::map<std::string, std::size_t> numbers_;  ///< of `columns_`
};

path_fields::compiled_field path_fields::compiler::compile(const field_spec& field,
                                                           const std::string& within) {
  compiled_field made;
  made.names = field.names;
  made.is_list = field.is_list;
  made.is_required = field.is_required;
  find_place(field, made);
  made.within = within;
  made.place = !field.select.empty() ? field.select : joined_names(field.names);
  if (!are_columns_ && !made.is_self) made.number = places_++;
  if (field.content != element_content::text)
    report(field, "`content` is of elements of XML and HTML: values of other formats have none");
  if (!field.fields.empty()) {
    made.fields = compile(field.fields, made.is_self ? within : made.place);
    if (are_columns_ && !made.is_self)
      report(field,
             "a column has no fields: for a map of columns leave out their place, as in {fields: {…}}");
    return made;
  }
  auto plain = value_steps{};
  made.is_plain = field.steps == plain;
  auto steps = compiled_steps::compile(field, &tables_);
  if (steps)
    made.steps = *std::move(steps);
  else
    report(field, steps.error().detail);
  return made;
}

void path_fields::compiler::find_place(const field_spec& field, compiled_field& into) {
  if (field.select.empty() && (field.names.size() > 1)) {
    report(field, "a field with several names needs `select`: the place of the text that `match` cuts up");
  } else if (field.select.empty() && !field.fields.empty() && !field.is_list) {
    into.is_self = true;
  } else if (are_columns_ || field.select.empty()) {
    into.column = field.select.empty() ? field.names.front() : field.select;
    into.column_number = numbers_.try_emplace(into.column, columns_.size()).first->second;
    if (into.column_number == columns_.size()) columns_.push_back(into.column);
  } else {
    auto path = json_path::compile(field.select);
    if (!path)
      report(field, "`" + field.select + "`, column " + std::to_string(path.error().column) + ": " +
                        path.error().message);
    else if (path->is_empty())
      into.is_self = true;
    else
      into.path = *std::move(path);
  }
}

class path_fields::matching_sink final : public field_sink {
 public:
  matching_sink(const parts& fields, wash_profile profile, record_sink& next)
      : parts_(fields), profile_(profile), next_(next), sought_(fields.places) {}

  result<void> on_record(data_record& record) override {
    if (record.is_empty()) return {};
    place_ = record.place;
    row_ = &record;
    if (parts_.are_columns && !std::exchange(has_begun_, true)) find_columns(record.root());
    made_.clear();
    made_.place = record.place;
    made_.begin_map();
    missing_.clear();
    has_place_ = parts_.are_columns;
    const bool is_whole = match(parts_.fields, record.root(), missing_);
    if (parts_.are_columns)
      for (const auto node : others_) made_.add(record.value_at(node), record.value_at(node).name());
    else if (parts_.keeps_others && record.root().is(data_kind::map))
      for (const auto value : record.root())
        if (!parts_.used.contains(value.name())) made_.add(value, value.name());
    made_.end();
    if (!is_whole) {
      report(errc::missing_field, treatment::skip, std::exchange(missing_, {}));
      record.is_skipped = true;
      return {};
    }
    has_value_ = has_value_ || made_.size() > 1;
    if (parts_.are_columns && !has_value_ && is_nothing_found())
      return failure_without_fields(misses_.front().message);
    if (made_.size() == 1 && !has_place_) {
      report(errc::missing_field, treatment::note, std::string(why_no_record));
      return {};
    }
    auto taken = next_.on_record(made_);
    record.is_skipped = made_.is_skipped;
    return taken;
  }
  void on_defect(const defect& found) override { next_.on_defect(found); }
  void on_span(span_kind kind, std::uint64_t length_bytes) override { next_.on_span(kind, length_bytes); }
  result<void> finish() override {
    if (!has_value_ && is_nothing_found()) return failure_without_fields(misses_.front().message);
    for (auto& one : misses_) {
      if (parts_.are_columns || sought_.was_found(one.field)) continue;
      place_ = one.place;
      report(errc::missing_field, treatment::note, std::move(one.message));
    }
    return {};
  }

 private:
  /// The first time that nothing is at the place of a field; of a table each column that it lacks.
  struct miss {
    std::size_t field;  ///< its number, of a tree
    record_place place;
    std::string message;
  };

  /// False when a required field is missing; `missing` then says which ones.
  [[nodiscard]] bool match(const std::vector<compiled_field>& fields, data_value from, std::string& missing) {
    for (const auto& field : fields) {
      const auto before = made_.size();
      match(field, from);
      if (field.is_required && made_.size() == before)
        missing.append(missing.empty() ? "" : ", ").append(joined_names(field.names)).append(" is missing");
    }
    return missing.empty();
  }
  void match(const compiled_field& field, data_value from);
  void find_columns(data_value row);
  void match_list(const compiled_field& field, data_value from);
  void match_map(const compiled_field& field, data_value from, std::string_view name);
  void take_value(const compiled_field& field, data_value value);
  void add_plain(data_value value, std::string_view name);
  void apply(const compiled_field& field, data_value value);
  void finish_steps(const compiled_field& field);
  void report(errc rule, treatment done, std::string message);
  void report_no_map(const compiled_field& field, data_value value);
  void note_search(const compiled_field& field, data_value from, bool is_found);
  void note_miss(const compiled_field& field, data_value from);
  /// Whether places were looked at, and there is something at none of them.
  [[nodiscard]] bool is_nothing_found() const {
    return !misses_.empty() && !parts_.keeps_others &&
           std::ranges::none_of(nodes_, [](std::size_t node) { return node > 0; }) &&
           !sought_.was_any_found();
  }

  [[nodiscard]] std::optional<data_value> first(const compiled_field& field, data_value from) {
    if (field.is_self) return has_place_ = true, from;
    if (parts_.are_columns) {
      const auto node = nodes_[field.column_number];
      return node == 0 ? std::nullopt : std::optional(row_->value_at(node));
    }
    auto value = field.path ? field.path->find_first(from) : from.find(field.column);
    if (!value && from.is_scalar() && field.place == name_of_plain_value) value = from;
    note_search(field, from, value.has_value());
    return value;
  }

  const parts& parts_;
  wash_profile profile_;
  record_sink& next_;
  data_record made_;
  record_place place_;
  const data_record* row_ = nullptr;  ///< that is matched now
  std::vector<std::size_t> nodes_;    ///< of a row, for each of `parts::columns`; 0 where the table lacks it
  std::vector<std::size_t> others_;   ///< nodes of a row that no field takes, where they are kept
  bool has_begun_ = false, has_value_ = false;
  bool has_place_ = false;  ///< the record at hand has something at a place of a field
  std::string missing_;     ///< what the record lacks
  step_outcome outcome_;
  sought_places sought_;  ///< of a tree
  std::vector<miss> misses_;
};

/// Finds out by the first row where the columns are in each of them.
void path_fields::matching_sink::find_columns(data_value row) {
  std::map<std::string_view, std::size_t> nodes;
  for (const auto value : row) {
    nodes.emplace(value.name(), nodes.size() + 1);  // node 0 is the row itself
    if (parts_.keeps_others && !parts_.used.contains(value.name())) others_.push_back(nodes.size());
  }
  std::vector<std::string> names;
  for (const auto& [name, node] : nodes) names.emplace_back(name);
  for (const auto& column : parts_.columns) {
    const auto found = nodes.find(column);
    nodes_.push_back(found == nodes.end() ? 0 : found->second);
    if (nodes_.back() != 0) continue;
    misses_.push_back({0, place_, "the table has no column `" + column + "`" + nearest_place(column, names)});
    report(errc::missing_field, treatment::note, misses_.back().message);
  }
}

void path_fields::matching_sink::note_search(const compiled_field& field, data_value from, bool is_found) {
  has_place_ = has_place_ || is_found;
  if (sought_.is_first_miss(field.number, is_found)) note_miss(field, from);
}

void path_fields::matching_sink::note_miss(const compiled_field& field, data_value from) {
  misses_.push_back({field.number, place_,
                     "no record has `" + field.place + "`" +
                         (field.within.empty() ? "" : " in `" + field.within + "`") +
                         nearest_place(field.place, places_within(from))});
}

void path_fields::matching_sink::match(const compiled_field& field, data_value from) {
  if (field.is_list) return match_list(field, from);
  const auto value = first(field, from);
  if (!field.fields.empty()) {
    if (value && value->is(data_kind::map))
      match_map(field, *value, field.names.front());
    else if (value)
      report_no_map(field, *value);
    return;
  }
  outcome_.clear();
  if (!value) {
    field.steps->apply_to_nothing(outcome_);
    return finish_steps(field);
  }
  take_value(field, *value);
}

/// All that is found; a list stands for its items.
void path_fields::matching_sink::match_list(const compiled_field& field, data_value from) {
  std::vector<data_value> all, items;
  if (field.path) {
    field.path->find_all(from, all);
    note_search(field, from, !all.empty());
  } else if (const auto value = first(field, from)) {
    all.push_back(*value);
  }
  for (const auto value : all) {
    if (!value.is(data_kind::list)) {
      if (!value.is(data_kind::null)) items.push_back(value);
      continue;
    }
    for (const auto item : value) items.push_back(item);
  }
  outcome_.clear();
  if (field.fields.empty() && !field.is_plain) {
    const auto is_null = [](data_value item) { return item.is(data_kind::null); };
    if (std::ranges::all_of(items, is_null)) field.steps->apply_to_nothing(outcome_);
    for (const auto item : items) apply(field, item);
    return finish_steps(field);
  }
  if (items.empty()) return;
  const auto before = made_.size();
  made_.begin_list(field.names.front());
  for (const auto item : items) {
    if (field.fields.empty())
      add_plain(item, {});
    else if (item.is(data_kind::map))
      match_map(field, item, {});
    else
      report_no_map(field, item);
  }
  const bool is_empty = made_.size() == before + 1;
  made_.end();
  if (is_empty) made_.cut(before);
}

void path_fields::matching_sink::match_map(const compiled_field& field, data_value from,
                                           std::string_view name) {
  const auto before = made_.size();
  made_.begin_map(name);
  std::string missing;
  const bool is_whole = match(field.fields, from, missing);
  const bool is_empty = made_.size() == before + 1;
  made_.end();
  if (!is_whole) report(errc::missing_field, treatment_of(errc::missing_field, profile_), std::move(missing));
  if (is_empty || !is_whole) made_.cut(before);
}

void path_fields::matching_sink::take_value(const compiled_field& field, data_value value) {
  const auto& name = field.names.front();
  if (field.is_plain) {
    if (value.is(data_kind::null)) return;  // there is no value
    return add_plain(value, name);
  }
  if (value.is(data_kind::null)) {
    field.steps->apply_to_nothing(outcome_);
  } else if (value.is(data_kind::list)) {
    for (const auto item : value) apply(field, item);
  } else {
    apply(field, value);
  }
  finish_steps(field);
}

/// White space around a text belongs to no value.
void path_fields::matching_sink::add_plain(data_value value, std::string_view name) {
  if (value.is(data_kind::text)) return made_.add_text(trimmed(value.text()), name);
  made_.add(value, name);
}

void path_fields::matching_sink::apply(const compiled_field& field, data_value value) {
  if (value.is(data_kind::null)) return;
  if (value.is_scalar()) return field.steps->apply(value, outcome_);
  report(errc::ill_typed_field, treatment::skip, field.names.front() + ": a list or a map is no text");
}

void path_fields::matching_sink::finish_steps(const compiled_field& field) {
  field.steps->add_members(outcome_, field.is_list, made_);
  for (auto& fault : outcome_.faults) {
    const auto done = fault.is_lost ? treatment_of(fault.rule, profile_) : treatment::note;
    report(fault.rule, done, std::move(fault.message));
  }
}

void path_fields::matching_sink::report_no_map(const compiled_field& field, data_value value) {
  if (value.is(data_kind::null)) return;
  report(errc::ill_typed_field, treatment::skip,
         field.names.front() + (value.is(data_kind::list) ? ": a list is no map: `list: true` takes its items"
                                                          : ": a single value is no map"));
}

void path_fields::matching_sink::report(errc rule, treatment done, std::string message) {
  next_.on_defect(defect_at(place_, rule, done, std::move(message)));
}

path_fields::path_fields(std::unique_ptr<parts> made) : parts_(std::move(made)) {}
path_fields::~path_fields() = default;
path_fields::path_fields(path_fields&&) noexcept = default;
path_fields& path_fields::operator=(path_fields&&) noexcept = default;

tl::expected<path_fields, std::vector<line_problem>> path_fields::compile(
    const std::vector<field_spec>& fields, bool keeps_others, bool are_columns, const lookup_tables& tables) {
  compiler work(are_columns, tables);
  auto made = std::make_unique<parts>();
  made->fields = work.compile(fields);
  made->keeps_others = keeps_others;
  made->are_columns = are_columns;
  made->columns = std::move(work.columns());
  made->places = work.places();
  for (const auto& field : made->fields) {
    made->used.insert(field.names.begin(), field.names.end());
    field.add_places(made->used);
  }
  for (const auto& field : fields)
    if (!field.steps.warn.empty()) made->used.insert(field.steps.warn);
  if (!work.problems().empty()) return tl::unexpected(std::move(work.problems()));
  return path_fields(std::move(made));
}

const std::vector<std::string>& path_fields::columns() const {
  return parts_->columns;
}

std::unique_ptr<field_sink> path_fields::make_sink(wash_profile profile, record_sink& next) const {
  return std::make_unique<matching_sink>(*parts_, profile, next);
}

}  // namespace laundromat
