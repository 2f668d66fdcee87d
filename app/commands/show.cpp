// laundromat show and history: print one record with its ancestors and descendants, and its transitions.
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <ostream>
#include <utility>

#include "app/commands/commands.hpp"
#include "app/providers/provider_lines.hpp"
#include "app/records/clean_document.hpp"
#include "app/records/describe_metadata.hpp"
#include "app/records/describe_record.hpp"
#include "app/records/describe_refused.hpp"
#include "app/records/open_journal.hpp"
#include "app/records/record_tree.hpp"
#include "app/terminal/wall_clock.hpp"
#include "core/web/uri.hpp"
#include "storage/journal/announcement_reader.hpp"
#include "storage/stores/data_folder.hpp"

namespace laundromat {
namespace {

struct show_options {
  std::vector<std::string> hashes;
  bool json = false;
  bool are_providers = false;  ///< the names; otherwise hashes, URIs or names of providers
  std::string format;          ///< empty: the record as a table
  bool tree = false;           ///< print only the tree, complete
  bool all_crawls = false;

  [[nodiscard]] crawl_scope crawls() const { return all_crawls ? crawl_scope::all : crawl_scope::present; }
};

using describe = result<record_view> (*)(journal&, const record_ref&);

/// Prints a tree, below the seeds whose documents announce its top.
result<void> print_tree(journal& from, const record_ref& top, const std::vector<announcement_row>& above,
                        tree_limits limits, bool json, console& io) {
  tree_printer printer{io};
  const auto print = [&](const tree_node& node) {
    json ? print_node_as_json(node, io) : printer.print(node);
  };
  for (std::size_t depth = 0; depth < above.size(); ++depth) print(node_of(above[depth], depth));
  return walk_tree(from, top, limits, [&](tree_node node) {
    node.depth += above.size();
    print(node);
  });
}

/// Whether a name is a URI that no record has. Others are looked for as records.
bool is_unknown_uri(journal& from, const std::string& given) {
  if (!is_absolute(given) || given.find("!/") != given.npos) return false;
  const auto known = journal_reader{from}.find_uri(given);
  return known && known->empty();
}

/// Prints who announced a URI that is not followed, below what led there. False: no announcement is kept.
result<bool> show_refused_tree(journal& from, const std::string& given, bool json, console& io) {
  announcement_reader reader{from};
  const auto found = reader.refused(given, 1);
  if (!found) return tl::unexpected(found.error());
  if (found->empty()) return false;
  const auto& row = found->front();
  auto above = reader.path_to(row.announcer);
  if (!above) return tl::unexpected(above.error());
  announcement_row last;
  last.announcer = row.announcer;
  last.announcer_uri = row.announcer_uri;
  last.kind = row.kind;
  above->push_back(std::move(last));
  tree_printer printer{io};
  const auto print = [&](const tree_node& node) {
    json ? print_node_as_json(node, io) : printer.print(node);
  };
  for (std::size_t depth = 0; depth < above->size(); ++depth) print(node_of((*above)[depth], depth));
  print({above->size(), "uri", {}, "not followed", row.cause, {}, given});
  return true;
}

/// Prints the tree of whole downloads, from the seed when the seed was named.
void show_trees(const show_options& options, command_context& context) {
  const tree_limits whole{~std::size_t{0}, ~std::size_t{0}, 64, options.crawls()};
  auto from = open_journal(context);
  if (!from) return;
  for (const auto& hash : options.hashes) {
    if (is_unknown_uri(*from, hash)) {
      const auto shown = show_refused_tree(*from, hash, options.json, context.io);
      if (!shown) refuse(shown.error(), context);
      if (!shown || *shown) continue;
    }
    const auto record = find_record(*from, hash, context);
    if (!record) continue;
    const auto top = top_of_tree(*from, *record);
    const auto above = top ? path_above(*from, *top) : tl::unexpected(top.error());
    const auto printed = above ? print_tree(*from, *top, *above, whole, options.json, context.io)
                               : result<void>{tl::unexpected(above.error())};
    if (!printed) refuse(printed.error(), context);
  }
}

/// Prints a short tree of a record's descendants.
void print_below(journal& from, const record_ref& record, crawl_scope crawls, command_context& context) {
  if (record.kind == record_kind::clean) return;
  context.io.out << '\n' << painted("tree", colour::blue, context.io.out_terminal) << '\n';
  if (const auto printed = print_tree(from, record, {}, {.crawls = crawls}, false, context.io); !printed)
    refuse(printed.error(), context);
}

/// Prints an announced URI that is no seed. False: nothing of the kind is known; then it is looked for as a record.
bool show_refused(journal& from, const std::string& given, bool json, command_context& context) {
  if (!is_unknown_uri(from, given)) return false;
  const auto shown = describe_refused(from, given);
  if (!shown) return refuse(shown.error(), context), true;
  if (*shown)
    (json ? print_record_as_json : print_record)(**shown, context.io);
  else
    context.refuse(exit_not_found,
                   "no seed, member of an archive or redirect has the address " + given +
                       ", and no kept announcement: of each document and reason " +
                       std::to_string(most_refused_uris) +
                       " URIs are kept that are not followed, and `laundromat show DOWNLOAD` counts all");
  return true;
}

void show(const show_options& options, describe how, command_context& context) {
  auto from = open_journal(context);
  if (!from) return;
  bool first = true;
  for (const auto& hash : options.hashes) {
    if (how != describe_history && show_refused(*from, hash, options.json, context)) continue;
    const auto record = find_record(*from, hash, context);
    if (!record) continue;
    const auto shown = how(*from, *record);
    if (!shown) {
      refuse(shown.error(), context);
      continue;
    }
    if (!options.json && !std::exchange(first, false)) context.io.out << '\n';
    (options.json ? print_record_as_json : print_record)(*shown, context.io);
    if (!options.json && how != describe_history) print_below(*from, *record, options.crawls(), context);
  }
}

/// Whether the metadata were removed with their document; reports it then.
bool is_removed(journal& from, const record_ref& record, command_context& context) {
  if (record.kind != record_kind::clean) return false;
  const auto clean = journal_reader{from}.clean(record.clean);
  return clean && is_removed(from, *clean, context);
}

void show_metadata(const show_options& options, command_context& context) {
  const auto format = metadata_format_from(options.format);
  if (!format) return context.refuse(exit_usage, "`" + options.format + "` is not nq, ttl or json");
  auto from = open_journal(context);
  if (!from) return;
  const auto store = open_clean_store(context);
  if (!store) return;
  const auto bodies = open_bodies(context);
  for (const auto& hash : options.hashes) {
    const auto record = find_record(*from, hash, context);
    if (!record || is_removed(*from, *record, context)) continue;
    const auto text = metadata_of(*from, *store, bodies.get(), *record, *format);
    if (text)
      context.io.out << *text;
    else
      refuse(text.error(), context);
  }
}

cli_command& add_command(cli_command& program, const char* name, const char* what,
                         const std::shared_ptr<show_options>& options, command_context& context) {
  auto& command = program.add_command(name, what);
  command.positional("RECORD", options->hashes, std::string{record_words}).required();
  command.flag("--json", options->json, "One JSON object per line");
  add_data_option(command, context);
  return command;
}

}  // namespace

void add_show_command(cli_command& program, command_context& context) {
  auto options = std::make_shared<show_options>();
  auto& command =
      add_command(program, "show", "Show one record: its sources, results, evidence, warnings and attempts",
                  options, context);
  command
      .option("--format", options->format,
              "Print the metadata of an entry or a clean document, with its statistics: nq, ttl, json")
      .proposes({"nq", "ttl", "json"})
      .metavar("FORMAT")
      .excludes("--json");
  command.flag(
      "--tree", options->tree,
      "Print the tree of a download, or of the newest downloads of a seed, below who announced the seed");
  command.flag("--all-crawls", options->all_crawls, "Include the trees of older downloads of a seed");
  command.examples({"laundromat show 3b0f361c", "laundromat show https://example.org/socks.tar.gz!/left.ttl",
                    "laundromat show --json 3b0f361c22e1755442ab57b07ab1e3b9",
                    "laundromat show --tree 3b0f361c", "laundromat show --format ttl 3b0f361c"});
  command.action([options, &context] {
    if (!options->format.empty()) return show_metadata(*options, context);
    if (options->tree) return show_trees(*options, context);
    show(
        *options,
        [](journal& from, const record_ref& record) { return describe_record(from, record, wall_now()); },
        context);
  });
}

namespace {

constexpr std::size_t most_imports = 1'000'000;

/// Prints the imports into the graph of a provider; false where the name is none of a provider.
bool show_imports(const std::string& name, bool json, command_context& context) {
  auto from = open_journal(context);
  if (!from) return true;
  graph_records records{*from};
  const auto provider = records.provider(name);
  if (!provider) return false;
  const auto imports = records.imports(provider->id, most_imports);
  if (!imports) return refuse(imports.error(), context), true;
  const auto names = published_names(*from, context);
  if (!names) return true;
  if (json)
    for (const auto& one : *imports) print_fact(context.io.out, fact_of(*provider, one, *names));
  else
    print_imports(*imports, context.io);
  return true;
}

void history(show_options options, command_context& context) {
  std::erase_if(options.hashes,
                [&](const std::string& name) { return show_imports(name, options.json, context); });
  if (options.hashes.empty()) return;
  if (!options.are_providers) return show(options, describe_history, context);
  context.refuse(exit_not_found, "history: there is no provider " + options.hashes.front() +
                                     ": `laundromat providers` lists them");
}

}  // namespace

void add_history_command(cli_command& program, command_context& context) {
  auto options = std::make_shared<show_options>();
  auto& command =
      add_command(program, "history", "Show every transition of one record, or every import of a provider",
                  options, context);
  command.examples({"laundromat history 3b0f361c", "laundromat history https://example.org/socks.ttl",
                    "laundromat history bcodmo"});
  command.notes(
      "Of a provider of the registry it shows each import into its graph: the number of removed and added "
      "statements, and why an import failed.");
  command.flag("--provider", options->are_providers,
               "The names are those of providers, and never of records");
  command.action([options, &context] { history(*options, context); });
}

}  // namespace laundromat
