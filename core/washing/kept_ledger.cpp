// Ledger output, created on first write.
// SPDX-License-Identifier: Apache-2.0
#include "core/washing/kept_ledger.hpp"

namespace laundromat {

result<void> late_output::write(std::string_view bytes) {
  if (!file_) {
    auto made = (*make_)();
    if (!made) return tl::unexpected(made.error());
    file_ = *std::move(made);
    packed_.emplace(*file_);
  }
  return packed_->write(bytes);
}

result<std::string> late_output::finish() {
  if (auto begun = write({}); !begun) return tl::unexpected(begun.error());
  if (auto closed = packed_->finish(); !closed) return tl::unexpected(closed.error());
  return file_->finish({});  // the caller reads it from its start
}

result<staged_ledger> kept_ledger::finish(const ledger_subject& about, bool even_if_empty) {
  if (writer_.is_empty() && !even_if_empty) return staged_ledger{};
  const auto written = writer_.finish(about);
  if (!written) return tl::unexpected(written.error());
  auto staged = file_.finish();
  if (!staged) return tl::unexpected(staged.error());
  return staged_ledger{written->digest, *std::move(staged), writer_.cut()};
}

}  // namespace laundromat
