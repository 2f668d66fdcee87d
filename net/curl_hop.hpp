// One hop with a reusable libcurl handle: options, callbacks, counters and deadlines. Internal to net.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <curl/curl.h>

#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "net/curl_errors.hpp"
#include "net/ftp_answer.hpp"
#include "net/hop_answer.hpp"
#include "net/transfer.hpp"

namespace laundromat {

using steady_time = std::chrono::steady_clock::time_point;

/// The state that all hops of one loop share.
struct hop_context {
  address_check check;
  std::function<timestamp()> wall_clock;
  std::string ca_file;
  steady_time next_check = steady_time::max();  ///< no hop is late before this
  steady_time performing_since{};               ///< when libcurl was given the thread
};

/// A handle and the state of its current hop. The object must not move: libcurl keeps its address.
class curl_hop {
 public:
  explicit curl_hop(hop_context& shared);
  ~curl_hop();
  curl_hop(const curl_hop&) = delete;
  curl_hop& operator=(const curl_hop&) = delete;

  /// Begins a request: sets the options that differ between requests.
  /// Errors: `relative_uri`, `scheme_refused`, `uri_syntax`; `invalid_argument` for a header value with
  /// control characters.
  [[nodiscard]] result<void> prepare(transfer_request request);
  /// Ends the hop. `verdict` is the reason when the loop ended it (a deadline, a refused request); otherwise the reason is `code` of libcurl.
  [[nodiscard]] transfer_outcome finish(CURLcode code, std::optional<failure> verdict);
  /// Forgets the request, so that the handle can serve another.
  void clear();

  /// The next time at which `lateness` may find a fault; `max` while libcurl itself checks the time (connecting).
  [[nodiscard]] steady_time deadline() const;
  /// Returns why the hop is too slow at `now`, or nothing. Starts the next window of the speed rule.
  [[nodiscard]] std::optional<failure> lateness(steady_time now);

  [[nodiscard]] CURL* handle() const { return easy_; }

 private:
  static std::size_t on_header(char* bytes, std::size_t size, std::size_t count, void* self);
  static int on_wire(CURL* easy, curl_infotype kind, char* bytes, std::size_t size, void* self);
  static std::size_t on_body(char* bytes, std::size_t size, std::size_t count, void* self);
  static curl_socket_t on_socket(void* self, curlsocktype purpose, curl_sockaddr* address);
  static int on_request(void* self, char* ip, char* local_ip, int port, int local_port);
  static CURLcode on_tls(CURL* easy, void* context, void* self);
  static int on_resolve(void* resolver, void* reserved, void* self);

  void set_constant_options();
  void set_route();
  void set_method();
  [[nodiscard]] result<void> prepare_ftp();
  static int on_progress(void* self, curl_off_t, curl_off_t, curl_off_t, curl_off_t);
  void end_control_connection();
  [[nodiscard]] errc judge_connection(std::span<const std::uint8_t> address, std::uint16_t port,
                                      std::string_view shown);
  void keep_request_head(std::string_view sent);
  void add_header(std::string_view name, std::string_view value);
  void begin();
  void begin_receiving();
  [[nodiscard]] errc judge_peer(std::span<const std::uint8_t> address, std::uint16_t port,
                                std::string_view shown);
  [[nodiscard]] failure no_room() const;
  [[nodiscard]] std::optional<failure> verdict_of(CURLcode code);

  hop_context& shared_;
  CURL* easy_ = nullptr;
  curl_slist* headers_ = nullptr;
  std::array<char, CURL_ERROR_SIZE> message_{};

  transfer_request request_;
  transfer_outcome outcome_;
  // One of these from `prepare` to `clear`.
  std::optional<hop_answer> answer_;
  std::optional<ftp_answer> ftp_;
  std::optional<failure> own_failure_;  ///< set by a callback that made libcurl stop
  std::string certificate_fault_;       ///< see certificate_fault.hpp
  std::optional<failure> refusal_;      ///< the last address that the check refused
  std::string control_address_;         ///< of the FTP server
  std::string full_address_;            ///< the last address that had no free slot

  hop_phase phase_ = hop_phase::connecting;
  bool begun_ = false, was_sent_ = false;
  steady_time begun_at_{}, requested_at_{}, window_at_{};
  std::uint64_t received_bytes_ = 0;  ///< head and body
  std::uint64_t window_bytes_ = 0;    ///< those of them that were received before the window
};

}  // namespace laundromat
