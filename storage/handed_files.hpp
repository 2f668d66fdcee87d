// The stores of a process that may open nothing: each file is handed to it over a channel, by a `file_counter`.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <string>

#include "core/laundry/ports.hpp"
#include "storage/descriptor_channel.hpp"

namespace laundromat {

/// Asks over the counter and waits for the answer; tells, and does not. Thread-safe. Errors are those of the store behind the counter,
/// and `io_failed` when the counter is gone.
class handed_files {
 public:
  explicit handed_files(descriptor_channel counter);
  ~handed_files();

  /// The stores, which live as long as this. What is not about stores (limits, helpers, …) is the caller's.
  [[nodiscard]] laundry_ports ports();
  /// The one body that `ports().raw` has, until the next is lent.
  void lend_raw(std::string path, file_descriptor file);

  [[nodiscard]] result<descriptor_channel::letter> ask(std::string_view letter);
  [[nodiscard]] result<void> tell(std::string_view letter);

 private:
  struct stores;
  descriptor_channel counter_;
  std::mutex mutex_;
  std::unique_ptr<stores> stores_;
};

}  // namespace laundromat
