// laundromat cluster: makes the CA of a cluster, invites machines, and says who was invited.
// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <chrono>
#include <memory>
#include <ostream>

#include "app/cluster/cluster_folder.hpp"
#include "app/commands/commands.hpp"
#include "app/publish/open_journal.hpp"
#include "app/terminal/json.hpp"
#include "app/terminal/wall_clock.hpp"

namespace laundromat {
namespace {

namespace fs = std::filesystem;

struct cluster_options {
  std::string folder = "cluster";
  std::string name;
  std::string output;
  std::int64_t days = machine_days.count();
  bool again = false;
  bool json = false;

  [[nodiscard]] cluster_node node() const { return {name, output, std::chrono::days{days}, again}; }
};

/// `2028-11-21`
std::string day_of(timestamp t) {
  return to_iso8601(t).substr(0, std::string_view{"2028-11-21"}.size());
}

json_fact fact_of(const certificate_facts& facts, std::string_view role) {
  const auto now = wall_now();
  return {{"name", facts.name},
          {"role", role},
          {"state", now > facts.until  ? "expired"
                    : now < facts.from ? "not yet valid"
                                       : "valid"},
          {"from", to_iso8601(facts.from)},
          {"until", to_iso8601(facts.until)},
          {"serial", facts.serial}};
}

void print_invitation(const cluster_invitation& made, command_context& context) {
  auto fact = fact_of(made.facts, "machine");
  fact["bundle"] = made.bundle.string();
  print_fact(context.io.out, fact);
}

void init(const cluster_options& options, command_context& context) {
  const auto made = make_cluster(options.folder, options.node(), wall_now());
  if (!made) return refuse(made.error(), context);
  if (options.json) return print_invitation(*made, context);
  const auto folder = harmless(options.folder);
  context.io.out << folder << ": a CA, valid for ten years, and the bundle of " << made->facts.name
                 << ", valid until " << day_of(made->facts.until)
                 << "\nWho can read this folder can let machines in.\n\nWhat to do next\n"
                    "  in the campaign:   listen: {address: 0.0.0.0, port: 4711, bundle: "
                 << harmless(fs::absolute(made->bundle).lexically_normal().string())
                 << "}\n  for every machine: laundromat cluster invite NAME"
                 << (options.folder == "cluster" ? "" : " --folder " + folder) << '\n';
}

void invite(const cluster_options& options, command_context& context) {
  const auto made = invite_to_cluster(options.folder, options.node(), wall_now());
  if (!made) return refuse(made.error(), context);
  if (options.json) return print_invitation(*made, context);
  const auto& name = made->facts.name;
  const auto bundle = harmless(made->bundle.string());
  const auto there = harmless(made->bundle.filename().string());
  context.io.out << bundle << ": " << name << " may join until " << day_of(made->facts.until)
                 << "\nThe file holds its private key: nobody else may see it.\n\nWhat to do next\n  scp "
                 << bundle << ' ' << name << ":\n  ssh " << name << " laundromat join HOST:PORT --bundle "
                 << there << "\n  rm " << bundle << '\n';
}

void show(const cluster_options& options, command_context& context) {
  const auto members = read_cluster(options.folder);
  if (!members) return refuse(members.error(), context);
  text_table table{{{"name"}, {"role"}, {"state"}, {"from"}, {"until"}, {"serial"}}};
  const auto add = [&](const certificate_facts& facts, std::string_view role) {
    const auto fact = fact_of(facts, role);
    if (options.json) return print_fact(context.io.out, fact);
    table.add_row({facts.name, std::string{role}, fact["state"], day_of(facts.from), day_of(facts.until),
                   facts.serial});
  };
  add(members->ca, "ca");
  for (const auto& one : members->invited) add(one, "machine");
  if (!options.json) table.print(context.io.out, context.io.out_terminal);
}

void add_days(CLI::App& command, cluster_options& options, const std::string& what) {
  constexpr std::int64_t most_days = 3'650;
  command.add_option("--days", options.days, what)
      ->check(CLI::Range(std::int64_t{1}, most_days))
      ->capture_default_str();
}

/// What all three have in common.
CLI::App* add_part(CLI::App& cluster, const std::string& name, const std::string& what,
                   const std::shared_ptr<cluster_options>& options) {
  auto* command = cluster.add_subcommand(name, what);
  command->add_option("--folder", options->folder, "Where the cluster is kept")
      ->type_name("DIR")
      ->capture_default_str();
  command->add_flag("--json", options->json, "One JSON object a line");
  return command;
}

void add_init(CLI::App& cluster, command_context& context) {
  auto options = std::make_shared<cluster_options>();
  options->name = "engine";
  auto* command = add_part(cluster, "init", "Make a CA and the engine's own bundle", options);
  command->add_option("--name", options->name, "Of the engine's machine")->capture_default_str();
  add_days(*command, *options, "How long the engine's bundle is valid; the CA is for ten years");
  command->footer(
      "Example:\n  laundromat cluster init\n\n"
      "Makes the folder, which must not be there yet: ca.key signs invitations and stays there, ca.pem is "
      "its\n"
      "certificate, engine.pem what the campaign names as `listen.bundle`. Nothing is ever overwritten.");
  command->callback([options, &context] { init(*options, context); });
}

void add_invite(CLI::App& cluster, command_context& context) {
  auto options = std::make_shared<cluster_options>();
  auto* command = add_part(cluster, "invite", "Make a bundle with which one machine may join", options);
  command
      ->add_option("NAME", options->name, "What the machine is called, as a host: letters, digits, `-`, `.`")
      ->required();
  command->add_option("--output", options->output, "File of the bundle, else NAME.pem in that folder")
      ->type_name("FILE");
  add_days(*command, *options, "How long the bundle is valid");
  command->add_flag("--again", options->again, "Also when the machine has one that is still valid");
  command->footer(
      "Example:\n  laundromat cluster invite washer-1\n\n"
      "The bundle is one file: the certificate of the machine, its private key, and the certificate of the\n"
      "CA. Carry it to the machine, and remove it here. Nothing takes an invitation back before its time but "
      "a\n"
      "new cluster.");
  command->callback([options, &context] { invite(*options, context); });
}

void add_show(CLI::App& cluster, command_context& context) {
  auto options = std::make_shared<cluster_options>();
  auto* command = add_part(cluster, "show", "List who was invited, and until when", options);
  command->footer("Example:\n  laundromat cluster show\n  laundromat cluster show --json");
  command->callback([options, &context] { show(*options, context); });
}

}  // namespace

void add_cluster_command(CLI::App& app, command_context& context) {
  auto* command =
      app.add_subcommand("cluster", "Say which machines may join an engine: certificates of its own CA");
  command->require_subcommand(1);
  add_init(*command, context);
  add_invite(*command, context);
  add_show(*command, context);
  command->footer(
      "Example:\n  laundromat cluster init\n  laundromat cluster invite washer-1\n  laundromat cluster "
      "show\n\n"
      "An engine and the machines that join it know each other by certificates of a CA that serves nothing\n"
      "else; see `listen` in `laundromat config --defaults`.");
}

}  // namespace laundromat
