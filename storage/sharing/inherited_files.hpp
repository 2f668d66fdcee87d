// The stores of a sandboxed process, which receives each file from a `file_broker`.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "core/washing/ports.hpp"
#include "storage/sharing/descriptor_channel.hpp"

namespace laundromat {

/// Sends requests to the broker and waits for answers; reports are buffered and sent with the next request. Thread-safe.
/// Errors are those of the store behind the broker, and `io_failed` when the broker has closed the channel.
class inherited_files {
 public:
  explicit inherited_files(descriptor_channel broker);
  ~inherited_files();

  /// The stores, valid during the lifetime of this object. The caller sets the other ports (limits, helpers, …).
  [[nodiscard]] washing_ports ports();
  /// Sets the only body in `ports().raw`, until the next call.
  void set_raw(std::string path, file_descriptor file);
  void set_raw(std::string path, std::string bytes);

  [[nodiscard]] result<descriptor_channel::frame> ask(std::string_view record);
  [[nodiscard]] result<void> report(std::string_view record);
  /// Sends buffered reports; call it before the process ends or waits.
  [[nodiscard]] result<void> flush();
  /// A label for a new clean document.
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
