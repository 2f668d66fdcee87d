// laundromat add: adds URIs to the seed list, also while an engine runs.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <istream>
#include <memory>
#include <ostream>

#include "app/campaign/seed_file.hpp"
#include "app/commands/commands.hpp"
#include "app/terminal/json.hpp"
#include "app/terminal/wall_clock.hpp"
#include "core/records/cause_name.hpp"
#include "storage/journal/enlist.hpp"
#include "storage/journal/journal_presence.hpp"
#include "storage/journal/steering_store.hpp"

namespace laundromat {
namespace {

struct add_options {
  std::vector<std::string> uris;
  std::string file;
  std::uint64_t interval_s = 86'400;
  std::int32_t priority = 0;
  bool json = false;
};

/// Seeds per transaction; short transactions do not delay a running engine.
constexpr std::size_t group = 1'000;

std::string advice(const enlisted& report) {
  const auto& [code, suggestion] = report.verdict;
  std::string text;
  if (code != errc::ok) text = std::string{meaning_of(code)};
  if (code == errc::excluded) return text + ": " + suggestion;
  if (!suggestion.empty())
    text +=
        (code == errc::ok ? "fetched as " : "; did you mean ") + suggestion + (code == errc::ok ? "" : " ?");
  return text;
}

/// `interval stays 86,400 s, priority 0`: adding a known seed again changes neither.
std::string what_stays(const seed_record& seed) {
  return "interval stays " +
         human_count(static_cast<std::uint64_t>(std::chrono::duration_cast<seconds>(seed.interval).count())) +
         " s, priority " + std::to_string(seed.priority);
}

/// A seed and the answer of the journal; `known` is the record of a known seed.
struct add_report {
  enlisted answer;
  seed_record known;
};

void print_report(const std::string& uri, const add_report& added, bool json, command_context& context) {
  const auto& [report, known] = added;
  if (json) {
    json_fact fact{{"hash", report.hash.hex()},
                   {"answer", to_string(report.answer)},
                   {"cause", cause_name(report.verdict.code, {})},
                   {"suggestion", report.verdict.suggestion},
                   {"uri", uri}};
    if (report.answer == seed_answer::known) {
      fact["interval_s"] = std::chrono::duration_cast<seconds>(known.interval).count();
      fact["priority"] = known.priority;
    }
    print_fact(context.io.out, fact);
    return;
  }
  const auto shade = report.answer == seed_answer::added      ? colour::green
                     : report.answer == seed_answer::refused  ? colour::red
                     : report.answer == seed_answer::relative ? colour::yellow
                                                              : colour::grey;
  std::string word{to_string(report.answer)};
  word.resize(8, ' ');
  context.io.out << report.hash.hex() << "  " << painted(word, shade, context.io.out_terminal) << "  "
                 << harmless(uri);
  if (const auto why = advice(report); !why.empty()) context.io.out << "  (" << harmless(why) << ')';
  if (report.answer == seed_answer::known && report.verdict.code == errc::ok)
    context.io.out << "  (" << what_stays(known) << ')';
  context.io.out << '\n';
}

constexpr std::string_view standard_input = "-";

/// The seeds of standard input, which cannot be read again: a line that is not valid is reported and costs only itself. Nothing when no line is valid.
std::optional<std::vector<campaign_seed>> seeds_of_input(command_context& context) {
  std::vector<campaign_seed> all;
  auto input = std::make_unique<std::istream>(context.io.in.rdbuf());
  const auto read = read_seeds(seed_file{std::move(input), std::string{standard_input}},
                               [&](const campaign_seed& seed, std::size_t) { all.push_back(seed); });
  if (read) return all;
  context.refuse_file(std::string{standard_input}, read.error());
  if (read.error().back().hides_others) context.io.err << "-: the lines behind these are not read\n";
  context.exit_code = all.empty() ? exit_usage : exit_some_failed;
  if (all.empty()) return std::nullopt;
  return all;
}

/// The seeds of the command line and of the file, of which each line is checked before the first is added. Nothing when it refuses.
std::optional<listed_seeds> wanted_seeds(const add_options& options, command_context& context) {
  std::vector<campaign_seed> first;
  std::vector<std::string> files;
  bool has_any = !options.uris.empty();
  for (const auto& uri : options.uris) {
    if (uri == standard_input) {
      auto more = seeds_of_input(context);
      if (!more) return std::nullopt;
      has_any = has_any && (options.uris.size() > 1 || !more->empty());
      for (auto& seed : *more) first.push_back(std::move(seed));
      continue;
    }
    if (seed_pattern::is_named_by(uri))
      if (const auto pattern = seed_pattern::of({uri}); !pattern)
        return context.refuse(exit_usage, "add: `" + harmless(uri) + "`: " + pattern.error()), std::nullopt;
    first.push_back({uri, 0, options.priority});
  }
  if (!options.file.empty()) {
    auto opened = seed_file::open(options.file);
    if (!opened) return context.refuse_file(options.file, {opened.error()}), std::nullopt;
    const bool is_kept = !is_read_again(options.file);
    if (!is_kept) files.push_back(options.file);
    const auto read = read_seeds(*std::move(opened), [&](const campaign_seed& seed, std::size_t) {
      has_any = true;
      if (is_kept) first.push_back(seed);
    });
    if (!read) return context.refuse_file(options.file, read.error()), std::nullopt;
  }
  if (!has_any)
    return context.refuse(exit_usage,
                          "add: name URIs, a file of them with --file, or `-` for standard input"),
           std::nullopt;
  return listed_seeds{std::move(first), std::move(files)};
}

/// Adds up to a group of seeds in one transaction; prints the reports after its commit.
result<void> add_group(journal& to, std::span<const campaign_seed> seeds, bool json,
                       command_context& context) {
  const auto now = wall_now();
  std::vector<add_report> reports;
  if (auto begun = to.begin(); !begun) return begun;
  for (const auto& seed : seeds) {
    // The campaign decides which `file:` seeds are allowed.
    auto report =
        enlist(to, {seed.uri, seconds{static_cast<std::int64_t>(seed.interval_s)}, seed.priority}, true, now);
    if (!report) return tl::unexpected(report.error());
    auto known = report->answer == seed_answer::known ? to.seed(report->hash) : result<seed_record>{};
    if (!known) return tl::unexpected(known.error());
    reports.push_back({*std::move(report), *std::move(known)});
  }
  if (auto done = to.commit(); !done) return done;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    if (reports[i].answer.answer == seed_answer::refused) context.exit_code = exit_some_failed;
    print_report(seeds[i].uri, reports[i], json, context);
  }
  return {};
}

void add(const add_options& options, command_context& context) {
  auto listed = wanted_seeds(options, context);
  if (!listed) return;
  const auto folder = safe_folder::named(context.data);
  auto to = folder ? open_journal_of(*folder) : tl::unexpected(folder.error());
  if (!to) return context.refuse(exit_disk, message_of(to.error()));
  auto rules = steering_store{*to}.rules();
  if (!rules) return context.refuse(exit_disk, to_string(rules.error()));
  to->steer(std::make_shared<const steering_rules>(*std::move(rules)));
  for (std::vector<campaign_seed> part;; part.clear()) {
    while (part.size() < group) {
      auto seed = listed->next();
      if (!seed) return context.refuse_file(options.file, {seed.error()});
      if (!*seed) break;
      if ((*seed)->interval_s == 0) (*seed)->interval_s = options.interval_s;
      part.push_back(**std::move(seed));
    }
    if (part.empty()) return;
    if (const auto done = add_group(*to, part, options.json, context); !done)
      return context.refuse(exit_disk, to_string(done.error()));
  }
}

}  // namespace

void add_add_command(cli_command& program, command_context& context) {
  auto options = std::make_shared<add_options>();
  auto& command = program.add_command("add", "Add URIs to the seed list, also while an engine runs");
  command.positional(
      "URI", options->uris,
      "URIs to crawl, and patterns of them, as 'http://example.org/{a..z}/{001..250}.ttl'; `-`: lines of "
      "standard input, as in a file");
  command.option(
      "--file", options->file,
      "File with one URI or pattern per line; after tabs an interval in seconds and a priority; it may "
      "be compressed");
  command.option("--interval", options->interval_s, "Seconds after which the seed is due again")
      .range(1, 315'360'000)
      .shows_default();
  command.option("--priority", options->priority, "Seeds with a higher number are crawled first")
      .shows_default();
  command.flag("--json", options->json, "One JSON object per line");
  add_data_option(command, context);
  command.examples({"laundromat add https://example.org/data.ttl.gz",
                    "laundromat add 'https://example.org/dumps/{2024,2025}/part-{001..250}.nt.gz'",
                    "xzcat list.xz | laundromat add -"});
  command.notes(
      "Prints for each URI its hash, then new, known, relative (counted, never fetched) or refused "
      "(recorded, never fetched). A line of standard input that is not valid is reported, and the others are "
      "added; a file is refused as a whole.\n\nExit code 1 when a URI is refused or a line is not valid.");
  command.action([options, &context] { add(*options, context); });
}

}  // namespace laundromat
