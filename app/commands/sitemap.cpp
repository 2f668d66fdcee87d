// laundromat sitemap: prints what a sitemap or feed announces, and what is wrong in it.
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <ostream>
#include <sstream>

#include "app/commands/commands.hpp"
#include "app/planning/dataset_lines.hpp"
#include "app/terminal/json.hpp"
#include "app/terminal/wall_clock.hpp"
#include "core/base/count_words.hpp"
#include "core/codec/compression/gzip.hpp"
#include "core/codec/sniff.hpp"
#include "core/discovery/sitemap/read_sitemap.hpp"
#include "core/discovery/sitemap/sitemap_form.hpp"
#include "storage/files/posix_file.hpp"

namespace laundromat {
namespace {

constexpr std::uint64_t head_of_sitemap_bytes = std::uint64_t{64} << 10;

struct sitemap_command {
  std::string file;
  std::string base;
  bool json = false;
};

struct sitemap_answer {
  recognised_sitemap form;
  announcements found;
};

result<byte_source_ptr> open_sitemap(const std::string& file, console& io) {
  if (file != "-") return open_file_source(file);
  std::ostringstream text;
  text << io.in.rdbuf();
  return make_memory_source(std::move(text).str());
}

/// Reads the file, unpacked where it is gzip.
result<sitemap_answer> read_input(const sitemap_command& given, console& io) {
  auto source = open_sitemap(given.file, io);
  if (!source) return tl::unexpected(source.error());
  warning_log warnings;
  auto head = read_head(**source, head_of_sitemap_bytes);
  if (!head) return tl::unexpected(head.error());
  const bool is_gzip = sniff(*head).kind == layer_kind::gzip;
  auto body = make_rejoined_source(std::move(*head), std::move(*source));
  if (is_gzip) body = make_gzip_source(std::move(body), warnings);
  auto text = read_head(*body, head_of_sitemap_bytes);
  if (!text) return tl::unexpected(text.error());
  sitemap_answer answer{recognise_sitemap(*text, {}, true), {}};
  auto found = read_sitemap(make_rejoined_source(std::move(*text), std::move(body)),
                            {.uri = given.base, .now = wall_now()});
  if (!found) return tl::unexpected(found.error());
  answer.found = std::move(*found);
  return answer;
}

std::string interval_text(const std::optional<seconds>& interval) {
  if (!interval) return {};
  if (*interval == seconds::max()) return "never";
  return *interval == seconds{0} ? "always" : human_duration(*interval);
}

std::string time_text(timestamp time) {
  return time == timestamp{} ? std::string{} : to_iso8601(time);
}

std::string number_text(std::size_t number) {
  return number == 0 ? std::string{} : human_count(number);
}

void print_announcements(const sitemap_answer& read, console& io) {
  const auto& found = read.found;
  io.out << "Format: " << to_string(read.form.form) << (read.form.is_rdf ? ", which is RDF as well\n" : "\n");
  if (!found.authority.empty()) io.out << "Published by: " << harmless(found.authority) << '\n';
  text_table uris{{{"announced as"}, {"URI"}, {"dataset"}, {"modified"}, {"changes"}}};
  for (const auto& one : found.uris)
    uris.add_row({std::string(to_string(one.kind)), one.uri, one.dataset, time_text(one.modified),
                  interval_text(one.change_interval)});
  if (!uris.is_empty()) uris.print(io.out, io.out_terminal);
  text_table datasets{{{"dataset"}, {"label"}, {"dumps"}, {"endpoints"}, {"samples"}, {"prefixes"}}};
  for (const auto& one : found.datasets)
    datasets.add_row({one.key, one.label, number_text(one.dumps.size()), number_text(one.endpoints.size()),
                      number_text(one.samples.size()), number_text(one.prefixes.size())});
  if (!datasets.is_empty()) datasets.print(io.out, io.out_terminal);
  text_table defects{{{"line", text_table::align::right}, {"defect"}, {"what is wrong"}}};
  for (const auto& one : found.defects)
    defects.add_row({number_text(one.line), std::string(to_string(one.rule)), one.message});
  if (!defects.is_empty()) defects.print(io.out, io.out_terminal);
  if (found.defects_found > found.defects.size())
    io.out << "and " << number_of(found.defects_found - found.defects.size(), "further defect") << '\n';
}

/// `null` for what was not announced.
json_fact or_null(std::string_view text) {
  return text.empty() ? json_fact(nullptr) : json_fact(text);
}

json_fact interval_fact(const std::optional<seconds>& interval) {
  if (!interval) return nullptr;
  return *interval == seconds::max() ? json_fact("never") : json_fact(interval->count());
}

void print_announcement_facts(const sitemap_answer& read, console& io) {
  const auto& found = read.found;
  print_fact(io.out, {{"format", to_string(read.form.form)},
                      {"is_rdf", read.form.is_rdf},
                      {"authority", or_null(found.authority)},
                      {"uris", found.uris.size()},
                      {"datasets", found.datasets.size()},
                      {"defects", found.defects_found},
                      {"left_out", found.left_out}});
  for (const auto& one : found.uris)
    print_fact(io.out, {{"announced_as", to_string(one.kind)},
                        {"uri", one.uri},
                        {"dataset", or_null(one.dataset)},
                        {"by", one.by},
                        {"media_type", or_null(one.media_type)},
                        {"modified", or_null(time_text(one.modified))},
                        {"change_interval_s", interval_fact(one.change_interval)},
                        {"priority", one.priority ? json_fact(*one.priority) : json_fact(nullptr)},
                        {"size_bytes", one.size_bytes},
                        {"line", one.line}});
  for (const auto& one : found.datasets)
    print_fact(io.out, {{"line", one.line}, {"dataset", dataset_fact(one)}});
  for (const auto& one : found.defects)
    print_fact(io.out, {{"defect", to_string(one.rule)}, {"line", one.line}, {"message", one.message}});
}

void answer_sitemap(const sitemap_command& given, command_context& context) {
  const auto read = read_input(given, context.io);
  if (!read)
    return context.refuse(exit_code_of_file(given.file),
                          "sitemap: " + given.file +
                              " cannot be read: name a file, or - for standard input (" +
                              to_string(read.error()) + ")");
  if (!read->form.announces()) context.exit_code = exit_some_failed;
  (given.json ? print_announcement_facts : print_announcements)(*read, context.io);
}

}  // namespace

void add_sitemap_command(cli_command& program, command_context& context) {
  auto given = std::make_shared<sitemap_command>();
  auto& command =
      program.add_command("sitemap", "Print what a sitemap or feed announces, and what is wrong in it");
  command
      .positional("FILE", given->file,
                  "A sitemap, sitemap index, Semantic Sitemap, list of URIs, RSS or Atom feed, also as gzip; "
                  "or - for standard input")
      .required();
  command
      .option("--base", given->base,
              "Its address: relative URIs are resolved against it, and sc:authority must be below its folder")
      .metavar("URI");
  command.flag("--json", given->json,
               "One JSON object per line: the document, each URI, each dataset, each defect");
  command.examples({"laundromat sitemap sitemap.xml --base https://example.org/sitemap.xml",
                    "curl -s https://schema.org/docs/sitemap.xml | laundromat sitemap -"});
  command.notes(
      "Exit code 1 when the file is neither a sitemap nor a feed. Which of the URIs a sitemap may list "
      "depends on its host: the engine decides that.");
  command.action([given, &context] { answer_sitemap(*given, context); });
}

}  // namespace laundromat
