// laundromat reconcile: finds records that describe the same thing, and keeps what is decided about them.
// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "app/commands/commands.hpp"
#include "app/extraction/reconcile_files.hpp"
#include "app/extraction/spec_file.hpp"

namespace laundromat {

void add_reconcile_command(cli_command& program, command_context& context) {
  auto options = std::make_shared<reconcile_options>();
  options->files.format_option.clear();
  auto& command = program.add_command(
      "reconcile", "Find records that describe the same thing, and decide about them in a file");
  command
      .positional("INPUT", options->files.inputs,
                  "Files, http and https URLs (fetched once), or - for standard input, read as by `records`. "
                  "When the first of several is a YAML file, it is the specification")
      .required();
  command.option("--spec", options->spec, "The specification, in YAML, as of `records`").metavar("FILE");
  command
      .option("--decisions", options->decisions,
              "The file of decisions, a table with tabs. Pairs that are found are added as undecided: write "
              "same or different instead, and run the command again. What is decided stays, and what follows "
              "from it "
              "is implied")
      .metavar("FILE.tsv")
      .required();
  command
      .option("--id", options->id,
              "The field by which decisions name a record; without it its IRI, when the specification has "
              "one, or else its place: people.csv#3")
      .metavar("FIELD");
  command
      .option(
          "--key", options->keys,
          "Records are exact duplicates when these fields are equal, but for case, spaces and punctuation; "
          "may be repeated")
      .metavar("FIELD");
  command
      .option(
          "--compare", options->compare,
          "Records are near duplicates when these fields are similar, each with its weight; accents and the "
          "order of words do not matter; may be repeated")
      .metavar("FIELD[:WEIGHT]");
  command
      .option("--block", options->blocks,
              "Which records are compared: those with the same beginning (prefix), with a word in common "
              "(tokens), or near each other in order (sorted), with a size; by default tokens:3 of each "
              "compared field; may be repeated")
      .metavar("[FIELD:]KIND[:SIZE]");
  command.option("--threshold", options->threshold, "Least score of near duplicates, from 0 to 1")
      .metavar("SCORE")
      .shows_default();
  command
      .option(
          "--with", options->with,
          "Propose entities for the records: a URL of the Reconciliation Service API, as OpenRefine uses, or "
          "a file with an IRI, a tab and a label in each line")
      .metavar("URL|FILE");
  command
      .option("--label", options->label,
              "The field that is looked up there; by default the first of --compare, or else of --key")
      .metavar("FIELD");
  command.option("--type", options->type, "Only entities of this type, by its id at the service")
      .metavar("ID");
  command.option("--candidates", options->candidates, "Most entities that are proposed for a record")
      .range(1, 100)
      .metavar("N")
      .shows_default();
  command.option("--contact", options->contact, "Your mail address, which is sent to the service")
      .metavar("MAIL");
  command
      .option(
          "--same-as", options->same_as,
          "Write an owl:sameAs statement, as N-Quads, for each pair that is decided to be the same; - for "
          "standard output. Needs the subject of `rdf` in the specification")
      .metavar("FILE");
  command
      .option("--merge", options->merge,
              "Write all records as JSON lines, of which those that are decided to be the same are one, with "
              "the origin of each value; - for standard output")
      .metavar("FILE");
  command
      .option("--profile", options->files.profile,
              "strict, standard or max-recall: how faulty records are read, as of `records`")
      .one_of({"strict", "standard", "max-recall"})
      .metavar("PROFILE")
      .shows_default();
  command.flag("--json", options->json, "One JSON object per line: clusters, candidates, and the sum");
  command.examples(
      {"laundromat reconcile people.csv --key email --compare name:2 --compare city --decisions same.tsv",
       "laundromat reconcile people.yaml people.csv --compare name --with places.tsv --decisions same.tsv"});
  command.action([options, &context] {
    take_specification(options->files.inputs, options->spec);
    options->files.json = options->json;
    context.exit_code = reconcile_files(*options, context.io);
  });
}

}  // namespace laundromat
