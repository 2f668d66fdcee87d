// How clean documents say what only RDF 1.2 can say: for programs that read RDF 1.1.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace laundromat {

enum class triple_term_form : std::uint8_t {
  kept,
  basic_encoding,  ///< a blank node with a statement for each part (RDF 1.2 Interoperability, basic encoding)
  last = basic_encoding,
};

enum class direction_form : std::uint8_t {
  kept,
  compound_literal,  ///< a blank node with rdf:value, rdf:language and rdf:direction (JSON-LD 1.1 section 10.3)
  i18n_datatype,     ///< a datatype such as `https://www.w3.org/ns/i18n#ar-eg_rtl` (JSON-LD 1.1 section 10.4)
  dropped,           ///< only the language stays, which is a defect of each literal
  last = dropped,
};

struct rdf_forms {
  triple_term_form triple_terms = triple_term_form::kept;
  direction_form directions = direction_form::kept;

  friend bool operator==(const rdf_forms&, const rdf_forms&) = default;
};

/// The names in options and campaigns: `kept`, `basic-encoding`; `kept`, `compound-literal`, `i18n-datatype`, `dropped`.
[[nodiscard]] std::string_view to_string(triple_term_form form);
[[nodiscard]] std::string_view to_string(direction_form form);
/// The name, or nothing for what is kept: metadata and records say only what was changed.
template <class Form>
[[nodiscard]] std::string_view name_unless_kept(Form form) {
  return form == Form::kept ? std::string_view() : to_string(form);
}
[[nodiscard]] std::optional<triple_term_form> triple_term_form_from_name(std::string_view name);
[[nodiscard]] std::optional<direction_form> direction_form_from_name(std::string_view name);

}  // namespace laundromat
