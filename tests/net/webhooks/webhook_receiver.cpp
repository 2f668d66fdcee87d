// Keeps messages in memory, behind cpp-httplib.
// SPDX-License-Identifier: Apache-2.0
#include "tests/net/webhooks/webhook_receiver.hpp"

#include <httplib.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace laundromat::test {

struct webhook_receiver::state {
  httplib::Server server;
  int port = 0;
  mutable std::mutex guard;
  mutable std::condition_variable changed;
  answerer answer;
  std::vector<received_webhook> all;
  std::vector<nlohmann::json> taken;
  std::thread thread;

  void take(const httplib::Request& request, httplib::Response& response) {
    const std::lock_guard lock{guard};
    all.push_back({request.get_header_value("webhook-id"), request.get_header_value("webhook-timestamp"),
                   request.get_header_value("webhook-signature"), request.get_header_value("Content-Type"),
                   request.body});
    const auto answered = answer ? answer(all.size(), all.back()) : webhook_answer{};
    response.status = answered.status;
    if (!answered.retry_after.empty()) response.set_header("Retry-After", answered.retry_after);
    if (!answered.location.empty()) response.set_header("Location", answered.location);
    if (answered.body_bytes > 0) response.set_content(std::string(answered.body_bytes, 'x'), "text/plain");
    const auto message = all.back().json();
    if (answered.status / 100 == 2)
      for (const auto& one : message["events"]) taken.push_back(one);
    changed.notify_all();
  }
};

webhook_receiver::webhook_receiver(answerer answer) : state_(std::make_unique<state>()) {
  auto& s = *state_;
  s.answer = std::move(answer);
  s.server.Post(".*", [&s](const httplib::Request& request, httplib::Response& response) {
    s.take(request, response);
  });
  s.port = s.server.bind_to_any_port("127.0.0.1");
  s.thread = std::thread{[&s] { s.server.listen_after_bind(); }};
}

webhook_receiver::~webhook_receiver() {
  while (!state_->server.is_running()) std::this_thread::yield();  // stopping earlier has no effect
  state_->server.stop();
  state_->thread.join();
}

std::string webhook_receiver::url() const {
  return "http://127.0.0.1:" + std::to_string(state_->port) + "/hook";
}

std::vector<received_webhook> webhook_receiver::received() const {
  const std::lock_guard lock{state_->guard};
  return state_->all;
}

std::vector<nlohmann::json> webhook_receiver::events() const {
  const std::lock_guard lock{state_->guard};
  return state_->taken;
}

bool webhook_receiver::wait_for(std::size_t messages) const {
  std::unique_lock lock{state_->guard};
  return state_->changed.wait_for(lock, std::chrono::minutes{1},
                                  [&] { return state_->all.size() >= messages; });
}

void webhook_receiver::answer_with(answerer answer) {
  const std::lock_guard lock{state_->guard};
  state_->answer = std::move(answer);
}

}  // namespace laundromat::test
