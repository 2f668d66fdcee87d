// The resources that open elements are about, and the statements between them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "core/rdf/rdfa/evaluation/resource.hpp"
#include "core/rdf/rdfa/evaluation/reused_stack.hpp"
#include "core/rdf/rdfa/evaluation/statement_output.hpp"
#include "core/rdf/rdfa/evaluation/term_mapper.hpp"
#include "core/rdf/rdfa/markup/attribute_set.hpp"

namespace laundromat::rdfa {

/// An annotation of an IRI with an unregistered scheme.
inline constexpr std::string_view unusual_scheme = "its scheme may be a prefix that is not declared";

/// A stack of resources, numbered in the order in which they are found. Number 0 is the base of the document; number 1 is the resource
/// of which nothing is known since the nesting of elements was lost. A resource that is no valid IRI is reported when the first statement
/// needs it; the report grows over all tags that are skipped because of it, and is sent when the resource is removed.
class resource_table {
 public:
  resource_table(const reader_limits& limits, statement_output& output, fault_log& faults,
                 term_mapper& mapper);

  /// Makes `tag` the place that is lost when a statement cannot be made.
  void begin_tag(raw_place tag) { tag_ = tag; }
  [[nodiscard]] raw_place tag() const { return tag_; }

  /// Replaces the base. `used_base` is set once a statement names it; null for a base that the document declares.
  /// `begin` is where the document begins.
  void use_base(std::string_view iri, const located_place& begin, bool* used_base);
  [[nodiscard]] bool* used_base() const { return used_base_; }
  [[nodiscard]] std::string_view base() const { return resources_[base_resource].value; }

  /// Adds what a part of the attribute `from` names.
  resource_id add(const mapped_word& word, const attribute_value& from, std::string_view part);
  /// Adds a new blank node.
  resource_id add_blank();
  /// Adds an unknown resource: statements with it are skipped as `why`.
  resource_id add_unknown(raw_place place, errc why);
  /// Adds the resource that an attribute such as `about` (a CURIE where `may_be_curie`) or `href` names, relative to `base`.
  /// Returns `no_resource` for an empty safe CURIE or an undefined term, which are ignored.
  resource_id read(const attribute_value& value, bool may_be_curie, resource_id base);
  /// Makes `lost_resource` unknown from `place` on. `is_in_literal`: an open literal is about the former one.
  void lose(raw_place place, errc why, bool is_in_literal);

  [[nodiscard]] resource& operator[](resource_id id) { return resources_[static_cast<std::size_t>(id)]; }
  [[nodiscard]] std::size_t size() const { return resources_.size(); }
  /// Removes all but the first `size` resources and reports what was lost with them.
  void shrink(std::size_t size);
  /// Reports what was lost with the base and with `lost_resource`.
  void finish();

  /// Emits a statement, or counts the tag as lost when a resource is not usable. Nothing happens for `no_resource`.
  void state(resource_id subject, std::string_view predicate, resource_id object);
  void state(resource_id subject, std::string_view predicate, const term_view& object);

 private:
  std::uint64_t iri_bytes_, excerpt_bytes_;
  statement_output* output_;
  fault_log* faults_;
  term_mapper* mapper_;
  bool* used_base_ = nullptr;
  raw_place tag_;
  reused_stack<resource> resources_;
};

}  // namespace laundromat::rdfa
