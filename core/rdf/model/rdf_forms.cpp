// The names of the forms.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/model/rdf_forms.hpp"

#include <array>

namespace laundromat {

namespace {

constexpr std::array<std::string_view, 2> triple_term_names{"kept", "basic-encoding"};
constexpr std::array<std::string_view, 4> direction_names{"kept", "compound-literal", "i18n-datatype",
                                                          "dropped"};

template <class Form, std::size_t n>
std::optional<Form> form_named(const std::array<std::string_view, n>& known, std::string_view name) {
  for (std::size_t i = 0; i < n; ++i)
    if (known[i] == name) return static_cast<Form>(i);
  return std::nullopt;
}

}  // namespace

std::string_view to_string(triple_term_form form) {
  return triple_term_names[static_cast<std::size_t>(form)];
}

std::string_view to_string(direction_form form) {
  return direction_names[static_cast<std::size_t>(form)];
}

std::optional<triple_term_form> triple_term_form_from_name(std::string_view name) {
  return form_named<triple_term_form>(triple_term_names, name);
}

std::optional<direction_form> direction_form_from_name(std::string_view name) {
  return form_named<direction_form>(direction_names, name);
}

}  // namespace laundromat
