// laundromat join and leave: makes this machine a worker node of an engine, and ends that.
// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <memory>
#include <optional>
#include <ostream>
#include <thread>

#include "app/cluster/join.hpp"
#include "app/commands/commands.hpp"

namespace laundromat {
namespace {

struct join_command {
  std::string where;
  std::uint32_t slots = 0;
  std::optional<std::uint32_t> transfers;
  join_options options;
};

/// `host:port`, or `[address]:port`.
bool read_place(std::string_view text, join_options& into) {
  const auto colon = text.rfind(':');
  if (colon == text.npos) return false;
  auto host = text.substr(0, colon);
  const auto port = text.substr(colon + 1);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  const auto [end, bad] = std::from_chars(port.data(), port.data() + port.size(), into.port);
  into.host = host;
  return bad == std::errc{} && end == port.data() + port.size() && into.port > 0 && !host.empty();
}

void join(join_command given, command_context& context) {
  auto& options = given.options;
  if (!read_place(given.where, options))
    return context.refuse(
        exit_usage, "join: `" + given.where + "` is not a host and port: write them as in `10.0.0.1:4711`");
  const auto executors = given.slots > 0 ? given.slots : std::max(1U, std::thread::hardware_concurrency());
  // Downloads wait for their hosts, so each slot gets several.
  options.slots = {given.transfers.value_or(std::min(4 * executors, most_slots)), executors, executors,
                   executors};
  if (options.folder.empty()) options.folder = context.data_option.value_or("joined");
  context.exit_code = join_engine(options);
}

void leave(const std::filesystem::path& folder, command_context& context) {
  const auto print_waiting = [&] {
    context.io.out << "waiting until work in progress is finished …" << std::endl;
  };
  if (const auto left = leave_engine(folder, print_waiting); !left)
    return context.refuse(exit_not_found, left.error().detail);
  context.io.out << "this machine has left\n";
}

}  // namespace

void add_join_command(cli_command& program, command_context& context) {
  auto given = std::make_shared<join_command>();
  auto& command = program.add_command("join", "Join a running engine as a worker node");
  command.positional("HOST:PORT", given->where, "Host and port at which the engine listens").required();
  command
      .option("--bundle", given->options.bundle,
              "Bundle that `laundromat cluster invite` made for this machine")
      .required()
      .metavar("FILE");
  command.option("--slots", given->slots, "Documents to wash simultaneously (default: one for each core)")
      .range(1U, most_slots);
  command
      .option("--transfers", given->transfers,
              "Simultaneous downloads (default: four for each slot; 0: only wash)")
      .range(0U, most_slots);
  command
      .option("--cache-mib", given->options.cache_mib, "Size of the cache of bodies in the folder of --data")
      .shows_default();
  command.option("--data", context.data_option, "Working folder, emptied at each start")
      .metavar("DIR")
      .default_text("joined");
  command.examples({"laundromat join 10.0.0.1:4711 --bundle node-1.pem --slots 8"});
  command.notes(
      "The working folder is emptied at each start. The program reconnects when the engine restarts. After "
      "`laundromat leave`, Ctrl-C or SIGTERM it finishes its work and ends.");
  command.action([given, &context] { join(*given, context); });
}

void add_leave_command(cli_command& program, command_context& context) {
  auto& command = program.add_command("leave", "Leave the engine that this machine joined");
  command.option("--data", context.data_option, "Working folder of `join`")
      .metavar("DIR")
      .default_text("joined");
  command.examples({"laundromat leave", "laundromat leave --data joined"});
  command.action([&context] { leave(context.data_option.value_or("joined"), context); });
}

}  // namespace laundromat
