// The table of defects in published RDF.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/model/taxonomy.hpp"

namespace laundromat {

namespace {

using enum treatment;

// clang-format off
constexpr defect_rule rules[] = {
    // rule, ids, strict, standard, max-recall
    {errc::warc_digest_wrong, "D17", note, note, note},
    {errc::warc_digest_missing, "D17", note, note, note},
    {errc::warc_one_member, "D17", note, note, note},
    {errc::byte_order_mark, "D20", note, repair, repair},
    {errc::illegal_utf8, "D21", skip, repair, repair},
    {errc::guessed_encoding, "D21 D22 D23", note, note, note},
    {errc::overruled_encoding, "D22 D23", note, note, note},
    {errc::mixed_encodings, "D21", note, note, note},
    {errc::undecodable_bytes, "D22 D23", repair, repair, repair},
    {errc::lone_surrogate, "D24", skip, repair, repair},
    {errc::odd_character, "D24", note, note, note},
    {errc::split_surrogate_pair, "D25", skip, repair, repair},
    {errc::syntax_error, "D29 D41 D47", skip, skip, skip},
    {errc::missing_dot, "D29 D35", skip, repair, repair},
    {errc::line_break_in_literal, "D30 D38", skip, repair, repair},
    {errc::turtle_in_lines, "D31 D63", skip, repair, repair},
    {errc::several_statements, "D32", skip, repair, repair},
    {errc::line_ends, "D33", note, note, note},
    {errc::missing_prefix, "D34 D49", skip, skip, repair},
    {errc::bad_directive, "D35", skip, repair, repair},
    {errc::comment_after_name, "D36", note, note, note},
    {errc::missing_separator, "D37", skip, repair, repair},
    {errc::quote_in_literal, "D38", skip, skip, repair},
    {errc::bare_iri, "D39", skip, skip, repair},
    {errc::literal_out_of_place, "D40 D69", skip, skip, skip},
    {errc::triple_term_out_of_place, "D40", skip, skip, skip},
    {errc::unbalanced_bracket, "D41", skip, repair, repair},
    {errc::unterminated, "D41", skip, skip, skip},
    {errc::bad_local_name, "D42", skip, repair, repair},
    {errc::wrong_quote, "D43", skip, skip, repair},
    {errc::mismatched_tag, "D44", skip, repair, repair},
    {errc::undeclared_namespace, "D44", skip, skip, repair},
    {errc::bad_attribute, "D44", skip, skip, skip},
    {errc::bad_xml_name, "D45", skip, note, note},
    {errc::repeated_id, "D45", skip, note, note},
    {errc::unknown_entity, "D46", skip, repair, repair},
    {errc::entity_limit, "D46 D80", skip, skip, skip},
    {errc::rdf_xml_grammar, "D47", skip, skip, skip},
    {errc::odd_rdf_xml, "D47", note, note, note},
    {errc::missing_version, "D47", skip, skip, skip},
    {errc::version_conflict, "D14 D47", note, note, note},
    {errc::bare_ampersand, "D47", skip, repair, repair},
    {errc::markup_in_text, "D44 D47", skip, repair, repair},
    {errc::xml_character, "D24", skip, repair, repair},
    {errc::xml_syntax, "D44 D47", skip, skip, skip},
    {errc::tag_soup, "D27 D49", note, note, note},
    {errc::undefined_term, "D49", note, note, note},
    {errc::unread_block, "D49", skip, skip, skip},
    {errc::bad_prefix, "D35 D49", skip, repair, repair},
    {errc::bad_microdata, "D49", skip, skip, skip},
    {errc::missing_value, "D49", note, note, note},
    {errc::lenient_json, "D50", skip, repair, repair},
    {errc::repeated_key, "D50", skip, skip, skip},
    {errc::context_unavailable, "D51", skip, skip, skip},
    {errc::json_ld_invalid, "D51", skip, skip, skip},
    {errc::unmapped_key, "D51", note, note, note},
    {errc::iri_character, "D52", skip, repair, repair},
    {errc::odd_iri_character, "D21 D24", skip, note, note},
    {errc::bad_percent_code, "D53", skip, note, repair},
    {errc::iri_delimiter, "D53", skip, note, repair},
    {errc::iri_white_space, "D52", skip, note, note},
    {errc::bad_port, "D54", skip, note, note},
    {errc::odd_port, "D54", note, note, note},
    {errc::relative_iri, "D55", skip, repair, repair},
    {errc::bad_iri, "D24 D52 D56", skip, skip, skip},
    {errc::suspicious_iri, "D56", note, note, note},
    {errc::iri_not_normal, "D58", note, note, note},
    {errc::term_too_long, "D57 D80", skip, skip, skip},
    {errc::statement_too_long, "D80", skip, skip, skip},
    {errc::too_deep_nesting, "D80", skip, skip, skip},
    {errc::too_many_attributes, "D80", skip, skip, skip},
    {errc::too_many_prefixes, "D80", skip, skip, skip},
    {errc::limit_exceeded, "D80", skip, skip, skip},
    {errc::ill_typed_literal, "D59", note, note, note},
    {errc::non_canonical_literal, "D60", note, note, note},
    {errc::unknown_datatype, "D61", note, note, note},
    {errc::missing_language_tag, "D62", skip, repair, repair},
    {errc::tag_and_datatype, "D63", skip, repair, repair},
    {errc::bad_escape, "D64", skip, repair, repair},
    {errc::bad_xml_literal, "D64", skip, note, note},
    {errc::bad_language_tag, "D65", skip, repair, repair},
    {errc::ill_formed_language_tag, "D65", skip, note, note},
    {errc::long_language_tag, "D65 D80", skip, note, note},
    {errc::base_direction, "D65", repair, repair, repair},
    {errc::upper_case_language_tag, "D66", repair, repair, repair},
    {errc::bad_blank_label, "D67", skip, repair, repair},
    {errc::blank_predicate, "D67", skip, skip, skip},
    {errc::quad_in_triples, "D69", skip, repair, repair},
    {errc::repeated_header, "D72", skip, repair, repair},
    {errc::lost_quote, "E02", skip, skip, skip},
    {errc::doubtful_rows, "E02", skip, skip, skip},
    {errc::row_width, "E02", skip, skip, skip},
    {errc::empty_fields, "E02", skip, repair, repair},
    {errc::short_row, "E02", skip, skip, repair},
    {errc::odd_field_name, "E02", note, note, note},
    {errc::title_rows, "E02", note, note, note},
    {errc::no_records, "E01", note, note, note},
    {errc::missing_field, "X04", skip, skip, skip},
    {errc::ill_typed_field, "X04", skip, skip, skip},
    {errc::unmatched_field, "X03", skip, skip, skip},
    {errc::unlisted_value, "X01", skip, skip, skip},
    {errc::schema_drift, "X04", note, note, note},
};
constexpr elsewhere_treated elsewhere[] = {
    // id, name, what becomes of it, where
    {"D23", "no_encoding", "the document fails: its bytes are not in any supported encoding", "core/codec/text/encoding.hpp"},
    {"D26", "most_general_format", "content without evidence, or with too little, is read as the most general format of its family", "core/rdf/guess/guess.hpp"},
    {"D28", "non_rdf_format", "the document fails, and its first characters are kept", "core/rdf/guess/guess.hpp"},
    {"D48", "streaming", "a description of any length is read as a stream, and nesting uses no stack", "core/rdf/rdfxml"},
    {"D68", "stable_names", "a blank node is named by its statements, or by the document's digest and its label", "core/rdf/naming/blank_namer.hpp"},
    {"D70", "duplicates", "each statement is written once, and those left out are counted", "core/rdf/wash/wash_document.hpp"},
    {"D71", "same_dataset", "equal data has one digest, under which it is kept once", "core/rdf/identity/dataset_identity.hpp"},
};
// clang-format on

constexpr std::array<const defect_rule*, 256> by_number = [] {
  std::array<const defect_rule*, 256> all{};
  for (const auto& rule : rules) all[static_cast<std::uint8_t>(rule.rule)] = &rule;
  return all;
}();

constexpr std::string_view profile_names[] = {"strict", "standard", "max-recall"};
constexpr std::string_view treatment_names[] = {"note", "repair", "skip"};

}  // namespace

std::span<const defect_rule> defect_rules() {
  return rules;
}

std::span<const elsewhere_treated> treated_elsewhere() {
  return elsewhere;
}

const defect_rule* find_rule(errc rule) {
  return by_number[static_cast<std::uint8_t>(rule)];
}

treatment treatment_of(errc rule, wash_profile profile) {
  const auto* row = find_rule(rule);
  if (row == nullptr) return skip;
  switch (profile) {
    case wash_profile::strict:
      return row->strict;
    case wash_profile::standard:
      return row->standard;
    case wash_profile::max_recall:
      return row->max_recall;
  }
  return skip;
}

std::string_view to_string(wash_profile profile) {
  return profile_names[static_cast<std::uint8_t>(profile)];
}

std::optional<wash_profile> profile_from_name(std::string_view name) {
  for (std::size_t i = 0; i < std::size(profile_names); ++i)
    if (profile_names[i] == name) return static_cast<wash_profile>(i);
  return std::nullopt;
}

std::string_view to_string(treatment done) {
  return treatment_names[static_cast<std::uint8_t>(done)];
}

}  // namespace laundromat
