// laundromat catalogue: writes a static catalogue of the clean documents.
// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <memory>
#include <ostream>

#include "app/commands/commands.hpp"
#include "app/publish/catalogue_writer.hpp"
#include "app/records/open_journal.hpp"
#include "app/terminal/live_count.hpp"
#include "app/terminal/wall_clock.hpp"
#include "core/rdf/model/plain_iri.hpp"
#include "storage/stores/data_folder.hpp"

namespace laundromat {
namespace {

struct catalogue_options {
  bool all_crawls = false;
  std::string folder, title = "LOD Laundromat", base, data_url, publisher;
};

/// Whether `iri` may be the IRI of a folder; reports when it is not.
bool are_folders(const catalogue_options& options, command_context& context) {
  for (const auto& iri : {options.base, options.data_url})
    if (!iri.empty() && (!is_plain_iri(iri) || !iri.ends_with('/'))) {
      context.refuse(exit_usage, "catalogue: `" + iri + "` is not an IRI with a slash at its end");
      return false;
    }
  return true;
}

catalogue_settings catalogue_settings_of(const catalogue_options& options, const public_identity& known) {
  auto publisher = known.publisher;
  if (!options.publisher.empty()) publisher = {options.publisher, {}};
  if (publisher.name.empty()) publisher = {options.title, {}};
  return {options.folder,
          options.title,
          publisher,
          known.names(),
          options.base.empty() ? known.names().catalogue : options.base,
          options.data_url,
          wall_now(),
          options.all_crawls ? crawl_scope::all : crawl_scope::present};
}

void run_catalogue(const catalogue_options& options, command_context& context) {
  if (!are_folders(options, context)) return;
  auto from = open_journal(context);
  if (!from) return;
  const auto known = from->published_as();
  if (!known) return refuse(known.error(), context);
  const auto store = open_clean_store(context);
  if (!store) return;
  const auto bodies = open_bodies(context);
  live_count shown{context.io, "documents listed"};
  const auto made = write_catalogue(*from, *store, bodies.get(), catalogue_settings_of(options, *known),
                                    [&] { shown.count(); });
  shown.finish();
  if (!made) return refuse(made.error(), context);
  context.io.out << harmless(options.folder) << ": " << number_of(made->documents, "document") << ", "
                 << number_of(made->statements, "statement") << '\n';
  if (made->empty_sources > 0)
    context.io.out << number_of(made->empty_sources, "source")
                   << " without a statement: catalogue.json names them\n";
}

}  // namespace

void add_catalogue_command(cli_command& program, command_context& context) {
  auto options = std::make_shared<catalogue_options>();
  auto& command =
      program.add_command("catalogue", "Write a catalogue of the clean documents as static files");
  command
      .positional("DIR", options->folder, "Folder to write: empty, or an older catalogue, which is replaced")
      .required();
  command.option("--title", options->title, "Title of the catalogue").shows_default();
  command.option("--publisher", options->publisher,
                 "Name of the publisher; default: the contact of the campaign that ran last, else the title");
  command.option(
      "--base", options->base,
      "URL at which the folder will be served; default: catalogue/ below public_base of that campaign");
  command.option(
      "--data-url", options->data_url,
      "URL at which the clean store is served; default: its files are hard-linked into the folder");
  command.flag("--all-crawls", options->all_crawls, "Include documents and sources of older crawls");
  add_data_option(command, context);
  command.examples({"laundromat catalogue catalogue", "(cd catalogue && sha256sum --quiet -c SHA256SUMS)"});
  command.notes(
      "index.html, documents/ab.html, catalogue.ttl and .nq (VoID, DCAT), provenance/ab.nq.gz (PROV-O), "
      "receipts/ (imports into graphs of providers), "
      "catalogue.json, data/, SHA256SUMS. The metrics of a document are in its meta.nq.gz. The same journal "
      "gives the same bytes, except the timestamp in index.html and catalogue.*. Files in data/ are those of "
      "the clean store: serve and copy them, and change none in place.");
  command.action([options, &context] { run_catalogue(*options, context); });
}

}  // namespace laundromat
