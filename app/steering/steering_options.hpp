// What commands that steer an engine share: opening the journal, rules as lines, walks over all seeds.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/commands/commands.hpp"
#include "storage/journal/steering_store.hpp"

namespace laundromat {

/// The options of most commands that steer.
struct steering_options {
  std::vector<std::string> what;
  std::string reason;
  bool lift = false, list = false, take_down = false, json = false;
};

/// Seeds that one transaction looks at; short ones do not delay a running engine.
inline constexpr std::size_t seeds_at_once = 2'000;

/// The journal of the data folder, to write to, also while an engine runs; reports why it cannot be opened. None is made: a rule in a mistyped folder would
/// stop nothing.
[[nodiscard]] std::optional<journal> open_to_steer(command_context& context);
/// The seed that a hash or a URI names; reports that there is none for the command `verb`.
[[nodiscard]] std::optional<record_hash> seed_named(journal& db, const std::string& what, const char* verb,
                                                    command_context& context);

/// Prints a rule and what became of it; `uri` is that of a paused seed.
void print_rule(const steering_rule& rule, std::string_view answer, bool json, command_context& context,
                std::string_view uri = {});
/// The URI of the seed that a rule pauses; empty for other rules.
[[nodiscard]] std::string uri_of_paused(journal& db, const steering_rule& rule);
/// Prints a seed, with its URI when it was named by its hash, and what became of it.
void print_answer(journal& db, const record_hash& seed, const std::string& what, std::string_view answer,
                  bool json, command_context& context);
/// What `steering_store::make_due` did to a seed: `due now`, with the pause that still holds it, or when it is requested because a host on its way waits; or why it is not due: it is crawled now, or was refused,
/// and for which reason. Errors: those of the journal.
[[nodiscard]] result<std::string> describe_retry(journal& db, const record_hash& seed, bool is_due);
/// Prints how many seeds are changed.
void print_changed(std::uint64_t seeds, std::string_view what, bool json, command_context& context);
/// Prints the exclusions, or the pauses.
void list_rules(bool exclusions, bool json, command_context& context);

/// A step of `steering_store` over one piece of the seeds.
using walk_step = result<void> (steering_store::*)(const steering_rules&, seed_walk&, std::size_t, timestamp);
/// Walks over all seeds after the rules have changed; returns the walk, which counts what changed.
[[nodiscard]] result<seed_walk> walk_seeds(steering_store& store, walk_step step);

/// Declares a command with `--json` and `--data`.
cli_command& add_steering_command(cli_command& program, const char* name, const char* what,
                                  const std::shared_ptr<steering_options>& options, command_context& context);

}  // namespace laundromat
