// laundromat wash: washes files and URLs without a campaign.
// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "app/commands/commands.hpp"
#include "app/wash/wash_files.hpp"
#include "core/rdf/model/format.hpp"

namespace laundromat {

void add_wash_command(cli_command& program, command_context& context) {
  auto options = std::make_shared<wash_options>();
  auto& command = program.add_command("wash", "Wash files or URLs without a campaign, also in a pipe");
  command
      .positional(
          "INPUT", options->inputs,
          "Files, http and https URLs (fetched once, as by curl, without robots.txt), or - for standard "
          "input; folders with -r")
      .required();
  command.flag("-r,--recursive", options->recursive,
               "Wash all files below the named folders; links are not followed. -o DIR gets the same "
               "subfolders, for several inputs below their names; the last line has the totals");
  command
      .option("--fail-on", options->fail_on,
              "Exit with 1 when something was skipped (skip), or skipped or repaired (repair)")
      .one_of({"skip", "repair", "none"})
      .metavar("DEFECT")
      .shows_default();
  command.option("-o,--output", options->output, "Folder for the results, or - for standard output")
      .metavar("DIR")
      .shows_default();
  command.option("--base", options->base, "Resolve relative references against this IRI").metavar("IRI");
  command
      .option(
          "--format", options->format,
          "Do not guess: n-triples, n-quads, turtle, trig, rdf-xml, rdfa, json-ld, or an extension or media "
          "type of `laundromat formats`")
      .proposes({"n-triples", "n-quads", "turtle", "trig", "rdf-xml", "rdfa", "json-ld"})
      .metavar("FORMAT");
  command
      .option("--profile", options->profile,
              "strict repairs only the case of language tags, and keeps only what every reader of RDF 1.2 "
              "loads (for readers of RDF 1.1 add --triple-terms and --directions); standard repairs what has "
              "one obvious reading; max-recall also what has a likely one")
      .one_of({"strict", "standard", "max-recall"})
      .metavar("PROFILE")
      .shows_default();
  options->forms.add_to(command, "with a defect each");
  command
      .option("--contexts", options->contexts,
              "Folder of JSON-LD contexts, with contexts.tsv: IRI, tab, file")
      .metavar("DIR");
  command.flag("--fetch-contexts", options->fetch_contexts,
               "Load missing JSON-LD contexts from the Web, and store them in the folder of --contexts");
  command
      .option("--ledger", options->ledger,
              "Write all defects to this file, for `errors --file`; with -o DIR each document has its ledger "
              "there by default")
      .metavar("FILE");
  command.option("--memory-mib", options->memory_mib, "Memory for sorting; more is sorted on disk")
      .range(16, 1'048'576)
      .metavar("MIB")
      .shows_default();
  command.option("--threads", options->threads, "Threads for a large document; 0: one for each core")
      .range(0, 1'024)
      .metavar("N")
      .shows_default();
  command.flag("--json", options->json,
               "One JSON object per line for each document: on standard output with -o DIR, else "
               "on standard error");
  command.examples({"laundromat wash socks.ttl.gz -o clean",
                    "laundromat wash -r data -o clean --fail-on skip",
                    "curl -s https://example.org/data.nt | laundromat wash - | wc -l"});
  command.notes(
      "Temporary files (standard input, downloads, members of archives, sorted runs, incomplete results) are "
      "kept "
      "in a folder below TMPDIR, or /tmp. When `wash` is killed, the next `wash` removes that folder.");
  command.action([options, &context] { context.exit_code = wash_files(*options); });
}

}  // namespace laundromat
