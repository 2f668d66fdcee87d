// Forwards checked frames to the engine, and the engine's bytes to the node.
// SPDX-License-Identifier: Apache-2.0
#include "app/cluster/proxy_connection.hpp"

#include <sys/socket.h>

#include <algorithm>
#include <cerrno>

namespace laundromat {

namespace {

constexpr std::size_t chunk = 64 << 10, record = 16 << 10;
/// Bytes moved per step, so that one connection does not delay the others.
constexpr int most_rounds = 32;

bool is_for_later() {
  return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

}  // namespace

proxy_connection::proxy_connection(file_descriptor socket, caller_address from, const surroundings& around,
                                   proxy_clock::time_point now)
    : around_(around),
      socket_(std::move(socket)),
      tls_(around.tls, socket_.get()),
      from_(std::move(from)),
      since_(now),
      filter_(around.engine) {}

void proxy_connection::end(std::string_view why) {
  if (state_ == state::over) return;
  tls_.send_goodbye();
  state_ = state::over;
  reason_ = why;
  engine_ = {};
  socket_ = {};
}

bool proxy_connection::may_read() const {
  return filter_.has_engine_handshake() && !has_caller_ended_ && !filter_.is_full() &&
         to_engine_.size() < most_unsent_bytes;
}

pollfd proxy_connection::at_caller() const {
  short events = 0;
  if (state_ == state::shaking)
    events = wants_write_ ? POLLOUT : POLLIN;
  else
    events = static_cast<short>((may_read() && !waits_for_place_ ? POLLIN : 0) |
                                (to_caller_.empty() && !wants_write_ ? 0 : POLLOUT));
  return {socket_.get(), events, 0};
}

pollfd proxy_connection::at_engine() const {
  const auto events = static_cast<short>((to_caller_.size() < most_unsent_bytes ? POLLIN : 0) |
                                         (to_engine_.empty() ? 0 : POLLOUT));
  // poll(2) reports a hang-up even when no event is requested, which would make this loop busy.
  return {engine_.is_open() && events != 0 ? engine_.get() : -1, events, 0};
}

void proxy_connection::move() {
  for (int round = 0; round < most_rounds && state_ != state::over; ++round) {
    if (state_ == state::shaking) {
      if (!perform_handshake()) return;
      continue;
    }
    bool has_moved = read_caller();
    for (const auto step : {&proxy_connection::take_frames, &proxy_connection::write_engine,
                            &proxy_connection::read_engine, &proxy_connection::write_caller})
      if (state_ != state::over) has_moved = (this->*step)() || has_moved;
    if (state_ == state::over) return;
    // Complete frames received before the end are forwarded first.
    if (has_caller_ended_ && to_engine_.empty() && !has_moved) return end("");
    if (has_engine_ended_ && to_caller_.empty()) return end("");
    if (!has_moved) return;
  }
}

/// True when it may continue at once.
bool proxy_connection::perform_handshake() {
  using enum openssl::called_end::progress;
  const auto how = tls_.perform_handshake();
  wants_write_ = how == wants_write;
  if (how == closed) end("no valid certificate of this cluster");
  if (how != done) return false;
  name_ = tls_.name();
  engine_ = around_.open_engine();
  state_ = state::greeting;
  if (!engine_.is_open()) end("the engine accepts no more connections");
  return engine_.is_open();
}

bool proxy_connection::read_caller() {
  if (!may_read() || waits_for_place_) return false;
  using enum openssl::called_end::progress;
  const auto how = tls_.read(from_caller_, record);
  if (how == closed) has_caller_ended_ = true;
  return how == done;
}

/// Takes complete frames from the received bytes.
bool proxy_connection::take_frames() {
  bool has_moved = false;
  waits_for_place_ = false;
  std::string_view rest = from_caller_;
  while (state_ != state::over && filter_.has_engine_handshake() && !filter_.is_full() &&
         to_engine_.size() < most_unsent_bytes) {
    const auto header = read_basp_header(rest);
    if (!header) break;
    if (header->payload_bytes > filter_.longest(*header)) {
      end("frame too long");
      break;
    }
    const auto size = basp_header::size_bytes + header->payload_bytes;
    if (header->payload_bytes > long_payload_bytes) {
      waits_for_place_ = !around_.may_be_long(this);
      if (waits_for_place_) break;
      is_long_ = true;
    }
    if (rest.size() < size) break;
    const auto frame = rest.substr(0, size);
    const bool was_let_in = filter_.is_let_in();
    const auto how = filter_.judge(*header, frame.substr(basp_header::size_bytes));
    if (how == frame_filter::verdict::refuse) {
      end(filter_.reason());
      break;
    }
    if (!was_let_in && filter_.is_let_in()) {
      if (!around_.is_new_node(filter_.peer_node())) {
        end("this node is already connected");
        break;
      }
      state_ = state::let_in;
    }
    if (how == frame_filter::verdict::pass) to_engine_.end().append(frame);
    is_long_ = false;
    rest.remove_prefix(size);
    has_moved = true;
  }
  if (rest.size() < from_caller_.size()) from_caller_.erase(0, from_caller_.size() - rest.size());
  if (from_caller_.empty()) from_caller_.shrink_to_fit();
  return has_moved;
}

bool proxy_connection::write_engine() {
  if (to_engine_.empty()) return false;
  const auto bytes = to_engine_.view();
  const auto sent = ::send(engine_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  if (sent < 0 && !is_for_later()) end("");
  if (sent <= 0) return false;
  to_engine_.take(static_cast<std::size_t>(sent));
  return true;
}

bool proxy_connection::read_engine() {
  if (has_engine_ended_ || to_caller_.size() >= most_unsent_bytes) return false;
  auto& to = to_caller_.end();
  const auto before = to.size();
  to.resize(before + chunk);
  const auto got = ::recv(engine_.get(), to.data() + before, chunk, MSG_DONTWAIT);
  const bool is_later = got < 0 && is_for_later();
  to.resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  if (got <= 0 && !is_later) has_engine_ended_ = true;
  if (got > 0) filter_.observe_engine(std::string_view{to}.substr(before));
  return got > 0;
}

bool proxy_connection::write_caller() {
  using enum openssl::called_end::progress;
  wants_write_ = false;
  if (to_caller_.empty()) return false;
  auto rest = to_caller_.view();
  const auto how = tls_.write(rest);
  wants_write_ = how == wants_write;
  const auto sent = to_caller_.size() - rest.size();
  if (sent > 0) to_caller_.take(sent);
  if (how == closed) end("");
  return sent > 0;
}

}  // namespace laundromat
