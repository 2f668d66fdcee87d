// Implements inherited_properties.
// SPDX-License-Identifier: Apache-2.0
#include "core/csvw/metadata.hpp"

namespace laundromat::csvw {

void inherited_properties::inherit(const inherited_properties& parent) {
  const auto fill = [](auto& mine, const auto& theirs) {
    if (!mine) mine = theirs;
  };
  fill(about_url, parent.about_url);
  fill(property_url, parent.property_url);
  fill(value_url, parent.value_url);
  fill(language, parent.language);
  fill(text_direction, parent.text_direction);
  fill(default_value, parent.default_value);
  fill(nulls, parent.nulls);
  fill(separator, parent.separator);
  fill(is_ordered, parent.is_ordered);
  fill(is_required, parent.is_required);
  fill(type, parent.type);
}

}  // namespace laundromat::csvw
