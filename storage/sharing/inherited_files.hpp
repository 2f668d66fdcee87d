// The stores of a process that may open nothing: each file is handed to it over a channel, by a `file_broker`.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "core/washing/ports.hpp"
#include "storage/sharing/descriptor_channel.hpp"

namespace laundromat {

/// Asks over the broker and waits for the answer; tells, and does not: what is told goes along with what is asked next. Thread-safe.
/// Errors are those of the store behind the broker, and `io_failed` when the broker is gone.
class inherited_files {
 public:
  explicit inherited_files(descriptor_channel broker);
  ~inherited_files();

  /// The stores, which live as long as this. What is not about stores (limits, helpers, …) is the caller's.
  [[nodiscard]] washing_ports ports();
  /// The one body that `ports().raw` has, until the next is lent.
  void set_raw(std::string path, file_descriptor file);

  [[nodiscard]] result<descriptor_channel::frame> ask(std::string_view record);
  [[nodiscard]] result<void> report(std::string_view record);
  /// Sends what was told; who ends or falls silent does.
  [[nodiscard]] result<void> flush();
  /// Of a clean document that nobody else has.
  [[nodiscard]] std::string make_label();

 private:
  struct stores;
  [[nodiscard]] result<void> add(std::string_view record);
  [[nodiscard]] result<void> send();

  descriptor_channel broker_;
  std::mutex mutex_;
  std::string reported_;          ///< guarded by `mutex_`
  std::uint64_t last_label_ = 0;  ///< guarded by `mutex_`
  std::unique_ptr<stores> stores_;
};

}  // namespace laundromat
