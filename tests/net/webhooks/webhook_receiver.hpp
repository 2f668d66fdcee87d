// A receiver of webhooks on loopback that keeps messages and answers as a test wants.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace laundromat::test {

struct received_webhook {
  std::string id, timestamp, signature, media_type, body;

  [[nodiscard]] nlohmann::json json() const { return nlohmann::json::parse(body); }
};

struct webhook_answer {
  int status = 200;
  std::string retry_after = {}, location = {};
  std::size_t body_bytes = 0;
};

/// Listens on 127.0.0.1 at a port that the system chooses, in its own threads, until it is destroyed.
class webhook_receiver {
 public:
  /// Called for each message with its number from 1; unset: 200.
  using answerer = std::function<webhook_answer(std::size_t number, const received_webhook& message)>;

  explicit webhook_receiver(answerer answer = {});
  ~webhook_receiver();
  webhook_receiver(const webhook_receiver&) = delete;
  webhook_receiver& operator=(const webhook_receiver&) = delete;

  [[nodiscard]] std::string url() const;
  [[nodiscard]] std::vector<received_webhook> received() const;
  /// All events of all messages that were answered with 2xx, in their order.
  [[nodiscard]] std::vector<nlohmann::json> events() const;
  /// Whether so many messages have come within a minute.
  [[nodiscard]] bool wait_for(std::size_t messages) const;
  void answer_with(answerer answer);

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace laundromat::test
