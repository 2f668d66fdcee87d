// Reads the parameter of media types, and knows the labels.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/model/rdf_version.hpp"

#include <algorithm>

#include "core/web/uri_characters.hpp"

namespace laundromat {

std::string_view without_parameters(std::string_view media_type) {
  return trim(media_type.substr(0, media_type.find(';')));
}

std::string_view version_of(std::string_view media_type) {
  for (auto semicolon = media_type.find(';'); semicolon != media_type.npos;) {
    media_type.remove_prefix(semicolon + 1);
    semicolon = media_type.find(';');
    const auto parameter = media_type.substr(0, semicolon);
    const auto equals = parameter.find('=');
    if (equals == parameter.npos || !equals_ignoring_case(trim(parameter.substr(0, equals)), "version"))
      continue;
    auto label = trim(parameter.substr(equals + 1));
    if (label.size() >= 2 && label.front() == '"' && label.back() == '"')
      label = trim(label.substr(1, label.size() - 2));
    return label;
  }
  return {};
}

bool is_known_version(std::string_view label) {
  return label == "1.0" || label == "1.1" || label == "1.2-basic" || label == "1.2";
}

version_features features_of(std::string_view label) {
  if (label == "1.0" || label == "1.1") return {false, false};
  return {true, label != "1.2-basic"};
}

}  // namespace laundromat
