// What a plain scalar of YAML means.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/extraction/model/data_record.hpp"

namespace laundromat {

struct yaml_scalar {
  data_kind kind = data_kind::text;
  bool is_true = false;
  std::string number;  ///< as JSON writes it
};

/// By the core schema, YAML 1.2.2 section 10.3.2. What JSON has no number for, `.inf` and `.nan` and numbers of more than 64 bits in base 8 or 16,
/// is text.
[[nodiscard]] yaml_scalar read_yaml_scalar(std::string_view text);

/// Whether a text is a number by the core schema but for zeros in front, as postal codes have them: `01067`, not `0.5`. It is no number of most who
/// write it.
[[nodiscard]] bool has_leading_zero(std::string_view text);

}  // namespace laundromat
