// laundromat slice: cuts a dump into the documents that the Web would have served.
// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "app/commands/commands.hpp"
#include "app/slice/slice_files.hpp"

namespace laundromat {

namespace {

/// What is cut, and which documents it becomes.
void add_document_options(cli_command& command, slice_options& options) {
  command
      .positional(
          "DUMP", options.inputs,
          "The parts of the dump, in any format that `wash` reads: files, http and https URLs, or - for "
          "standard input; folders with -r. All parts together are one dump")
      .required();
  command
      .option(
          "--by", options.by,
          "What the document of a resource X has, as in sc:slicing of a Semantic Sitemap. subject: the "
          "statements with subject X; subject-object: with subject or object X; cbd: the concise bounded "
          "description of X; scbd: the symmetric one; msg: the minimal self-contained graphs with X; graph: "
          "the statements in graph X, for a dump in N-Quads or TriG")
      .required()
      .one_of({"subject", "subject-object", "cbd", "scbd", "msg", "graph"})
      .metavar("METHOD");
  command.option("-o,--output", options.output, "Folder for the archives, which may be new")
      .required()
      .metavar("DIR");
  command
      .option("--format", options.format,
              "tar: slices-00001.tar.gz and so on, with a file for each document; warc: slices-00001.warc.gz "
              "and so on, with a record for each document")
      .one_of({"tar", "warc"})
      .metavar("FORMAT")
      .shows_default();
  command
      .option("--prefix", options.prefixes,
              "Only documents of resources whose IRI begins so, as sc:linkedDataPrefix says; repeatable")
      .metavar("IRI");
  command.option("--documents", options.documents, "Documents in each archive")
      .range(1, 1'000'000'000)
      .metavar("N")
      .shows_default();
}

/// How the dump is read.
void add_reading_options(cli_command& command, slice_options& options) {
  command.flag("-r,--recursive", options.recursive, "The parts are all files below the named folders");
  command.option("--base", options.base, "Resolve relative references against this IRI").metavar("IRI");
  command
      .option(
          "--from-format", options.rdf_format,
          "Do not guess the format of the dump: n-triples, n-quads, turtle, trig, rdf-xml, rdfa, json-ld, or "
          "an extension or media type of `laundromat formats`")
      .proposes({"n-triples", "n-quads", "turtle", "trig", "rdf-xml", "rdfa", "json-ld"})
      .metavar("FORMAT");
  command.option("--profile", options.profile, "How defects are treated, see `wash`")
      .one_of({"strict", "standard", "max-recall"})
      .metavar("PROFILE")
      .shows_default();
  command
      .option("--ledger", options.ledger, "Write all defects of the dump to this file, for `errors --file`")
      .metavar("FILE");
}

void add_resource_options(cli_command& command, slice_options& options) {
  command.option("--memory-mib", options.memory_mib, "Memory for sorting; more is sorted on disk")
      .range(16, 1'048'576)
      .metavar("MIB")
      .shows_default();
  command.option("--threads", options.threads, "Threads; 0: one for each core")
      .range(0, 1'024)
      .metavar("N")
      .shows_default();
  command.flag("--json", options.json, "The result as one JSON object on standard output");
}

void add_explanations(cli_command& command) {
  command.examples({"laundromat slice dump.nt.gz --by subject -o slices",
                    "laundromat slice dump.rdf --by cbd --prefix http://example.org/id/ -o slices",
                    "laundromat slice quads.nq.gz --by graph --format warc -o slices"});
  command.notes(
      "The dump is washed first: defects are repaired or skipped and reported as by `wash`, with its exit "
      "codes. "
      "Exit code 1 also when documents are cut, because too many statements are connected by blank nodes or "
      "reifications; the list of documents, documents.tsv.gz, marks them. Documents are sorted N-Triples, or "
      "N-Quads where a statement has a graph. Temporary files are kept in a folder below TMPDIR, or /tmp.");
}

}  // namespace

void add_slice_command(cli_command& program, command_context& context) {
  auto options = std::make_shared<slice_options>();
  auto& command = program.add_command(
      "slice", "Cut a dump into one document for each resource, as the Web would serve them");
  add_document_options(command, *options);
  add_reading_options(command, *options);
  add_resource_options(command, *options);
  add_explanations(command);
  command.action([options, &context] { context.exit_code = slice_files(*options, context.io); });
}

}  // namespace laundromat
