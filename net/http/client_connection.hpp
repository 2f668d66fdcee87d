// One connection of a client: where its request is, when that began, and who may touch its socket.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "core/web/ip_address.hpp"
#include "net/http/byte_budget.hpp"
#include "net/http/http_message.hpp"

struct MHD_Connection;
struct MHD_Response;

namespace laundromat {

struct response_deleter {
  void operator()(MHD_Response* response) const;
};
using response_handle = std::unique_ptr<MHD_Response, response_deleter>;

/// What is sent for a request, and with which status.
struct prepared_answer {
  int status = 0;
  response_handle response;
  bool is_stream = false;  ///< of events: no time limit
};

/// Where a connection is. It begins with `idle`, and goes back to it after each answer.
///
///     idle ──first byte──▶ head ──▶ body ──complete──▶ handling ──▶ sending or streaming ──▶ idle
enum class connection_phase : std::uint8_t {
  idle,       ///< no byte of a request has come
  head,       ///< a part of a head has come
  body,       ///< the head is complete
  handling,   ///< the request waits for a thread, or a thread makes its answer
  sending,    ///< an answer is sent
  streaming,  ///< events are sent
};

class outgoing_bytes;

/// A connection, shared by the polling thread, the threads that make answers, and the one that looks for expired connections.
/// Invariant: whoever uses `handle` or `socket` outside of the polling thread holds `mutex` and has seen that `is_closed` is false. The polling
/// thread sets it before the library frees the handle and closes the descriptor.
class client_connection {
 public:
  using clock = std::chrono::steady_clock;

  client_connection(MHD_Connection* its_handle, int its_socket, const ip_address& its_address);

  /// Removes the connection from the polling thread until `resume`; only for callbacks of that thread. False when the connection must end.
  /// Requires: `mutex` is held.
  [[nodiscard]] bool suspend();
  /// Gives the connection back to the polling thread if it is suspended. Requires: `mutex` is held.
  void resume();
  /// Shuts the socket, so that the polling thread closes the connection. Requires: `mutex` is held.
  void cut();
  /// The same, and what was not sent yet is dropped: the kernel keeps nothing for a client that does not read.
  void abort();
  /// Sends a complete response past the library, without waiting, and cuts. Requires: `mutex` is held, and no answer was begun.
  void cut_with(int status);
  void enter(connection_phase next, clock::time_point now);

  const ip_address address, site;
  std::mutex mutex;
  // The rest is protected by `mutex`.
  MHD_Connection* handle;
  int socket;
  connection_phase phase = connection_phase::idle;
  clock::time_point since;          ///< the begin of the phase
  clock::time_point request_begin;  ///< of the head
  bool is_suspended = false, is_cut = false, is_closed = false;
  std::int64_t bytes_before =
      0;  ///< received before an idle phase, or acknowledged before a window of an answer; -1: not known yet
  clock::time_point window_begin;  ///< of the rate of an answer
  prepared_answer answer;          ///< made by a thread, not yet given to the library
  std::shared_ptr<outgoing_bytes> body;

  // The rest belongs to the polling thread.
  std::string target;                  ///< of the request line
  const char* target_begin = nullptr;  ///< where the library has it
  http_request request;
  std::uint64_t body_bytes = 0;
  byte_budget::share body_share;
  bool has_head = false, is_too_long = false, is_too_much = false, is_queued = false, is_answered = false;
};

}  // namespace laundromat
