// A term that is kept while its statement is read.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/rdf/model/statement.hpp"

namespace laundromat::turtle {

/// A term and the memory that its views may point into.
struct held_term {
  term_view view;
  std::string text, datatype, language;

  /// Copies what the views refer to into this term, so that they are valid as long as it is.
  void pin() {
    const auto keep = [](std::string_view& part, std::string& memory) {
      if (part.data() == memory.data()) return;
      memory.assign(part);
      part = memory;
    };
    keep(view.value, text);
    keep(view.datatype, datatype);
    keep(view.language, language);
  }
};

}  // namespace laundromat::turtle
