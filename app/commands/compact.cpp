// laundromat compact: rewrites segments of which little is in use.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <memory>
#include <ostream>

#include "app/commands/commands.hpp"
#include "app/records/open_journal.hpp"
#include "app/terminal/json.hpp"
#include "app/terminal/live_count.hpp"
#include "app/terminal/wall_clock.hpp"
#include "core/base/count_words.hpp"
#include "storage/compaction/compact_data.hpp"

namespace laundromat {
namespace {

struct compact_options {
  std::string below = "50%";
  bool all = false, dry_run = false, json = false;
};

/// `50` or `50%`; nothing for any other text.
std::optional<std::uint32_t> percent_from(std::string_view text) {
  if (text.ends_with('%')) text.remove_suffix(1);
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < 1 || value > 100)
    return std::nullopt;
  return value;
}

std::string_view name_of(segment_kind kind) {
  switch (kind) {
    case segment_kind::clean:
      return "documents";
    case segment_kind::ledger:
      return "ledgers";
    case segment_kind::delta:
      return "deltas";
    case segment_kind::raw:
      break;
  }
  return "bodies (WARC)";
}

struct sum {
  std::uint64_t segments = 0, bytes = 0, live = 0, chosen = 0, freed = 0;

  void add(const compacted_segment& one, bool is_dry) {
    ++segments;
    bytes += one.use.end.bytes;
    live += one.use.live_bytes;
    const bool is_counted = is_dry ? one.is_chosen : one.is_rewritten;
    chosen += is_counted;
    freed += is_counted ? one.use.dead_bytes() : 0;
  }
};

void print_table(const std::vector<compacted_segment>& all, bool is_dry, console& io) {
  using enum text_table::align;
  text_table table{{{"files of"},
                    {"segments", right},
                    {"bytes", right},
                    {"live", right},
                    {"dead", right},
                    {is_dry ? "to rewrite" : "rewritten", right},
                    {is_dry ? "to free" : "freed", right}}};
  for (const auto kind :
       {segment_kind::clean, segment_kind::ledger, segment_kind::delta, segment_kind::raw}) {
    sum of;
    for (const auto& one : all)
      if (one.use.kind == kind) of.add(one, is_dry);
    table.add_row({std::string{name_of(kind)}, human_count(of.segments), human_bytes(of.bytes),
                   human_bytes(of.live), human_bytes(of.bytes - std::min(of.bytes, of.live)),
                   human_count(of.chosen), human_bytes(of.freed)});
  }
  table.print(io.out, io.out_terminal);
}

void print_facts(const std::vector<compacted_segment>& all, console& io) {
  for (const auto& one : all) {
    json_fact fact{{"file", one.file.string()},        {"bytes", one.use.end.bytes},
                   {"live_bytes", one.use.live_bytes}, {"live_files", one.use.live_files},
                   {"chosen", one.is_chosen},          {"rewritten", one.is_rewritten}};
    if (one.fault) fact["problem"] = to_string(*one.fault);
    print_fact(io.out, fact);
  }
}

/// The error of a folder that an engine has locked.
failure locked_by_engine(const failure& why, const command_context& context) {
  if (why.code != errc::journal_locked) return why;
  return {why.code, why.detail +
                        ". A running engine rewrites segments of documents, ledgers and deltas itself "
                        "(wardrobe.compact); `laundromat --data " +
                        context.data.string() + " compact --dry-run` shows how much of them is in use"};
}

void compact(const compact_options& options, command_context& context) {
  const auto percent = percent_from(options.below);
  if (!percent)
    return context.refuse(exit_usage, "--below: " + options.below + " is no percentage from 1 to 100");
  if (!open_journal(context)) return;
  live_count shown{context.io, "steps"};
  compaction_request request;
  request.rule.below_percent = options.all ? compaction_rule::every : *percent;
  request.is_dry = options.dry_run;
  request.now = wall_now();
  request.progress = [&] { shown.count(); };
  const auto found = compact_data(context.data, request);
  shown.finish();
  if (!found) return refuse(locked_by_engine(found.error(), context), context);
  options.json ? print_facts(*found, context.io) : print_table(*found, options.dry_run, context.io);
  for (const auto& one : *found)
    if (one.fault)
      context.refuse(exit_some_failed, one.file.string() + " is left as it is: " + to_string(*one.fault));
}

}  // namespace

void add_compact_command(cli_command& program, command_context& context) {
  auto options = std::make_shared<compact_options>();
  auto& command = program.add_command("compact", "Rewrite segments of which little is in use");
  command.option("--below", options->below, "Rewrite segments of which a smaller share is in use")
      .metavar("PERCENT")
      .shows_default();
  command.flag("--all", options->all, "Rewrite all segments, which also merges small ones")
      .excludes("--below");
  command.flag("--dry-run", options->dry_run, "Only print the table; also while an engine runs");
  command.flag("--json", options->json, "One JSON object per segment");
  add_data_option(command, context);
  command.examples({"laundromat compact --dry-run", "laundromat compact --below 80%"});
  command.notes(
      "Small documents, ledgers, deltas and WARC records share files, the segments. When a document is "
      "removed, or a body replaced, its bytes stay in the segment. This command copies what is in use to new "
      "segments, makes it durable, stores the new places in the journal, and then removes the old file. It "
      "can be interrupted at any time. Readers may run meanwhile, and an engine may not: it rewrites "
      "segments of documents, ledgers and deltas itself when `wardrobe.versions` removes documents.\n\nOf "
      "WARC segments, which are read completely, those bodies of documents are dropped that no download "
      "names, with their requests. A body to which a `revisit` in use refers is kept, as are redirects, "
      "errors, answers 304, and robots.txt.\n\nFirst it finishes takedowns (`exclude --remove`), and removes "
      "received files that no download names.\n\nExit code 1 when a segment is damaged and cannot be "
      "rewritten.");
  command.action([options, &context] { compact(*options, context); });
}

}  // namespace laundromat
