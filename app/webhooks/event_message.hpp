// What webhooks send: events as JSON, and messages of several.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "app/terminal/json.hpp"
#include "core/campaign/campaign.hpp"
#include "storage/webhooks/webhook_records.hpp"

namespace laundromat {

/// One message has at most so many events, and so many bytes unless a single event is larger.
inline constexpr std::size_t most_events_in_message = 500, most_bytes_of_message = std::size_t{256} << 10;

/// Makes events of the rows of the journal.
class event_writer {
 public:
  /// `db` outlives it. `folder`: the id of the data folder, with which numbers of events are ids.
  event_writer(journal& db, std::string folder) : db_(db), records_(db), folder_(std::move(folder)) {}

  /// `id`, `type`, `time`, and the facts of the event. Of a seed they are as they are now. Errors: those of the journal.
  [[nodiscard]] result<json_fact> event_of(const webhook_event& event, timestamp now);
  /// An id that is the same whenever an event is sent, and that no other event of any data folder has.
  [[nodiscard]] std::string id_of(std::int64_t number) const;
  /// The id of a message with the events behind `told`, up to `target`.
  [[nodiscard]] std::string id_of_message(std::int64_t told, std::int64_t target) const;

 private:
  [[nodiscard]] result<void> add_seed(const webhook_event& event, timestamp now, json_fact& to);
  [[nodiscard]] result<void> add_poison(const webhook_event& event, json_fact& to);

  journal& db_;
  webhook_records records_;
  std::string folder_;
};

/// The text of a JSON object, on one line. Bytes that are not UTF-8 become U+FFFD.
[[nodiscard]] std::string text_of(const json_fact& fact);
/// The body of a message: `events` are texts of objects, separated by commas.
[[nodiscard]] std::string message_body(std::string_view id, timestamp now, const campaign& settings,
                                       std::string_view events);

/// What a person is told: `problem` is its kind, `subject` what has it, `message` a sentence with what to do. `is_over`: it has ended.
[[nodiscard]] json_fact person_facts(std::string_view problem, std::string_view subject, timestamp since,
                                     bool is_over, const std::string& message);

/// Events that the journal could not keep because the disk is full. They are told from memory. Thread-safe.
class unkept_events {
 public:
  void put(const std::string& id, std::string text);
  void remove(const std::string& id);
  [[nodiscard]] std::map<std::string, std::string> all() const;

 private:
  mutable std::mutex lock_;
  std::map<std::string, std::string> all_;  ///< texts by id
};

}  // namespace laundromat
