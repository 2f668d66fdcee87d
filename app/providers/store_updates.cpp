// Sends graphs and changes, keeps the cursor, and compares.
// SPDX-License-Identifier: Apache-2.0
#include "app/providers/store_updates.hpp"

#include <algorithm>

#include "actors/log.hpp"
#include "app/terminal/exit_code.hpp"
#include "core/base/count_words.hpp"
#include "core/base/machine_fault.hpp"
#include "core/providers/retry_pause.hpp"
#include "storage/stores/scratch_runs.hpp"
#include "storage/stores/scratch_store.hpp"

namespace laundromat {

namespace {

constexpr seconds longest_store_pause{900}, longest_asked_pause{86'400};

void add_note(std::string& text, const std::string& part) {
  if (!part.empty()) text += (text.empty() ? "" : "; ") + part;
}

/// What the store does not take, for people; empty: nothing.
std::string describe(const unsent_statements& unsent) {
  if (unsent.sum() == 0) return {};
  auto text = number_of(unsent.sum(), "statement") + " of the last change cannot be stored there";
  if (!unsent.examples.empty()) {
    const auto& first = unsent.examples.front();
    text += ": " + first.statement + (first.detail.empty() ? "" : " (" + first.detail + ")");
  }
  return text;
}

std::string describe(const store_differences& found) {
  std::string text;
  const auto add = [&](std::uint64_t count, const std::string& what, const std::string& example) {
    if (count > 0)
      add_note(text, number_of(count, "statement") + ' ' + what +
                         (example.empty() ? "" : ", for example " + example));
  };
  const auto first_of = [](const std::vector<std::string>& all) { return all.empty() ? "" : all.front(); };
  add(found.missing, "missing in the store", first_of(found.missing_examples));
  add(found.extra, "only in the store", first_of(found.extra_examples));
  add(found.changed(), "changed by the store",
      found.change_examples.empty()
          ? ""
          : found.change_examples.front().graph + " to " + found.change_examples.front().store);
  return text;
}

/// Why a request failed, without the name of an error where the store has answered; and what to check when it refuses a login. Never the secret.
std::string describe(const store_failure& why, const campaign::harvest_store& store) {
  if (why.fault != store_fault::refused_credentials)
    return why.cause.code == errc::http_status ? why.cause.detail : message_of(why.cause);
  const auto set = [](const std::string& value) { return value.empty() ? "is not set" : "is " + value; };
  return why.cause.detail + "; check the login of the store " + store.name +
         " in harvest.stores of the campaign: `user` " + set(store.user) + ", `password_file` " +
         set(store.password_file) + ", `login` is " + store.login;
}

}  // namespace

store_updates::store_updates(environment_ptr env, journal db, const campaign::harvest_store& store,
                             std::string user_agent)
    : env_(std::move(env)),
      db_(std::move(db)),
      records_(db_),
      store_(store),
      user_agent_(std::move(user_agent)) {}

result<void> store_updates::step(timestamp now) {
  has_work_ = false;
  auto providers = records_.providers();
  if (!providers) return tl::unexpected(providers.error());
  for (const auto& one : *providers)
    if (one.version > 0)
      if (auto noted = note_graph(one); !noted && noted.error().code != errc::not_found) return noted;
  // Begins behind the graph with which the store failed, so that one that it cannot take holds up no other.
  const auto after = std::ranges::upper_bound(*providers, failed_, {}, &stored_provider::name);
  std::ranges::rotate(*providers, after);
  for (const auto& one : *providers) {
    if (is_stopping() || now < whole_store_.until) return {};
    if (one.version == 0 || now < providers_[one.name].until) continue;
    if (auto updated = update(one, now); !updated && updated.error().code != errc::not_found)
      return updated;  // not found: it was dropped in this moment
  }
  return {};
}

store_cursor store_updates::nothing_sent() const {
  store_cursor made;
  made.place = store_.graph_store + ' ' + store_.update;
  return made;
}

/// So that what lacks is seen before anything was sent.
result<void> store_updates::note_graph(const stored_provider& provider) {
  if (!noted_.insert(provider.name).second) return {};
  const auto cursor = records_.cursor_of(store_.name, provider.id);
  if (!cursor) return tl::unexpected(cursor.error());
  if (!cursor->place.empty()) return {};
  return records_.save_cursor(store_.name, provider.id, nothing_sent());
}

result<sparql_store> store_updates::connect() const {
  auto secret = read_secret({{}, store_.password_file});
  if (!secret) return tl::unexpected(secret.error());
  store_client_options client;
  client.user_agent = user_agent_;
  client.is_stopping = [this] { return is_stopping(); };
  if (!store_.user.empty() || !secret->is_empty())
    client.credentials = {store_login_from_name(store_.login).value_or(store_login::any), store_.user,
                          *std::move(secret)};
  store_limits limits;
  limits.update.statements = store_.batch_statements;
  return sparql_store{
      {store_.graph_store, store_.update, store_.query, store_.graph_parameter}, client, limits};
}

result<void> store_updates::update(const stored_provider& provider, timestamp now) {
  auto cursor = records_.cursor_of(store_.name, provider.id);
  if (!cursor) return tl::unexpected(cursor.error());
  if (const auto nothing = nothing_sent(); cursor->place != nothing.place) *cursor = nothing;
  if ((cursor->version == provider.version && cursor->target == 0) || now < cursor->not_before) return {};
  auto to = connect();
  if (!to) return note_failure(provider, *cursor, {store_fault::local, to.error()}, now);
  auto folder = graph_folder::open_to_read(*env_->folder, provider.name);
  if (!folder) return note_failure(provider, *cursor, {store_fault::local, folder.error()}, now);
  versioned_graph graph{*std::move(folder), db_, provider};
  const auto sent = send(*to, provider, graph, *cursor, now);
  if (!sent) return note_failure(provider, *cursor, sent.error(), now);
  whole_store_ = {};
  providers_.erase(provider.name);
  const auto& counts = sent->totals.unsent.counts;
  cursor->unsent =
      (cursor->is_whole ? 0 : cursor->unsent) + counts[static_cast<std::size_t>(unsendable::refused)];
  cursor->problem.clear();
  cursor->note = describe(sent->totals.unsent);
  cursor->at = now;
  cursor->version = cursor->target;
  cursor->target = cursor->batch = 0;
  if (store_.check) compare(*to, provider, graph, *cursor, now);
  has_work_ = has_work_ || (cursor->version != provider.version && cursor->not_before <= now);
  if (cursor->version > 0)
    log_info("the store {} has version {} of the graph of {}: {} removed, {} added{}{}", store_.name,
             cursor->version, provider.name, sent->totals.removed, sent->totals.added,
             cursor->note.empty() ? "" : "; ", cursor->note);
  return records_.save_cursor(store_.name, provider.id, *cursor);
}

store_result<sent_statements> store_updates::send(sparql_store& to, const stored_provider& provider,
                                                  versioned_graph& graph, store_cursor& cursor,
                                                  timestamp now) {
  const bool is_whole = cursor.version == 0 || store_.update.empty();
  if (cursor.target == 0) cursor.target = provider.version;
  // Batches that were cut in another way have other numbers: all of them are played again.
  if (cursor.is_whole != is_whole || cursor.batch_statements != store_.batch_statements) cursor.batch = 0;
  cursor.is_whole = is_whole;
  cursor.batch_statements = store_.batch_statements;
  if (auto saved = records_.save_cursor(store_.name, provider.id, cursor); !saved)
    return fail_locally(saved.error());
  const cursor_keeper keep = [&](std::uint64_t next) {
    cursor.batch = next;
    cursor.at = now;
    return records_.save_cursor(store_.name, provider.id, cursor);
  };
  if (is_whole)
    return to.put_graph(
        provider.graph, [&] { return graph.read(cursor.target); }, cursor.batch, keep);
  const delta_source changes = [&](const delta_consumer& take) -> result<void> {
    const auto passed = graph.compare_versions(cursor.version, cursor.target, take);
    return passed ? result<void>{} : tl::unexpected(passed.error());
  };
  return to.apply(provider.graph, changes, cursor.batch, keep);
}

void store_updates::compare(sparql_store& with, const stored_provider& provider, versioned_graph& graph,
                            store_cursor& cursor, timestamp now) const {
  const auto new_runs = [this] { return make_scratch_runs([this] { return env_->scratch->create_run(); }); };
  const auto pages = new_runs(), sorting = new_runs();
  const auto version = cursor.version;
  const auto found = with.check(
      provider.graph, [&] { return graph.read(version); }, *pages, *sorting);
  if (!found) return add_note(cursor.note, "not compared: " + describe(found.error(), store_));
  add_note(cursor.note, describe(*found));
  const auto differences = found->missing + found->extra;
  if (differences <= cursor.unsent) {
    cursor.unsent = differences;  // no more than these are expected from now on
    cursor.repairs = 0;
    cursor.not_before = {};
    return;
  }
  cursor.not_before = now + wait_after_failures(++cursor.repairs);
  cursor.version = 0;  // it gets the whole graph again
  cursor.problem = "it has other statements than it was sent, and gets the whole graph again after " +
                   to_iso8601(cursor.not_before);
  log_warning("the store {} has other statements of {} than it was sent: {}", store_.name, provider.name,
              describe(*found));
}

result<void> store_updates::note_failure(const stored_provider& provider, store_cursor cursor,
                                         const store_failure& why, timestamp now) {
  if (why.fault == store_fault::cancelled || why.cause.code == errc::cancelled) return {};
  if (why.cause.code == errc::journal_failed || is_machine_fault(why.cause.code))
    return tl::unexpected(why.cause);
  const bool is_silent = why.is_for_later();
  failed_ = provider.name;
  auto& waits = is_silent ? whole_store_ : providers_[provider.name];
  auto wait = wait_after_failures(++waits.failures);
  if (is_silent) wait = std::min(wait, longest_store_pause);
  waits.until = now + std::max(wait, std::min(why.retry_after.value_or(seconds{0}), longest_asked_pause));
  const auto problem = describe(why, store_);
  if (is_silent && store_.optional) {
    if (cursor.problem != problem)
      log_info("the optional store {} does not answer, and is asked again at {}", store_.name,
               to_iso8601(waits.until));
  } else if (cursor.problem != problem) {
    log_error("the store {} does not have the graph of {} yet, and is asked again at {}: {}", store_.name,
              provider.name, to_iso8601(waits.until), problem);
  }
  cursor.problem = problem;
  cursor.at = now;
  return records_.save_cursor(store_.name, provider.id, cursor);
}

}  // namespace laundromat
