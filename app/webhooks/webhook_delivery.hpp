// Sends the events of the journal to a webhook.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "app/webhooks/event_message.hpp"
#include "core/campaign/campaign.hpp"
#include "core/webhooks/delivery_state.hpp"
#include "net/stores/store_client.hpp"

namespace laundromat {

struct delivery_options {
  std::function<timestamp()>
      now;  ///< of the wall clock, because receivers compare it with theirs; must be set
  std::function<bool()> is_stopping;           ///< must be set
  std::shared_ptr<unkept_events> unkept = {};  ///< told besides; null: none
  std::int64_t most_waiting = 1'000'000;       ///< events; the oldest are dropped when more wait
};

/// Sends one message after the other, each at least once. What a message has is stored before it is sent, so that a repetition after any failure or stop has the same id
/// and the same events; that it was taken is stored before the next one. After a kill between its answer and the journal a message is sent again. Pauses
/// after failures are in the journal, too. Used by one thread.
class webhook_delivery {
 public:
  /// `settings` and `to`, one of its webhooks, outlive it; `db` is a connection of its own.
  webhook_delivery(const campaign& settings, const campaign::webhook& to, journal db,
                   delivery_options options);

  /// Sends all that can be sent now. That the receiver does not take it is no error. Errors: those of the journal; `not_found` where the webhook is not enrolled.
  [[nodiscard]] result<void> step();
  /// The number of events that wait, those of the message that is being sent too. Errors: those of the journal.
  [[nodiscard]] result<std::uint64_t> waiting();
  /// As of the last step.
  [[nodiscard]] const delivery_state& state() const { return state_; }

 private:
  struct message {
    std::string id, events;  ///< `events`: objects, separated by commas
    std::size_t count = 0;
  };

  [[nodiscard]] result<void> load();
  [[nodiscard]] result<void> save();
  /// Stores which events the next message has; false when none waits.
  [[nodiscard]] result<bool> choose_next();
  [[nodiscard]] result<message> next_message();
  [[nodiscard]] delivery_try send(const message& what);
  void log_try(const delivery_try& tried, std::size_t events) const;
  void tell_unkept();
  [[nodiscard]] bool wants_persons() const { return has(state_.wanted, webhook_event_kind::needs_person); }

  const campaign& settings_;
  const campaign::webhook& to_;
  journal db_;
  delivery_options options_;
  webhook_records records_;
  std::optional<event_writer> writer_;
  store_client client_;
  delivery_state state_;
  delivery_state saved_;     ///< as the journal has it
  bool is_unsaved_ = false;  ///< a fault of the disk has kept the state from the journal
  std::set<std::string> told_unkept_;
  timestamp unkept_not_before_{};
};

}  // namespace laundromat
