// The names of outcomes, and which are told.
// SPDX-License-Identifier: Apache-2.0
#include "core/providers/graph_import.hpp"

namespace laundromat {

std::string_view to_string(import_outcome outcome) {
  switch (outcome) {
    case import_outcome::imported:
      return "imported";
    case import_outcome::unchanged:
      return "unchanged";
    case import_outcome::failed:
      return "failed";
    case import_outcome::skipped:
      return "skipped";
    case import_outcome::refused:
      return "refused";
    case import_outcome::restored:
      return "restored";
  }
  return "unknown";
}

void add_line(std::string& text, const std::string& line) {
  text += (text.empty() ? "" : "\n") + line;
}

bool is_told(import_outcome outcome) {
  return outcome != import_outcome::skipped && outcome != import_outcome::restored;
}

}  // namespace laundromat
