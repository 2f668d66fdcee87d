// Implements the order of rows.
// SPDX-License-Identifier: Apache-2.0
#include "app/records/report_rows.hpp"

#include <vector>

namespace laundromat {

namespace {

/// Selects rows of stream damage, which are printed first because they affect all text after them.
class stream_rows final : public ledger_sink {
 public:
  result<void> on_row(const ledger_row& row) override {
    if (row.layer == ledger_layer::stream) rows.push_back(row);
    return {};
  }
  std::vector<ledger_row> rows;
};

/// Passes everything except rows of stream damage.
class other_rows final : public ledger_sink {
 public:
  explicit other_rows(ledger_sink& below) : below_(below) {}
  result<void> on_row(const ledger_row& row) override {
    return row.layer == ledger_layer::stream ? result<void>{} : below_.on_row(row);
  }
  result<void> on_count(const ledger_count& count) override { return below_.on_count(count); }

 private:
  ledger_sink& below_;
};

}  // namespace

result<std::optional<ledger_subject>> report_stream_first(const defect_feed& known, ledger_sink& into) {
  stream_rows first;
  if (auto about = known(first); !about || first.rows.empty()) return about ? known(into) : about;
  for (const auto& row : first.rows)
    if (auto taken = into.on_row(row); !taken) return tl::unexpected(taken.error());
  other_rows rest{into};
  return known(rest);
}

}  // namespace laundromat
