// Reads and writes rows of changes.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/merge/change_rows.hpp"

namespace laundromat {

result<void> change_rows::advance() {
  if (has_row_) last_ = line();
  const auto more = lines_.advance();
  if (!more) return tl::unexpected(more.error());
  has_row_ = *more;
  if (!has_row_) return {};
  const auto row = lines_.line();
  if (!row.starts_with("A ") && !row.starts_with("D "))
    return fail(errc::syntax_error,
                "row " + std::to_string(lines_.number()) + " of " + name_ + " is no change");
  if (line() <= last_)
    return fail(errc::syntax_error,
                "row " + std::to_string(lines_.number()) + " of " + name_ + " is out of order");
  return {};
}

result<void> write_change(byte_sink& out, delta_sign sign, std::string_view line) {
  if (auto begun = out.write(sign == delta_sign::added ? "A " : "D "); !begun) return begun;
  return out.write(line);
}

}  // namespace laundromat
