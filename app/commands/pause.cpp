// laundromat pause and resume: stop requests for a while, also beside a running engine.
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <ostream>

#include "app/commands/commands.hpp"
#include "app/steering/steering_options.hpp"
#include "app/terminal/wall_clock.hpp"
#include "core/web/seed_hash.hpp"
#include "core/web/uri.hpp"
#include "storage/journal/journal_reader.hpp"

namespace laundromat {
namespace {

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

std::string how_to_end(const steering_rule& rule) {
  const auto verb = rule.what.empty() ? "`laundromat resume`" : "`laundromat resume " + rule.what + "`";
  return std::string{to_string(rule.kind)} + (rule.what.empty() ? "" : ' ' + rule.what) +
         " is in force: end it with " + verb;
}

/// Which other pauses still hold what `lifted` was about, or a part of it: `, but pause host a.example is in force: end it with …`. Empty when there are
/// none.
std::string what_still_holds(const std::vector<steering_rule>& rest, const steering_rule& lifted,
                             const std::string& uri) {
  const steering_rules rules{rest};
  const auto authority = authority_key(uri.empty() ? "http://" + lifted.what + "/" : uri);
  if (authority)
    if (const auto* rule = rules.rule_of_host(*authority); rule != nullptr && !is_exclusion(rule->kind))
      return ", but " + how_to_end(*rule);
  for (const auto& rule : rest) {
    if (is_exclusion(rule.kind)) continue;
    const bool is_part =
        lifted.kind == steering_kind::pause_campaign ||
        (lifted.kind == steering_kind::pause_host && rule.what.starts_with(lifted.what + ':'));
    if (is_part) return ", but " + how_to_end(rule);
  }
  return {};
}

void pause(const steering_options& options, command_context& context) {
  if (options.list) return list_rules(false, options.json, context);
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
    print_rule(*rule, *is_new ? "paused" : "is paused already", options.json, context,
               uri_of_paused(*db, *rule));
  }
}

void resume(const steering_options& options, command_context& context) {
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
    const auto rest = store.rules();
    if (!rest) return context.refuse(exit_disk, to_string(rest.error()));
    const auto uri = uri_of_paused(*db, *rule);
    print_rule(*rule, (*was_paused ? "resumed" : "was not paused") + what_still_holds(*rest, *rule, uri),
               options.json, context, uri);
  }
}

}  // namespace

void add_pause_command(cli_command& program, command_context& context) {
  auto options = std::make_shared<steering_options>();
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
  auto options = std::make_shared<steering_options>();
  auto& command = add_steering_command(program, "resume", "End a pause", options, context);
  command.positional("WHAT", options->what, "What was paused; none: the campaign");
  command.examples({"laundromat resume example.org"});
  command.notes(
      "What the pause has put off is due at once. The answer names another pause that still holds it: a host "
      "may be paused with and without its port, and the campaign as a whole.\n\nExit code 4 when it was not "
      "paused.");
  command.action([options, &context] { resume(*options, context); });
}

}  // namespace laundromat
