// Reads the facts of events, and writes messages.
// SPDX-License-Identifier: Apache-2.0
#include "app/webhooks/event_message.hpp"

#include "app/campaign/seed_list.hpp"
#include "core/records/cause_name.hpp"
#include "storage/journal/steering_store.hpp"

namespace laundromat {

namespace {

constexpr std::size_t folder_digits = 12;

json_fact crawl_fact(const ended_crawl& crawl, const crawl_yield& yield) {
  return {{"download", crawl.download.hex()}, {"begun", to_iso8601(crawl.begun)},
          {"status", to_string(crawl.root)},  {"cause", cause_name(crawl.cause, crawl.detail)},
          {"detail", crawl.detail},           {"documents", yield.documents},
          {"statements", yield.statements},   {"failed", yield.failed}};
}

}  // namespace

std::string event_writer::id_of(std::int64_t number) const {
  return folder_.substr(0, folder_digits) + "-" + std::to_string(number);
}

std::string event_writer::id_of_message(std::int64_t told, std::int64_t target) const {
  return id_of(told + 1) + "-" + std::to_string(target);
}

result<json_fact> event_writer::event_of(const webhook_event& event, timestamp now) {
  json_fact fact{{"id", id_of(event.number)}, {"type", type_of(event.kind)}, {"time", to_iso8601(event.at)}};
  result<void> added;
  if (event.kind == webhook_event_kind::seed_ended) added = add_seed(event, now, fact);
  if (event.kind == webhook_event_kind::document_poisoned) added = add_poison(event, fact);
  if (!added) return tl::unexpected(added.error());
  if (!event.facts.empty())
    if (const auto facts = json_fact::parse(event.facts, nullptr, false); facts.is_object())
      fact.update(facts);
  return fact;
}

result<void> event_writer::add_seed(const webhook_event& event, timestamp now, json_fact& to) {
  const auto crawl = records_.crawl_of(event);
  if (!crawl) return tl::unexpected(crawl.error());
  if (!*crawl) return {};
  const auto row = journal_reader{db_}.listed_seed((*crawl)->seed);
  auto rules = steering_store{db_}.rules();
  if (!row || !rules) return tl::unexpected(row ? rules.error() : row.error());
  to["uri"] = (*crawl)->seed_uri;
  to["seed"] = fact_of_seed(*row, steering_rules{*std::move(rules)}, now);
  if ((*crawl)->download.is_null()) return {};
  const auto yield = records_.yield_of(event);
  if (!yield) return tl::unexpected(yield.error());
  to["crawl"] = crawl_fact(**crawl, *yield);
  return {};
}

result<void> event_writer::add_poison(const webhook_event& event, json_fact& to) {
  const auto crawl = records_.crawl_of(event);
  if (!crawl) return tl::unexpected(crawl.error());
  if (!*crawl) return {};
  const auto& uri = (*crawl)->seed_uri;
  const auto hash = (*crawl)->download.hex();
  to.update(person_facts("poison", uri, event.at, false,
                         "A document of " + uri +
                             " crashed the process that washed it three times, so it is not washed any "
                             "more. Look at it with `laundromat show " +
                             hash +
                             "`, report it as an error of the program with its "
                             "bytes (`laundromat cat --raw " +
                             hash + "`), or take it off with `laundromat exclude`."));
  to["entry"] = hash;
  return {};
}

std::string text_of(const json_fact& fact) {
  return fact.dump(-1, ' ', false, json_fact::error_handler_t::replace);
}

std::string message_body(std::string_view id, timestamp now, const campaign& settings,
                         std::string_view events) {
  auto body = text_of({{"id", id}, {"time", to_iso8601(now)}, {"campaign", settings.name}});
  body.pop_back();
  return body.append(",\"events\":[").append(events).append("]}\n");
}

json_fact person_facts(std::string_view problem, std::string_view subject, timestamp since, bool is_over,
                       const std::string& message) {
  return {{"problem", problem},
          {"state", is_over ? "ended" : "began"},
          {"subject", subject},
          {"since", to_iso8601(since)},
          {"message", message}};
}

void unkept_events::put(const std::string& id, std::string text) {
  const std::scoped_lock alone{lock_};
  all_.insert_or_assign(id, std::move(text));
}

void unkept_events::remove(const std::string& id) {
  const std::scoped_lock alone{lock_};
  all_.erase(id);
}

std::map<std::string, std::string> unkept_events::all() const {
  const std::scoped_lock alone{lock_};
  return all_;
}

}  // namespace laundromat
