// Descriptions of datatypes. Source: Metadata Vocabulary for Tabular Data, section 5.11.
// SPDX-License-Identifier: Apache-2.0
#include "core/csvw/context.hpp"
#include "core/csvw/metadata_reading.hpp"
#include "core/csvw/value_format.hpp"
#include "core/csvw/value_order.hpp"

namespace laundromat::csvw {

namespace {

const built_in* read_base(const reading& in, const json_value& value, std::string_view path) {
  const auto name = read_text(in, value, path);
  if (!name) return &string_type();
  if (const auto* const found = find_built_in(*name)) return found;
  in.warn(path, "the datatype " + *name +
                    " is not known and taken as string: write a built-in one, such as decimal or date");
  return &string_type();
}

/// A limit: a number or a text.
std::optional<std::string> read_limit(const reading& in, const json_value& value, std::string_view path) {
  if (value.is_number()) return value.dump();
  return read_text(in, value, path);
}

void read_format(const reading& in, const json_value& value, std::string_view path,
                 datatype_description& out) {
  const bool is_number = is_numeric(out.base->kind);
  if (value.is_string()) {
    out.format = value.get<std::string>();
    return;
  }
  if (!value.is_object() || !is_number) {
    in.warn(path, is_number ? "this format is ignored: write a pattern in quotes, or an object with pattern, "
                              "decimalChar and groupChar"
                            : "this format is ignored: write a text in quotes");
    return;
  }
  for (const auto& [name, member] : value.items()) {
    const auto where = below(path, name);
    auto* const to = name == "pattern"       ? &out.format
                     : name == "decimalChar" ? &out.decimal_char
                     : name == "groupChar"   ? &out.group_char
                                             : nullptr;
    if (to == nullptr)
      read_other(in, name, member, path, nullptr);
    else if (auto text = read_text(in, member, where))
      *to = std::move(*text);
  }
}

void check_lengths(const reading& in, std::string_view path, const datatype_description& type) {
  if (!type.length && !type.min_length && !type.max_length) return;
  const auto kind = type.base->kind;
  if (kind != value_kind::text && kind != value_kind::binary && type.base->type != datatype::xsd_any_uri)
    in.fail(path, "length, minLength and maxLength are for texts and binary values only: leave them out");
  if ((type.length && type.min_length && *type.length < *type.min_length) ||
      (type.length && type.max_length && *type.length > *type.max_length))
    in.fail(path, "the length is outside of minLength and maxLength: leave out one of them");
  if (type.min_length && type.max_length && *type.min_length > *type.max_length)
    in.fail(path, "minLength is greater than maxLength: exchange them");
}

void check_limits(const reading& in, std::string_view path, const datatype_description& type) {
  const auto kind = type.base->kind;
  const bool has_any = type.min_inclusive || type.max_inclusive || type.min_exclusive || type.max_exclusive;
  if (!has_any) return;
  if (!is_numeric(kind) && kind != value_kind::time && kind != value_kind::duration)
    return in.fail(path,
                   "minimum, maximum and the other limits are for numbers, dates, times and durations only: "
                   "leave them out");
  if (type.min_inclusive && type.min_exclusive)
    in.fail(path, "there are minInclusive and minExclusive: leave out one of them");
  if (type.max_inclusive && type.max_exclusive)
    in.fail(path, "there are maxInclusive and maxExclusive: leave out one of them");
  const auto& least = type.min_inclusive ? type.min_inclusive : type.min_exclusive;
  const auto& most = type.max_inclusive ? type.max_inclusive : type.max_exclusive;
  if (!least || !most) return;
  const auto order = compare_values(kind, *most, *least);
  const bool may_be_equal = type.min_inclusive.has_value() == type.max_inclusive.has_value();
  if (order < 0 || (order == 0 && !may_be_equal))
    in.fail(path,
            "the greatest value " + *most + " is not above the least value " + *least + ": exchange them");
}

}  // namespace

std::optional<datatype_description> read_datatype(const reading& in, const json_value& value,
                                                  std::string_view path) {
  datatype_description made;
  if (!value.is_object()) {
    made.base = read_base(in, value, path);
    return made;
  }
  if (value.contains("base")) made.base = read_base(in, value["base"], below(path, "base"));
  for (const auto& [name, member] : value.items()) {
    const auto where = below(path, name);
    if (name == "base")
      continue;
    else if (name == "@id") {
      made.id = read_id(in, member, where);
      if (is_built_in_iri(made.id))
        in.fail(where, "the @id is that of a built-in datatype: write that one as base, and leave out @id");
    } else if (name == "@type")
      check_type(in, member, "Datatype", where);
    else if (name == "format")
      read_format(in, member, where, made);
    else if (name == "length")
      made.length = read_count(in, member, where);
    else if (name == "minLength")
      made.min_length = read_count(in, member, where);
    else if (name == "maxLength")
      made.max_length = read_count(in, member, where);
    else if (name == "minimum" || name == "minInclusive")
      made.min_inclusive = read_limit(in, member, where);
    else if (name == "maximum" || name == "maxInclusive")
      made.max_inclusive = read_limit(in, member, where);
    else if (name == "minExclusive")
      made.min_exclusive = read_limit(in, member, where);
    else if (name == "maxExclusive")
      made.max_exclusive = read_limit(in, member, where);
    else {
      std::vector<common_property> ignored;
      read_other(in, name, member, path, &ignored);
    }
  }
  check_lengths(in, path, made);
  check_limits(in, path, made);
  if (auto fault = format_fault(made); !fault.empty()) {
    in.warn(below(path, "format"), std::move(fault));
    made.format.clear();
  }
  return made;
}

}  // namespace laundromat::csvw
