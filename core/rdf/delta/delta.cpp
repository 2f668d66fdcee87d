// Comparing, applying and reading by merging sorted lines.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/delta/delta.hpp"

#include "core/rdf/delta/merge_side.hpp"

namespace laundromat {

namespace {

/// The rows of a patch; `A` and `D` swapped when it is applied backwards.
class patch_rows {
 public:
  patch_rows(byte_source& patch, patch_direction direction)
      : lines_(patch, "the patch", line_stream::order::any),
        adds_(direction == patch_direction::forwards ? 'A' : 'D') {}

  result<void> advance() {
    for (;;) {
      const auto more = lines_.advance();
      if (!more) return tl::unexpected(more.error());
      has_row_ = *more;
      if (!has_row_) return has_ended_ ? result<void>{} : fail(errc::syntax_error, "the patch has no `TC .`");
      const auto row = lines_.line();
      if (row.starts_with("A <") || row.starts_with("D <")) return take(row);
      if (row == "TC .\n") has_ended_ = true;
      if (!row.starts_with("H ") && row != "TX .\n" && row != "TC .\n")
        return fail(errc::syntax_error,
                    "row " + std::to_string(lines_.number()) + " of the patch is not valid");
    }
  }
  [[nodiscard]] bool has_row() const { return has_row_; }
  [[nodiscard]] bool is_added() const { return lines_.line().front() == adds_; }
  [[nodiscard]] std::string_view statement() const { return lines_.line().substr(2); }

 private:
  result<void> take(std::string_view row) {
    if (row.substr(2) <= last_ || has_ended_)
      return fail(errc::syntax_error,
                  "row " + std::to_string(lines_.number()) + " of the patch is out of order");
    last_ = row.substr(2);
    return {};
  }

  line_stream lines_;
  char adds_;
  std::string last_;
  bool has_row_ = false, has_ended_ = false;
};

}  // namespace

result<delta_counts> compare(byte_source& before, byte_source& after, const delta_consumer& take) {
  delta_counts counts;
  merge_side old{before, "the first document"}, fresh{after, "the second document"};
  auto done = old.advance();
  if (done) done = fresh.advance();
  while (done && (old.has_line() || fresh.has_line())) {
    const auto order = compare_sides(old, fresh);
    if (order < 0) {
      ++counts.removed;
      done = take(delta_sign::removed, old.line());
    } else if (order > 0) {
      ++counts.added;
      done = take(delta_sign::added, fresh.line());
    } else {
      ++counts.kept;
    }
    if (done && order <= 0) done = old.advance();
    if (done && order >= 0) done = fresh.advance();
  }
  if (!done) return tl::unexpected(done.error());
  return counts;
}

result<delta_counts> read_patch(byte_source& patch, const delta_consumer& take) {
  delta_counts counts;
  patch_rows rows{patch, patch_direction::forwards};
  for (auto done = rows.advance();; done = rows.advance()) {
    if (!done) return tl::unexpected(done.error());
    if (!rows.has_row()) return counts;
    ++(rows.is_added() ? counts.added : counts.removed);
    if (auto taken = take(rows.is_added() ? delta_sign::added : delta_sign::removed, rows.statement());
        !taken)
      return tl::unexpected(taken.error());
  }
}

result<delta_counts> apply_patch(byte_source& document, byte_source& patch, patch_direction direction,
                                 byte_sink& out) {
  delta_counts counts;
  merge_side old{document, "the document"};
  patch_rows rows{patch, direction};
  auto done = old.advance();
  if (done) done = rows.advance();
  while (done && (old.has_line() || rows.has_row())) {
    const auto order = !rows.has_row() ? -1 : !old.has_line() ? 1 : old.line().compare(rows.statement());
    if (order < 0) {
      ++counts.kept;
      done = out.write(old.line());
    } else if ((order == 0) == rows.is_added()) {
      done = fail(errc::digest_mismatch, "the patch was not made for this document");
    } else if (rows.is_added()) {
      ++counts.added;
      done = out.write(rows.statement());
    } else {
      ++counts.removed;
    }
    if (done && order <= 0) done = old.advance();
    if (done && order >= 0) done = rows.advance();
  }
  if (!done) return tl::unexpected(done.error());
  return counts;
}

}  // namespace laundromat
