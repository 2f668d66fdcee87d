// laundromat retry: make seeds due at once.
// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "app/commands/commands.hpp"
#include "app/steering/steering_options.hpp"
#include "app/terminal/wall_clock.hpp"

namespace laundromat {
namespace {

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
    const auto answer = describe_retry(*db, *seed, *is_due);
    if (!answer) return context.refuse(exit_disk, to_string(answer.error()));
    print_answer(*db, *seed, what, *answer, options.json, context);
  }
  if (!options.failed) return;
  seed_walk walk;
  while (!walk.is_over)
    if (auto done = store.make_failing_due(options.host, walk, seeds_at_once, wall_now()); !done)
      return context.refuse(exit_disk, to_string(done.error()));
  print_changed(walk.changed, "due now", options.json, context);
}

}  // namespace

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
  command.notes(
      "Politeness stays: a host is not asked earlier than it may be. The answer says why a seed is not due: "
      "it is crawled now, or was refused.");
  command.action([options, &context] { retry(*options, context); });
}

}  // namespace laundromat
