// laundromat cat: prints a clean document in one of six formats.
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <ostream>

#include "app/command_line/format_name.hpp"
#include "app/commands/commands.hpp"
#include "app/records/clean_document.hpp"
#include "app/records/hdt_output.hpp"
#include "app/records/open_journal.hpp"
#include "app/terminal/stream_sink.hpp"
#include "core/rdf/wash/convert.hpp"
#include "core/rdf/wash/subject_search.hpp"
#include "storage/stores/data_folder.hpp"

namespace laundromat {
namespace {

/// What to write.
struct cat_form {
  rdf_format format{};           ///< unknown: HDT, which is written and never read
  std::vector<prefix> declared;  ///< by the document
  std::string dataset;           ///< what the header of HDT describes

  [[nodiscard]] bool is_hdt() const { return format == rdf_format::unknown; }
};

std::string_view name_of(rdf_format format) {
  return format == rdf_format::unknown ? "HDT" : to_string(format);
}

result<void> convert(const document_opener& open, const cat_form& form, const content_digest& digest,
                     byte_sink& out) {
  if (!form.is_hdt()) return convert_clean(open, form.format, out, form.declared);
  auto written = write_hdt(open, form.dataset, {}, out);
  if (!written &&
      (written.error().code == errc::triple_term_out_of_place || written.error().code == errc::odd_character))
    return fail(written.error().code, "clean document " + digest.hex() + " cannot be HDT: " +
                                          written.error().detail + ": write --format n-quads or trig");
  return written;
}

result<void> print_document(const clean_store& store, const content_digest& digest, const cat_form& form,
                            std::ostream& out) {
  warning_log warnings;
  const auto open = [&] { return open_clean(store, digest, warnings); };
  stream_sink sink{out};
  auto printed = convert(open, form, digest, sink);
  if (!warnings.rows().empty())
    return fail(warnings.rows().front().code, "clean document " + digest.hex() + " is damaged");
  return printed;
}

/// Refuses, before anything is printed, a document with named graphs when the format has none.
bool fits(const clean_record& clean, rdf_format format, command_context& context) {
  if (clean.quads == 0 || has_graphs(format)) return true;
  context.refuse(exit_usage, "clean document " + clean.hash.hex() + " has " +
                                 number_of(clean.quads, "statement") + " in named graphs, which " +
                                 std::string{name_of(format)} +
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
  return convert([&]() -> result<byte_source_ptr> { return make_memory_source(found); }, form, digest, sink);
}

constexpr std::string_view hdt_name = "hdt";

struct cat_options {
  std::vector<std::string> hashes;
  std::string format = "n-quads";
  std::string subject;
};

/// Refuses what must not be a file of HDT.
bool can_be_hdt(const cat_options& options, command_context& context) {
  if (options.hashes.size() > 1)
    context.refuse(exit_usage, "a file of HDT has one document: name one record");
  else if (context.io.out_terminal.interactive)
    context.refuse(exit_usage,
                   "HDT is binary, and the output is a terminal: write it to a file with > FILE.hdt");
  else
    return true;
  return false;
}

/// Error: `not_found`, also for a document without statements.
result<void> print(const clean_store& store, const clean_record& clean, const cat_options& options,
                   const cat_form& form, std::ostream& out) {
  if (clean.statements > 0)
    return options.subject.empty() ? print_document(store, clean.hash, form, out)
                                   : print_subject(store, clean.hash, options.subject, form, out);
  // It has no file.
  if (!options.subject.empty()) return tl::unexpected(lacks_subject(clean.hash, options.subject));
  stream_sink sink{out};
  return form.is_hdt() ? write_hdt([] { return make_memory_source({}); }, form.dataset, {}, sink)
                       : result<void>{};
}

void cat(const cat_options& options, command_context& context) {
  auto format = format_from_option(options.format);
  const bool is_hdt = options.format == hdt_name;
  if (is_hdt) format = rdf_format::unknown;
  if (!format || (!is_hdt && !is_written(*format)))
    return context.refuse(exit_usage,
                          "`" + options.format + "` is not n-quads, n-triples, turtle, trig, json-ld or hdt");
  if (is_hdt && !can_be_hdt(options, context)) return;
  auto from = open_journal(context);
  if (!from) return;
  const auto store = open_clean_store(context);
  if (!store) return;
  const auto names = published_names(*from, context);
  if (!names) return;
  for (const auto& hash : options.hashes) {
    const auto record = find_record(*from, hash, context);
    if (!record) continue;
    const auto digest = clean_of(*from, *record, context);
    if (!digest) continue;
    const auto clean = journal_reader{*from}.clean(*digest);
    if (!clean) return refuse(clean.error(), context);
    if (is_removed(*from, *clean, context)) continue;
    if (!fits(*clean, *format, context)) continue;
    const auto declared = declared_for(*from, *record, *digest);
    if (!declared) return refuse(declared.error(), context);
    const cat_form form{*format, *declared,
                        names->id(digest->hex()) + (options.subject.empty() ? "" : "#part")};
    const auto done = print(*store, *clean, options, form, context.io.out);
    if (!done) refuse(done.error(), context);
    if (!done && done.error().code != errc::not_found) return;
  }
}

}  // namespace

void add_cat_command(cli_command& program, command_context& context) {
  auto options = std::make_shared<cat_options>();
  auto& command =
      program.add_command("cat", "Print a clean document: N-Quads, N-Triples, Turtle, TriG, JSON-LD or HDT");
  command
      .positional("RECORD", options->hashes, std::string{record_words} + "; for a seed its newest document")
      .required();
  command
      .option("--format", options->format,
              "n-quads: canonical, as stored; n-triples: the same; turtle, trig: with prefixes; json-ld: "
              "expanded; hdt: binary and compressed, for programs that search it; "
              "n-triples, turtle and hdt refuse a document with named graphs, json-ld and hdt one with "
              "triple terms")
      .proposes({"n-quads", "n-triples", "turtle", "trig", "json-ld", "hdt"})
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
                    "laundromat cat --format turtle 3b0f361c",
                    "laundromat cat --format hdt 3b0f361c > socks.hdt"});
  command.action([options, &context] { cat(*options, context); });
}

}  // namespace laundromat
