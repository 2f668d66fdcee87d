// Short messages between two processes of this machine, each with at most one open file.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "storage/files/posix_file.hpp"

namespace laundromat {

/// One end of a pair of sockets that nobody else can reach (AF_UNIX, SOCK_SEQPACKET; descriptors travel by SCM_RIGHTS, see unix(7)).
/// One thread sends at a time, and one receives.
class descriptor_channel {
 public:
  static constexpr std::size_t most_bytes = 64 << 10;  ///< of a message

  struct frame {
    std::string text;
    file_descriptor file;  ///< closed when none came along
  };

  /// Two ends; a process that is spawned inherits the second when it is told its number. Errors: `io_failed`.
  [[nodiscard]] static result<std::pair<descriptor_channel, descriptor_channel>> make_pair();
  explicit descriptor_channel(file_descriptor socket) : socket_(std::move(socket)) {}

  /// `file` stays the sender's; -1: none. Errors: `invalid_argument` (too long), `cancelled` (the other end takes nothing in the time of
  /// `limit_waiting`), `io_failed` (also: the other end is gone).
  [[nodiscard]] result<void> send(std::string_view text, int file = -1) const;
  /// From now on `send` and `receive` wait no longer than that. Errors: `io_failed`.
  [[nodiscard]] result<void> limit_waiting(std::chrono::milliseconds patience) const;
  /// Waits; the text is empty only when nothing came in time. Errors: `cancelled` (the other end is gone), `io_failed`.
  [[nodiscard]] result<frame> receive();
  /// Wakes whoever waits in `receive`, on both ends.
  void shut() const;
  [[nodiscard]] int descriptor() const { return socket_.get(); }

 private:
  file_descriptor socket_;
  std::unique_ptr<char[]> buffer_;  ///< of `most_bytes`, from the first `receive` on
};

}  // namespace laundromat
