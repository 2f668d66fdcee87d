// An inbox on loopback that keeps the notifications it gets.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace laundromat::test {

/// A POST that was received.
struct received_notification {
  std::string path, media_type, body;
};

/// Listens on 127.0.0.1 at a port that the system chooses, in its own threads, until it is destroyed.
class inbox_server {
 public:
  inbox_server();
  ~inbox_server();
  inbox_server(const inbox_server&) = delete;
  inbox_server& operator=(const inbox_server&) = delete;

  /// The URL of a path, on this host name.
  [[nodiscard]] std::string url(const std::string& path, const std::string& host = "127.0.0.1") const;
  [[nodiscard]] std::vector<received_notification> received() const;
  /// Those to one path.
  [[nodiscard]] std::vector<std::string> bodies_to(const std::string& path) const;
  /// The status of the next answers; at first 201.
  void answer_with(int status);

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace laundromat::test
