// Makes terms of scalars and value objects.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/rdf/jsonld/context/json_ld_options.hpp"
#include "core/rdf/jsonld/nodes/object_reader.hpp"

namespace laundromat::jsonld {

/// Datatype, language and direction of a literal, before they are checked.
struct literal_form {
  std::string_view datatype, language;
  text_direction direction = text_direction::absent;
  bool inherits_language = false;           ///< from a context
  const json_node* direction_at = nullptr;  ///< null: the direction is from a context
};

/// Value Expansion and Object to RDF Conversion (JSON-LD 1.1 API sections 5.3.2 and 8.2.2). A term of kind `none` stands for a value that was
/// reported and skipped. Statements that describe a literal with a direction (`rdf_direction::compound_literal`) are emitted at once.
class literal_maker {
 public:
  literal_maker(const json_ld_options& more, term_maker& terms, statement_emitter& emitter,
                object_reader& objects)
      : more_(&more), terms_(&terms), emitter_(&emitter), objects_(&objects) {}

  /// The term for a scalar that is a value of `property`: a resource where its definition coerces to `@id` or `@vocab`, which
  /// `is_literal` tells, else a literal.
  [[nodiscard]] term_view expand(const context_ptr& active, const expanded_key& property,
                                 const json_node& value, const walk_target& to, bool& is_literal);
  /// The literal for a scalar with a form; `origin` is the value that faults are reported at.
  [[nodiscard]] term_view make(const json_node& value, literal_form form, const walk_target& to,
                               const json_node& origin);
  /// The literal of datatype `rdf:JSON` for any value.
  [[nodiscard]] term_view make_json(const json_node& value, const json_node& origin);
  /// Walks an object with `@value`: connects its literal to the target, or reports why it has none.
  void walk_value_object(object_view& view, const expanded_key* property, const walk_target& to);

 private:
  [[nodiscard]] bool check_value_object(const object_view& view, bool& is_json);
  [[nodiscard]] term_view make_number(const json_node& value, std::string_view datatype,
                                      const json_node& origin);
  void report_dropped(const literal_form& form, const json_node& origin);
  [[nodiscard]] term_view make_directed(const json_node& value, const literal_form& form,
                                        const walk_target& to, const json_node& origin);

  const json_ld_options* more_;
  term_maker* terms_;
  statement_emitter* emitter_;
  object_reader* objects_;
};

}  // namespace laundromat::jsonld
