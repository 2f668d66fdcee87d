// laundromat load: sends a document or a delta to a named graph of a SPARQL store.
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <memory>

#include "app/commands/commands.hpp"
#include "app/providers/graph_export.hpp"
#include "app/providers/graph_reference.hpp"
#include "app/sinks/run_load.hpp"
#include "app/terminal/stop_signals.hpp"
#include "core/providers/registry.hpp"
#include "storage/journal/journal_presence.hpp"

namespace laundromat {
namespace {

void add_place_options(cli_command& command, load_options& o) {
  command
      .option("--graph", o.graph,
              "IRI of the named graph that is replaced or changed; default: that of the provider, for others "
              "it is required")
      .metavar("IRI");
  command.option("--graph-store", o.place.graph_store, "Address of the Graph Store Protocol").metavar("URL");
  command.option("--update", o.place.update, "Address of SPARQL Update").metavar("URL");
  command.option("--query", o.place.query, "Address of SPARQL queries, for --compare").metavar("URL");
  command
      .option("--graph-parameter", o.place.graph_parameter,
              "Parameter of the Graph Store Protocol that names the graph; empty: a graph is requested by "
              "its own IRI")
      .metavar("NAME")
      .shows_default();
}

void add_login_options(cli_command& command, load_options& o) {
  command.option("--user", o.user, "Name of the user").metavar("NAME");
  command
      .option("--password-env", o.password.environment,
              "Environment variable with the password; no option has the password itself, because others see "
              "command lines")
      .metavar("VARIABLE");
  command.option("--password-file", o.password.file, "File whose first line is the password").metavar("FILE");
  command.option("--token-env", o.token.environment, "Environment variable with a bearer token")
      .metavar("VARIABLE");
  command.option("--token-file", o.token.file, "File whose first line is a bearer token").metavar("FILE");
  command
      .option("--login", o.login,
              "How the password is sent; any: as the store asks for it, which costs a request more")
      .one_of({"any", "basic", "digest"})
      .shows_default();
  command
      .option("--ca-file", o.ca_file,
              "PEM file of the certificates that are trusted; default: those of the system")
      .metavar("FILE");
}

/// Whether an input can only be the name of a provider, if anything. A folder is no document.
bool is_no_file(const std::string& input) {
  std::error_code none;
  const bool is_url = input.starts_with("http://") || input.starts_with("https://");
  const auto type = std::filesystem::status(input, none).type();
  return input != "-" && !is_url &&
         (type == std::filesystem::file_type::not_found || type == std::filesystem::file_type::directory);
}

/// Sends a version of the graph of a provider. False: there is no such provider or version, which was reported.
bool choose_graph(load_options& options, command_context& context) {
  const auto refuse_input = [&](int code, const std::string& why) {
    context.refuse(code, "load: " + options.input + " " + why);
    return false;
  };
  std::error_code none;
  const bool is_folder = std::filesystem::is_directory(options.input, none);
  auto from = open_journal_to_read(context.data);
  const auto name = options.input.substr(0, options.input.rfind('@'));
  if (!from || !fault_of_name(name).empty() || !graph_records{*from}.provider(name))
    return refuse_input(exit_not_found, std::string{is_folder ? "is a folder" : "does not exist"} +
                                            std::string(fault_of_name(name).empty()
                                                            ? ", and no provider of " +
                                                                  context.data.string() + " has this name"
                                                            : ""));
  const auto found = find_graph(*from, options.input, context);
  if (!found) return false;
  if (options.is_patch)
    return refuse_input(exit_usage,
                        "is the graph of a provider: --patch sends what `laundromat diff --format "
                        "rdf-patch " +
                            name + "@1 " + name + "@2` writes");
  if (found->provider.version == 0)
    return refuse_input(exit_not_found, "has no statements yet: nothing was imported");
  if (options.graph.empty()) options.graph = found->provider.graph;
  options.may_be_empty = true;
  const auto db = std::make_shared<journal>(*std::move(from));
  options.write_input = [db, found, &context](byte_sink& out) -> result<void> {
    const auto data = safe_folder::open(context.data);
    auto folder =
        data ? graph_folder::open_to_read(*data, found->provider.name) : tl::unexpected(data.error());
    if (!folder) return tl::unexpected(folder.error());
    versioned_graph graph{*std::move(folder), *db, found->provider};
    return write_graph(graph, {found->provider, found->version, false}, rdf_format::n_quads, out);
  };
  return true;
}

}  // namespace

void add_load_command(cli_command& program, command_context& context) {
  auto given = std::make_shared<load_options>();
  auto& o = *given;
  auto& command = program.add_command("load", "Send a document or a delta to a SPARQL store");
  command
      .positional(
          "FILE", o.input,
          "A document in any format, or - for standard input; with --patch an RDF Patch; or the graph "
          "of a provider, as NAME, or NAME@3 for an earlier version")
      .required();
  add_place_options(command, o);
  add_login_options(command, o);
  command.flag("--patch", o.is_patch,
               "FILE is an RDF Patch, as `diff --format rdf-patch` writes it: change the graph by it");
  auto& only =
      command.flag("--compare-only", o.is_only_compared, "Send nothing, but compare, or compare and repair");
  only.excludes("--patch");
  command.flag("--compare", o.compare, "Read the graph back and compare it with the document");
  command.flag("--repair", o.repair, "Compare, and send what is missing and remove what is extra");
  command
      .option("--cursor", o.cursor,
              "Keep in this file how far the load is: after any stop the same command continues")
      .metavar("FILE");
  command
      .option("--batch-statements", o.limits.update.statements,
              "Most statements of one INSERT DATA or DELETE DATA")
      .range(1, 10'000'000)
      .shows_default();
  command
      .option("--part-statements", o.limits.piece.statements,
              "Most statements of one part of a document larger than 256 MiB, which is sent in parts")
      .range(1, 1'000'000'000)
      .shows_default();
  command
      .option("--attempts", o.attempts,
              "Attempts without progress while the store is busy or cannot be reached")
      .range(1, 1'000)
      .shows_default();
  command.option("--timeout-s", o.timeout_s, "Longest wait for the store, without a byte in either direction")
      .range(1, 86'400)
      .shows_default();
  command.flag("--json", o.json, "Print the result as one JSON object");
  add_data_option(command, context);
  command.examples(
      {"laundromat load graph.nq.gz --graph http://example.org/g --graph-store "
       "http://localhost:8890/sparql-graph-crud-auth --user dba --password-env PASSWORD --login digest",
       "laundromat diff --format rdf-patch old.nq new.nq | laundromat load - --patch --graph "
       "http://example.org/g "
       "--update http://localhost:7878/update",
       "laundromat load bcodmo@3 --graph-store http://localhost:7878/store"});
  command.notes(
      "A document that is not clean is washed first. A document replaces the graph: by one PUT, or in parts "
      "when it is large. A patch "
      "changes the graph, in batches that may be sent again. Statements that the store cannot take are left "
      "out and named: those of RDF "
      "1.2, IRIs that SPARQL refuses, and what the store itself refuses. With --compare differences that the "
      "store makes, such as \"01\" "
      "that becomes \"1\", are reported by kind, and do not count as errors. Exit code 1 when a statement "
      "was not sent, or the store has "
      "another graph.");
  command.action([given, &context] {
    if (is_no_file(given->input) && !choose_graph(*given, context)) return;
    given->compare = given->compare || given->is_only_compared;
    if (const auto refusal = refusal_of(*given); !refusal.empty())
      return context.refuse(exit_usage, "load: " + refusal);
    block_stop_signals();
    context.exit_code = run_load(*given, context.io);
  });
}

}  // namespace laundromat
