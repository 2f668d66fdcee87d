// laundromat cluster: makes the CA of a cluster, invites machines, and lists the invited ones.
// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <memory>
#include <ostream>

#include "app/cluster/cluster_folder.hpp"
#include "app/commands/commands.hpp"
#include "app/records/open_journal.hpp"
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
                 << "\nAnyone who can read this folder can admit machines.\n\nNext steps\n"
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
  context.io.out
      << bundle << ": " << name << " may join until " << day_of(made->facts.until)
      << "\nThe file contains the private key of that machine: keep it secret.\n\nNext steps\n  scp "
      << bundle << ' ' << name << ":\n  ssh " << name << " laundromat join HOST:PORT --bundle " << there
      << "\n  rm " << bundle << '\n';
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

void add_days(cli_command& command, cluster_options& options, const std::string& what) {
  constexpr std::int64_t most_days = 3'650;
  command.option("--days", options.days, what).range(1, most_days).shows_default();
}

/// Declares the options that all three commands have.
cli_command& add_part(cli_command& cluster, const std::string& name, const std::string& what,
                      const std::shared_ptr<cluster_options>& options) {
  auto& command = cluster.add_command(name, what);
  command.option("--folder", options->folder, "Folder of the cluster's CA and bundles")
      .metavar("DIR")
      .shows_default();
  command.flag("--json", options->json, "One JSON object per line");
  return command;
}

void add_init(cli_command& cluster, command_context& context) {
  auto options = std::make_shared<cluster_options>();
  options->name = "engine";
  auto& command = add_part(cluster, "init", "Make a CA and the engine's own bundle", options);
  command.option("--name", options->name, "Name of the engine's machine").shows_default();
  add_days(command, *options, "Validity of the engine's bundle; the CA is valid for ten years");
  command.examples({"laundromat cluster init"});
  command.notes(
      "Makes the folder, which must not exist: ca.key signs invitations and stays there, ca.pem is "
      "its certificate, and engine.pem is the bundle for `listen.bundle` of the campaign. No file is "
      "overwritten.");
  command.action([options, &context] { init(*options, context); });
}

void add_invite(cli_command& cluster, command_context& context) {
  auto options = std::make_shared<cluster_options>();
  auto& command = add_part(cluster, "invite", "Make a bundle that lets one machine join", options);
  command.positional("NAME", options->name, "Name of the machine: letters, digits, `-`, `.`").required();
  command.option("--output", options->output, "File of the bundle; default: NAME.pem in that folder")
      .metavar("FILE");
  add_days(command, *options, "Validity of the bundle");
  command.flag("--again", options->again, "Make another bundle even though the machine has a valid one");
  command.examples({"laundromat cluster invite washer-1"});
  command.notes(
      "The bundle is one file: the certificate of the machine, its private key, and the certificate of the "
      "CA. Copy it to the machine, and remove it here. An invitation cannot be "
      "revoked: make a new cluster instead.");
  command.action([options, &context] { invite(*options, context); });
}

void add_show(cli_command& cluster, command_context& context) {
  auto options = std::make_shared<cluster_options>();
  auto& command =
      add_part(cluster, "show", "List the invited machines and the dates of their bundles", options);
  command.examples({"laundromat cluster show", "laundromat cluster show --json"});
  command.action([options, &context] { show(*options, context); });
}

}  // namespace

void add_cluster_command(cli_command& program, command_context& context) {
  auto& command = program.add_command("cluster", "Manage the cluster's CA and node certificates");
  add_init(command, context);
  add_invite(command, context);
  add_show(command, context);
  command.examples(
      {"laundromat cluster init", "laundromat cluster invite washer-1", "laundromat cluster show"});
  command.notes(
      "An engine and its worker nodes authenticate each other by certificates of the cluster's own CA; "
      "see `listen` in `laundromat config --defaults`.");
}

}  // namespace laundromat
