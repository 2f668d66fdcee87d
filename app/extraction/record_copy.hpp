// A record that outlives its document.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/extraction/model/data_record.hpp"

namespace laundromat {

inline void add_copy(data_record& to, data_value value, std::string_view name) {
  const auto kept = to.keep(name);
  switch (value.kind()) {
    case data_kind::null:
      return to.add_null(kept);
    case data_kind::boolean:
      return to.add_boolean(value.is_true(), kept);
    case data_kind::number:
      return to.add_number(to.keep(value.text()), kept);
    case data_kind::text:
      return to.add_text(to.keep(value.text()), kept);
    case data_kind::list:
    case data_kind::map:
      value.is(data_kind::list) ? to.begin_list(kept) : to.begin_map(kept);
      for (const auto inner : value) add_copy(to, inner, inner.name());
      return to.end();
  }
}

/// With its own texts. Its nesting is that of a record, which is limited.
[[nodiscard]] inline std::unique_ptr<data_record> copy_of(data_value value) {
  auto made = std::make_unique<data_record>();
  add_copy(*made, value, {});
  return made;
}

}  // namespace laundromat
