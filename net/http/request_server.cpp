// The life of a request.
// SPDX-License-Identifier: Apache-2.0
#include "net/http/request_server.hpp"

#include <microhttpd.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "core/base/count_words.hpp"
#include "core/http/address_site.hpp"
#include "core/http/problem.hpp"
#include "net/http/made_response.hpp"
#include "net/http/request_head.hpp"
#include "net/http/socket_progress.hpp"

namespace laundromat {

namespace {

using steady = client_connection::clock;

// A body that is too long is read up to so many times the limit, and thrown away, so that the client reads why it is refused and not only that the
// connection was reset.
constexpr std::uint64_t most_times_limit = 8;

// Of unsent bytes in the kernel, of each connection, and of one with a stream.
constexpr int unsent_bytes = 128 * 1024, unsent_stream_bytes = 8 * 1024;

// Whether nobody waits for the answer any more.
bool is_over(client_connection& connection) {
  const std::lock_guard lock{connection.mutex};
  return connection.is_cut || connection.is_closed;
}

// `64 of one network address, and 256 of all`.
std::string of_each(std::size_t of_address, std::size_t of_all) {
  return std::to_string(of_address) + " of one network address, and " + std::to_string(of_all) + " of all.";
}

template <class... Cases>
struct overloaded : Cases... {
  using Cases::operator()...;
};

}  // namespace

request_server::request_server(const http_limits& limits, http_handler handler)
    : limits_(limits),
      handler_(std::move(handler)),
      table_(limits_),
      channel_(limits_),
      bodies_(limits_.bodies_bytes),
      answers_(limits_.answers_bytes),
      waiting_(limits_.waiting_requests + limits_.threads,
               limits_.waiting_requests_of_address + limits_.threads),
      writing_(limits_.writers, limits_.writers_of_address),
      // The counts above are the limits: a thread ends its job a little after the next one may come.
      workers_(limits_.threads, limits_.waiting_requests + 2 * limits_.threads),
      writers_(limits_.writers, 2 * limits_.writers) {}

bool request_server::admits(const ip_address& address) {
  if (table_.admits(address)) return true;
  ++refused_connections_;
  return false;
}

std::shared_ptr<client_connection> request_server::begin(MHD_Connection* handle, int socket,
                                                         const ip_address& address) {
  bound_unsent(socket, unsent_bytes);
  return table_.add(handle, socket, address);
}

void request_server::end(const connection_pointer& connection) {
  end_request(*connection);
  {
    const std::lock_guard lock{connection->mutex};
    connection->is_closed = true;
  }
  table_.remove(connection);
}

void request_server::end_request(client_connection& connection) {
  body_pointer body;
  {
    const std::lock_guard lock{connection.mutex};
    body = std::move(connection.body);
    connection.body.reset();
    connection.answer = {};
    if (body) body->abandon();
    connection.enter(connection_phase::idle, steady::now());
  }
  if (body) channel_.remove(body);
  connection.request = {};
  connection.target.clear();
  connection.body_bytes = 0;
  connection.body_share = {};
  connection.has_head = connection.is_too_long = connection.is_too_much = connection.is_queued =
      connection.is_answered = false;
}

bool request_server::handle(const connection_pointer& connection, const char* method, const char* version,
                            std::string_view upload) {
  if (connection->is_answered) return true;
  if (!connection->has_head) return take_head(*connection, method, version);
  if (!upload.empty()) return take_upload(*connection, upload);
  return take_end(connection);
}

bool request_server::take_head(client_connection& connection, const char* method, const char* version) {
  ++requests_;
  connection.has_head = true;
  {
    const std::lock_guard lock{connection.mutex};
    if (connection.is_cut) return false;
    const auto now = steady::now();
    if (connection.phase != connection_phase::head) connection.request_begin = now;
    connection.enter(connection_phase::body, now);
  }
  auto head =
      read_head(connection.handle, {method, connection.target_begin, connection.target, version}, limits_);
  if (const auto* refused = std::get_if<head_refusal>(&head))
    return refuse(connection, refused->status, refused->detail, true);
  connection.request = std::move(std::get<request_head>(head).request);
  connection.body_share = byte_budget::share{bodies_};
  connection.request.client = to_string(connection.address);
  connection.request.is_head = connection.request.method == "HEAD";
  if (connection.request.is_head) connection.request.method = "GET";
  return true;
}

bool request_server::take_upload(client_connection& connection, std::string_view upload) {
  connection.body_bytes += upload.size();
  connection.is_too_long = connection.body_bytes > limits_.body_bytes;
  if (!connection.is_too_long && !connection.is_too_much) {
    connection.is_too_much = !connection.body_share.grow(upload.size());
    if (!connection.is_too_much) {
      connection.request.body.append(upload);
      return true;
    }
  }
  connection.request.body = {};
  connection.body_share = {};
  return connection.body_bytes / most_times_limit <= limits_.body_bytes;
}

bool request_server::take_end(const connection_pointer& connection) {
  std::unique_lock lock{connection->mutex};
  if (connection->is_cut) return false;
  if (connection->is_queued) {
    if (!connection->answer.response) return false;
    auto answer = std::exchange(connection->answer, {});
    lock.unlock();
    return send(*connection, std::move(answer));
  }
  lock.unlock();
  if (connection->is_too_long)
    return refuse(*connection, 413, "A body may have at most " + number_of(limits_.body_bytes, "byte") + ".",
                  true);
  if (connection->is_too_much)
    return refuse(*connection, 503,
                  "The bodies of all requests that are answered now are larger than " +
                      number_of(limits_.bodies_bytes, "byte") + ".",
                  true);
  const bool is_last = !connection->request.field("transfer-encoding").empty();
  lock.lock();
  if (!enqueue(connection)) {
    lock.unlock();
    return refuse(*connection, 503,
                  "Too many requests wait: at most " +
                      of_each(limits_.waiting_requests_of_address, limits_.waiting_requests),
                  is_last);
  }
  connection->is_queued = true;
  connection->enter(connection_phase::handling, steady::now());
  return connection->suspend();
}

// The mutex of the connection is held until the connection is suspended, so that the answer cannot be there before.
bool request_server::enqueue(const connection_pointer& connection) {
  if (!waiting_.try_add(connection->site)) return false;
  const auto request = std::make_shared<const http_request>(std::move(connection->request));
  if (workers_.submit([this, connection, request] { serve(connection, *request); })) return true;
  waiting_.remove(connection->site);
  return false;
}

bool request_server::refuse(client_connection& connection, int status, std::string_view detail,
                            bool is_last) {
  return send(connection, refusal(status, detail, is_last));
}

prepared_answer request_server::refusal(int status, std::string_view detail, bool is_last) {
  ++refused_requests_;
  return {status, refusal_response(status, detail, is_last)};
}

bool request_server::send(client_connection& connection, prepared_answer answer) {
  if (!answer.response) return false;
  {
    const std::lock_guard lock{connection.mutex};
    if (connection.is_cut) return false;
    connection.enter(answer.is_stream ? connection_phase::streaming : connection_phase::sending,
                     steady::now());
  }
  if (answer.is_stream) bound_unsent(connection.socket, unsent_stream_bytes);
  connection.is_answered = true;
  return ::MHD_queue_response(connection.handle, static_cast<unsigned>(answer.status),
                              answer.response.get()) == MHD_YES;
}

void request_server::serve(const connection_pointer& connection, const http_request& request) {
  body_pointer body;
  prepared_answer answer;
  if (is_over(*connection)) {
    waiting_.remove(connection->site);
    return;
  }
  try {
    auto response = ask_handler(request);
    answer = prepare(connection, request, response, body);
  } catch (...) {
    answer = {};
  }
  // Before the client can send the next one.
  waiting_.remove(connection->site);
  deliver(*connection, std::move(answer), body);
}

http_response request_server::ask_handler(const http_request& request) const {
  try {
    return handler_(request);
  } catch (...) {
    // What it says may be of no concern to strangers.
    return {500,
            {{"Content-Type", std::string{problem_media_type}}},
            to_json(http_problem{.status = 500}) + "\n"};
  }
}

prepared_answer request_server::prepare(const connection_pointer& connection, const http_request& request,
                                        http_response& response, body_pointer& body) {
  if (response.status < 200 || response.status > 599) response = {500, {}, std::string{}};
  const bool is_bodiless = request.is_head || response.status == 304;
  const auto site = address_site(response.client).value_or(connection->site);
  auto answer = std::visit(
      overloaded{[&](std::string& text) {
                   if (response.status == 304 && text.empty()) return prepared_answer{0, bodiless_response()};
                   byte_budget::share share{answers_};
                   if (!share.grow(text.size()))
                     return refusal(503, "Answers that are sent now are larger than " +
                                             number_of(limits_.answers_bytes, "byte") + ".");
                   return prepared_answer{0, text_response(std::move(text), std::move(share))};
                 },
                 [](file_range& range) {
                   return prepared_answer{0, file_response(range)};
                 },
                 [&](body_writer& writer) {
                   if (is_bodiless)
                     return prepared_answer{
                         0, response.length ? bodiless_response(*response.length) : bodiless_response()};
                   return prepare_writer(connection, site, std::move(writer), response.length, body);
                 },
                 [&](event_stream& stream) {
                   if (is_bodiless) return prepared_answer{0, bodiless_response()};
                   return prepare_stream(connection, site, std::move(stream), body);
                 }},
      response.body);
  if (!answer.response) return refusal(503, "The server has no memory or descriptors left.");
  if (answer.status == 0) {
    answer.status = response.status;
    add_fields(*answer.response, response.fields);
  }
  // The library takes lines of chunks that end in LF alone, and others may not: nobody may have meant what follows as a request.
  if (response.is_last || !request.field("transfer-encoding").empty()) end_connection_after(*answer.response);
  return answer;
}

prepared_answer request_server::prepare_writer(const connection_pointer& connection, const ip_address& site,
                                               body_writer writer, std::optional<std::uint64_t> length,
                                               body_pointer& body) {
  constexpr std::size_t block_bytes = 16 * 1024;
  const auto too_many =
      "Too many long answers are written: at most " + of_each(limits_.writers_of_address, limits_.writers);
  const auto bytes = std::make_shared<outgoing_bytes>(connection, site);
  auto response = queued_response(bytes, block_bytes, length);
  if (!response) return {};
  if (!writing_.try_add(site)) return refusal(503, too_many);
  const auto write = [this, bytes, writer = std::move(writer)] {
    bool is_whole = false;
    try {
      is_whole = writer([&bytes](std::string_view part) { return bytes->write(part); });
    } catch (...) {
      is_whole = false;
    }
    writing_.remove(bytes->site);
    bytes->finish(is_whole);
  };
  if (!writers_.submit(write)) {
    writing_.remove(site);
    return refusal(503, too_many);
  }
  body = bytes;
  return {0, std::move(response)};
}

prepared_answer request_server::prepare_stream(const connection_pointer& connection, const ip_address& site,
                                               event_stream stream, body_pointer& body) {
  constexpr std::size_t block_bytes = 2 * 1024;
  auto bytes = std::make_shared<outgoing_bytes>(connection, site);
  bytes->begin(std::move(stream.first));
  auto response = queued_response(bytes, block_bytes);
  if (!response || !channel_.add(bytes))
    return refusal(503, "Too many event streams are open: at most " +
                            of_each(limits_.event_streams_of_address, limits_.event_streams));
  body = std::move(bytes);
  return {0, std::move(response), true};
}

void request_server::deliver(client_connection& connection, prepared_answer answer,
                             const body_pointer& body) {
  {
    const std::lock_guard lock{connection.mutex};
    if (!connection.is_closed && !connection.is_cut) {
      connection.answer = std::move(answer);
      connection.body = body;
      connection.resume();
      return;
    }
  }
  drop(body);
}

void request_server::drop(const body_pointer& body) {
  if (!body) return;
  {
    const std::lock_guard lock{body->connection().mutex};
    body->abandon();
  }
  channel_.remove(body);
}

void request_server::sweep() {
  table_.sweep(steady::now(), timeouts_);
  channel_.beat(steady::now());
}

void request_server::stop() {
  table_.close();
  workers_.stop();
  writers_.stop();
}

http_counts request_server::counts() const {
  return {requests_, refused_connections_, refused_requests_, timeouts_, table_.size(), channel_.size()};
}

}  // namespace laundromat
