// Implements find_languages.
// SPDX-License-Identifier: Apache-2.0
#include "core/schema/name_language.hpp"

#include <algorithm>
#include <string>

#include "core/rdf/values/language_tag.hpp"

namespace laundromat {

namespace {

/// ISO 639-1, with a space around each code.
constexpr std::string_view codes =
    " aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv "
    "dz ee "
    "el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik "
    "io is it "
    "iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr "
    "ms mt my "
    "na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk "
    "sl sm sn "
    "so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo "
    "za zh zu ";

bool has_texts(const field_schema& field) {
  kind_set texts, texts_and_null;
  texts.add(data_kind::text);
  texts_and_null = texts;
  texts_and_null.add(data_kind::null);
  return (field.kinds == texts || field.kinds == texts_and_null) && field.text_type == value_type::text;
}

/// What is before the code at the end of a name, with the sign between them; empty: the name has none.
std::string_view stem_of(std::string_view name) {
  constexpr std::size_t code_bytes = 2;
  if (name.size() < code_bytes + 2 || !is_language_code(name.substr(name.size() - code_bytes))) return {};
  const auto stem = name.substr(0, name.size() - code_bytes);
  return std::string_view("_-.:").find(stem.back()) == std::string_view::npos ? std::string_view() : stem;
}

}  // namespace

bool is_language_code(std::string_view code) {
  return code.size() == 2 && codes.find(" " + std::string(code) + " ") != std::string_view::npos;
}

void find_languages(std::vector<field_schema>& fields) {
  const bool are_codes = fields.size() > 1 && std::ranges::all_of(fields, [](const field_schema& field) {
                           return is_language_code(field.name) && has_texts(field);
                         });
  for (auto& field : fields) {
    if (!has_texts(field)) continue;
    const std::string_view name = field.name;
    const auto at = name.rfind('@');
    if (at != name.npos && at > 0 && is_well_formed_language_tag(name.substr(at + 1))) {
      field.language = name.substr(at + 1);
    } else if (are_codes) {
      field.language = name;
    } else if (const auto stem = stem_of(name); !stem.empty()) {
      const bool has_sibling = std::ranges::any_of(fields, [&](const field_schema& other) {
        return &other != &field && has_texts(other) && stem_of(other.name) == stem;
      });
      if (has_sibling) field.language = name.substr(stem.size());
    }
  }
}

}  // namespace laundromat
