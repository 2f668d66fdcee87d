// The stores of a process that may open nothing: each file is handed to it over a channel, by a `file_counter`.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "core/washing/ports.hpp"
#include "storage/sharing/descriptor_channel.hpp"

namespace laundromat {

/// Asks over the counter and waits for the answer; tells, and does not: what is told goes along with what is asked next. Thread-safe.
/// Errors are those of the store behind the counter, and `io_failed` when the counter is gone.
class handed_files {
 public:
  explicit handed_files(descriptor_channel counter);
  ~handed_files();

  /// The stores, which live as long as this. What is not about stores (limits, helpers, …) is the caller's.
  [[nodiscard]] laundry_ports ports();
  /// The one body that `ports().raw` has, until the next is lent.
  void lend_raw(std::string path, file_descriptor file);

  [[nodiscard]] result<descriptor_channel::letter> ask(std::string_view note);
  [[nodiscard]] result<void> tell(std::string_view note);
  /// Sends what was told; who ends or falls silent does.
  [[nodiscard]] result<void> flush();
  /// Of a clean document that nobody else has.
  [[nodiscard]] std::string make_label();

 private:
  struct stores;
  [[nodiscard]] result<void> add(std::string_view note);
  [[nodiscard]] result<void> send();

  descriptor_channel counter_;
  std::mutex mutex_;
  std::string told_;              ///< guarded by `mutex_`
  std::uint64_t last_label_ = 0;  ///< guarded by `mutex_`
  std::unique_ptr<stores> stores_;
};

}  // namespace laundromat
