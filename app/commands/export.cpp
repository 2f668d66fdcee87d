// laundromat export: writes many clean documents as one dataset.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>
#include <set>

#include "app/authority/export_authority.hpp"
#include "app/command_line/format_name.hpp"
#include "app/commands/commands.hpp"
#include "app/providers/graph_export.hpp"
#include "app/providers/graph_reference.hpp"
#include "app/publish/export_losses.hpp"
#include "app/publish/exporter.hpp"
#include "app/publish/part_files.hpp"
#include "app/records/chosen_documents.hpp"
#include "app/records/document_options.hpp"
#include "app/records/open_journal.hpp"
#include "app/terminal/json.hpp"
#include "app/terminal/live_count.hpp"
#include "app/terminal/stream_sink.hpp"
#include "app/wash/form_options.hpp"
#include "storage/stores/data_folder.hpp"

namespace laundromat {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t part_bytes = std::uint64_t{1} << 30;

struct export_options {
  std::vector<std::string> hashes;
  document_options documents;
  form_options forms;
  std::string output, format = "n-quads", graphs = "document";
  export_authority_files authority;
  std::uint64_t split = 0;
  bool valid_everywhere = false, providers = false, json = false;
};

std::optional<export_plan> plan_of(const export_options& options, command_context& context) {
  const auto format = format_from_option(options.format);
  if (format != rdf_format::n_quads && format != rdf_format::trig) {
    context.refuse(exit_usage, "export: `" + options.format +
                                   "` is not n-quads or trig; --from-format "
                                   "chooses documents by the format that they were in");
    return std::nullopt;
  }
  if (const auto rule = graph_rule_from_name(options.graphs))
    return export_plan{*format, *rule, options.valid_everywhere, options.forms.read()};
  context.refuse(exit_usage, "export: `" + options.graphs + "` is not document, own or none");
  return std::nullopt;
}

/// The output target: nothing for standard output.
std::optional<part_settings> files_of(const export_options& options, rdf_format format) {
  if (options.output.empty() || options.output == "-") return std::nullopt;
  part_settings made;
  made.path = options.output;
  made.has_parts = options.output.ends_with('/') || fs::is_directory(made.path);
  made.is_packed = made.has_parts || options.output.ends_with(".gz");
  made.limit_bytes = options.split;
  made.may_end_at_any_line = format == rdf_format::n_quads;
  made.extension = format == rdf_format::n_quads ? ".nq.gz" : ".trig.gz";
  if (made.has_parts && options.split == 0) made.limit_bytes = part_bytes;
  return made;
}

/// The options that choose or change documents, and mean nothing for graphs of providers; empty: none is given.
std::string options_of_documents(const export_options& options) {
  std::string found;
  const auto add = [&](bool is_given, const char* name) {
    if (is_given) found += (found.empty() ? "" : ", ") + std::string{name};
  };
  const export_options usual;
  add(!options.documents.choose_nothing(), "options that select documents, such as --host");
  add(options.split > 0, "--split");
  add(options.valid_everywhere, "--valid-everywhere");
  add(!options.authority.column.empty(), "--authority");
  add(!options.authority.publishers.empty(), "--publishers");
  add(options.forms.triple_terms != usual.forms.triple_terms, "--triple-terms");
  add(options.forms.directions != usual.forms.directions, "--directions");
  return found;
}

/// The format of the file that `-o` names; nothing when the name does not say one, or contradicts `format`.
std::optional<rdf_format> format_of_file(const std::string& file, rdf_format format) {
  const auto says = [&](const std::string& end) {
    return file.ends_with(end) || file.ends_with(end + ".gz");
  };
  if (says(".trig")) return rdf_format::trig;
  if (says(".nq") && format == rdf_format::n_quads) return rdf_format::n_quads;
  return std::nullopt;
}

/// What is wrong with the options of an export of graphs; empty: nothing.
std::string refusal_of_graphs(const export_options& options) {
  if (const auto others = options_of_documents(options); !others.empty())
    return others +
           ": not with --providers; write the graphs without, and `laundromat wash` the result if it is to "
           "be "
           "changed";
  if (options.graphs == "own")
    return "--graphs own: not with --providers: `document` names each graph by its IRI, `none` leaves the "
           "names out";
  if (options.graphs != "document" && options.graphs != "none")
    return "`" + options.graphs + "` is not document or none";
  const auto format = format_from_option(options.format);
  if (format != rdf_format::n_quads && format != rdf_format::trig)
    return "`" + options.format + "` is not n-quads or trig";
  const auto& file = options.output;
  if (file.empty() || file == "-" || file.ends_with('/') || fs::is_directory(file)) return {};
  if (format_of_file(file, *format)) return {};
  return "-o " + file +
         (*format == rdf_format::trig ? ": write a name that ends with .trig or .trig.gz"
                                      : ": the name says the format: end it with .nq, .nq.gz, "
                                        ".trig or .trig.gz") +
         ", or with / for a folder with a file for each graph";
}

/// Writes graphs of providers: the named versions, or all newest ones.
void export_providers(const export_options& options, command_context& context) {
  if (const auto refusal = refusal_of_graphs(options); !refusal.empty())
    return context.refuse(exit_usage, "export: " + refusal);
  const auto format = format_from_option(options.format);
  auto from = open_journal(context);
  if (!from) return;
  std::vector<exported_graph> graphs;
  for (const auto& name : options.hashes) {
    auto found = find_graph(*from, name, context);
    if (!found) return;
    const auto& same = found->provider.name;
    if (std::ranges::any_of(graphs, [&](const auto& one) { return one.provider.name == same; }))
      return context.refuse(exit_usage, "export: two versions of the graph of " + same +
                                            " would be one graph: export each in a run of its own");
    graphs.push_back({std::move(found->provider), found->version});
  }
  if (options.hashes.empty()) {
    auto all = newest_graphs(*from);
    if (!all) return refuse(all.error(), context);
    graphs = *std::move(all);
  }
  for (auto& one : graphs) one.is_named = options.graphs != "none";
  const auto data = safe_folder::open(context.data);
  if (!data) return refuse(data.error(), context);
  if (graphs.empty())
    context.io.err << "laundromat: nothing exported: no graph of a provider has a version\n";
  if (!options.output.empty() && options.output != "-") {
    auto target = options.output;
    if (fs::is_directory(target) && !target.ends_with('/')) target += '/';
    if (auto done = export_graphs(*data, *from, graphs, target, *format); !done)
      return refuse(done.error(), context);
    if (options.json)
      return print_fact(context.io.out, {{"graphs", graphs.size()}, {"output", options.output}});
    context.io.err << number_of(graphs.size(), "graph") << " exported to " << harmless(options.output)
                   << '\n';
    return;
  }
  stream_sink out{context.io.out};
  for (const auto& one : graphs) {
    auto graph = open_graph(*from, one.provider, context);
    if (!graph) return;
    if (auto written = write_graph(*graph, one, *format, out); !written)
      return refuse(written.error(), context);
  }
  if (options.json) print_fact(context.io.err, {{"graphs", graphs.size()}});
}

void print_authority(const export_authority& written, const export_authority_files& files, console& io) {
  if (const auto* column = written.column())
    io.err << "laundromat: the source is authoritative for the subject of "
           << number_of(column->count(source_authority::authoritative), "statement") << ", not of "
           << human_count(column->count(source_authority::other)) << ", not known of "
           << human_count(column->count(source_authority::unknown)) << ": " << harmless(files.column) << '\n';
  if (!files.publishers.empty())
    io.err << "laundromat: " << number_of(written.publishers(), "document")
           << " with a known publisher: " << harmless(files.publishers) << '\n';
}

void run_export(const export_options& options, command_context& context) {
  if (options.providers) return export_providers(options, context);
  const auto plan = plan_of(options, context);
  auto filter = plan ? options.documents.read(context) : std::nullopt;
  if (!filter) return;
  if (!options.hashes.empty() && !options.documents.choose_nothing())
    return context.refuse(exit_usage, "export: name documents, or select them with options, not both");
  if (!options.authority.column.empty() && plan->format != rdf_format::n_quads)
    return context.refuse(exit_usage, "export: --authority writes a line for each line of n-quads");
  const auto files = files_of(options, plan->format);
  if (options.split > 0 && (!files || !files->has_parts))
    return context.refuse(exit_usage, "export: parts need a folder: -o DIR/ --split BYTES");
  if (files && files->has_parts && fs::exists(files->path / ("part-00001" + files->extension)))
    return context.refuse(exit_usage,
                          "export: " + options.output + " already contains parts: name another folder");
  auto from = open_journal(context);
  if (!from) return;
  if (!options.documents.find_identity(*from, *filter, context)) return;
  const auto store = open_clean_store(context);
  if (!store) return;
  const auto chosen = options.hashes.empty() ? std::optional<std::set<content_digest>>{std::in_place}
                                             : documents_named(*from, options.hashes, context);
  const auto names = published_names(*from, context);
  if (!chosen || !names) return;
  std::optional<part_files> parts;
  if (files) parts.emplace(*files);
  stream_sink console_out{context.io.out};
  byte_sink& out = parts ? static_cast<byte_sink&>(*parts) : console_out;
  std::optional<export_authority> authority;
  if (options.authority.is_wanted())
    authority.emplace(*from, options.authority, names->id_base.substr(0, names->id_base.size() - 3), out);
  exporter dataset{*from, *store, *names, *plan, authority ? authority->statements() : out};
  live_count shown{context.io, "documents exported"};
  const auto take = [&](const content_digest& digest) -> result<void> {
    auto added = authority ? authority->begin_document(digest) : result<void>{};
    if (added) added = dataset.add(digest);
    if (added && parts) added = parts->end_document();
    if (added) shown.count();
    return added;
  };
  result<void> done;
  if (options.hashes.empty())
    done = each_selected(*from, *filter, take);
  else
    for (auto digest = chosen->begin(); done && digest != chosen->end(); ++digest) done = take(*digest);
  if (done && parts) done = parts->finish();
  if (done && authority) done = authority->finish();
  shown.finish();
  if (!done) return refuse(done.error(), context);
  if (shown.counted() == 0)
    context.io.err << "laundromat: nothing exported: no document with a statement was selected\n";
  if (authority) print_authority(*authority, options.authority, context.io);
  if (options.json)
    return print_losses_as_json(files ? context.io.out : context.io.err, shown.counted(), dataset.losses());
  if (shown.counted() > 0 && files)
    context.io.err << number_of(shown.counted(), "document") << " exported to " << harmless(options.output)
                   << '\n';
  print_losses(context.io.err, context.io.err_terminal, dataset.losses());
}

}  // namespace

void add_export_command(cli_command& program, command_context& context) {
  auto options = std::make_shared<export_options>();
  auto& command = program.add_command("export", "Write all clean documents, or a selection, as one dataset");
  command.positional("RECORD", options->hashes,
                     "Only these: clean documents, entries, or seeds, by hash or URL");
  command.option(
      "-o,--output", options->output,
      "A file, which is replaced, compressed when its name ends in .gz; or a folder (it exists, or the name "
      "ends in /), for files part-00001.nq.gz and so on of 1 GiB each; default: standard output");
  command.flag("--providers", options->providers,
               "The graphs of the providers of the registry instead of documents: all, or the named ones, "
               "also an earlier version "
               "as NAME@3; into one file, whose name says the format, or a file each in a folder");
  options->documents.add_to(command, "--from-format");
  command.option("--format", options->format, "n-quads or trig")
      .metavar("FORMAT")
      .proposes({"n-quads", "trig"})
      .shows_default();
  command
      .option(
          "--graphs", options->graphs,
          "document: statements without a graph get the graph of their document, id/HASH below public_base "
          "of the campaign, named graphs are kept; own: as in the documents; none: no graphs")
      .proposes({"document", "own", "none"})
      .shows_default();
  command
      .option("--split", options->split,
              "Size of a part in bytes, uncompressed: 1073741824, or 1GiB; a part ends with the line, or in "
              "TriG the "
              "document, that reaches it")
      .is_size();
  command.flag("--valid-everywhere", options->valid_everywhere,
               "Leave out the statements with a term that not every RDF program reads, as the profile strict "
               "does: IRIs that RFC 3987 and language tags that BCP 47 does not allow, XML literals that are "
               "not well-formed; how many, and why, is reported. Triple terms and "
               "base directions stay: for readers of RDF 1.1 add --triple-terms and --directions");
  command
      .option("--authority", options->authority.column,
              "Write a file with a line for each line of n-quads: yes, no or unknown, whether the source of "
              "the statement "
              "is authoritative for its subject; the source is the document, by its address")
      .metavar("FILE");
  command
      .option("--publishers", options->authority.publishers,
              "Write a file of N-Quads that says who publishes the exported documents, by the sc:authority "
              "of their sitemaps: "
              "dc:publisher, in the graph graph/publishers below public_base")
      .metavar("FILE");
  options->forms.add_to(command, "and counted");
  command.flag("--json", options->json,
               "The report as one JSON object: on standard output with -o, else on standard error");
  add_data_option(command, context);
  command.examples(
      {"laundromat export -o everything.nq.gz", "laundromat export --valid-everywhere -o loadable.nq.gz",
       "laundromat export --valid-everywhere --triple-terms basic-encoding --directions "
       "i18n-datatype -o rdf-1.1.nq.gz",
       "laundromat export --host example.org --format trig",
       "laundromat export -o all.nq --authority all.authority --publishers publishers.nq",
       "laundromat export 3b0f361c 77a0 --graphs none", "laundromat export --providers -o graphs.trig.gz"});
  command.notes(
      "Documents are written in the order of their hashes, equal ones once. A statement of two documents "
      "is written twice. A document with what --triple-terms or --directions change is sorted again, in a "
      "folder below TMPDIR, or /tmp. Parts and compression do not change the lines of --authority: `paste "
      "<(zcat "
      "DIR/part-*.nq.gz) FILE` joins them.");
  command.action([options, &context] { run_export(*options, context); });
}

}  // namespace laundromat
