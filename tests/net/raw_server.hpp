// A test server that sends scripted bytes, like a broken or hostile server.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace laundromat::test {

/// What the server does after the bytes of a reply.
enum class ending : std::uint8_t {
  close,       ///< close the connection in order
  keep_alive,  ///< the next request of the connection is answered too
  reset,       ///< close the connection with RST
  stall,       ///< send nothing more and keep the connection open
};

struct raw_reply {
  std::string bytes;
  ending then = ending::close;
  std::string repeated{};              ///< sent after `bytes`, `repeat` times or until the client has enough
  std::uint64_t repeat = 0;            ///< how often
  std::chrono::milliseconds pause{0};  ///< when positive, `bytes` are sent one by one with this pause
};

/// Listens on 127.0.0.1 at a port that the system chooses, in its own thread, until it is destroyed.
class raw_server {
 public:
  using answerer = std::function<raw_reply(const std::string& request)>;

  explicit raw_server(answerer answer);
  explicit raw_server(raw_reply always);
  ~raw_server();
  raw_server(const raw_server&) = delete;
  raw_server& operator=(const raw_server&) = delete;

  [[nodiscard]] std::uint16_t port() const { return port_; }
  [[nodiscard]] std::string url(const std::string& path = "/") const;
  /// Connections accepted so far.
  [[nodiscard]] std::size_t accepted() const { return accepted_; }
  /// The heads of the requests so far.
  [[nodiscard]] std::vector<std::string> requests() const;
  /// Bytes that the system took from `repeated` so far.
  [[nodiscard]] std::uint64_t repeated_bytes() const { return repeated_bytes_; }

 private:
  struct connection;
  void run();
  bool serve(connection& c);
  bool reply(connection& c);
  bool drip(connection& c);
  static bool finish(connection& c);

  answerer answer_;
  int listener_ = -1;
  int stop_[2] = {-1, -1};
  std::uint16_t port_ = 0;
  std::atomic<std::size_t> accepted_{0};
  std::atomic<std::uint64_t> repeated_bytes_{0};
  mutable std::mutex mutex_;
  std::vector<std::string> requests_;
  std::thread thread_;
};

}  // namespace laundromat::test
