// Opens, prints and walks, for the commands that steer.
// SPDX-License-Identifier: Apache-2.0
#include "app/steering/steering_options.hpp"

#include <ostream>

#include "app/records/open_journal.hpp"
#include "app/terminal/json.hpp"
#include "app/terminal/timestamp_text.hpp"
#include "app/terminal/wall_clock.hpp"
#include "core/records/cause_name.hpp"
#include "core/web/seed_hash.hpp"
#include "storage/graphs/graph_records.hpp"
#include "storage/journal/journal_presence.hpp"
#include "storage/journal/journal_reader.hpp"
#include "storage/journal/request_wait.hpp"
#include "storage/stores/data_folder.hpp"

namespace laundromat {

std::optional<journal> open_to_steer(command_context& context) {
  if (std::error_code none; !std::filesystem::exists(data_layout{context.data}.journal(), none)) {
    context.refuse(exit_not_found,
                   "no journal in " + context.data.string() +
                       ": name the data folder of the campaign with --data DIR; before its first run "
                       "`laundromat add URI --data DIR` makes the journal and requests nothing");
    return std::nullopt;
  }
  const auto folder = safe_folder::named(context.data);
  auto to = folder ? open_journal_of(*folder) : tl::unexpected(folder.error());
  if (to) return *std::move(to);
  context.refuse(exit_disk, message_of(to.error()));
  return std::nullopt;
}

/// The seed that a hash or a URI names; refuses others.
std::optional<record_hash> seed_named(journal& db, const std::string& what, const char* verb,
                                      command_context& context) {
  const auto hash = record_hash::from_hex(what).value_or(seed_hash(what));
  const auto known = journal_reader{db}.has_seed(hash);
  if (!known) return context.refuse(exit_disk, to_string(known.error())), std::nullopt;
  if (*known) return hash;
  const bool is_provider = !what.empty() && graph_records{db}.provider(what).has_value();
  context.refuse(exit_not_found,
                 std::string{verb} + ": `" + what +
                     (is_provider ? "` is a provider, and no seed: `laundromat harvest " + what +
                                        " --now` has it harvested, `laundromat providers " + what +
                                        "` prints the URIs of its files"
                                  : "` is no seed: write its URI or hash, or add it"));
  return std::nullopt;
}

std::string uri_of_paused(journal& db, const steering_rule& rule) {
  if (rule.kind != steering_kind::pause_seed) return {};
  const auto hash = record_hash::from_hex(rule.what);
  const auto seed = hash ? db.seed(*hash) : result<seed_record>{};
  return seed ? seed->uri : std::string{};
}

void print_rule(const steering_rule& rule, std::string_view answer, bool json, command_context& context,
                std::string_view uri) {
  if (json) {
    json_fact fact{{"rule", to_string(rule.kind)},
                   {"what", rule.what},
                   {"reason", rule.reason},
                   {"since", timestamp_text(rule.since)},
                   {"answer", answer}};
    if (!uri.empty()) fact["uri"] = uri;
    return print_fact(context.io.out, fact);
  }
  context.io.out << answer << "  " << to_string(rule.kind) << (rule.what.empty() ? "" : " ")
                 << harmless(uri.empty() ? rule.what : uri);
  if (!rule.reason.empty()) context.io.out << "  (" << harmless(rule.reason) << ')';
  context.io.out << '\n';
}

void print_answer(journal& db, const record_hash& seed, const std::string& what, std::string_view answer,
                  bool json, command_context& context) {
  if (json) return print_fact(context.io.out, {{"seed", seed.hex()}, {"named", what}, {"answer", answer}});
  const auto known = db.seed(seed);
  context.io.out << seed.hex() << "  " << harmless(known ? known->uri : what) << "  " << harmless(answer)
                 << '\n';
}

namespace {

/// When a seed that is due is requested.
std::string due_in_words(const std::optional<request_wait>& wait) {
  if (!wait) return "due now";
  const auto& [host, cause, detail, until] = wait->at;
  if (until == no_end) return "due now, but waits: " + detail + " is in force";
  return "due, and requested at " + to_iso8601(until) + ": " + host + " waits until then, " +
         cause_and_detail(cause, detail);
}

}  // namespace

result<std::string> describe_retry(journal& db, const record_hash& seed, bool is_due) {
  const auto record = db.seed(seed);
  if (!record) return tl::unexpected(record.error());
  auto rules = steering_store{db}.rules();
  if (!rules) return tl::unexpected(rules.error());
  const steering_rules in_force{*std::move(rules)};
  const auto steered = in_force.judge(record->uri);
  if (is_due && steered.code != errc::ok) return "due now, but waits: " + steered.detail + " is in force";
  if (is_due) {
    const auto wait = request_wait_of(db, record->uri, in_force, wall_now());
    if (!wait) return tl::unexpected(wait.error());
    return due_in_words(*wait);
  }
  if (record->current != status::refused) return std::string{"is crawled now"};
  const auto why = steered.code == errc::excluded ? steered.detail : std::string{meaning_of(record->cause)};
  return "is refused: " + cause_name(record->cause, {}) + (why.empty() ? "" : ", " + why);
}

void print_changed(std::uint64_t seeds, std::string_view what, bool json, command_context& context) {
  if (json) return print_fact(context.io.out, {{"seeds", seeds}, {"are", what}});
  context.io.out << number_of(seeds, "seed") << ' ' << what << '\n';
}

void list_rules(bool exclusions, bool json, command_context& context) {
  auto from = open_journal(context);
  if (!from) return;
  const auto rules = steering_store{*from}.rules();
  if (!rules) return refuse(rules.error(), context);
  text_table table{{{"rule"}, {"what"}, {"since"}, {"reason"}}};
  for (const auto& rule : *rules) {
    if (is_exclusion(rule.kind) != exclusions) continue;
    const auto uri = uri_of_paused(*from, rule);
    if (json)
      print_rule(rule, "in force", true, context, uri);
    else
      table.add_row({std::string{to_string(rule.kind)}, uri.empty() ? rule.what : uri,
                     timestamp_text(rule.since), rule.reason});
  }
  if (!json) table.print(context.io.out, context.io.out_terminal);
}

result<seed_walk> walk_seeds(steering_store& store, walk_step step) {
  auto listed = store.rules();
  if (!listed) return tl::unexpected(listed.error());
  const steering_rules rules{*std::move(listed)};
  seed_walk walk;
  while (!walk.is_over)
    if (auto done = (store.*step)(rules, walk, seeds_at_once, wall_now()); !done)
      return tl::unexpected(done.error());
  return walk;
}

cli_command& add_steering_command(cli_command& program, const char* name, const char* what,
                                  const std::shared_ptr<steering_options>& options,
                                  command_context& context) {
  auto& command = program.add_command(name, what);
  command.flag("--json", options->json, "One JSON object per line");
  add_data_option(command, context);
  return command;
}

}  // namespace laundromat
