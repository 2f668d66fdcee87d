// laundromat guess: prints the compression, encoding and format of a file, with all evidence.
// SPDX-License-Identifier: Apache-2.0
#include <functional>
#include <memory>
#include <ostream>
#include <sstream>

#include "app/commands/commands.hpp"
#include "app/records/open_journal.hpp"
#include "app/records/record_view.hpp"
#include "core/codec/archive/archive.hpp"
#include "core/codec/archive/filters.hpp"
#include "core/codec/sniff.hpp"
#include "core/codec/text/encoding.hpp"
#include "core/codec/text/recode.hpp"
#include "core/codec/warc/list_records.hpp"
#include "core/extraction/model/data_format.hpp"
#include "core/rdf/guess/guess.hpp"
#include "storage/files/posix_file.hpp"

namespace laundromat {
namespace {

constexpr std::uint64_t sample_bytes = std::uint64_t{1} << 20;
constexpr std::uint64_t head_bytes = std::uint64_t{64} << 10;
constexpr std::uint64_t standard_input_bytes = std::uint64_t{256} << 20;
constexpr std::size_t listed_members = 100;
constexpr std::uint64_t listed_archive_bytes = std::uint64_t{64} << 20;  ///< of a web archive

struct guess_options {
  std::string file;
  std::string media_type;
  std::string charset;
  bool json = false;
};

using opener = std::function<result<byte_source_ptr>()>;

/// Opens the file at each call; standard input is read once and kept in memory.
result<opener> opener_of(const std::string& file, console& io) {
  if (file != "-") return opener{[file] { return open_file_source(file); }};
  std::ostringstream text;
  text << io.in.rdbuf();
  auto bytes = std::move(text).str();
  if (bytes.size() > standard_input_bytes)
    return fail(errc::limit_exceeded,
                "standard input is longer than 256 MiB: write it to a file and name the file");
  return opener{[bytes]() -> result<byte_source_ptr> { return make_memory_source(bytes); }};
}

/// The compression layers of a document, and a source that decodes them.
struct peeled {
  decode_chain chain;
  sniffed innermost;
  opener open;
};

/// Removes compression layers until there is none.
result<peeled> peel(opener open, warning_log& warnings) {
  const unpack_budget budget;
  peeled found;
  found.open = std::move(open);
  while (true) {
    auto source = found.open();
    if (!source) return tl::unexpected(source.error());
    const auto head = read_head(**source, sniff_bytes);
    if (!head) return tl::unexpected(head.error());
    found.innermost = sniff(*head);
    const auto kind = found.innermost.kind;
    if (!kind || is_member(*kind)) return found;
    if (found.chain.size() >= budget.filters) return fail(errc::too_many_filters, to_string(found.chain));
    found.chain.push_back({*kind, 0});
    found.open = [below = std::move(found.open), kind = *kind, budget,
                  &warnings]() -> result<byte_source_ptr> {
      auto source_below = below();
      if (!source_below) return source_below;
      return make_decoder(kind, *std::move(source_below), budget, warnings);
    };
  }
}

/// The first members of an archive.
result<std::vector<archive_member>> first_members(const peeled& from, warning_log& warnings) {
  auto source = from.open();
  if (!source) return tl::unexpected(source.error());
  std::vector<archive_member> members;
  if (*from.innermost.kind == layer_kind::warc_member) {
    const auto begin = read_head(**source, listed_archive_bytes);
    if (!begin) return tl::unexpected(begin.error());
    warning_log of_the_cut;
    const bool is_whole = begin->size() < listed_archive_bytes;
    auto listed =
        list_records(*make_memory_source(*begin), unpack_budget{}, is_whole ? warnings : of_the_cut);
    if (!listed) return tl::unexpected(listed.error());
    members = std::move(listed->members);
    if (members.size() > listed_members) members.resize(listed_members);
    return members;
  }
  auto archive = archive_reader::open(*from.innermost.kind, *std::move(source), warnings);
  if (!archive) return tl::unexpected(archive.error());
  while (members.size() < listed_members) {
    auto next = archive->next();
    if (!next) return tl::unexpected(next.error());
    if (!*next) break;
    members.push_back(std::move(**next));
  }
  return members;
}

result<record_view> describe_archive(const peeled& from, record_view shown, warning_log& warnings) {
  const auto found = first_members(from, warnings);
  if (!found) return tl::unexpected(found.error());
  record_section members{"members", {"ordinal", "size_bytes", "skipped", "path"}, {}};
  for (const auto& member : *found)
    members.rows.push_back(
        {member.ordinal, member.size_bytes,
         member.skipped == errc::ok ? std::string{} : std::string{to_string(member.skipped)}, member.path});
  shown.facts.emplace_back("archive", std::string{to_string(*from.innermost.kind)});
  shown.sections.push_back(std::move(members));
  return shown;
}

/// The first bytes of the document as UTF-8. A character cut at the end of the sample is not damage.
result<std::string> recoded_head(std::string sample, std::string_view encoding) {
  warning_log of_the_cut;
  auto utf8 = make_utf8_source(make_memory_source(std::move(sample)), encoding, of_the_cut);
  if (!utf8) return tl::unexpected(utf8.error());
  return read_head(**utf8, head_bytes + 1);
}

result<record_view> describe_document(const peeled& from, record_view shown, const guess_options& options) {
  auto source = from.open();
  if (!source) return tl::unexpected(source.error());
  const auto sample = read_head(**source, sample_bytes + 1);
  if (!sample) return tl::unexpected(sample.error());
  const auto encoding = detect_encoding(*sample, sample->size() <= sample_bytes, options.charset);
  record_section evidence{"evidence", {"of", "rank", "source", "value", "chosen", "note"}, {}};
  for (const auto& e : encoding.evidence)
    evidence.rows.push_back({"encoding", std::uint64_t{e.rank}, e.source, e.value, e.chosen, e.note});
  shown.facts.emplace_back("encoding", encoding.chosen);
  if (encoding.problem == errc::ok) {
    const auto head = recoded_head(*sample, encoding.chosen);
    if (!head) return tl::unexpected(head.error());
    const auto format = guess_format(head->substr(0, head_bytes), head->size() <= head_bytes,
                                     options.media_type, options.file);
    for (const auto& v : format.evidence)
      evidence.rows.push_back({"format", std::uint64_t{v.rank}, v.source, v.value, v.chosen, v.note});
    shown.facts.emplace_back("format", format.format ? std::string{to_string(*format.format)} : "not RDF");
    const auto data = guess_data_format(options.media_type, options.file, *head);
    if (!format.format && data != data_format::unknown)
      shown.facts.emplace_back(
          "records", std::string(to_string(data)) + ": `laundromat records " + options.file + "` reads them");
  } else {
    shown.facts.emplace_back("format", "not RDF");
  }
  shown.sections.push_back(std::move(evidence));
  return shown;
}

result<record_view> describe_file(const guess_options& options, console& io) {
  warning_log warnings;
  auto open = opener_of(options.file, io);
  if (!open) return tl::unexpected(open.error());
  const auto inside = peel(*std::move(open), warnings);
  if (!inside) return tl::unexpected(inside.error());
  record_view shown;
  shown.facts = {{"file", options.file}, {"layers", to_string(inside->chain)}};
  // Warnings of this pass are found again below; only those of the last pass count.
  warnings = {};
  auto described = [&]() -> result<record_view> {
    if (!inside->innermost.unsupported.empty())
      return fail(errc::unsupported_archive, std::string{inside->innermost.unsupported});
    return inside->innermost.kind ? describe_archive(*inside, std::move(shown), warnings)
                                  : describe_document(*inside, std::move(shown), options);
  }();
  if (!described) return described;
  record_section damage{"warnings", {"rule", "count", "meaning"}, {}};
  for (const auto& [code, count] : warnings.counts())
    damage.rows.push_back({std::string{to_string(code)}, count, std::string{meaning_of(code)}});
  described->sections.push_back(std::move(damage));
  return described;
}

void guess(const guess_options& options, command_context& context) {
  const auto shown = describe_file(options, context.io);
  if (!shown) {
    const auto code = shown.error().code;
    const bool unreadable = code == errc::not_found || code == errc::io_failed;
    const auto refusal =
        code == errc::not_found ? exit_code_of_file(options.file) : exit_code_of(shown.error());
    return context.refuse(unreadable ? refusal : exit_some_failed,
                          options.file + ": " + to_string(shown.error()));
  }
  (options.json ? print_record_as_json : print_record)(*shown, context.io);
  for (const auto& [name, value] : shown->facts)
    if (name == "format" && value == "not RDF") context.exit_code = exit_some_failed;
}

}  // namespace

void add_guess_command(cli_command& program, command_context& context) {
  auto options = std::make_shared<guess_options>();
  auto& command =
      program.add_command("guess", "Print compression, encoding and format of a file, with the evidence");
  command.positional("FILE", options->file, "A file, or - for standard input").required();
  command.option("--media-type", options->media_type, "As declared by a server");
  command.option("--charset", options->charset, "As declared by a server");
  command.flag("--json", options->json, "One JSON object");
  command.examples({"laundromat guess conf/demo-web/prices-utf16.ttl"});
  command.notes("Exit code 1 when the file is not RDF.");
  command.action([options, &context] { guess(*options, context); });
}

}  // namespace laundromat
