// A client that sends what a test wants, byte by byte if need be, and reads responses.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace laundromat::test {

struct raw_response {
  int status = 0;                             ///< 0: the connection ended before
  std::map<std::string, std::string> fields;  ///< names in lower case
  std::string body;
  bool is_whole = false;  ///< the body came to its end

  [[nodiscard]] std::string field(const std::string& name) const {
    const auto found = fields.find(name);
    return found == fields.end() ? std::string{} : found->second;
  }
};

/// One connection to a port of this machine. Each call waits at most `patience`.
class raw_client {
 public:
  static constexpr std::chrono::seconds patience{30};

  /// A socket that is not connected.
  raw_client();
  /// `from`: a loopback address, as `127.0.0.2`. `receive_bytes`: of the buffer of the kernel, 0 for its choice.
  explicit raw_client(std::uint16_t port, const std::string& from = "127.0.0.1", int receive_bytes = 0);
  ~raw_client();
  raw_client(raw_client&& other) noexcept;
  raw_client& operator=(raw_client&& other) noexcept;
  raw_client(const raw_client&) = delete;
  raw_client& operator=(const raw_client&) = delete;

  bool connect(std::uint16_t port, const std::string& from = "127.0.0.1");
  /// False when the other end has closed.
  bool send(std::string_view bytes);
  /// Ends our side only.
  void finish_sending();
  [[nodiscard]] raw_response read(bool is_head = false);
  [[nodiscard]] raw_response ask(std::string_view request);
  /// Reads what comes next; false when the connection ends or the time is over.
  bool receive();
  /// Reads until the received bytes end with `end`; false when the connection ends or the time is over.
  bool read_until(std::string_view end);
  /// Reads until the received bytes have `text` somewhere; false when the connection ends or the time is over.
  bool read_until_has(std::string_view text);
  /// The status of the response that comes, which is not read; 0 when the connection ends.
  [[nodiscard]] int next_status();
  /// Whether the other end closes, ignoring what comes before.
  [[nodiscard]] bool is_closed();
  /// Whether the other end closes, without reading anything.
  [[nodiscard]] bool is_closed_unread();
  /// Sends these bytes one after another, each when `pause` has passed; false as soon as the other end sends or closes.
  bool trickle(std::string_view bytes, std::chrono::milliseconds pause);
  /// What was received and not yet read as a response.
  [[nodiscard]] const std::string& received() const { return received_; }

 private:
  bool read_chunks(std::string& body);

  int socket_ = -1;
  std::string received_;
};

/// A GET of this path, with a Host.
[[nodiscard]] std::string get(const std::string& path, const std::string& fields = "");

}  // namespace laundromat::test
