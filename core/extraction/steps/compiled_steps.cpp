// Implements compiled_steps; RE2 stays in this file.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/steps/compiled_steps.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "core/base/count_words.hpp"
#include "core/extraction/steps/date_format.hpp"
#include "core/extraction/steps/text_functions.hpp"
#include "core/extraction/steps/typed_text.hpp"
#include "core/extraction/steps/unit_table.hpp"
#include "core/web/uri.hpp"

namespace laundromat {

struct compiled_steps::parts {
  value_steps steps;
  std::vector<std::string> names;
  std::unique_ptr<RE2> pattern;
  std::optional<unit_conversion> units;
  const lookup_table* table = nullptr;
  std::optional<typed_value> otherwise;
  std::size_t captures = 1;  ///< of the pattern, with the whole match
  std::vector<const text_function*> functions;
  std::optional<std::uint32_t> warn_name;  ///< `warn` is this name of the field itself
  bool changes = false;                    ///< a number or boolean does not stay as it is
};

namespace {

constexpr std::size_t most_captures = 64;
constexpr std::string_view no_break_space = "\xC2\xA0";

bool is_number(field_type type) {
  return type == field_type::integer || type == field_type::decimal || type == field_type::number;
}

/// The text as a message shows it: one line, and not long.
std::string quoted(std::string_view text) {
  static constexpr std::size_t most = 60;
  auto end = std::min(text.size(), most);
  while (end > 0 && end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  std::string made = "\"" + std::string(text.substr(0, end));
  std::ranges::replace_if(
      made, [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
  return made + (end < text.size() ? "…\"" : "\"");
}

std::string joined(const std::vector<std::string>& names) {
  std::string made;
  for (const auto& name : names) made.append(made.empty() ? "" : ", ").append(name);
  return made;
}

result<std::unique_ptr<RE2>> compile_pattern(const field_spec& field) {
  RE2::Options options(RE2::Quiet);
  options.set_max_mem(std::int64_t{8} << 20);
  auto made = std::make_unique<RE2>(field.steps.match, options);
  if (!made->ok())
    return fail(errc::configuration,
                "the regular expression " + quoted(field.steps.match) + " cannot be used: " + made->error());
  const auto captures = static_cast<std::size_t>(made->NumberOfCapturingGroups());
  const auto names = field.names.size();
  if (captures > most_captures)
    return fail(errc::configuration, "`match` has more than " + number_of(most_captures, "capture"));
  if (field.steps.replaces) {
    std::string error;
    if (!made->CheckRewriteString(field.steps.replace_by, &error))
      return fail(errc::configuration, "`replace` cannot be used with its regular expression: " + error);
  } else if (names > 1 ? captures != names : captures > 1) {
    return fail(errc::configuration, "the regular expression " + quoted(field.steps.match) + " has " +
                                         number_of(captures, "capture") + " for " + number_of(names, "name") +
                                         " (" + joined(field.names) +
                                         "): write (?:…) for a group that is no capture");
  }
  return made;
}

result<void> check_separators(const value_steps& steps) {
  const auto is_separator = [](char c) { return c == '.' || c == ',' || c == '\'' || c == ' ' || c == '_'; };
  if (!is_separator(steps.decimal_separator) ||
      (steps.group_separator != 0 && !is_separator(steps.group_separator)))
    return fail(errc::configuration, "separators of numbers are one of . , ' _ and a space");
  if (steps.decimal_separator == steps.group_separator)
    return fail(errc::configuration, "`decimal_separator` and `group_separator` are the same");
  return {};
}

/// The value in the notation of the steps, converted to the other unit.
std::optional<typed_value> read_value(const value_steps& steps, const std::optional<unit_conversion>& units,
                                      std::string_view base, std::string_view text) {
  if (steps.type == field_type::iri && !base.empty()) return read_typed(steps, resolve_iri(base, text));
  if (!steps.format.empty()) {
    auto date = read_date(steps.format, steps.type, text);
    if (!date) return std::nullopt;
    return typed_value{data_kind::text, false, *std::move(date)};
  }
  auto read = read_typed(steps, text);
  if (!read || !units) return read;
  auto converted = units->convert(read->text);
  if (!converted) return std::nullopt;
  return typed_value{data_kind::number, false, *std::move(converted)};
}

/// Whether a number or boolean becomes another value. Only steps that are known to leave both alone do not count, and notations without a type.
bool changes_scalars(const value_steps& steps) {
  value_steps alone;
  alone.keeps_space = steps.keeps_space;
  alone.nulls = steps.nulls;
  alone.otherwise = steps.otherwise;
  alone.decimal_separator = steps.decimal_separator;
  alone.group_separator = steps.group_separator;
  alone.true_words = steps.true_words;
  alone.false_words = steps.false_words;
  return steps != alone;
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  const auto is_space = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
  for (;;) {
    const auto before = text.size();
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    if (text.starts_with(no_break_space)) text.remove_prefix(no_break_space.size());
    if (text.ends_with(no_break_space)) text.remove_suffix(no_break_space.size());
    if (text.size() == before) return text;
  }
}

compiled_steps::compiled_steps(std::unique_ptr<parts> made) : parts_(std::move(made)) {}
compiled_steps::~compiled_steps() = default;
compiled_steps::compiled_steps(compiled_steps&&) noexcept = default;
compiled_steps& compiled_steps::operator=(compiled_steps&&) noexcept = default;

result<compiled_steps> compiled_steps::compile(const field_spec& field, const lookup_tables* tables) {
  auto made = std::make_unique<parts>();
  auto& steps = made->steps = field.steps;
  made->names = field.names;
  for (const auto& name : steps.functions) {
    const auto found = find_text_function(name);
    if (!found) return tl::unexpected(found.error());
    made->functions.push_back(*found);
  }
  if (const auto own = std::ranges::find(field.names, steps.warn); own != field.names.end())
    made->warn_name = static_cast<std::uint32_t>(own - field.names.begin());
  if (!steps.match.empty()) {
    auto pattern = compile_pattern(field);
    if (!pattern) return tl::unexpected(pattern.error());
    made->pattern = *std::move(pattern);
    made->captures = static_cast<std::size_t>(made->pattern->NumberOfCapturingGroups()) + 1;
  }
  if (const auto separators = check_separators(steps); !separators) return tl::unexpected(separators.error());
  if (!steps.format.empty())
    if (const auto format = check_date_format(steps.format, steps.type); !format)
      return tl::unexpected(format.error());
  if (steps.from_unit.empty() != steps.to_unit.empty())
    return fail(errc::configuration, "`unit` needs two units: that of the text, and that of the value");
  if (!steps.from_unit.empty()) {
    if (steps.type == field_type::any) steps.type = field_type::number;
    if (!is_number(steps.type))
      return fail(errc::configuration,
                  "only numbers have units, and the field is " + std::string(name_of(steps.type)));
    auto units = find_conversion(steps.from_unit, steps.to_unit);
    if (!units) return tl::unexpected(units.error());
    made->units = *std::move(units);
  }
  if (!steps.lookup.empty()) {
    made->table = tables == nullptr ? nullptr : tables->find(steps.lookup);
    if (made->table == nullptr)
      return fail(errc::configuration, "the table \"" + steps.lookup + "\" is not in the specification");
  }
  if (steps.otherwise) {
    auto plain = steps;
    plain.decimal_separator = '.';
    plain.group_separator = 0;
    if (made->table != nullptr) plain.type = field_type::any;
    made->otherwise = read_typed(plain, *steps.otherwise);
    if (!made->otherwise)
      return fail(errc::configuration, "`default` is " + quoted(*steps.otherwise) + ", which is not " +
                                           std::string(name_of(steps.type)));
  }
  made->changes = changes_scalars(steps);
  return compiled_steps(std::move(made));
}

bool compiled_steps::keeps_space() const {
  return parts_->steps.keeps_space;
}

bool compiled_steps::is_null(std::string_view text) const {
  return std::ranges::find(parts_->steps.nulls, text) != parts_->steps.nulls.end();
}

void compiled_steps::apply(data_value value, step_outcome& out) const {
  if (value.is(data_kind::text) || parts_->changes || is_null(value.text())) return apply(value.text(), out);
  out.values.push_back({0, value.kind(), value.is_true(), value.text()});
}

void compiled_steps::apply(std::string_view text, step_outcome& out) const {
  const auto& steps = parts_->steps;
  if (!steps.keeps_space) text = trimmed(text);
  if (is_null(text)) return apply_to_nothing(out);
  if (steps.separator.empty()) return apply_to_part(text, out);
  for (std::size_t at = 0; at <= text.size();) {
    const auto end = std::min(text.find(steps.separator, at), text.size());
    auto part = text.substr(at, end - at);
    if (!steps.keeps_space) part = trimmed(part);
    if (!part.empty() && !is_null(part)) apply_to_part(part, out);
    at = end + steps.separator.size();
  }
  if (out.values.empty()) apply_to_nothing(out);
}

void compiled_steps::apply_to_nothing(step_outcome& out) const {
  if (!parts_->otherwise) return;
  for (std::uint32_t name = 0; name < parts_->names.size(); ++name)
    out.values.push_back(
        {name, parts_->otherwise->kind, parts_->otherwise->is_true, parts_->otherwise->text});
}

/// The text goes to the field `warn`; the names that have no value now have the one that the steps state.
void compiled_steps::add_miss(std::string_view text, step_outcome& out) const {
  const auto& p = *parts_;
  if (!p.warn_name) {
    if (!p.steps.warn.empty()) out.warned.push_back(text);
    return apply_to_nothing(out);
  }
  for (std::uint32_t name = 0; name < p.names.size(); ++name) {
    if (name == *p.warn_name)
      out.values.push_back({name, data_kind::text, false, text});
    else if (p.otherwise)
      out.values.push_back({name, p.otherwise->kind, p.otherwise->is_true, p.otherwise->text});
  }
}

void compiled_steps::apply_to_part(std::string_view text, step_outcome& out) const {
  const auto& p = *parts_;
  const auto given = text;
  for (const auto* function : p.functions) {
    if (text.empty()) break;
    std::string changed;
    if (const auto why = function->run(text, changed); !why.empty()) {
      out.faults.push_back({errc::ill_typed_field,
                            joined(p.names) + ": " + quoted(text) + " " + std::string(why),
                            !p.otherwise && p.steps.warn.empty()});
      return add_miss(given, out);
    }
    text = out.kept.add(p.steps.keeps_space ? changed : trimmed(changed));
  }
  if (text.empty() && !given.empty()) return apply_to_nothing(out);
  if (p.pattern == nullptr) return convert(0, text, out);
  std::array<re2::StringPiece, most_captures + 1> all;
  const auto captures = std::span(all).first(p.captures);
  if (!p.pattern->Match(text, 0, text.size(), RE2::UNANCHORED, captures.data(),
                        static_cast<int>(captures.size()))) {
    out.faults.push_back({errc::unmatched_field,
                          joined(p.names) + ": " + quoted(text) + " does not match " + quoted(p.steps.match),
                          !p.otherwise && p.steps.warn.empty()});
    return add_miss(given, out);
  }
  if (p.steps.replaces) {
    std::string written;
    p.pattern->Rewrite(&written, p.steps.replace_by, captures.data(), static_cast<int>(captures.size()));
    return convert(0, out.kept.add(written), out);
  }
  const bool is_whole = captures.size() == 1;
  for (std::uint32_t name = 0; name < p.names.size(); ++name)
    if (const auto& one = captures[is_whole ? 0 : name + 1]; one.data() != nullptr)
      convert(name, {one.data(), one.size()}, out);
}

/// The steps from the type on.
void compiled_steps::convert(std::uint32_t name, std::string_view text, step_outcome& out) const {
  const auto& p = *parts_;
  const auto give_otherwise = [&] {
    if (p.otherwise) out.values.push_back({name, p.otherwise->kind, p.otherwise->is_true, p.otherwise->text});
  };
  step_outcome::value made{name, data_kind::text, false, text};
  if (p.steps.type != field_type::any && p.steps.type != field_type::text) {
    if (text.empty()) return give_otherwise();
    const auto read = read_value(p.steps, p.units, out.base, text);
    if (!read) {
      out.faults.push_back({errc::ill_typed_field,
                            p.names[name] + ": " + quoted(text) + " is not " +
                                std::string(name_of(p.steps.type)) +
                                (p.steps.format.empty() ? "" : " as " + quoted(p.steps.format)),
                            !p.otherwise});
      return give_otherwise();
    }
    if (p.units && p.steps.type == field_type::integer && read->text.find('.') != std::string::npos) {
      out.faults.push_back({errc::ill_typed_field,
                            p.names[name] + ": " + quoted(text) + " is " + read->text + " in " +
                                p.steps.to_unit + ", which is not an integer: write `type: decimal`",
                            !p.otherwise});
      return give_otherwise();
    }
    made = {name, read->kind, read->is_true, read->text == text ? text : out.kept.add(read->text)};
  }
  if (p.table != nullptr) {
    const auto key =
        made.kind == data_kind::boolean ? std::string_view(made.is_true ? "true" : "false") : made.text;
    const auto found = p.table->find(key);
    if (!found) {
      out.faults.push_back({errc::unlisted_value,
                            p.names[name] + ": " + quoted(key) + " is not in the table " + p.steps.lookup,
                            !p.otherwise});
      return give_otherwise();
    }
    made = {name, data_kind::text, false, *found};
  }
  out.values.push_back(made);
}

void compiled_steps::add_members(const step_outcome& out, bool is_list, data_record& record) const {
  const auto& names = parts_->names;
  const auto add = [&](const step_outcome::value& one, std::string_view name) {
    if (one.kind == data_kind::boolean)
      record.add_boolean(one.is_true, name);
    else if (one.kind == data_kind::number)
      record.add_number(record.keep(one.text), name);
    else
      record.add_text(record.keep(one.text), name);
  };
  const bool separates = !parts_->steps.separator.empty();
  for (std::uint32_t name = 0; name < names.size(); ++name) {
    const auto is_own = [&](const step_outcome::value& one) { return one.name == name; };
    const auto count = std::ranges::count_if(out.values, is_own);
    if (count == 0) continue;
    const bool lists = is_list || separates || count > 1;
    if (lists) record.begin_list(names[name]);
    for (const auto& one : out.values)
      if (is_own(one)) add(one, lists ? std::string_view{} : std::string_view(names[name]));
    if (lists) record.end();
  }
  if (out.warned.empty()) return;
  const bool lists = is_list || separates || out.warned.size() > 1;
  if (lists) record.begin_list(parts_->steps.warn);
  for (const auto text : out.warned)
    record.add_text(record.keep(text), lists ? std::string_view{} : std::string_view(parts_->steps.warn));
  if (lists) record.end();
}

}  // namespace laundromat
