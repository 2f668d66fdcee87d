// laundromat config: checks a campaign file, or prints every key with its default.
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <ostream>

#include "app/campaign/campaign_file.hpp"
#include "app/campaign/campaign_keys.hpp"
#include "app/commands/commands.hpp"
#include "core/web/seed_hash.hpp"

namespace laundromat {
namespace {

struct config_options {
  std::string file;
  bool defaults = false;
};

/// A text about seeds that are counted but never fetched; empty when there are none.
std::string describe_unfetched(const campaign& c) {
  std::uint64_t relative = 0, refused = 0;
  for (const auto& seed : c.seeds) {
    if (seed.uri.starts_with("{serve}")) continue;
    const auto code = classify_seed(seed.uri, !c.files.roots.empty()).code;
    if (code == errc::relative_uri)
      ++relative;
    else if (code != errc::ok)
      ++refused;
  }
  if (relative + refused == 0) return {};
  std::string out;
  if (relative > 0) out += ", " + human_count(relative) + " relative";
  if (refused > 0) out += (relative > 0 ? " and " : ", ") + human_count(refused) + " refused";
  if (relative + refused == c.seeds.size()) return out + ": none can be fetched";
  return out + (relative + refused == 1 ? ", which is never fetched" : ", which are never fetched");
}

void check_file(const config_options& options, command_context& context) {
  if (context.refuses_given_data()) return;
  const auto loaded = load_campaign(options.file, context.given_data());
  if (!loaded) {
    context.refuse_file(options.file, loaded.error());
    return;
  }
  context.io.out << options.file << ": fine; " << number_of(loaded->seeds.size(), "seed")
                 << describe_unfetched(*loaded) << ", crawled as " << user_agent(loaded->contact) << '\n';
}

}  // namespace

void add_config_command(cli_command& program, command_context& context) {
  auto options = std::make_shared<config_options>();
  auto& command = program.add_command("config", "Check a campaign file, or print every key with its default");
  command.positional("CAMPAIGN", options->file, "The file to check").excludes("--defaults");
  command.flag("--defaults", options->defaults, "Print every key with default, range and meaning");
  command
      .option("--data", context.data_option,
              "Data folder: journal and documents; default: LAUNDROMAT_DATA, else `data` of the "
              "campaign")
      .metavar("DIR");
  command.examples({"laundromat config --defaults > my-campaign.yaml", "laundromat config my-campaign.yaml"});
  command.action([options, &context] {
    if (options->defaults)
      context.io.out << default_campaign_yaml();
    else if (options->file.empty())
      context.refuse(exit_usage, "config: name a campaign file, or write --defaults");
    else
      check_file(*options, context);
  });
}

}  // namespace laundromat
