// The version among the parameters of a media type, and the labels of versions.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/model/rdf_version.hpp"

#include "core/web/http_values.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

std::string_view without_parameters(std::string_view media_type) {
  return trim(media_type.substr(0, media_type.find(';')));
}

std::string version_of(std::string_view media_type) {
  for (const auto& [name, value] : parse_content_type(media_type).parameters)
    if (name == "version") return std::string(trim(value));
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
