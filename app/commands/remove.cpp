// laundromat remove: take seeds off the list for ever.
// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "app/commands/commands.hpp"
#include "app/steering/steering_options.hpp"
#include "app/terminal/wall_clock.hpp"

namespace laundromat {
namespace {

/// Takes seeds off the list by a rule for exactly their URIs, so that no list and no document puts them back.
void remove(const steering_options& options, command_context& context) {
  auto db = open_to_steer(context);
  if (!db) return;
  steering_store store{*db};
  for (const auto& what : options.what) {
    const auto seed = seed_named(*db, what, "remove", context);
    if (!seed) continue;
    const auto row = db->seed(*seed);
    if (!row) return context.refuse(exit_disk, to_string(row.error()));
    const auto rule = make_rule(steering_kind::exclude_uri, row->uri,
                                options.reason.empty() ? "removed" : options.reason, wall_now());
    if (!rule) return context.refuse(exit_usage, "remove: " + rule.error().detail);
    if (const auto added = store.add(*rule); !added)
      return context.refuse(exit_disk, to_string(added.error()));
    print_answer(*db, *seed, what, "removed", options.json, context);
  }
  if (const auto seeds = walk_seeds(store, &steering_store::refuse_excluded); !seeds)
    context.refuse(exit_disk, to_string(seeds.error()));
}

}  // namespace

void add_remove_command(cli_command& program, command_context& context) {
  auto options = std::make_shared<steering_options>();
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

}  // namespace laundromat
