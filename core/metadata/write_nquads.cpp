// Writes the tree as canonical N-Quads.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/metadata/append_number.hpp"
#include "core/metadata/description.hpp"
#include "core/rdf/sort/string_sort.hpp"
#include "core/rdf/values/datatype.hpp"
#include "core/rdf/write/canonical.hpp"

namespace laundromat {

namespace {

/// Appends the canonical form of xsd:double: a digit, a point, digits, `E`, the exponent. Source: XSD 1.1 part 2 section 3.3.5.2.
void append_canonical_double(std::string& out, double value) {
  char digits[40];
  const auto* const end =
      std::to_chars(std::begin(digits), std::end(digits), value, std::chars_format::scientific).ptr;
  const std::string_view text(digits, static_cast<std::size_t>(end - digits));
  const auto e = text.find('e');
  if (e == text.npos) return void(out.append(text));
  out.append(text.substr(0, e));
  if (text.substr(0, e).find('.') == text.npos) out.append(".0");
  out.push_back('E');
  int exponent = 0;
  const auto* sign = text.data() + e + 1;
  std::from_chars(sign + (*sign == '+' ? 1 : 0), end, exponent);
  append_number(out, exponent);
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

/// Writes a term in its canonical form.
struct term_writer {
  std::string& out;

  void operator()(bool value) const { add(value ? "true" : "false", "boolean"); }
  void operator()(std::uint64_t value) const { add_number(value, "integer"); }
  void operator()(double value) const {
    out.push_back('"');
    append_canonical_double(out, value);
    end_literal("double");
  }
  void operator()(const std::string& value) const {
    append_canonical_term(out, {term_kind::literal, value, {}, {}});
  }
  void operator()(const iri_value& value) const { (*this)(std::string_view{value.iri}); }
  void operator()(std::string_view iri) const { append_canonical_term(out, {term_kind::iri, iri, {}, {}}); }
  void operator()(const vocabulary::property& name) const { add_known(name.space, name.local); }
  void operator()(const vocabulary::class_name& name) const { add_known(name.space, name.local); }
  void operator()(const hex_value& value) const { add(upper_case(value.hex), "hexBinary"); }
  void operator()(size_value value) const { add_number(value.bytes, "nonNegativeInteger"); }
  void operator()(timestamp value) const { add(canonical_timestamp(value), "dateTime"); }

 private:
  /// A value that needs no escape, with a datatype of XML Schema.
  void add(std::string_view value, std::string_view type) const {
    out.push_back('"');
    out.append(value);
    end_literal(type);
  }
  void add_number(std::uint64_t value, std::string_view type) const {
    out.push_back('"');
    append_number(out, value);
    end_literal(type);
  }
  void end_literal(std::string_view type) const {
    static const std::string before_type = std::string("\"^^<").append(xsd_namespace);
    out.append(before_type).append(type).push_back('>');
  }
  /// An IRI that needs no escape.
  void add_known(std::string_view space, std::string_view local) const {
    out.push_back('<');
    out.append(space).append(local).push_back('>');
  }
};

constexpr vocabulary::property rdf_type{"type", vocabulary::rdf, "type"},
    rdf_first{"first", vocabulary::rdf, "first"}, rdf_rest{"rest", vocabulary::rdf, "rest"};
constexpr vocabulary::class_name rdf_nil{vocabulary::rdf, "nil"};

class nquads_writer {
 public:
  explicit nquads_writer(std::string_view graph) {
    text_.reserve(usual_bytes);
    ends_.reserve(usual_bytes / 128);
    if (!graph.empty()) {
      end_ = " ";
      term_writer{end_}(graph);
    }
    end_ += " .\n";
  }

  /// Recursion is as deep as our own descriptions, independent of any input.
  void write(const description& described) {
    set_subject(described.iri());
    for (const auto& type : described.types()) add_statement(subject_, rdf_type, type);
    for (const auto& fact : described.facts()) {
      if (fact.shape == fact_shape::list) {
        emit_list(described, fact);
        continue;
      }
      for (const auto& value : fact.values) add_value(subject_, fact.name, value);
      for (const auto& part : fact.parts) add_statement(subject_, fact.name, std::string_view{part.iri()});
    }
    for (const auto& fact : described.facts()) {
      for (const auto& value : fact.values) add_type_of(value);
      for (const auto& part : fact.parts) write(part);
    }
  }

  [[nodiscard]] std::string finish() {
    std::string all;
    all.reserve(text_.size());
    std::string_view before;
    for (const auto number : sorted()) {
      const auto one = line(number);
      if (one != before) all += one;
      before = one;
    }
    return all;
  }

 private:
  using order = std::vector<std::uint32_t>;

  void set_subject(std::string_view iri) {
    subject_.clear();
    term_writer{subject_}(iri);
    subject_.push_back(' ');
  }
  void add_type_of(const plain_value& value) {
    const auto* iri = std::get_if<iri_value>(&value);
    if (iri == nullptr || iri->type.local.empty()) return;
    set_subject(iri->iri);
    add_statement(subject_, rdf_type, iri->type);
  }
  void begin_statement(std::string_view subject, const vocabulary::property& name) {
    text_.append(subject);
    term_writer{text_}(name);
    text_.push_back(' ');
  }
  void end_statement() {
    text_.append(end_);
    ends_.push_back(text_.size());
  }
  void add_statement(std::string_view subject, const vocabulary::property& name, const auto& object) {
    begin_statement(subject, name);
    term_writer{text_}(object);
    end_statement();
  }
  void add_value(std::string_view subject, const vocabulary::property& name, const plain_value& value) {
    begin_statement(subject, name);
    std::visit(term_writer{text_}, value);
    end_statement();
  }
  /// The IRIs of the cells are below that of the property; the last cell is written first.
  void emit_list(const description& described, const description::fact& fact) {
    const auto path = std::string(fact.name.key) + "/list";
    std::string next;
    const auto add_link = [&](std::string_view from, const vocabulary::property& name) {
      next.empty() ? add_statement(from, name, rdf_nil) : add_statement(from, name, std::string_view{next});
    };
    for (auto i = fact.values.size() + fact.parts.size(); i-- > 0;) {
      auto iri = described.below(path, i + 1);
      std::string cell;
      term_writer{cell}(std::string_view{iri});
      cell.push_back(' ');
      if (i < fact.values.size())
        add_value(cell, rdf_first, fact.values[i]);
      else
        add_statement(cell, rdf_first, std::string_view{fact.parts[i - fact.values.size()].iri()});
      add_link(cell, rdf_rest);
      next = std::move(iri);
    }
    add_link(subject_, fact.name);
  }

  [[nodiscard]] std::string_view line(std::uint32_t number) const {
    const auto begin = number == 0 ? 0 : ends_[number - 1];
    return std::string_view{text_}.substr(begin, ends_[number] - begin);
  }
  [[nodiscard]] bool is_sorted(const order& numbers) const {
    return numbers.size() == ends_.size() &&
           std::ranges::is_sorted(numbers, {}, [this](std::uint32_t number) { return line(number); });
  }
  /// The numbers of the lines in byte order. Descriptions of similar things have the same order, so that of the last one is tried first.
  [[nodiscard]] const order& sorted() {
    thread_local order last;
    if (is_sorted(last)) return last;
    text_.append(8, ' ');  // the sorter may read up to eight bytes past the end
    std::vector<sort_item> items;
    items.reserve(ends_.size());
    for (std::uint32_t i = 0; i < ends_.size(); ++i)
      items.push_back({line(i).data(), static_cast<std::uint32_t>(line(i).size()), i});
    string_sorter{}.sort(items);
    last.resize(items.size());
    std::ranges::transform(items, last.begin(), &sort_item::number);
    return last;
  }

  /// The metadata of a document with few properties have less.
  static constexpr std::size_t usual_bytes = std::size_t{1} << 16;

  std::string end_;                ///< of each line, with the graph
  std::string subject_;            ///< of the next lines, with its space
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
