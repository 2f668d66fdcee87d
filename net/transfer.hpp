// Fetches with libcurl: one loop runs thousands of single-hop transfers in one thread.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/byte_source.hpp"
#include "core/records/records.hpp"
#include "core/web/body_part.hpp"
#include "net/content_decoder.hpp"
#include "net/response_head.hpp"

namespace laundromat {

/// Returns whether a connection to this network address may be made: `ok`, `address_refused` or `port_refused`. Shape: 4 bytes (IPv4) or 16
/// bytes (IPv6), network order. Called after name resolution for every new connection, and again for every request on an open connection
/// (R14, R15).
using address_check = std::function<errc(std::span<const std::uint8_t> address, std::uint16_t port)>;

/// Whether a transfer gets a slot at a network address.
enum class address_slot : std::uint8_t {
  refused,  ///< no slot is free: the transfer ends with `cancelled`, and `hop.address` is that address
  granted,  ///< the transfer may use a connection to the address
  alone,    ///< the same, and its connection is closed afterwards, because other hosts wait for the address
};

/// The limits of one transfer (R19-R24). A time of zero or less ends the transfer at once; it never means "unlimited".
struct transfer_limits {
  milliseconds connect{15'000};               ///< name resolution, TCP and TLS together
  milliseconds first_byte{60'000};            ///< from the request to the first byte of the answer
  milliseconds slow_window{60'000};           ///< in each window of this length …
  std::uint64_t slow_bytes_per_second = 512;  ///< … at least so many bytes per second must arrive
  milliseconds total{7'200'000};              ///< of the whole hop …
  milliseconds total_per_mib{1'000};          ///< … plus this time for each MiB received
  std::uint64_t wire_bytes = std::uint64_t{16} << 30;
  std::uint64_t discarded_bytes = 65'536;  ///< of an error page; the connection is cut at more
  std::uint32_t excerpt_chars = 1'000;     ///< how much of an error page is kept
  decode_limits decode;
  head_limits head;
};

/// Opens the sink for a body. Called at the first decoded byte of a success answer, and not for other answers. The caller owns the sink, which
/// must outlive the transfer. An error ends the transfer with that error. Neither opener nor sink may call the loop.
using body_opener = std::function<result<byte_sink*>(const http_hop& head)>;

/// How a transfer ended. `hop.error` is `ok` when a complete answer was received, with any status. Then `hop.detail` has notes on oddities (a
/// wrong Content-Encoding header, headers that were not stored).
struct transfer_outcome {
  http_hop hop;
  std::string excerpt;         ///< the first characters of the body of an error answer
  bool body_opened = false;    ///< `open_body` has returned a sink
  bool found_no_room = false;  ///< `take_slot` refused the address: no request was sent
  /// The server closed a kept connection before it answered. The request was sent once, and may be sent once more, by a connection of its own.
  bool lost_connection = false;
  std::vector<stream_warning> damage = {};  ///< of the Content-Encoding of a body that is kept nevertheless
  bool length_known =
      false;            ///< the end of the body was announced; else the end of the connection was its end
  bool is_cut = false;  ///< the rest of the body was not wanted and not received
  std::optional<std::uint64_t> announced_bytes = {};  ///< of the body as received
  /// The range by which the answer continues `transfer_request::known_part`, with its total. Nothing: the answer is one to the whole request.
  std::optional<content_range> continued = {};
  std::vector<layer_kind> encodings =
      {};  ///< the Content-Encodings that the body really has, outermost first
  /// With `wire`: as sent and received, without 1xx answers, and without credentials and the further headers of the request, which may be secret.
  std::string request_head, response_head;
};

/// What a POST sends.
struct posted_body {
  std::string media_type, bytes;
};

/// One GET of one URI, or one POST.
struct transfer_request {
  std::string uri;  ///< absolute http or https, or ftp where `allow_ftp`; userinfo is removed first (R18)
  bool allow_ftp =
      false;  ///< by passive mode, as `anonymous` with `from` as the password; no proxy, no condition and no part
  std::string user_agent;  ///< `Name/1.2 (+https://…; mailto:…)` (R11)
  std::string from;        ///< the mail address of the From header; empty sends none
  std::string accept = "*/*";
  std::string if_none_match;      ///< a stored ETag verbatim; empty sends none (R28)
  std::string if_modified_since;  ///< a stored Last-Modified verbatim; empty sends none
  /// What was received of the body before: the rest is asked for (R29). A 206 that does not continue it ends with `part_mismatch`; any other answer
  /// is one to the whole request. A part has no Content-Encoding.
  std::optional<body_so_far> known_part = {};
  /// The value of Range: only a part of the resource is asked for, `bytes=5678-6911`. A success without a part, and a part that `check_part` refuses,
  /// end before their body. Not together with `known_part`.
  std::string range = {};
  /// Gets status and Content-Range of a success that answers `range`. Errors: `part_mismatch`. Unset: any 206 is taken.
  std::function<result<void>(int status, std::string_view content_range)> check_part = {};
  std::vector<std::string> headers = {};  ///< further ones, `Name: value`
  /// Set: a POST, of http or https. Not together with conditions and parts.
  std::optional<posted_body> post = {};
  std::string user, password;  ///< of HTTP Basic; an empty user sends none
  std::string
      proxy;  ///< `http://host:port` or `socks5h://host:port`: it finds the host, and its own address is the one that is checked
  std::uint64_t most_bytes_per_second = 0;  ///< 0: no limit
  bool own_connection = false;              ///< uses no kept connection, and keeps none
  bool keeps_damaged = false;  ///< keep what can be decoded of a damaged Content-Encoding as the body
  bool insecure_tls = false;   ///< accept any certificate; `hop.detail` of an answer says so (R26)
  /// Called with the address before a connection is opened and again before the request is sent; unset: always granted.
  std::function<address_slot(std::span<const std::uint8_t> address)> take_slot;
  body_opener open_body;  ///< without one the body is counted and discarded
  /// When set: gets the body of any answer as it is received, chunks undone, Content-Encoding kept; `so_far` has the heads and the address. The
  /// request is made by HTTP/1.1, because HTTP/2 has no heads that could be kept. An error ends the transfer with that error.
  std::function<result<void>(std::string_view bytes, const transfer_outcome& so_far)> wire;
  /// When positive: the transfer is complete after so many decoded bytes of a success answer. The sink may get up to 64 KiB more. The rest is
  /// neither received nor checked, and no announced length is too large.
  std::uint64_t enough_bytes = 0;
  transfer_limits limits;
};

using transfer_id = std::uint64_t;
using transfer_callback = std::function<void(transfer_id, transfer_outcome)>;

struct transfer_loop_options {
  std::uint32_t at_once = 256;  ///< running transfers and open connections, 64 KiB each; other transfers wait
  std::uint32_t connections_per_host = 0;  ///< 0: no limit, because the politeness scheduler limits requests
  std::string ca_file;                     ///< PEM of the trusted roots; empty uses the system's
};

/// Runs transfers. All members but `wake` are for one thread; callbacks run in `poll` only. A transfer is one hop: a redirect is an answer like
/// any other. No cookies, no netrc, no proxy and no credentials but those of the request,
/// no HTTP/0.9, no scheme but http, https and ftp, TLS 1.2 or later. Connections are kept and reused; a request that was lost with such a connection
/// is not sent again, because whoever asks for it waits for a slot of its host first.
class transfer_loop {
 public:
  /// `check` must not be empty, else every address is refused. `wall_clock` stamps `http_hop::begun`.
  transfer_loop(address_check check, std::function<timestamp()> wall_clock,
                const transfer_loop_options& options = {});
  ~transfer_loop();
  transfer_loop(const transfer_loop&) = delete;
  transfer_loop& operator=(const transfer_loop&) = delete;

  /// Queues a transfer, which begins in a later `poll`. Errors of the request are reported to `on_done`, too. `on_done` is called once, from a
  /// later `poll`, and may start and cancel transfers. Time in the queue does not count for limits and `walltime`.
  /// Errors in `hop.error`: `relative_uri`, `uri_syntax`, `scheme_refused`, `address_refused`,
  /// `port_refused`, `host_not_found` to `bad_response` (32-39, never `http_status`), `truncated_body`,
  /// `body_too_large`, `part_mismatch`, `content_encoding`, `network_unreachable`, `ratio_exceeded`, `truncated_stream`, `archive_damaged`,
  /// `invalid_argument` for a header value with control characters, `out_of_memory`, `internal`, and those of
  /// the opener and the sink.
  transfer_id start(transfer_request request, transfer_callback on_done);

  /// Continues all transfers and reports those that ended. Waits at most `max_wait` for an event. Returns how many ended.
  std::size_t poll(milliseconds max_wait);

  /// Ends the wait of the current or next `poll`. Thread-safe.
  void wake();

  /// Ends a transfer at once: its callback is not called and its sink is not used again. False when there is no such transfer.
  bool cancel(transfer_id id);

  /// Changes `transfer_loop_options::at_once`. Transfers that run go on.
  void allow(std::uint32_t at_once);

  /// The number of transfers that have neither ended nor been cancelled.
  [[nodiscard]] std::size_t active() const;

 private:
  class state;
  std::unique_ptr<state> state_;
};

/// Name and version of libcurl, for the log at start (R31).
[[nodiscard]] std::string http_library_version();
/// The version of libcurl as 0xXXYYZZ.
[[nodiscard]] std::uint32_t http_library_number();

}  // namespace laundromat
