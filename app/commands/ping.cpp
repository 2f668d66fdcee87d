// laundromat ping: a publisher announces a URI.
// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "app/commands/commands.hpp"
#include "app/steering/steering_options.hpp"
#include "app/terminal/wall_clock.hpp"
#include "core/web/seed_hash.hpp"
#include "storage/journal/journal_reader.hpp"

namespace laundromat {
namespace {

/// What became of a URI that was no seed.
result<std::string> answer_to_new(journal& db, const std::string& uri, bool is_seed) {
  auto rules = steering_store{db}.rules();
  if (!rules) return tl::unexpected(rules.error());
  const auto steered = steering_rules{*std::move(rules)}.judge(uri);
  if (is_seed)
    return "new, due now" +
           (steered.code == errc::ok ? "" : ", but waits: " + steered.detail + " is in force");
  if (steered.code != errc::ok) return "is no seed: " + steered.detail;
  return std::string{"is no seed: its scheme is not crawled, or it is published by this engine itself"};
}

void ping(const steering_options& options, command_context& context) {
  auto db = open_to_steer(context);
  if (!db) return;
  steering_store store{*db};
  auto rules = store.rules();
  if (!rules) return context.refuse(exit_disk, to_string(rules.error()));
  db->steer(std::make_shared<const steering_rules>(*std::move(rules)));
  discovery_policy policy;
  policy.follow = kinds_of({announced_as::pinged});
  db->follow(policy);
  for (const auto& uri : options.what) {
    const auto hash = seed_hash(uri);
    const auto was_known = journal_reader{*db}.has_seed(hash);
    if (!was_known) return context.refuse(exit_disk, to_string(was_known.error()));
    announcements found;
    announce(found, {}, {uri, announced_as::pinged, {}, {}, "ping"});
    if (!found.defects.empty()) {
      context.refuse(exit_usage, "ping: " + found.defects.front().message);
      continue;
    }
    auto done = db->begin();
    if (done) done = db->announce(found, wall_now());
    if (done) done = db->commit();
    if (!done) return context.refuse(exit_disk, to_string(done.error()));
    const auto is_due = *was_known ? store.make_due(hash, wall_now()) : journal_reader{*db}.has_seed(hash);
    if (!is_due) return context.refuse(exit_disk, to_string(is_due.error()));
    if (!*is_due) context.exit_code = exit_some_failed;
    auto answer = *was_known ? describe_retry(*db, hash, *is_due) : answer_to_new(*db, uri, *is_due);
    if (!answer) return context.refuse(exit_disk, to_string(answer.error()));
    print_answer(*db, hash, uri, *answer, options.json, context);
  }
}

}  // namespace

void add_ping_command(cli_command& program, command_context& context) {
  auto options = std::make_shared<steering_options>();
  auto& command = add_steering_command(program, "ping", "Announce a URI as its publisher: it is crawled soon",
                                       options, context);
  command.positional("URI", options->what, "New or changed documents").required();
  command.examples({"laundromat ping https://example.org/data.ttl"});
  command.notes(
      "A new URI becomes a seed that is crawled again after a day (86,400 s), because ping reads no "
      "campaign: `add --interval` gives another interval. A known one is due at once, and keeps its "
      "interval. Politeness stays, and so do pauses: the answer names one that is in force.\n\nExit code 1 "
      "when a URI is excluded, or is crawled now.");
  command.action([options, &context] { ping(*options, context); });
}

}  // namespace laundromat
