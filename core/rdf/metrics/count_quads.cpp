// Compares the last term of each line with its object.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/metrics/count_quads.hpp"

namespace laundromat {

namespace {

constexpr std::string_view line_end = " .";

/// In canonical N-Quads no term but a literal has a space or a quotation mark, and one space separates two terms.
bool is_quad(std::string_view line) {
  if (!line.ends_with(line_end)) return false;
  line.remove_suffix(line_end.size());
  const auto predicate = line.find(' ');
  const auto object = predicate == line.npos ? line.npos : line.find(' ', predicate + 1);
  if (object == line.npos) return false;
  const auto last = line.rfind(' ');
  const auto term = line.substr(last + 1);
  return last != object && (term.starts_with('<') || term.starts_with("_:")) && term.find('"') == term.npos;
}

}  // namespace

std::uint64_t count_quads(std::string_view lines) {
  std::uint64_t count = 0;
  for (std::size_t end = 0; (end = lines.find('\n')) != lines.npos; lines.remove_prefix(end + 1))
    count += is_quad(lines.substr(0, end)) ? 1 : 0;
  return count;
}

}  // namespace laundromat
