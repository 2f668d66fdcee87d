// Implements the second half of Create Term Definition: how the values of a term are read.
// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "core/rdf/jsonld/context/context_errors.hpp"
#include "core/rdf/jsonld/context/context_processor.hpp"
#include "core/rdf/jsonld/context/term_definer.hpp"
#include "core/web/uri.hpp"

namespace laundromat::jsonld {

namespace {

std::uint8_t container_bit(std::string_view word) {
  switch (keyword_of(word)) {
    case keyword::at_graph:
      return container::graph;
    case keyword::at_id:
      return container::id;
    case keyword::at_index:
      return container::index;
    case keyword::at_language:
      return container::language;
    case keyword::at_list:
      return container::list;
    case keyword::at_set:
      return container::set;
    case keyword::at_type:
      return container::type;
    default:
      return 0;
  }
}

/// One kind, or `@set` with one other but `@list`, or `@graph` with `@id` or `@index` and perhaps `@set`.
bool is_allowed(std::uint8_t kinds) {
  if (std::popcount(kinds) <= 1) return kinds != 0;
  auto rest = static_cast<std::uint8_t>(kinds & ~container::set);
  if ((kinds & container::list) != 0) return false;
  if ((rest & container::graph) != 0) {
    rest &= static_cast<std::uint8_t>(~container::graph);
    return rest == 0 || rest == container::id || rest == container::index;
  }
  return std::popcount(rest) == 1;
}

}  // namespace

/// Step 12.
result<void> term_definer::add_type(const json_node& value, term_definition& made) {
  const auto* type = find_member(value, "@type");
  if (type == nullptr) return {};
  if (!type->is_string()) return refuse_context("invalid type mapping");
  auto iri = expand(type->view());
  if (!iri) return tl::unexpected(iri.error());
  if (!*iri) return refuse_context("invalid type mapping");
  switch (keyword_of(**iri)) {
    case keyword::at_id:
      made.type = coercion::id;
      return {};
    case keyword::at_vocab:
      made.type = coercion::vocab;
      return {};
    case keyword::at_json:
      made.type = coercion::json;
      break;
    case keyword::at_none:
      made.type = coercion::none;
      break;
    case keyword::none:
      if (!is_absolute(**iri)) return refuse_context("invalid type mapping");
      made.type = coercion::datatype;
      made.datatype = **iri;
      return {};
    default:
      return refuse_context("invalid type mapping");
  }
  if (is_old_) return refuse_context("invalid type mapping");
  return {};
}

/// Step 19.
result<void> term_definer::add_container(const json_node& value, term_definition& made) {
  const auto* given = find_member(value, "@container");
  if (given == nullptr) return {};
  if (is_old_ && !given->is_string()) return refuse_context("invalid container mapping");
  std::uint8_t kinds = 0;
  const auto add = [&](const json_node& one) {
    const auto bit = one.is_string() ? container_bit(one.view()) : std::uint8_t{0};
    kinds |= bit;
    return bit != 0;
  };
  if (given->is_array()) {
    for (const auto& one : json_items(*given))
      if (!add(one)) return refuse_context("invalid container mapping");
  } else if (!add(*given)) {
    return refuse_context("invalid container mapping");
  }
  if (!is_allowed(kinds)) return refuse_context("invalid container mapping");
  if (is_old_ && (kinds & (container::graph | container::id | container::type)) != 0)
    return refuse_context("invalid container mapping");
  made.containers = kinds;
  if ((kinds & container::type) != 0) {
    if (made.type == coercion::absent) made.type = coercion::id;
    if (made.type != coercion::id && made.type != coercion::vocab)
      return refuse_context("invalid type mapping");
  }
  return {};
}

/// Step 20.
result<void> term_definer::add_index(const json_node& value, term_definition& made) {
  const auto* index = find_member(value, "@index");
  if (index == nullptr) return {};
  if (is_old_ || !made.has(container::index) || !index->is_string())
    return refuse_context("invalid term definition");
  auto iri = expand(index->view());
  if (!iri) return tl::unexpected(iri.error());
  if (!*iri || !is_absolute(**iri)) return refuse_context("invalid term definition");
  made.index = index->view();
  return {};
}

/// Step 21: the scoped context is processed only to see that it can be.
result<void> term_definer::add_context(const json_node& value, term_definition& made) {
  const auto* scoped = find_member(value, "@context");
  if (scoped == nullptr) return {};
  if (is_old_) return refuse_context("invalid term definition");
  made.has_context = true;
  made.context = {local_.owner, scoped};
  made.context_base = now_.base;
  context_processor::circumstances there{now_.base, now_.remote};
  there.overrides = true;
  there.validates_scoped = false;
  if (const auto seen = processor_->process(made_, made.context, std::move(there)); !seen) {
    if (seen.error().code != errc::json_ld_invalid) return tl::unexpected(seen.error());
    return refuse_context("invalid scoped context: " + seen.error().detail);
  }
  return {};
}

/// Steps 22 and 23.
result<void> term_definer::add_text(const json_node& value, term_definition& made) {
  const bool has_type = find_member(value, "@type") != nullptr;
  if (const auto* language = find_member(value, "@language"); language != nullptr && !has_type) {
    if (!language->is_null() && !language->is_string()) return refuse_context("invalid language mapping");
    made.has_language = true;
    if (language->is_string()) made.language = language->view();
  }
  if (const auto* direction = find_member(value, "@direction"); direction != nullptr && !has_type) {
    const auto word = direction->view();
    if (direction->is_null())
      made.direction = text_direction::none;
    else if (direction->is_string() && (word == "ltr" || word == "rtl"))
      made.direction = word == "ltr" ? text_direction::ltr : text_direction::rtl;
    else
      return refuse_context("invalid base direction");
  }
  return {};
}

/// Step 24.
result<void> term_definer::add_nest(const json_node& value, term_definition& made) {
  const auto* nest = find_member(value, "@nest");
  if (nest == nullptr) return {};
  if (is_old_) return refuse_context("invalid term definition");
  if (!nest->is_string()) return refuse_context("invalid @nest value");
  const auto word = keyword_of(nest->view());
  if (word != keyword::none && word != keyword::at_nest) return refuse_context("invalid @nest value");
  made.nest = nest->view();
  return {};
}

/// Step 25.
result<void> term_definer::add_prefix(std::string_view term, const json_node& value, term_definition& made) {
  const auto* prefix = find_member(value, "@prefix");
  if (prefix == nullptr) return {};
  if (is_old_ || term.find_first_of(":/") != term.npos) return refuse_context("invalid term definition");
  if (!prefix->is(json_kind::boolean)) return refuse_context("invalid @prefix value");
  made.is_prefix = prefix->is_true;
  if (made.is_prefix && made.iri && keyword_of(*made.iri) != keyword::none)
    return refuse_context("invalid term definition");
  return {};
}

}  // namespace laundromat::jsonld
