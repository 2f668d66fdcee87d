// laundromat records: extracts records from tables, JSON, XML, YAML and HTML.
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string>
#include <vector>

#include "app/commands/commands.hpp"
#include "app/extraction/extract_files.hpp"
#include "app/extraction/record_output.hpp"
#include "app/extraction/spec_file.hpp"

namespace laundromat {

namespace {

std::vector<std::string> target_keys() {
  std::vector<std::string> keys;
  for (const auto& row : record_targets()) keys.emplace_back(row.key);
  return keys;
}

}  // namespace

void add_records_command(cli_command& program, command_context& context) {
  auto options = std::make_shared<records_options>();
  auto& files = options->files;
  files.format_option.clear();
  auto& command = program.add_command(
      "records", "Extract records from tables, JSON, XML, YAML and HTML, and make RDF of them");
  command
      .positional(
          "INPUT", files.inputs,
          "Files, http and https URLs (fetched once), or - for standard input; folders with -r. When the "
          "first of several is a YAML file, it is the specification; a Turtle file is an RML mapping. A "
          "specification with documents.seeds needs no other input")
      .required();
  command
      .option("--spec", options->spec,
              "The specification, in YAML: where the records are, what becomes of their fields, and which "
              "RDF they "
              "are. Without one, records are taken as they are")
      .metavar("FILE");
  command
      .option("--to", options->to,
              "What is written; n-quads are washed as by `wash`, and are the default when the specification "
              "has rdf, else json-lines")
      .one_of(target_keys())
      .metavar("FORMAT");
  command
      .option("--infer", options->infer,
              "Write what all records have in common to this file, as a JSON Schema, for `schema` of a "
              "specification")
      .metavar("FILE.json");
  command
      .option(
          "--csvw", options->csvw,
          "With --to csv: write the types of the columns to this file, as CSV on the Web; with -o DIR each "
          "table has such a file by default")
      .metavar("FILE.json");
  command.flag("--repair", options->repair,
               "Write a copy of each table or JSON document, too, in which only repairs are made, and beside "
               "it NAME.repairs.jsonl, the list of them");
  command.flag(
      "--undo", options->undo,
      "INPUT is such a list: write the original again, byte for byte, from the copy beside the list");
  command.flag(
      "-r,--recursive", files.recursive,
      "Read all files below the named folders; links are not followed. -o DIR gets the same subfolders, for "
      "several inputs below their names; the last line has the totals");
  command
      .option("--fail-on", files.fail_on,
              "Exit with 1 when something was skipped (skip), or skipped or repaired (repair), or skipped or "
              "different from the schema of the specification (drift)")
      .one_of({"skip", "repair", "drift", "none"})
      .metavar("DEFECT")
      .shows_default();
  command.option("-o,--output", files.output, "Folder for the results, or - for standard output")
      .metavar("DIR")
      .shows_default();
  command.option("--base", files.base, "Resolve relative IRIs against this one").metavar("IRI");
  command
      .option(
          "--profile", files.profile,
          "strict keeps only what is written as it must be; standard repairs what has one obvious reading; "
          "max-recall also keeps rows that lack fields at their end")
      .one_of({"strict", "standard", "max-recall"})
      .metavar("PROFILE")
      .shows_default();
  command
      .option("--ledger", files.ledger,
              "Write all defects to this file, for `errors --file`; with -o DIR each document has its ledger "
              "there by "
              "default")
      .metavar("FILE");
  command.option("--memory-mib", files.memory_mib, "Memory for sorting statements; more is sorted on disk")
      .range(16, 1'048'576)
      .metavar("MIB")
      .shows_default();
  command.option("--threads", files.threads, "Threads for a large document; 0: one for each core")
      .range(0, 1'024)
      .metavar("N")
      .shows_default();
  command.flag(
      "--json", files.json,
      "One JSON object per line for each document: on standard output with -o DIR, else on standard error");
  command.examples({"laundromat records people.csv", "laundromat records people.yaml people.csv -o clean",
                    "curl -s https://example.org/items.json | laundromat records items.yaml - --to csv"});
  command.action([options, &context] {
    take_specification(options->files.inputs, options->spec);
    context.exit_code = extract_files(*options);
  });
}

}  // namespace laundromat
