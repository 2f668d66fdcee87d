// Messages between two local processes, each with at most one file descriptor.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "storage/files/posix_file.hpp"

namespace laundromat {

/// One end of an unnamed socket pair (AF_UNIX, SOCK_SEQPACKET; descriptors are passed by SCM_RIGHTS, see unix(7)).
/// At most one thread sends and one receives at a time.
class descriptor_channel {
 public:
  static constexpr std::size_t most_bytes = 64 << 10;  ///< largest message

  struct frame {
    std::string text;
    file_descriptor file;  ///< closed when the message has none
  };

  /// Creates two ends; a spawned process inherits the second by its number. Errors: `io_failed`.
  [[nodiscard]] static result<std::pair<descriptor_channel, descriptor_channel>> make_pair();
  explicit descriptor_channel(file_descriptor socket) : socket_(std::move(socket)) {}

  /// `file` is still owned by the sender; -1: none. Errors: `invalid_argument` (too long), `cancelled` (the other end did not read within the
  /// time of `limit_waiting`), `io_failed` (also when the other end is closed).
  [[nodiscard]] result<void> send(std::string_view text, int file = -1) const;
  /// Sets the time limit of `send` and `receive`. Errors: `io_failed`.
  [[nodiscard]] result<void> limit_waiting(std::chrono::milliseconds time_limit) const;
  /// Waits for a message; the text is empty only after a time-out. Errors: `cancelled` (the other end is closed), `io_failed`.
  [[nodiscard]] result<frame> receive();
  /// Wakes threads that wait in `receive`, at both ends.
  void shut() const;
  [[nodiscard]] int descriptor() const { return socket_.get(); }

 private:
  file_descriptor socket_;
  std::unique_ptr<char[]> buffer_;  ///< `most_bytes`, allocated by the first `receive`
};

}  // namespace laundromat
