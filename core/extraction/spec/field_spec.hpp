// What a specification says about one field of a record: where its value is, and what becomes of it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace laundromat {

/// What is taken of an element of HTML or XML.
enum class element_content : std::uint8_t {
  text,     ///< its text without tags, white space joined and trimmed
  html,     ///< all that is inside it, with tags (inner HTML)
  encoded,  ///< the same with `<`, `>`, `&` and `"` written as character references
};

/// The type of a value. Texts are checked, and brought into the form of RDF and JSON; in another notation they are not understood.
enum class field_type : std::uint8_t {
  any,  ///< as it is
  text,
  integer,    ///< of JSON: `-12`
  decimal,    ///< `12.50`
  number,     ///< with an exponent, too
  boolean,    ///< `true`, `false`, or as `true_words` and `false_words` say
  date,       ///< XML Schema: `2026-11-29`
  time,       ///< `12:30:00`
  date_time,  ///< `2026-11-29T12:30:00Z`
  year,       ///< `2026`
  iri,
};

/// How a text becomes the value of a field, in this order. An empty step is left out.
struct value_steps {
  bool keeps_space = false;  ///< else white space at both ends is cut off
  std::vector<std::string>
      nulls;              ///< texts that mean that there is no value, as `NA`; the field is then absent
  std::string separator;  ///< the text is a list
  std::vector<std::string> functions;  ///< names of `text_function`, applied in this order
  /// A regular expression (RE2) with a capture for each name of the field, or none for the whole match; found anywhere.
  std::string match;
  std::string
      warn;  ///< when `match` is not found: the field that takes the text instead; it may be a name of the field itself
  std::string replace_by;  ///< with `match`: the value, in which `\1` is the first capture
  bool replaces = false;   ///< `replace_by` is given
  field_type type = field_type::any;
  std::string format;  ///< of dates and times, as strftime writes them: `%d/%m/%Y`
  char decimal_separator = '.', group_separator = 0;  ///< of numbers; 0: none
  std::vector<std::string> true_words, false_words;
  std::string from_unit, to_unit;  ///< UCUM codes, or names of QUDT
  std::string lookup;  ///< the name of a table of the specification; its value takes the place of the text
  /// `default`: the value when there is none, or when the text does not match, is not of the type or is not in the table; that is then noted only.
  std::optional<std::string> otherwise;

  friend bool operator==(const value_steps&, const value_steps&) = default;
};

/// A field. A map or list that would have no member is not there.
struct field_spec {
  std::vector<std::string> names;  ///< several take one capture of `match` each
  /// Where the value is, seen from the record: in HTML and XML a selector, in JSON and YAML a path, in tables the name of a column. Without it the
  /// field of the same name; for a map (`fields`), and in XML and HTML, the value around it.
  std::string select;
  bool is_list = false;                             ///< all that is found, as a list; else the first
  element_content content = element_content::text;  ///< of XML and HTML only
  std::vector<field_spec> fields;                   ///< the value is a map of these
  value_steps steps;
  /// The map that contains the field is left out when it lacks it: the record, or, of a field in `fields`, that map alone.
  bool is_required = false;
  std::size_t line = 1;  ///< of the specification
};

}  // namespace laundromat
