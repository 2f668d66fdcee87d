// Writes the tree as canonical N-Quads.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/metadata/description.hpp"
#include "core/rdf/sort/string_sort.hpp"
#include "core/rdf/values/datatype.hpp"
#include "core/rdf/write/canonical.hpp"

namespace laundromat {

namespace {

/// The canonical form of xsd:double: a digit, a point, digits, `E`, the exponent. Source: XSD 1.1 part 2 section 3.3.5.2.
std::string canonical_double(double value) {
  char digits[40];
  const auto end =
      std::to_chars(std::begin(digits), std::end(digits), value, std::chars_format::scientific).ptr;
  const std::string_view text(digits, static_cast<std::size_t>(end - digits));
  const auto e = text.find('e');
  if (e == text.npos) return std::string(text);
  std::string out(text.substr(0, e));
  if (out.find('.') == out.npos) out += ".0";
  int exponent = 0;
  const auto* sign = text.data() + e + 1;
  std::from_chars(sign + (*sign == '+' ? 1 : 0), text.data() + text.size(), exponent);
  return out + "E" + std::to_string(exponent);
}

/// Without trailing zeros in the seconds, as in the canonical form of xsd:dateTime.
std::string canonical_timestamp(timestamp t) {
  auto text = to_iso8601(t);
  text.pop_back();
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text.size() < std::string_view("2008-11-04T16:20:00").size() ? to_iso8601(t).substr(0, 19) + "Z"
                                                                      : text + "Z";
}

std::string upper_case(std::string text) {
  for (auto& c : text) c = c >= 'a' && c <= 'f' ? static_cast<char>(c - 32) : c;
  return text;
}

/// A term that owns its text.
struct whole_term {
  term_kind kind = term_kind::iri;
  std::string value;
  std::string_view type = {};  ///< local name in XML Schema; empty: a plain text, or an IRI
};

struct to_term {
  whole_term operator()(bool value) const {
    return {term_kind::literal, value ? "true" : "false", "boolean"};
  }
  whole_term operator()(std::uint64_t value) const {
    return {term_kind::literal, std::to_string(value), "integer"};
  }
  whole_term operator()(double value) const {
    return {term_kind::literal, canonical_double(value), "double"};
  }
  whole_term operator()(const std::string& value) const { return {term_kind::literal, value}; }
  whole_term operator()(const iri_value& value) const { return {term_kind::iri, value.iri}; }
  whole_term operator()(const hex_value& value) const {
    return {term_kind::literal, upper_case(value.hex), "hexBinary"};
  }
  whole_term operator()(size_value value) const {
    return {term_kind::literal, std::to_string(value.bytes), "nonNegativeInteger"};
  }
  whole_term operator()(timestamp value) const {
    return {term_kind::literal, canonical_timestamp(value), "dateTime"};
  }
};

class nquads_writer {
 public:
  explicit nquads_writer(std::string_view graph) : graph_(graph) {}

  /// Recursion is as deep as our own descriptions, independent of any input.
  void write(const description& described) {
    for (const auto& type : described.types())
      add_statement(described.iri(), std::string(vocabulary::rdf) + "type", {term_kind::iri, type.iri()});
    for (const auto& fact : described.facts()) {
      std::vector<whole_term> terms;
      for (const auto& value : fact.values) {
        terms.push_back(std::visit(to_term{}, value));
        if (const auto* iri = std::get_if<iri_value>(&value); iri != nullptr && !iri->type.local.empty())
          add_statement(iri->iri, std::string(vocabulary::rdf) + "type", {term_kind::iri, iri->type.iri()});
      }
      for (const auto& part : fact.parts) {
        terms.push_back({term_kind::iri, part.iri()});
        write(part);
      }
      if (fact.shape == fact_shape::list)
        emit_list(described, fact, terms);
      else
        for (const auto& term : terms) add_statement(described.iri(), fact.name.iri(), term);
    }
  }
  [[nodiscard]] std::string finish() {
    text_.append(8, ' ');  // the sorter may read up to eight bytes past the end
    const auto line_of = [&](std::uint32_t number) {
      const auto begin = number == 0 ? 0 : ends_[number - 1];
      return std::string_view{text_}.substr(begin, ends_[number] - begin);
    };
    std::vector<sort_item> lines;
    for (std::uint32_t i = 0; i < ends_.size(); ++i)
      lines.push_back({line_of(i).data(), static_cast<std::uint32_t>(line_of(i).size()), i});
    string_sorter{}.sort(lines);
    std::string all;
    std::string_view before;
    for (const auto& line : lines) {
      const auto one = line_of(line.number);
      if (one != before) all += one;
      before = one;
    }
    return all;
  }

 private:
  void add_statement(std::string_view subject, const std::string& predicate, const whole_term& object) {
    const auto datatype =
        object.type.empty() ? std::string() : std::string(xsd_namespace).append(object.type);
    append_canonical(text_,
                     {{term_kind::iri, subject, {}, {}},
                      {term_kind::iri, predicate, {}, {}},
                      {object.kind, object.value, datatype, {}},
                      {graph_.empty() ? term_kind::none : term_kind::iri, graph_, {}, {}}},
                     {});
    ends_.push_back(text_.size());
  }
  /// The IRIs of the cells are below that of the property.
  void emit_list(const description& described, const description::fact& fact,
                 const std::vector<whole_term>& terms) {
    const std::string first = std::string(vocabulary::rdf) + "first",
                      rest = std::string(vocabulary::rdf) + "rest";
    const auto path = std::string(fact.name.key) + "/list";
    whole_term next{term_kind::iri, std::string(vocabulary::rdf) + "nil"};
    for (auto i = terms.size(); i-- > 0;) {
      const auto cell = described.below(path, i + 1);
      add_statement(cell, first, terms[i]);
      add_statement(cell, rest, next);
      next.value = cell;
    }
    add_statement(described.iri(), fact.name.iri(), next);
  }

  std::string_view graph_;
  std::string text_;               ///< lines
  std::vector<std::size_t> ends_;  ///< of each
};

}  // namespace

std::string to_nquads(const description& described, std::string_view graph) {
  nquads_writer writer(graph);
  writer.write(described);
  return writer.finish();
}

}  // namespace laundromat
