// laundromat config: checks a campaign file, or prints every key with its default.
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <ostream>

#include "app/campaign/campaign_file.hpp"
#include "app/campaign/campaign_keys.hpp"
#include "app/campaign/seed_file.hpp"
#include "app/campaign/settings_file.hpp"
#include "app/commands/commands.hpp"
#include "app/terminal/json.hpp"
#include "core/campaign/served_folder.hpp"
#include "core/web/seed_hash.hpp"

namespace laundromat {
namespace {

struct config_options {
  std::string file;
  bool defaults = false, in_use = false, json = false;
};

/// `2 seeds`, and a text about those that are counted but never fetched. Errors: those of `listed_seeds`.
tl::expected<std::string, file_problem> describe_seeds(const campaign& c) {
  std::uint64_t all = 0, relative = 0, refused = 0;
  listed_seeds listed{c.seeds, c.seed_files};
  for (auto seed = listed.next(); !seed || *seed; seed = listed.next()) {
    if (!seed) return tl::unexpected(seed.error());
    ++all;
    if ((*seed)->uri.starts_with(serve_placeholder)) continue;
    const auto code = classify_seed((*seed)->uri, schemes_of(c)).code;
    if (code == errc::relative_uri)
      ++relative;
    else if (code != errc::ok)
      ++refused;
  }
  auto out = number_of(all, "seed");
  if (relative + refused == 0) return out;
  if (relative > 0) out += ", " + human_count(relative) + " relative";
  if (refused > 0) out += (relative > 0 ? " and " : ", ") + human_count(refused) + " refused";
  if (relative + refused == all) return out + ": none can be fetched";
  return out + (relative + refused == 1 ? ", which is never fetched" : ", which are never fetched");
}

void check_file(const config_options& options, command_context& context) {
  if (context.refuses_given_data()) return;
  const auto loaded = load_campaign(options.file, context.given_data());
  if (!loaded) {
    context.refuse_file(options.file, loaded.error());
    return;
  }
  const auto seeds = describe_seeds(*loaded);
  if (!seeds) return context.refuse_file(options.file, {seeds.error()});
  context.io.out << options.file << ": fine; " << *seeds << ", crawled as " << user_agent(loaded->contact)
                 << '\n';
}

void print_settings(bool json, command_context& context) {
  const auto settings = read_settings(context.data);
  if (settings.empty() && !json)
    return context.refuse(exit_not_found, "config: no campaign has run on " + context.data.string());
  text_table table{{{"key"}, {"value"}, {"default"}}};
  for (const auto& one : settings)
    if (json)
      print_fact(context.io.out, one);
    else
      table.add_row({one.value("key", ""), one.value("value", ""), one.value("default", "")});
  if (!json) table.print(context.io.out, context.io.out_terminal);
}

}  // namespace

void add_config_command(cli_command& program, command_context& context) {
  auto options = std::make_shared<config_options>();
  auto& command = program.add_command("config", "Check a campaign file, or print every key with its default");
  command.positional("CAMPAIGN", options->file, "The file to check").excludes("--defaults");
  command.flag("--defaults", options->defaults, "Print every key with default, range and meaning");
  command
      .flag("--in-use", options->in_use,
            "Print every key with which the engine of the data folder runs, or ran last")
      .excludes("CAMPAIGN")
      .excludes("--defaults");
  command.flag("--json", options->json, "With --in-use: one JSON object per key");
  command
      .option("--data", context.data_option,
              "Data folder: journal and documents; default: LAUNDROMAT_DATA, else `data` of the "
              "campaign")
      .metavar("DIR");
  command.examples({"laundromat config --defaults > my-campaign.yaml", "laundromat config my-campaign.yaml",
                    "laundromat config --in-use --data laundry"});
  command.action([options, &context] {
    if (options->in_use)
      print_settings(options->json, context);
    else if (options->defaults)
      context.io.out << default_campaign_yaml();
    else if (options->file.empty())
      context.refuse(exit_usage, "config: name a campaign file, or write --defaults");
    else
      check_file(*options, context);
  });
}

}  // namespace laundromat
