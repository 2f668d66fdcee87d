// Keeps notifications in memory, behind cpp-httplib.
// SPDX-License-Identifier: Apache-2.0
#include "tests/net/inbox_server.hpp"

#include <httplib.h>

#include <atomic>
#include <mutex>
#include <thread>

namespace laundromat::test {

struct inbox_server::state {
  httplib::Server server;
  int port = 0;
  std::atomic<int> status{201};
  mutable std::mutex guard;
  std::vector<received_notification> all;
  std::thread thread;
};

inbox_server::inbox_server() : state_(std::make_unique<state>()) {
  auto& s = *state_;
  s.server.Post(".*", [&s](const httplib::Request& request, httplib::Response& response) {
    {
      const std::lock_guard lock{s.guard};
      s.all.push_back({request.path, request.get_header_value("Content-Type"), request.body});
    }
    response.status = s.status;
  });
  s.port = s.server.bind_to_any_port("127.0.0.1");
  s.thread = std::thread{[&s] { s.server.listen_after_bind(); }};
}

inbox_server::~inbox_server() {
  while (!state_->server.is_running()) std::this_thread::yield();  // stopping earlier has no effect
  state_->server.stop();
  state_->thread.join();
}

std::string inbox_server::url(const std::string& path, const std::string& host) const {
  return "http://" + host + ':' + std::to_string(state_->port) + path;
}

std::vector<received_notification> inbox_server::received() const {
  const std::lock_guard lock{state_->guard};
  return state_->all;
}

std::vector<std::string> inbox_server::bodies_to(const std::string& path) const {
  std::vector<std::string> found;
  for (auto& one : received())
    if (one.path == path) found.push_back(std::move(one.body));
  return found;
}

void inbox_server::answer_with(int status) {
  state_->status = status;
}

}  // namespace laundromat::test
