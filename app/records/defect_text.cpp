// Implements the words of defects.
// SPDX-License-Identifier: Apache-2.0
#include "app/records/defect_text.hpp"

#include "app/terminal/terminal.hpp"

namespace laundromat {

namespace {

constexpr std::size_t excerpt_columns = 40;

}  // namespace

std::string excerpt_of(std::string_view text, std::size_t columns) {
  std::string out;
  for (const char c : text) switch (c) {
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      default:
        out += c;
    }
  return cut_to(harmless(out), columns);
}

std::string change_of(const defect& found, std::size_t columns) {
  if (found.done != treatment::repair || found.before == found.after) return {};
  const auto after = found.after.empty() ? "nothing" : excerpt_of(found.after, columns);
  return " \xE2\x86\x92 " + after;
}

std::string reach_of(const defect& found, std::size_t shown) {
  if (found.done != treatment::skip || found.before.empty() || found.length_bytes <= shown) return {};
  return ", " + number_of(found.length_bytes, "byte");
}

std::string in_words(const defect& found) {
  const auto before = excerpt_of(found.before, excerpt_columns) + reach_of(found, excerpt_columns);
  auto out = found.message;
  if (!out.empty() && !before.empty()) out += ": ";
  return out + before + change_of(found, excerpt_columns);
}

}  // namespace laundromat
