// Chooses, signs and sends messages, and stores what came of them.
// SPDX-License-Identifier: Apache-2.0
#include "app/webhooks/webhook_delivery.hpp"

#include "actors/log.hpp"
#include "app/webhooks/webhook_files.hpp"
#include "app/webhooks/webhook_status.hpp"
#include "core/base/count_words.hpp"

namespace laundromat {

namespace {

store_client_options client_options(const campaign& settings, const campaign::webhook& to,
                                    std::function<bool()> is_stopping) {
  constexpr milliseconds connect{10'000}, total{30'000};
  constexpr std::uint64_t answer_bytes = 64 << 10;
  store_client_options options;
  options.user_agent = user_agent(settings.contact);
  options.ca_file = to.ca_file;
  options.connect = connect;
  options.idle = options.total = total;
  options.answer_bytes = answer_bytes;
  options.ignores_rest = true;
  options.is_stopping = std::move(is_stopping);
  return options;
}

/// A text with the origin of a URL for the URL, whose path is often a secret.
std::string without_path(std::string text, const std::string& url) {
  const auto origin = origin_of(url);
  for (auto at = text.find(url); at != text.npos; at = text.find(url, at + origin.size()))
    text.replace(at, url.size(), origin);
  return text;
}

/// What everybody may read: nothing that the receiver has said.
std::string describe(const store_answer& answer) {
  return "HTTP status " + std::to_string(answer.status) +
         (answer.location.empty() ? "" : ", a redirect, which is not followed");
}

/// What only the log of this machine says.
void log_answer(const std::string& name, const store_answer& answer) {
  constexpr std::size_t most_shown = 200;
  if (!answer.location.empty()) log_info("the webhook {} was redirected to {}", name, answer.location);
  if (!answer.excerpt.empty())
    log_info("the webhook {} has answered: {}", name, answer.excerpt.substr(0, most_shown));
}

}  // namespace

webhook_delivery::webhook_delivery(const campaign& settings, const campaign::webhook& to, journal db,
                                   delivery_options options)
    : settings_(settings),
      to_(to),
      db_(std::move(db)),
      options_(std::move(options)),
      records_(db_),
      client_(client_options(settings, to, options_.is_stopping)) {}

result<void> webhook_delivery::load() {
  if (writer_) return {};
  const auto folder = db_.identity();
  if (!folder) return tl::unexpected(folder.error());
  auto known = records_.webhook(to_.name);
  if (!known) return tl::unexpected(known.error());
  state_ = saved_ = *std::move(known);
  writer_.emplace(db_, folder->id);
  return {};
}

result<void> webhook_delivery::save() {
  if (state_ == saved_) return {};
  is_unsaved_ = true;
  if (auto stored = records_.save(state_); !stored) return stored;
  is_unsaved_ = false;
  saved_ = state_;
  return {};
}

result<void> webhook_delivery::step() {
  if (auto loaded = load(); !loaded) return loaded;
  if (state_.is_gone) return {};
  tell_unkept();
  while (!options_.is_stopping()) {
    if (is_unsaved_)
      if (auto stored = save(); !stored) return stored;
    const auto now = options_.now();
    // A clock that was set back must not make a pause last for ever.
    if (now < state_.not_before && state_.not_before <= now + longest_retry_after) return {};
    const auto chosen = choose_next();
    if (!chosen) return tl::unexpected(chosen.error());
    if (!*chosen) return {};
    const auto what = next_message();
    if (!what) return tl::unexpected(what.error());
    const auto tried = what->count == 0 ? delivery_try{200} : send(*what);
    if (tried.http_status == 0 && options_.is_stopping()) return {};
    state_ = state_after(state_, tried, options_.now());
    log_try(tried, what->count);
    if (auto stored = save(); !stored || state_.is_gone) return stored;
  }
  return {};
}

result<bool> webhook_delivery::choose_next() {
  constexpr std::int64_t most_unsaved = 1'000;
  const auto newest = records_.newest();
  if (!newest) return tl::unexpected(newest.error());
  state_ = without_oldest(state_, *newest, options_.most_waiting);
  if (state_.target == 0) {
    const auto next = records_.events(state_.told, state_.wanted, most_events_in_message, *newest);
    if (!next) return tl::unexpected(next.error());
    if (next->empty()) {
      state_.told = std::max(state_.told, *newest);
      if (state_.told - saved_.told < most_unsaved) return false;
      if (auto stored = save(); !stored) return tl::unexpected(stored.error());
      return false;
    }
    std::size_t bytes = 0;
    for (const auto& event : *next) {
      const auto fact = writer_->event_of(event, options_.now());
      if (!fact) return tl::unexpected(fact.error());
      bytes += text_of(*fact).size() + 1;
      if (state_.target != 0 && bytes > most_bytes_of_message) break;
      state_.target = event.number;
    }
  }
  if (auto stored = save(); !stored) return tl::unexpected(stored.error());
  return true;
}

result<webhook_delivery::message> webhook_delivery::next_message() {
  message made{writer_->id_of_message(state_.told, state_.target), {}, 0};
  const auto events = records_.events(state_.told, state_.wanted, most_events_in_message, state_.target);
  if (!events) return tl::unexpected(events.error());
  for (const auto& event : *events) {
    const auto fact = writer_->event_of(event, options_.now());
    if (!fact) return tl::unexpected(fact.error());
    made.events.append(made.count == 0 ? "" : ",").append(text_of(*fact));
    ++made.count;
  }
  return made;
}

delivery_try webhook_delivery::send(const message& what) {
  const auto keys = read_secret_file(to_.secret_file);
  if (!keys) {
    log_warning("the secret of the webhook {} cannot be read: {}", to_.name, keys.error().detail);
    return {0, {}, "its secret cannot be read: the log of the run says why"};
  }
  const auto now = options_.now();
  auto body = message_body(what.id, now, settings_, what.events);
  store_request request;
  request.method = "POST";
  request.uri = to_.url;
  request.headers = {"webhook-id: " + what.id, "webhook-timestamp: " + signature_seconds(now),
                     "webhook-signature: " + sign(*keys, what.id, now, body)};
  const auto answer = client_.send(with_body(std::move(request), "application/json", std::move(body)));
  if (!answer) return {0, {}, without_path(answer.error().cause.detail, to_.url)};
  if (answer->is_success()) return {answer->status};
  log_answer(to_.name, *answer);
  return {answer->status, answer->retry_after, describe(*answer)};
}

void webhook_delivery::log_try(const delivery_try& tried, std::size_t events) const {
  if (state_.is_gone)
    return log_warning(
        "the webhook {} has answered 410 Gone: nothing is sent to it any more; give it another `url` in the "
        "campaign, or remove it",
        state_.name);
  if (state_.problem.empty()) return log_debug("the webhook {} has taken {} events", state_.name, events);
  log_warning("the webhook {} has not taken {}, which {} sent again after {}: {}", state_.name,
              number_of(events, "event"), events == 1 ? "is" : "are", to_iso8601(state_.not_before),
              tried.problem);
}

void webhook_delivery::tell_unkept() {
  if (!options_.unkept || !wants_persons() || options_.now() < unkept_not_before_) return;
  const auto all = options_.unkept->all();
  std::erase_if(told_unkept_, [&](const std::string& id) { return !all.contains(id); });
  for (const auto& [id, text] : all) {
    if (told_unkept_.contains(id) || options_.is_stopping()) continue;
    const auto tried = send({id, text, 1});
    if (tried.http_status >= 200 && tried.http_status < 300) {
      told_unkept_.insert(id);
      continue;
    }
    unkept_not_before_ = options_.now() + pause_after_tries(1);
    return;
  }
}

result<std::uint64_t> webhook_delivery::waiting() {
  if (auto loaded = load(); !loaded) return tl::unexpected(loaded.error());
  if (state_.is_gone) return 0;
  return records_.count(state_.told, state_.wanted);
}

}  // namespace laundromat
