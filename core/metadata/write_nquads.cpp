// Writes properties as canonical N-Quads.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "core/metadata/description.hpp"
#include "core/metadata/metadata_text.hpp"
#include "core/metadata/shortest_digits.hpp"
#include "core/rdf/sort/string_sort.hpp"
#include "core/rdf/values/datatype.hpp"
#include "core/rdf/write/canonical.hpp"

namespace laundromat {

namespace {

constexpr vocabulary::property rdf_type{"type", vocabulary::rdf, "type"},
    rdf_first{"first", vocabulary::rdf, "first"}, rdf_rest{"rest", vocabulary::rdf, "rest"};
constexpr vocabulary::class_name rdf_nil{vocabulary::rdf, "nil"};

/// Appends the canonical form of xsd:double: a digit, a point, digits, `E`, the exponent. Source: XSD 1.1 part 2 section 3.3.5.2.
void append_canonical_double(text_buffer& out, double value) {
  if (std::signbit(value)) out.push_back('-');
  if (!std::isfinite(value)) return void(out.append(std::isnan(value) ? "nan" : "inf"));
  const shortest_digits found(std::abs(value));
  const auto digits = found.digits();
  out.append(digits.substr(0, 1)).push_back('.');
  out.append(digits.size() > 1 ? digits.substr(1) : "0").push_back('E');
  out.append_number(found.exponent());
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

/// An IRI that needs no escape.
void append_known(text_buffer& out, std::string_view space, std::string_view local) {
  out.push_back('<');
  out.append(space).append(local).push_back('>');
}

/// Writes a value in its canonical form.
struct nquads_value_writer {
  text_buffer& out;
  std::string& room;

  void operator()(bool value) const { add(value ? "true" : "false", "boolean"); }
  void operator()(std::uint64_t value) const { add_number(value, "integer"); }
  void operator()(double value) const {
    out.push_back('"');
    append_canonical_double(out, value);
    end_literal("double");
  }
  void operator()(std::string_view value) const { add_term({term_kind::literal, value, {}, {}}); }
  void operator()(const iri_view& value) const { add_term({term_kind::iri, value.iri, {}, {}}); }
  void operator()(const hex_view& value) const {
    out.push_back('"');
    for (const char c : value.hex) out.push_back(c >= 'a' && c <= 'f' ? static_cast<char>(c - 32) : c);
    end_literal("hexBinary");
  }
  void operator()(size_value value) const { add_number(value.bytes, "nonNegativeInteger"); }
  void operator()(timestamp value) const { add(canonical_timestamp(value), "dateTime"); }

 private:
  void add_term(const term_view& term) const {
    room.clear();
    append_canonical_term(room, term);
    out.append(room);
  }
  /// A value that needs no escape, with a datatype of XML Schema.
  void add(std::string_view value, std::string_view type) const {
    out.push_back('"');
    out.append(value);
    end_literal(type);
  }
  void add_number(std::uint64_t value, std::string_view type) const {
    out.push_back('"');
    out.append_number(value);
    end_literal(type);
  }
  void end_literal(std::string_view type) const {
    out.append("\"^^<").append(xsd_namespace).append(type).push_back('>');
  }
};

/// A subject as in a line.
void set_subject(std::string& to, std::string_view iri) {
  to.clear();
  append_canonical_term(to, {term_kind::iri, iri, {}, {}});
  to.push_back(' ');
}

std::string_view without_space(std::string_view subject) {
  return subject.substr(0, subject.size() - 1);
}

void append_path(std::string& subject, std::string_view path) {
  subject.resize(subject.size() - std::string_view("> ").size());
  subject.append("/").append(path).append("> ");
}

}  // namespace

nquads_sink::nquads_sink(text_buffer& out, std::string_view iri,
                         std::span<const vocabulary::class_name> types, std::string_view graph)
    : out_(out) {
  constexpr std::size_t usual_lines = 512, usual_depth = 4;
  ends_.reserve(usual_lines);
  levels_.resize(usual_depth);
  if (!graph.empty()) {
    end_ = " ";
    append_canonical_term(end_, {term_kind::iri, graph, {}, {}});
  }
  end_ += " .\n";
  set_subject(next_level().subject, iri);
  add_types(levels_[0].subject, types);
}

nquads_sink::level& nquads_sink::next_level() {
  if (depth_ == levels_.size()) levels_.emplace_back();
  auto& one = levels_[depth_++];
  one.list.clear();
  return one;
}

void nquads_sink::end_part() {
  end_list();
  --depth_;
}

void nquads_sink::put(const vocabulary::property& name, const value_view& value, fact_shape shape) {
  begin_value(name, shape);
  std::visit(nquads_value_writer{out_, term_}, value);
  end_statement();
  const auto* iri = std::get_if<iri_view>(&value);
  if (iri == nullptr || iri->type.local.empty()) return;
  set_subject(term_, iri->iri);
  add_types(term_, {&iri->type, 1});
}

void nquads_sink::put_part(const vocabulary::property& name, std::string_view iri, bool is_path,
                           std::span<const vocabulary::class_name> types, fact_shape shape) {
  begin_value(name, shape);
  auto& one = next_level();
  if (is_path) {
    one.subject.assign(levels_[depth_ - 2].subject);
    append_path(one.subject, iri);
  } else {
    set_subject(one.subject, iri);
  }
  out_.append(without_space(one.subject));
  end_statement();
  add_types(one.subject, types);
}

/// Writes the line up to the value. The value of a list is that of a cell, whose IRI is below that of the property.
void nquads_sink::begin_value(const vocabulary::property& name, fact_shape shape) {
  auto& one = levels_[depth_ - 1];
  if (shape != fact_shape::list) {
    end_list();
    return begin_statement(one.subject, name);
  }
  const auto path = std::string(name.key) + "/list";
  if (one.list != path) {
    end_list();
    one.list = path;
    one.cells = 0;
  }
  const auto cell = cell_of(one, one.cells + 1);
  if (one.cells == 0)
    begin_statement(one.subject, name);
  else
    begin_statement(cell_of(one, one.cells), rdf_rest);
  out_.append(without_space(cell));
  end_statement();
  ++one.cells;
  begin_statement(cell, rdf_first);
}

void nquads_sink::end_list() {
  auto& one = levels_[depth_ - 1];
  if (one.list.empty()) return;
  begin_statement(cell_of(one, one.cells), rdf_rest);
  append_known(out_, rdf_nil.space, rdf_nil.local);
  end_statement();
  one.list.clear();
}

std::string nquads_sink::cell_of(const level& one, std::uint64_t number) const {
  auto cell = one.subject;
  append_path(cell, one.list + "/" + std::to_string(number));
  return cell;
}

void nquads_sink::begin_statement(std::string_view subject, const vocabulary::property& name) {
  out_.append(subject);
  append_known(out_, name.space, name.local);
  out_.push_back(' ');
}

void nquads_sink::end_statement() {
  out_.append(end_);
  ends_.push_back(out_.size());
}

void nquads_sink::add_types(std::string_view subject, std::span<const vocabulary::class_name> types) {
  for (const auto& type : types) {
    begin_statement(subject, rdf_type);
    append_known(out_, type.space, type.local);
    end_statement();
  }
}

std::string nquads_sink::finish() {
  end_part();
  const auto& numbers = sorted();
  std::string all;
  all.reserve(out_.size());
  std::string_view before;
  for (const auto number : numbers) {
    const auto one = line(number);
    if (one != before) all += one;
    before = one;
  }
  return all;
}

std::string_view nquads_sink::line(std::uint32_t number) const {
  const auto begin = number == 0 ? 0 : ends_[number - 1];
  return out_.view().substr(begin, ends_[number] - begin);
}

bool nquads_sink::is_sorted(const order& numbers) const {
  if (numbers.size() != ends_.size()) return false;
  std::string_view before;
  for (const auto number : numbers) {
    const auto one = line(number);
    if (one < before) return false;
    before = one;
  }
  return true;
}

/// The numbers of the lines in byte order. Descriptions of similar things have the same order, so that of the last one is tried first.
const nquads_sink::order& nquads_sink::sorted() {
  thread_local order last;
  if (is_sorted(last)) return last;
  out_.append(8, ' ');  // the sorter may read up to eight bytes past the end
  std::vector<sort_item> items;
  items.reserve(ends_.size());
  for (std::uint32_t i = 0; i < ends_.size(); ++i)
    items.push_back({line(i).data(), static_cast<std::uint32_t>(line(i).size()), i});
  string_sorter{}.sort(items);
  last.resize(items.size());
  std::ranges::transform(items, last.begin(), &sort_item::number);
  return last;
}

std::string to_nquads(const description& described, std::string_view graph) {
  text_buffer out(std::size_t{1} << 16);
  nquads_sink writer(out, described.iri(), described.types(), graph);
  described.write(writer);
  return writer.finish();
}

}  // namespace laundromat
