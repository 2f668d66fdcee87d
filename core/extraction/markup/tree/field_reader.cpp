// Implements field_reader.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/markup/tree/field_reader.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "core/extraction/markup/tree/content.hpp"
#include "core/extraction/model/place_names.hpp"

namespace laundromat::markup {

struct field_reader::compiled_field {
  field_spec spec;
  selector where;
  std::optional<compiled_steps> steps;  ///< of a field without fields
  std::vector<compiled_field> fields;
  std::size_t number = 0;
  std::string within;  ///< the place of the field that it is in
};

struct field_reader::work {
  const markup_tree& tree;
  std::optional<data_value> others;
  data_record& record;
  std::vector<field_fault>& faults;
};

namespace {

constexpr std::size_t most_fields_nested = 32;
constexpr auto all_matches = std::numeric_limits<std::size_t>::max();

std::string joined_names(const field_spec& field) {
  std::string made;
  for (const auto& name : field.names) made.append(made.empty() ? "" : ", ").append(name);
  return made;
}

}  // namespace

failure failure_of(const std::vector<line_problem>& problems) {
  std::string all;
  for (const auto& one : problems)
    all += (all.empty() ? "line " : "; line ") + std::to_string(one.line) + ": " + one.message;
  return {errc::configuration, std::move(all)};
}

field_reader::field_reader() : outcome_(std::make_unique<step_outcome>()) {}
field_reader::~field_reader() = default;
field_reader::field_reader(field_reader&&) noexcept = default;
field_reader& field_reader::operator=(field_reader&&) noexcept = default;

bool field_reader::is_empty() const {
  return fields_.empty();
}

tl::expected<field_reader, std::vector<line_problem>> field_reader::compile(
    std::span<const field_spec> fields, bool is_xml, const lookup_tables* tables) {
  field_reader made;
  made.is_html_ = !is_xml;
  std::vector<line_problem> problems;
  std::size_t count = 0;
  made.fields_ = compile_fields(fields, is_xml, tables, 0, {}, count, problems);
  made.sought_ = sought_places(count);
  if (!problems.empty()) return tl::unexpected(std::move(problems));
  for (const auto& field : made.fields_) {
    made.used_.insert(field.spec.names.begin(), field.spec.names.end());
    if (!field.spec.steps.warn.empty()) made.used_.insert(field.spec.steps.warn);
    field.where.add_first_names(made.used_);
  }
  return made;
}

std::vector<field_reader::compiled_field> field_reader::compile_fields(
    std::span<const field_spec> fields, bool is_xml, const lookup_tables* tables, std::size_t depth,
    const std::string& within, std::size_t& count, std::vector<line_problem>& problems) {
  std::vector<compiled_field> all;
  for (const auto& field : fields) {
    const auto report = [&](std::string message) { problems.push_back({field.line, std::move(message)}); };
    if (depth > most_fields_nested) {
      report("fields nest deeper than " + std::to_string(most_fields_nested));
      return all;
    }
    compiled_field made;
    made.spec = field;
    made.number = count++;
    made.within = within;
    if (auto where = selector::parse(field.select, is_xml))
      made.where = *std::move(where);
    else
      report(where.error().detail);
    if (!field.fields.empty()) {
      if (made.where.takes_attribute()) report("an attribute has no fields: select the element");
      made.fields = compile_fields(field.fields, is_xml, tables, depth + 1,
                                   field.select.empty() ? within : field.select, count, problems);
    } else if (auto steps = compiled_steps::compile(field, tables)) {
      made.steps.emplace(*std::move(steps));
    } else {
      report(steps.error().detail);
    }
    all.push_back(std::move(made));
  }
  return all;
}

void field_reader::add_prefixes(const std::vector<compiled_field>& fields,
                                std::set<std::string, std::less<>>& prefixes) {
  for (const auto& field : fields) {
    field.where.add_prefixes(prefixes);
    add_prefixes(field.fields, prefixes);
  }
}

bool field_reader::read(const markup_tree& tree, node_index at, std::optional<data_value> others,
                        data_record& record, std::vector<field_fault>& faults) {
  work now{tree, others, record, faults};
  has_place_ = false;
  return read_map(fields_, at, {}, true, now);
}

/// False when the map is left out because of a required field.
bool field_reader::read_map(const std::vector<compiled_field>& fields, node_index at, std::string_view name,
                            bool is_root, work& now) {
  const auto before = now.record.size();
  now.record.begin_map(name);
  bool is_whole = true;
  for (const auto& field : fields) {
    if (read_field(field, at, now) || !field.spec.is_required) continue;
    now.faults.push_back({errc::missing_field, joined_names(field.spec) + " is missing", at});
    is_whole = false;
  }
  if (is_root && now.others) add_others(now);
  const bool is_empty = now.record.size() == before + 1;
  now.record.end();
  if (!is_root && (is_empty || !is_whole)) now.record.cut(before);
  return is_whole;
}

/// An element without attributes and elements is its text, which is the member `content` of others.
void field_reader::add_others(const work& now) const {
  const auto others = *now.others;
  if (others.is(data_kind::text) && !used_.contains("content")) now.record.add(others, "content");
  if (!others.is(data_kind::map)) return;
  for (const auto value : others)
    if (!used_.contains(value.name())) now.record.add(value, value.name());
}

namespace {

/// Names of attributes of the element, as `@id`, and of elements within it, as selectors have them; at most 64.
std::vector<std::string> names_within(const markup_tree& tree, node_index at) {
  constexpr std::size_t most_names = 64, most_bytes = 256;
  std::vector<std::string> all;
  const auto add = [&](std::string name) {
    if (all.size() < most_names && name.size() < most_bytes && !std::ranges::count(all, name))
      all.push_back(std::move(name));
  };
  for (std::uint32_t i = 0; i < tree[at].attributes; ++i)
    add("@" + std::string(tree.text(tree.attributes_of(at)[i].name)));
  for (auto i = at + 1; i < tree[at].end && all.size() < most_names; ++i)
    if (!tree[i].is_text && tree[i].text.length > 0) add(std::string(tree.name(i)));
  return all;
}

}  // namespace

void field_reader::note_search(const compiled_field& field, const markup_tree& tree, node_index at,
                               bool is_found) {
  has_place_ = has_place_ || is_found;
  if (!sought_.is_first_miss(field.number, is_found)) return;
  const auto& place = field.spec.select;
  auto message = "no record has `" + place + "`" + (field.within.empty() ? "" : " in `" + field.within + "`");
  const bool is_name = place.find_first_of(".#/[: >|*", 0) == place.npos;
  if (is_name && !is_html_) message += nearest_place(place, names_within(tree, at));
  misses_.push_back({field.number, place, std::move(message)});
}

/// Whether a value was added.
bool field_reader::read_field(const compiled_field& field, node_index at, work& now) {
  const auto before = now.record.size();
  if (field.fields.empty())
    read_values(field, at, now);
  else
    read_maps(field, at, now);
  return now.record.size() > before;
}

void field_reader::read_maps(const compiled_field& field, node_index at, work& now) {
  const std::string_view name = field.spec.names.front();
  const auto found = search_.find(now.tree, field.where, at, field.spec.is_list ? all_matches : 1,
                                  is_html_);  // a copy: the search goes on within
  note_search(field, now.tree, at, !found.empty());
  if (!field.spec.is_list) {
    if (!found.empty()) read_map(field.fields, found.front().node, name, false, now);
    return;
  }
  const auto before = now.record.size();
  now.record.begin_list(name);
  for (const auto& one : found) read_map(field.fields, one.node, {}, false, now);
  const bool is_empty = now.record.size() == before + 1;
  now.record.end();
  if (is_empty) now.record.cut(before);
}

void field_reader::read_values(const compiled_field& field, node_index at, work& now) {
  auto& out = *outcome_;
  out.clear();
  const auto& found = search_.find(now.tree, field.where, at, field.spec.is_list ? all_matches : 1, is_html_);
  note_search(field, now.tree, at, !found.empty());
  for (const auto& one : found) {
    const auto faults = out.faults.size();
    out.base = one.attribute != nullptr ? std::string_view(base_) : std::string_view{};
    if (one.attribute != nullptr) {
      field.steps->apply(now.tree.text(one.attribute->value), out);
    } else {
      text_.clear();
      append_content(now.tree, one.node, is_html_, field.spec.content, field.steps->keeps_space(), text_);
      field.steps->apply(out.kept.add(text_), out);
    }
    for (auto i = faults; i < out.faults.size(); ++i)
      now.faults.push_back(
          {out.faults[i].rule, std::move(out.faults[i].message), one.node, out.faults[i].is_lost});
  }
  if (found.empty()) field.steps->apply_to_nothing(out);
  field.steps->add_members(out, field.spec.is_list, now.record);
}

}  // namespace laundromat::markup
