// Fetches with libcurl: one loop drives thousands of single-hop transfers from one thread.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/byte_source.hpp"
#include "core/records/records.hpp"
#include "net/content_decoder.hpp"
#include "net/response_head.hpp"

namespace laundromat {

/// Answers whether a connection to this network address may be made: `ok`, `address_refused` or
/// `port_refused`. Shape: 4 bytes (IPv4) or 16 bytes (IPv6), network order. It is asked after name resolution
/// for every connection that is opened, and again for every request on a connection that is open already
/// (R14, R15).
using address_check = std::function<errc(std::span<const std::uint8_t> address, std::uint16_t port)>;

/// What becomes of a transfer at a network address.
enum class address_slot : std::uint8_t {
  refused,  ///< there are too many already: it ends with `cancelled`, and `hop.address` is that address
  granted,  ///< it may use a connection to it
  alone,    ///< likewise, and the connection is closed after it: others wait there
};

/// What one transfer may cost (R19-R24). A time of zero or less means "at once", never "unlimited".
struct transfer_limits {
  milliseconds connect{15'000};               ///< name resolution, TCP and TLS together
  milliseconds first_byte{60'000};            ///< from the request to the first byte of the answer
  milliseconds slow_window{60'000};           ///< in each window of this length …
  std::uint64_t slow_bytes_per_second = 512;  ///< … at least so many bytes per second must come
  milliseconds total{7'200'000};              ///< of the whole hop …
  milliseconds total_per_mib{1'000};          ///< … plus this much for each MiB that was received
  std::uint64_t wire_bytes = std::uint64_t{16} << 30;
  std::uint64_t discarded_bytes = 65'536;  ///< of an error page; the connection is cut at more
  std::uint32_t excerpt_chars = 1'000;     ///< of an error page that are kept
  decode_limits decode;
  head_limits head;
};

/// Opens the place for a body: asked at the first decoded byte of a success answer, never for another.
/// The sink stays owned by the caller and must outlive the transfer. An error ends the transfer with that
/// error. Neither opener nor sink may call the loop.
using body_opener = std::function<result<byte_sink*>(const http_hop& head)>;

/// One GET of one URI.
struct transfer_request {
  std::string uri;         ///< absolute http or https; userinfo is cut off before anything sees it (R18)
  std::string user_agent;  ///< `Name/1.2 (+https://…; mailto:…)` (R11)
  std::string from;        ///< the mail address of the From header; empty sends none
  std::string accept = "*/*";
  std::string if_none_match;      ///< a stored ETag verbatim; empty sends none (R28)
  std::string if_modified_since;  ///< a stored Last-Modified verbatim; empty sends none
  bool keeps_damaged = false;     ///< what can be decoded of a damaged Content-Encoding is a body, too
  bool insecure_tls = false;      ///< accept any certificate; the record must then say so (R26)
  /// Asked, with its peer, before a connection is opened and again before the request is sent; unset: always granted.
  std::function<address_slot(std::span<const std::uint8_t> address)> take_slot;
  body_opener open_body;  ///< without one the body is counted and thrown away
  /// When positive: the transfer is complete with so many decoded bytes of a success answer. The sink may get up to 64 KiB more; what is
  /// behind them is neither received nor judged, and no announced length is too large.
  std::uint64_t enough_bytes = 0;
  transfer_limits limits;
};

/// What became of it. `hop.error` is `ok` whenever a complete answer came, whatever its status.
/// With `ok`, `hop.detail` holds notes on oddities (a wrong Content-Encoding label, dropped headers).
struct transfer_outcome {
  http_hop hop;
  std::string excerpt;         ///< the first characters of the body of an answer that is no success
  bool body_opened = false;    ///< `open_body` was asked and gave a sink
  bool found_no_room = false;  ///< `take_slot` refused the address: nothing was sent
  std::vector<stream_warning> damage = {};  ///< of the Content-Encoding of a body that is kept all the same
  bool length_known = false;  ///< the end of the body was announced; else the closed connection was its end
};

using transfer_id = std::uint64_t;
using transfer_callback = std::function<void(transfer_id, transfer_outcome)>;

struct transfer_loop_options {
  std::uint32_t at_once = 256;  ///< running transfers and open connections, 64 KiB each; the rest waits
  std::uint32_t connections_per_host = 0;  ///< 0 sets no limit: politeness is the frontier's work
  std::string ca_file;                     ///< PEM of the trusted roots; empty uses the system's
};

/// Drives transfers. All members but `wake` belong to one thread; callbacks run in `poll` only.
/// A transfer is one hop: redirects are answers like others. No proxy, no cookies, no netrc, no credentials,
/// no HTTP/0.9, no scheme but http and https, TLS 1.2 or later. Connections are kept and reused.
class transfer_loop {
 public:
  /// `check` must not be empty, else every address is refused. `wall_clock` stamps `http_hop::begun`.
  transfer_loop(address_check check, std::function<timestamp()> wall_clock,
                const transfer_loop_options& options = {});
  ~transfer_loop();
  transfer_loop(const transfer_loop&) = delete;
  transfer_loop& operator=(const transfer_loop&) = delete;

  /// Puts a transfer in line; it begins in a later `poll`. It never fails here: whatever is wrong with the
  /// request comes to `on_done` too, which is called once, from a later `poll`, and may start and cancel
  /// transfers. Time spent in line counts for no limit and no `walltime`.
  /// Errors in `hop.error`: `relative_uri`, `uri_syntax`, `scheme_refused`, `address_refused`,
  /// `port_refused`, `host_not_found` to `bad_response` (32-39, never `http_status`), `truncated_body`,
  /// `body_too_large`, `content_encoding`, `network_unreachable`, `ratio_exceeded`, `truncated_stream`, `archive_damaged`,
  /// `invalid_argument` for a header value with control characters, `out_of_memory`, `internal`, and what the
  /// opener or sink answered.
  transfer_id start(transfer_request request, transfer_callback on_done);

  /// Moves all transfers on and reports those that ended, waiting at most `max_wait` for something to happen.
  /// Answers how many ended.
  std::size_t poll(milliseconds max_wait);

  /// Ends the wait of the current or next `poll`. Thread-safe.
  void wake();

  /// Drops a transfer at once: its callback is not called, its sink is not touched again. False when it is
  /// not active.
  bool cancel(transfer_id id);

  /// The number of transfers that have neither ended nor been cancelled.
  [[nodiscard]] std::size_t active() const;

 private:
  class state;
  std::unique_ptr<state> state_;
};

/// Name and version of the library below, for the log at start (R31).
[[nodiscard]] std::string http_library_version();
/// Its number: 0xXXYYZZ.
[[nodiscard]] std::uint32_t http_library_number();

}  // namespace laundromat
