// laundromat wash: washes files and URLs without a campaign.
// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <memory>

#include "app/commands/commands.hpp"
#include "app/run/engine_port.hpp"
#include "core/rdf/model/format.hpp"

namespace laundromat {

void add_wash_command(CLI::App& app, command_context& context) {
  auto options = std::make_shared<wash_options>();
  auto* command = app.add_subcommand("wash", "Wash files or URLs without a campaign, also in a pipe");
  command
      ->add_option(
          "INPUT", options->inputs,
          "Files, http and https URLs (fetched once, as by curl: no robots.txt is asked), or - for standard "
          "input; folders with -r")
      ->required();
  command->add_flag(
      "-r,--recursive", options->recursive,
      "Wash all files below the folders that are named; links are not followed. -o DIR gets the same "
      "folders, those of several DIRs below their names, and the last line sums up");
  command
      ->add_option("--fail-on", options->fail_on,
                   "Exit with 1 also when something was left out (skip), or left out or repaired (repair)")
      ->check(CLI::IsMember({"skip", "repair", "none"}))
      ->type_name("DEFECT")
      ->capture_default_str();
  command->add_option("-o,--output", options->output, "Folder for the results, or - for standard output")
      ->type_name("DIR")
      ->capture_default_str();
  command->add_option("--base", options->base, "Resolve relative references against this IRI")
      ->type_name("IRI");
  command
      ->add_option("--format", options->format,
                   "Do not guess: n-triples, n-quads, turtle, trig, rdf-xml, rdfa, json-ld")
      ->type_name("FORMAT");
  command
      ->add_option("--profile", options->profile,
                   "strict repairs only the case of language tags, standard what has one obvious reading, "
                   "max-recall also what is likely")
      ->check(CLI::IsMember({"strict", "standard", "max-recall"}))
      ->type_name("PROFILE")
      ->capture_default_str();
  command
      ->add_option("--contexts", options->contexts,
                   "Folder of JSON-LD contexts, with contexts.tsv: IRI, tab, file")
      ->type_name("DIR");
  command->add_flag("--fetch-contexts", options->fetch_contexts,
                    "Load JSON-LD contexts from the Web, and keep them in the folder of --contexts");
  command
      ->add_option("--ledger", options->ledger,
                   "Write all that was wrong to this file, for `errors --file`; a folder gets it for each "
                   "document anyhow")
      ->type_name("FILE");
  command->add_option("--memory-mib", options->memory_mib, "Memory for sorting; the rest is sorted on disk")
      ->check(CLI::Range(16, 1'048'576))
      ->type_name("MIB")
      ->capture_default_str();
  command->add_option("--threads", options->threads, "For a large document; 0: one for each core")
      ->check(CLI::Range(0, 1'024))
      ->type_name("N")
      ->capture_default_str();
  command->add_flag(
      "--json", options->json,
      "Facts about every document as one JSON object a line: on standard output with -o DIR, else "
      "on standard error, beside the statements");
  command->footer(
      "Example:\n  laundromat wash socks.ttl.gz -o clean\n  laundromat wash -r data -o clean --fail-on "
      "skip\n  curl -s https://example.org/data.nt | laundromat "
      "wash - | wc -l\n\nStandard input, downloads, members of archives, sorted runs and results that are "
      "not "
      "whole lie in a folder in /tmp; TMPDIR\nnames another place for it. What was killed leaves its folder "
      "to "
      "the next wash, which removes it.");
  command->callback([options, &context] { context.exit_code = wash_files(*options); });
}

}  // namespace laundromat
