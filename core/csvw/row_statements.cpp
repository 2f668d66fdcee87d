// Implements row_statements. Source: Generating RDF from Tabular Data on the Web, sections 4.3 and 4.4.
// SPDX-License-Identifier: Apache-2.0
#include "core/csvw/row_statements.hpp"

#include <algorithm>
#include <utility>

#include "core/csvw/context.hpp"
#include "core/rdf/model/rdf_vocabulary.hpp"
#include "core/web/uri.hpp"

namespace laundromat::csvw {

namespace {

bool depends_on_column(const uri_template& text) {
  return std::ranges::any_of(text.names(), [](std::string_view name) {
    return name == "_name" || name == "_column" || name == "_sourceColumn";
  });
}

/// Whether two columns have the same subject in each row.
bool share_subject(const prepared_column& one, const prepared_column& other) {
  if (!one.about_url || !other.about_url) return one.about_url.has_value() == other.about_url.has_value();
  return one.about_url->text() == other.about_url->text() && !depends_on_column(*one.about_url);
}

bool depends_on_row(const uri_template& text) {
  return std::ranges::any_of(text.names(), [](std::string_view name) {
    return name != "_name" && name != "_column" && name != "_sourceColumn";
  });
}

}  // namespace

/// The variables of a cell: those of its column and row, and the other cells of the row.
class row_statements::variables final : public template_variables {
 public:
  variables(const row_statements& of, const table_row& row, const cell& one)
      : of_(of), row_(row), cell_(one) {}

  bool append(std::string_view name, std::vector<std::string>& values) const override {
    if (name == "_name") return add(cell_.in->title, values);
    if (name == "_column") return add(std::to_string(cell_.in->number), values);
    if (name == "_sourceColumn")
      return cell_.in->is_virtual ? false : add(std::to_string(cell_.in->source_number), values);
    if (name == "_row") return add(std::to_string(row_.number), values);
    if (name == "_sourceRow") return add(std::to_string(row_.source_number), values);
    const auto found = of_.places_.find(name);
    if (found == of_.places_.end()) return false;
    const auto& other = row_.cells[found->second];
    for (const auto& value : other.values) values.push_back(value.text);
    return other.is_list;
  }

 private:
  static bool add(std::string text, std::vector<std::string>& values) {
    values.push_back(std::move(text));
    return false;
  }
  const row_statements& of_;
  const table_row& row_;
  const cell& cell_;
};

row_statements::row_statements(std::string table_url, made_term table_node, rdf_mode mode,
                               const std::vector<std::string>& row_titles,
                               const std::vector<prepared_column>& columns, statement_emitter& emitter)
    : table_url_(std::move(table_url)),
      table_node_(std::move(table_node)),
      mode_(mode),
      columns_(columns),
      emitter_(emitter) {
  base_ = split_uri(table_url_);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    places_.emplace(columns[i].name, i);
    if (std::ranges::find(row_titles, columns[i].name) != row_titles.end()) title_columns_.push_back(i);
    const auto first = std::ranges::find_if(
        columns, [&](const prepared_column& one) { return share_subject(one, columns[i]); });
    same_subject_.push_back(first == columns.end() ? i : static_cast<std::size_t>(first - columns.begin()));
    auto& property = properties_.emplace_back();
    if (!columns[i].property_url)
      property = iri_term(resolve(table_url_, "#" + columns[i].name));
    else if (!depends_on_row(*columns[i].property_url)) {
      cell none;
      none.in = &columns[i];
      property = expanded(*columns[i].property_url, {}, none);
    }
  }
}

made_term row_statements::expanded(const uri_template& text, const table_row& row, const cell& one) const {
  std::string iri;
  if (!text.expand(variables(*this, row, one), iri, emitter_.most_iri_bytes()))
    return emitter_.refuse_long_iri(iri);
  iri = expand_prefix(iri);
  return iri_term(is_absolute(iri) ? iri : resolve_iri(base_, iri));
}

const made_term& row_statements::subject_of(const table_row& row, const cell& one) {
  auto& subject = row_subjects_[same_subject_[one.in->number - 1]];
  if (subject.kind == term_kind::none)
    subject = one.in->about_url ? expanded(*one.in->about_url, row, one) : emitter_.new_blank_node();
  return subject;
}

made_term row_statements::literal_of(const cell& one, const cell_value& value) {
  const auto& type = one.in->format.type();
  const bool is_text = !value.is_valid || (type.id.empty() && type.base->iri == iris::xsd_string);
  if (is_text) return literal_term(value.text, {}, one.in->language);
  return literal_term(value.text, type.iri());
}

result<void> row_statements::write(const table_row& row) {
  emitter_.begin_place(row.place);
  row_subjects_.assign(columns_.size(), {});
  subjects_.clear();
  made_term node;
  if (mode_ == rdf_mode::standard) {
    node = emitter_.new_blank_node();
    if (auto written = write_row(row, node); !written) return written;
  }
  for (const auto& one : row.cells) {
    if (one.in->is_suppressed) continue;
    const auto& subject = subject_of(row, one);
    const bool is_known = std::ranges::any_of(subjects_, [&](const made_term& other) {
      return other.kind == subject.kind && other.value == subject.value;
    });
    if (mode_ == rdf_mode::standard && !is_known) {
      subjects_.push_back(subject);
      if (auto written = emitter_.emit(node, csvw_iri("describes"), subject); !written) return written;
    }
    if (auto written = write_cell(row, one, subject); !written) return written;
  }
  return {};
}

result<void> row_statements::write_row(const table_row& row, const made_term& node) {
  const auto url = table_url_.substr(0, table_url_.find('#')) + "#row=" + std::to_string(row.source_number);
  if (auto written = emitter_.emit(table_node_, csvw_iri("row"), node); !written) return written;
  if (auto written = emitter_.emit(node, iris::rdf_type, iri_term(csvw_iri("Row"))); !written) return written;
  if (auto written = emitter_.emit(node, csvw_iri("rownum"),
                                   literal_term(std::to_string(row.number), iris::xsd_integer));
      !written)
    return written;
  if (auto written = emitter_.emit(node, csvw_iri("url"), iri_term(url)); !written) return written;
  for (const auto column : title_columns_)
    for (const auto& value : row.cells[column].values)
      if (auto written =
              emitter_.emit(node, csvw_iri("title"), literal_term(value.text, {}, columns_[column].language));
          !written)
        return written;
  return {};
}

result<void> row_statements::write_cell(const table_row& row, const cell& one, const made_term& subject) {
  const auto& column = *one.in;
  auto predicate = properties_[column.number - 1];
  if (predicate.kind == term_kind::none) predicate = expanded(*column.property_url, row, one);
  if (subject.kind == term_kind::none || predicate.kind == term_kind::none) return {};
  if (column.value_url) {
    if (one.is_null && !column.is_virtual) return {};
    return emitter_.emit(subject, predicate, expanded(*column.value_url, row, one));
  }
  if (one.is_null) return {};
  if (one.is_list && column.is_ordered) return write_list(subject, predicate, one);
  for (const auto& value : one.values)
    if (auto written = emitter_.emit(subject, predicate, literal_of(one, value)); !written) return written;
  return {};
}

result<void> row_statements::write_list(const made_term& subject, const made_term& predicate,
                                        const cell& one) {
  auto from = subject, by = predicate;
  for (const auto& value : one.values) {
    const auto node = emitter_.new_blank_node();
    if (auto written = emitter_.emit(from, by, node); !written) return written;
    if (auto written = emitter_.emit(node, iris::rdf_first, literal_of(one, value)); !written) return written;
    from = node;
    by = iri_term(iris::rdf_rest);
  }
  return emitter_.emit(from, by, iri_term(iris::rdf_nil));
}

}  // namespace laundromat::csvw
