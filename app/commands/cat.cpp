// laundromat cat: prints a clean document in one of five formats.
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <ostream>

#include "app/command_line/format_name.hpp"
#include "app/commands/commands.hpp"
#include "app/records/clean_document.hpp"
#include "app/records/open_journal.hpp"
#include "app/terminal/stream_sink.hpp"
#include "core/rdf/wash/convert.hpp"
#include "core/rdf/wash/subject_search.hpp"
#include "storage/stores/data_folder.hpp"

namespace laundromat {
namespace {

/// The output format and the declared prefixes.
struct cat_form {
  rdf_format format{};
  std::vector<prefix> declared;
};

result<void> print_document(const clean_store& store, const content_digest& digest, const cat_form& form,
                            std::ostream& out) {
  warning_log warnings;
  const auto open = [&] { return open_clean(store, digest, warnings); };
  stream_sink sink{out};
  auto printed = convert_clean(open, form.format, sink, form.declared);
  if (!warnings.rows().empty())
    return fail(warnings.rows().front().code, "clean document " + digest.hex() + " is damaged");
  return printed;
}

/// Refuses, before anything is printed, a document with named graphs when the format has none.
bool fits(const clean_record& clean, rdf_format format, command_context& context) {
  if (clean.quads == 0 || has_graphs(format)) return true;
  context.refuse(exit_usage, "clean document " + clean.hash.hex() + " has " +
                                 number_of(clean.quads, "statement") + " in named graphs, which " +
                                 std::string{to_string(format)} +
                                 " does not support: write --format n-quads, trig or json-ld");
  return false;
}

failure lacks_subject(const content_digest& digest, std::string_view subject) {
  return {errc::not_found,
          "clean document " + digest.hex() + " has no statement about " + std::string(subject)};
}

/// Reads only the blocks that contain the subject. Error: also `not_found`.
result<void> print_subject(const clean_store& store, const content_digest& digest, std::string_view subject,
                           const cat_form& form, std::ostream& out) {
  const auto index = store.read_index(digest);
  if (!index) return tl::unexpected(index.error());
  const auto compressed = open_stored(store, digest);
  if (!compressed) return tl::unexpected(compressed.error());
  std::string found;
  auto read = read_subject(*index, **compressed, subject, [&](std::string_view lines) -> result<void> {
    found.append(lines);
    return {};
  });
  if (!read) return read;
  if (found.empty()) return tl::unexpected(lacks_subject(digest, subject));
  stream_sink sink{out};
  return convert_clean([&]() -> result<byte_source_ptr> { return make_memory_source(found); }, form.format,
                       sink, form.declared);
}

struct cat_options {
  std::vector<std::string> hashes;
  std::string format = "n-quads";
  std::string subject;
};

void cat(const cat_options& options, command_context& context) {
  const auto format = format_from_option(options.format);
  if (!format || !is_written(*format))
    return context.refuse(exit_usage,
                          "`" + options.format + "` is not n-quads, n-triples, turtle, trig or json-ld");
  auto from = open_journal(context);
  if (!from) return;
  const auto store = open_clean_store(context);
  if (!store) return;
  for (const auto& hash : options.hashes) {
    const auto record = find_record(*from, hash, context);
    if (!record) continue;
    const auto digest = clean_of(*from, *record, context);
    if (!digest) continue;
    const auto clean = journal_reader{*from}.clean(*digest);
    if (!clean) return refuse(clean.error(), context);
    if (is_removed(*from, *clean, context)) continue;
    if (!fits(*clean, *format, context)) continue;
    if (clean->statements == 0) {  // it has no file
      if (!options.subject.empty()) refuse(lacks_subject(*digest, options.subject), context);
      continue;
    }
    const auto declared = declared_for(*from, *record, *digest);
    if (!declared) return refuse(declared.error(), context);
    const cat_form form{*format, *declared};
    const auto done = options.subject.empty()
                          ? print_document(*store, *digest, form, context.io.out)
                          : print_subject(*store, *digest, options.subject, form, context.io.out);
    if (!done) refuse(done.error(), context);
    if (!done && done.error().code != errc::not_found) return;
  }
}

}  // namespace

void add_cat_command(cli_command& program, command_context& context) {
  auto options = std::make_shared<cat_options>();
  auto& command =
      program.add_command("cat", "Print a clean document: N-Quads, N-Triples, Turtle, TriG or JSON-LD");
  command
      .positional("RECORD", options->hashes, std::string{record_words} + "; for a seed its newest document")
      .required();
  command
      .option("--format", options->format,
              "n-quads: canonical, as stored; n-triples: the same; turtle, trig: with prefixes; json-ld: "
              "expanded; "
              "n-triples and turtle refuse a document with named graphs, json-ld one with triple terms")
      .proposes({"n-quads", "n-triples", "turtle", "trig", "json-ld"})
      .metavar("FORMAT")
      .shows_default();
  command
      .option("--subject", options->subject,
              "Only the statements about this IRI, found without reading the whole document")
      .check([](const std::string& iri) -> std::string {
        if (iri.empty() || iri.front() == '<') return "write the IRI itself: http://example.org/sock";
        if (iri.starts_with("_:")) return "blank nodes have IRIs in clean documents: write that IRI";
        return iri.find_first_of(" \t\r\n") == iri.npos ? "" : "`" + iri + "` contains white space";
      })
      .metavar("IRI");
  add_data_option(command, context);
  command.examples({"laundromat cat 3b0f361c | head", "laundromat cat https://example.org/socks.ttl",
                    "laundromat cat --format turtle 3b0f361c"});
  command.action([options, &context] { cat(*options, context); });
}

}  // namespace laundromat
