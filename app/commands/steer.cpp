// laundromat pause, resume, exclude, retry, remove and ping: steer an engine, also while it runs.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <ostream>

#include "app/commands/commands.hpp"
#include "app/records/open_journal.hpp"
#include "app/terminal/json.hpp"
#include "app/terminal/timestamp_text.hpp"
#include "app/terminal/wall_clock.hpp"
#include "core/web/seed_hash.hpp"
#include "storage/journal/journal_presence.hpp"
#include "storage/journal/journal_reader.hpp"
#include "storage/journal/steering_store.hpp"

namespace laundromat {
namespace {

/// Seeds that one transaction looks at; short ones do not delay a running engine.
constexpr std::size_t seeds_at_once = 2'000;

struct steer_options {
  std::vector<std::string> what;
  std::string reason;
  bool lift = false, list = false, json = false;
};

std::optional<journal> open_to_steer(command_context& context) {
  const auto folder = safe_folder::named(context.data);
  auto to = folder ? open_journal_of(*folder) : tl::unexpected(folder.error());
  if (to) return *std::move(to);
  context.refuse(exit_disk, message_of(to.error()));
  return std::nullopt;
}

void print_rule(const steering_rule& rule, std::string_view answer, bool json, command_context& context) {
  if (json)
    return print_fact(context.io.out, {{"rule", to_string(rule.kind)},
                                       {"what", rule.what},
                                       {"reason", rule.reason},
                                       {"since", timestamp_text(rule.since)},
                                       {"answer", answer}});
  context.io.out << answer << "  " << to_string(rule.kind) << (rule.what.empty() ? "" : " ")
                 << harmless(rule.what);
  if (!rule.reason.empty()) context.io.out << "  (" << harmless(rule.reason) << ')';
  context.io.out << '\n';
}

void list_rules(bool exclusions, const steer_options& options, command_context& context) {
  auto from = open_journal(context);
  if (!from) return;
  const auto rules = steering_store{*from}.rules();
  if (!rules) return refuse(rules.error(), context);
  text_table table{{{"rule"}, {"what"}, {"since"}, {"reason"}}};
  for (const auto& rule : *rules) {
    if (is_exclusion(rule.kind) != exclusions) continue;
    if (options.json)
      print_rule(rule, "in force", true, context);
    else
      table.add_row({std::string{to_string(rule.kind)}, rule.what, timestamp_text(rule.since), rule.reason});
  }
  if (!options.json) table.print(context.io.out, context.io.out_terminal);
}

/// What a text of `pause` means: nothing is the campaign, a hash or a URI of a known seed is a seed, else a host.
result<steering_rule> pause_rule(journal& db, const std::string& what, const std::string& reason) {
  const auto now = wall_now();
  if (what.empty()) return make_rule(steering_kind::pause_campaign, {}, reason, now);
  const auto hash = record_hash::from_hex(what).value_or(seed_hash(what));
  const auto known = journal_reader{db}.has_seed(hash);
  if (!known) return tl::unexpected(known.error());
  if (*known) return make_rule(steering_kind::pause_seed, hash.hex(), reason, now);
  if (what.find("://") != std::string::npos)
    return fail(errc::not_found,
                "`" + what + "` is no seed: write a host to pause it, for example `pause example.org`");
  return make_rule(steering_kind::pause_host, what, reason, now);
}

void pause(const steer_options& options, command_context& context) {
  if (options.list) return list_rules(false, options, context);
  auto db = open_to_steer(context);
  if (!db) return;
  steering_store store{*db};
  auto named = options.what;
  if (named.empty()) named.emplace_back();
  for (const auto& what : named) {
    const auto rule = pause_rule(*db, what, options.reason);
    if (!rule) return context.refuse(exit_usage, "pause: " + rule.error().detail);
    const auto is_new = store.add(*rule);
    if (!is_new) return context.refuse(exit_disk, to_string(is_new.error()));
    print_rule(*rule, *is_new ? "paused" : "is paused already", options.json, context);
  }
}

void resume(const steer_options& options, command_context& context) {
  auto db = open_to_steer(context);
  if (!db) return;
  steering_store store{*db};
  auto named = options.what;
  if (named.empty()) named.emplace_back();
  for (const auto& what : named) {
    const auto rule = pause_rule(*db, what, {});
    if (!rule) return context.refuse(exit_usage, "resume: " + rule.error().detail);
    const auto was_paused = store.lift(rule->kind, rule->what);
    if (!was_paused) return context.refuse(exit_disk, to_string(was_paused.error()));
    if (!*was_paused) context.exit_code = exit_not_found;
    print_rule(*rule, *was_paused ? "resumed" : "was not paused", options.json, context);
  }
}

using walk_step = result<void> (steering_store::*)(const steering_rules&, seed_walk&, std::size_t, timestamp);

/// Walks over all seeds after the rules have changed; prints how many changed.
result<std::uint64_t> walk_seeds(steering_store& store, walk_step step) {
  auto listed = store.rules();
  if (!listed) return tl::unexpected(listed.error());
  const steering_rules rules{*std::move(listed)};
  seed_walk walk;
  while (!walk.is_over)
    if (auto done = (store.*step)(rules, walk, seeds_at_once, wall_now()); !done)
      return tl::unexpected(done.error());
  return walk.changed;
}

void print_changed(std::uint64_t seeds, std::string_view what, bool json, command_context& context) {
  if (json) return print_fact(context.io.out, {{"seeds", seeds}, {"are", what}});
  context.io.out << number_of(seeds, "seed") << ' ' << what << '\n';
}

void exclude(const steer_options& options, command_context& context) {
  if (options.list) return list_rules(true, options, context);
  if (options.what.empty())
    return context.refuse(exit_usage,
                          "exclude: name a host, `*.domain` or a URI, or print the exclusions with --list");
  std::vector<steering_rule> rules;
  for (const auto& what : options.what) {
    auto rule = make_rule(exclusion_kind_of(what), what, options.reason, wall_now());
    if (!rule) return context.refuse(exit_usage, "exclude: " + rule.error().detail);
    rules.push_back(*std::move(rule));
  }
  auto db = open_to_steer(context);
  if (!db) return;
  steering_store store{*db};
  for (const auto& rule : rules) {
    const auto changed = options.lift ? store.lift(rule.kind, rule.what) : store.add(rule);
    if (!changed) return context.refuse(exit_disk, to_string(changed.error()));
    if (options.lift && !*changed) context.exit_code = exit_not_found;
    print_rule(rule,
               options.lift ? (*changed ? "lifted" : "was not excluded")
                            : (*changed ? "excluded" : "is excluded already"),
               options.json, context);
  }
  const auto seeds =
      walk_seeds(store, options.lift ? &steering_store::readmit : &steering_store::refuse_excluded);
  if (!seeds) return context.refuse(exit_disk, to_string(seeds.error()));
  print_changed(*seeds, options.lift ? "on the list again" : "taken off the list", options.json, context);
}

/// The seed that a hash or a URI names; refuses others.
std::optional<record_hash> seed_named(journal& db, const std::string& what, const char* verb,
                                      command_context& context) {
  const auto hash = record_hash::from_hex(what).value_or(seed_hash(what));
  const auto known = journal_reader{db}.has_seed(hash);
  if (!known) return context.refuse(exit_disk, to_string(known.error())), std::nullopt;
  if (*known) return hash;
  context.refuse(exit_not_found,
                 std::string{verb} + ": `" + what + "` is no seed: write its URI or hash, or add it");
  return std::nullopt;
}

void print_answer(const record_hash& seed, const std::string& what, std::string_view answer, bool json,
                  command_context& context) {
  if (json) return print_fact(context.io.out, {{"seed", seed.hex()}, {"named", what}, {"answer", answer}});
  context.io.out << seed.hex() << "  " << answer << "  " << harmless(what) << '\n';
}

struct retry_options {
  std::vector<std::string> what;
  std::string host;
  bool failed = false, json = false;
};

void retry(const retry_options& options, command_context& context) {
  if (options.what.empty() && !options.failed)
    return context.refuse(exit_usage, "retry: name seeds by URI or hash, or write --failed");
  auto db = open_to_steer(context);
  if (!db) return;
  steering_store store{*db};
  for (const auto& what : options.what) {
    const auto seed = seed_named(*db, what, "retry", context);
    if (!seed) continue;
    const auto is_due = store.make_due(*seed, wall_now());
    if (!is_due) return context.refuse(exit_disk, to_string(is_due.error()));
    print_answer(*seed, what, *is_due ? "due now" : "is crawled now, or refused", options.json, context);
  }
  if (!options.failed) return;
  seed_walk walk;
  while (!walk.is_over)
    if (auto done = store.make_failing_due(options.host, walk, seeds_at_once, wall_now()); !done)
      return context.refuse(exit_disk, to_string(done.error()));
  print_changed(walk.changed, "due now", options.json, context);
}

/// Takes seeds off the list by a rule for exactly their URIs, so that no list and no document puts them back.
void remove(const steer_options& options, command_context& context) {
  auto db = open_to_steer(context);
  if (!db) return;
  steering_store store{*db};
  for (const auto& what : options.what) {
    const auto seed = seed_named(*db, what, "remove", context);
    if (!seed) continue;
    const auto row = db->seed(*seed);
    if (!row) return context.refuse(exit_disk, to_string(row.error()));
    const auto rule = make_rule(steering_kind::exclude_pattern, normalize_seed(row->uri) + "$",
                                options.reason.empty() ? "removed" : options.reason, wall_now());
    if (!rule) return context.refuse(exit_usage, "remove: " + rule.error().detail);
    if (const auto added = store.add(*rule); !added)
      return context.refuse(exit_disk, to_string(added.error()));
    print_answer(*seed, what, "removed", options.json, context);
  }
  if (const auto seeds = walk_seeds(store, &steering_store::refuse_excluded); !seeds)
    context.refuse(exit_disk, to_string(seeds.error()));
}

void ping(const steer_options& options, command_context& context) {
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
    print_answer(hash, uri,
                 !*is_due     ? "is excluded, or is crawled now"
                 : *was_known ? "due now"
                              : "new",
                 options.json, context);
  }
}

cli_command& add_steering_command(cli_command& program, const char* name, const char* what,
                                  const std::shared_ptr<steer_options>& options, command_context& context) {
  auto& command = program.add_command(name, what);
  command.flag("--json", options->json, "One JSON object per line");
  add_data_option(command, context);
  return command;
}

}  // namespace

void add_pause_command(cli_command& program, command_context& context) {
  auto options = std::make_shared<steer_options>();
  auto& command = add_steering_command(
      program, "pause", "Request nothing of the campaign, a host or a seed until resumed", options, context);
  command.positional("WHAT", options->what,
                     "Hosts, with or without port, and seeds (hash or URI); none: all");
  command.option("--reason", options->reason, "Why, for people").metavar("TEXT");
  command.flag("--list", options->list, "Print what is paused");
  command.examples(
      {"laundromat pause", "laundromat pause example.org --reason 'their server is slow today'"});
  command.notes(
      "A running engine obeys within a second, and finishes requests in progress. Stays in force over "
      "restarts.");
  command.action([options, &context] { pause(*options, context); });
}

void add_resume_command(cli_command& program, command_context& context) {
  auto options = std::make_shared<steer_options>();
  auto& command = add_steering_command(program, "resume", "End a pause", options, context);
  command.positional("WHAT", options->what, "What was paused; none: the campaign");
  command.examples({"laundromat resume example.org"});
  command.action([options, &context] { resume(*options, context); });
}

void add_exclude_command(cli_command& program, command_context& context) {
  auto options = std::make_shared<steer_options>();
  auto& command = add_steering_command(program, "exclude",
                                       "Never request a host, a domain or URIs again, as a webmaster asks",
                                       options, context);
  command.positional("WHAT", options->what,
                     "Hosts; domains with all their hosts, as *.example.org; URIs, with * for any text and a "
                     "final $ for the end");
  command.option("--reason", options->reason, "Why, for people").metavar("TEXT");
  command.flag("--lift", options->lift, "End the exclusion");
  command.flag("--list", options->list, "Print what is excluded");
  command.examples({"laundromat exclude example.org --reason 'mail of their webmaster, 3 May'",
                    "laundromat exclude '*.example.org' 'http://example.com/private/*.ttl$'"});
  command.notes(
      "A running engine obeys within a second. Waiting seeds are refused, and neither a list nor a document "
      "puts them back.");
  command.action([options, &context] { exclude(*options, context); });
}

void add_retry_command(cli_command& program, command_context& context) {
  auto options = std::make_shared<retry_options>();
  auto& command = program.add_command("retry", "Make seeds due at once");
  command.positional("SEED", options->what, "Seeds, by URI or hash");
  command.flag("--failed", options->failed, "All seeds whose last crawl failed");
  command.option("--host", options->host, "With --failed: only seeds of this host").metavar("HOST");
  command.flag("--json", options->json, "One JSON object per line");
  add_data_option(command, context);
  command.examples(
      {"laundromat retry https://example.org/data.ttl", "laundromat retry --failed --host example.org"});
  command.notes("Politeness stays: a host is not asked earlier than it may be.");
  command.action([options, &context] { retry(*options, context); });
}

void add_remove_command(cli_command& program, command_context& context) {
  auto options = std::make_shared<steer_options>();
  auto& command =
      add_steering_command(program, "remove", "Take seeds off the list for ever", options, context);
  command.positional("SEED", options->what, "Seeds, by URI or hash").required();
  command.option("--reason", options->reason, "Why, for people").metavar("TEXT");
  command.examples({"laundromat remove https://example.org/data.ttl"});
  command.notes(
      "What was published of them stays. `exclude --list` prints the rules that it makes, `exclude --lift` "
      "ends them.");
  command.action([options, &context] { remove(*options, context); });
}

void add_ping_command(cli_command& program, command_context& context) {
  auto options = std::make_shared<steer_options>();
  auto& command = add_steering_command(program, "ping", "Announce a URI as its publisher: it is crawled soon",
                                       options, context);
  command.positional("URI", options->what, "New or changed documents").required();
  command.examples({"laundromat ping https://example.org/data.ttl"});
  command.notes("A new URI becomes a seed, a known one is due at once.");
  command.action([options, &context] { ping(*options, context); });
}

}  // namespace laundromat
