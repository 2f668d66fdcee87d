// Serves all connections in one thread with poll(2) and non-blocking sockets.
// SPDX-License-Identifier: Apache-2.0
#include "app/cluster/proxy_process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <exception>
#include <limits>
#include <list>
#include <vector>

#include "app/cluster/proxy_connection.hpp"
#include "app/terminal/exit_code.hpp"
#include "core/base/count_words.hpp"
#include "net/sockets/listener.hpp"
#include "storage/sharing/descriptor_channel.hpp"
#include "washer/sandbox.hpp"

namespace laundromat {

namespace {

constexpr std::uint64_t memory_bytes = std::uint64_t{2} << 30;
constexpr int most_accepted_at_once = 64;
/// Refusals reported per second; further ones are only counted.
constexpr std::uint32_t most_reported = 5;

class proxy {
 public:
  proxy(openssl::ssl_context tls, cluster_actors engine, const proxy_limits& limits)
      : limits_(limits),
        tls_(std::move(tls)),
        channel_(file_descriptor{proxy_channel}),
        listener_(proxy_listener) {
    static_cast<void>(channel_.limit_waiting(std::chrono::seconds{1}));
    around_.tls = tls_.get();
    around_.engine = engine;
    around_.open_engine = [this] { return open_engine(); };
    around_.is_new_node = [this](const std::string& node) {
      return std::ranges::count(connections_, node, &proxy_connection::node) <= 1;
    };
    around_.may_be_long = [this](const proxy_connection* who) {
      if (long_ == nullptr) long_since_ = proxy_clock::now();
      if (long_ == nullptr) long_ = who;
      return long_ == who;
    };
  }

  int run() {
    for (;;) {
      wait();
      if ((ready_[0].revents & (POLLHUP | POLLERR)) != 0) return exit_ok;
      const auto now = proxy_clock::now();
      auto at = ready_.begin() + 2;
      for (auto& one : connections_) {
        const auto caller = *at++, engine = *at++;
        if (((caller.revents | engine.revents) != 0) || one.where() == proxy_connection::state::over)
          one.move();
        // A connection closed in both directions is over, even when the engine still sends.
        if ((caller.revents & (POLLERR | POLLHUP | POLLNVAL)) != 0) one.end("");
      }
      end_overdue(now);
      reap();
      if ((ready_[1].revents & POLLIN) != 0) accept_some(now);
    }
  }

 private:
  void wait() {
    ready_.clear();
    ready_.push_back({channel_.descriptor(), 0, 0});
    const bool is_open = proxy_clock::now() >= paused_until_;
    ready_.push_back({is_open ? listener_.get() : -1, POLLIN, 0});
    for (const auto& one : connections_) {
      ready_.push_back(one.at_caller());
      ready_.push_back(one.at_engine());
    }
    const bool is_quiet = connections_.empty() && is_open;
    while (::poll(ready_.data(), ready_.size(), is_quiet ? -1 : 500) < 0 && errno == EINTR) {
    }
  }

  void accept_some(proxy_clock::time_point now) {
    for (int i = 0; i < most_accepted_at_once; ++i) {
      auto next = accept_caller(listener_.get());
      file_descriptor accepted{next.socket};
      if (!accepted.is_open()) {
        // Without a free descriptor poll(2) would report the same connection again at once.
        if (errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS)
          paused_until_ = now + std::chrono::seconds{1};
        return;
      }
      make_room_for(next.address);
      connections_.emplace_back(std::move(accepted), std::move(next.address), around_, now);
    }
  }

  [[nodiscard]] static bool is_waiting(const proxy_connection& one) {
    return one.where() < proxy_connection::state::let_in;
  }

  /// Ends the oldest waiting connection: a handshake is short, and the list is in order of arrival.
  void make_room_for(const caller_address& address) {
    const auto end_oldest = [&](std::size_t most, auto counts) {
      if (static_cast<std::size_t>(std::ranges::count_if(connections_, counts)) < most) return;
      std::ranges::find_if(connections_, counts)->end("too many waiting connections");
    };
    end_oldest(limits_.waiting_of_address,
               [&](const auto& one) { return is_waiting(one) && one.from() == address; });
    end_oldest(limits_.waiting, is_waiting);
  }

  file_descriptor open_engine() {
    using enum proxy_connection::state;
    const auto in = std::ranges::count_if(
        connections_, [](const auto& one) { return one.where() == greeting || one.where() == let_in; });
    int ends[2];
    if (static_cast<std::size_t>(in) >= limits_.let_in ||
        ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) != 0)
      return {};
    file_descriptor ours{ends[0]};
    const file_descriptor theirs{ends[1]};
    return channel_.send("connection", theirs.get()) ? std::move(ours) : file_descriptor{};
  }

  void end_overdue(proxy_clock::time_point now) {
    for (auto& one : connections_)
      if (is_waiting(one) && now - one.since() > limits_.until_let_in) one.end("handshake timed out");
    if (long_ == nullptr) return;
    const auto has_it = std::ranges::find(connections_, long_, [](const auto& one) { return &one; });
    const bool is_gone = has_it == connections_.end() || !has_it->is_long();
    if (!is_gone && now - long_since_ > limits_.long_payload) has_it->end("long message timed out");
    if (is_gone || has_it->where() == proxy_connection::state::over) long_ = nullptr;
    // A connection that waited for its long payload continues.
    if (long_ == nullptr)
      for (auto& one : connections_) one.move();
  }

  void reap() {
    const auto is_over = [](const auto& one) { return one.where() == proxy_connection::state::over; };
    for (const auto& one : connections_)
      if (is_over(one) && !one.reason().empty()) report(one);
    std::erase_if(connections_, is_over);
  }

  /// The text is safe for a log: names of certificates and addresses are plain ASCII, and the reasons are constants.
  void report(const proxy_connection& one) {
    const auto now = proxy_clock::now();
    if (now - reported_since_ > std::chrono::seconds{1}) {
      reported_since_ = now;
      reported_ = 0;
    }
    if (++reported_ > most_reported) {
      ++unreported_;
      return;
    }
    auto text = one.name().empty() ? one.from() : one.name() + " at " + one.from();
    text += " is refused: " + one.reason();
    if (const auto others = std::exchange(unreported_, 0); others > 0)
      text += "; so " + number_of(others, "other connection was", "other connections were");
    // When the channel is full the message is dropped.
    static_cast<void>(::send(channel_.descriptor(), text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT));
  }

  proxy_limits limits_;
  openssl::ssl_context tls_;
  descriptor_channel channel_;
  file_descriptor listener_;
  proxy_connection::surroundings around_;
  std::list<proxy_connection> connections_;
  std::vector<pollfd> ready_;
  const proxy_connection* long_ = nullptr;
  proxy_clock::time_point long_since_, reported_since_, paused_until_;
  std::uint32_t reported_ = 0;
  std::uint64_t unreported_ = 0;
};

/// Descriptors for both ends of all connections.
void take_descriptors() {
  rlimit descriptors{};
  if (::getrlimit(RLIMIT_NOFILE, &descriptors) != 0) return;
  descriptors.rlim_cur = descriptors.rlim_max;
  static_cast<void>(::setrlimit(RLIMIT_NOFILE, &descriptors));
}

}  // namespace

int run_proxy(cluster_actors engine, const proxy_limits& limits) {
  ::close_range(proxy_bundle + 1, ~0U, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (const int ignored : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) ::signal(ignored, SIG_IGN);
  take_descriptors();
  const auto file = "/proc/self/fd/" + std::to_string(proxy_bundle);
  auto tls = openssl::make_mutual_context({file, file, file});
  if (!tls) return exit_usage;
  ::close(proxy_bundle);
  constexpr auto unlimited = std::numeric_limits<std::uint64_t>::max();
  const sandbox_limits own{memory_bytes, 0, 4 * (limits.waiting + limits.let_in), 0, unlimited};
  if (!enter_sandbox(own,
                     {SYS_accept4, SYS_socketpair, SYS_setsockopt, SYS_sendto, SYS_recvfrom, SYS_shutdown}))
    return exit_disk;
  try {
    return proxy{*std::move(tls), engine, limits}.run();
  } catch (const std::exception&) {
    return exit_disk;  // out of memory: the engine restarts the proxy
  }
}

}  // namespace laundromat
