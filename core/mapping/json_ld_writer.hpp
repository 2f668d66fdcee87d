// Writes records as JSON-LD: what is said about them in RDF, with a context of the prefixes of their specification.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "core/base/byte_source.hpp"
#include "core/base/keyed_table.hpp"
#include "core/extraction/write/record_writer.hpp"
#include "core/mapping/record_mapper.hpp"

namespace laundromat {

/// Shape: one object with `@context` and `@graph`, a node object on each line. The document has the same statements as the records in RDF.
/// Literals of xsd:integer and xsd:boolean in canonical form are written as numbers and booleans.
class json_ld_writer final : public record_writer {
 public:
  /// `out` outlives this object.
  json_ld_writer(resource_spec rdf, const reader_options& options, byte_sink& out);

  [[nodiscard]] result<void> write(data_value record, const record_place& place,
                                   account_sink& defects) override;
  /// The next records are of another document: relative IRIs are resolved against `base_iri`, and blank nodes have labels of their own.
  void begin_document(std::string base_iri);
  /// Writes all that is known, with the end of its line.
  [[nodiscard]] result<void> end_document();
  [[nodiscard]] result<void> finish_records() override;

 private:
  /// The statements of one record, by graph and subject.
  class collector final : public statement_sink {
   public:
    result<void> on_statement(const statement_view& statement) override;
    void on_defect(const defect& found) override { defects->on_defect(found); }

    struct property {
      std::string predicate;
      std::vector<made_term> values;
    };
    struct node {
      made_term subject;
      std::vector<property> properties;
    };
    struct graph {
      made_term name;
      std::vector<node> nodes;
    };
    void clear();

    std::vector<graph> graphs;
    account_sink* defects = nullptr;

   private:
    template <class All>
    auto& find_or_add(All& all, std::string_view within, term_kind kind, std::string_view value);

    std::string key_;
    keyed_map<std::string, std::size_t> places_;  ///< of graphs, nodes and properties, in their list
  };

  void append_graph(const collector::graph& graph, bool shortens);
  void append_id(const made_term& term, bool shortens);
  void append_node(const collector::node& node, bool shortens);
  void append_property(const collector::property& property, bool shortens);
  void append_object(const made_term& value, bool shortens);
  [[nodiscard]] std::string name_of(const made_term& term, bool shortens) const;
  [[nodiscard]] bool is_clear(std::string_view iri) const;
  [[nodiscard]] bool may_shorten(const collector::node& node) const;
  void begin();
  [[nodiscard]] result<void> flush(std::size_t at_least);

  resource_spec rdf_;
  byte_sink& out_;
  collector statements_;
  record_mapper mapper_;
  std::string text_;
  bool is_begun_ = false, has_nodes_ = false, has_open_line_ = true;
  std::uint64_t documents_ = 1;
};

}  // namespace laundromat
