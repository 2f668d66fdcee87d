// The IRIs that RDFa itself speaks of, and its initial contexts.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/rdf/model/rdf_vocabulary.hpp"
#include "core/rdf/rdfa/evaluation/host_language.hpp"

namespace laundromat::rdfa {

using iris::rdf_first;
using iris::rdf_html;
using iris::rdf_lang_string;
using iris::rdf_nil;
using iris::rdf_rest;
using iris::rdf_type;
using iris::rdf_xml_literal;
using iris::xsd_string;
inline constexpr std::string_view rdfa_uses_vocabulary = "http://www.w3.org/ns/rdfa#usesVocabulary";
inline constexpr std::string_view rdfa_copy = "http://www.w3.org/ns/rdfa#copy";
inline constexpr std::string_view rdfa_pattern = "http://www.w3.org/ns/rdfa#Pattern";
inline constexpr std::string_view xhv = "http://www.w3.org/1999/xhtml/vocab#";
inline constexpr std::string_view xhv_role = "http://www.w3.org/1999/xhtml/vocab#role";

/// The IRI of a prefix (lower case) of the RDFa initial context, empty when it has none.
/// Source: RDFa Core Initial Context, https://www.w3.org/2011/rdfa-context/rdfa-1.1.
[[nodiscard]] std::string_view find_initial_prefix(std::string_view prefix);
/// The IRI of a term: exactly, or else in any case. XHTML 1.1 has the link types of XHTML beside those of all hosts.
[[nodiscard]] std::string_view find_initial_term(std::string_view term, host_language host);
/// The IRI of a prefix (lower case) that pages use without declaring it, though no initial context has it; empty for others.
[[nodiscard]] std::string_view find_habitual_prefix(std::string_view prefix);
/// Whether a scheme is so usual that an IRI with it is no forgotten prefix.
[[nodiscard]] bool is_usual_scheme(std::string_view scheme);

}  // namespace laundromat::rdfa
