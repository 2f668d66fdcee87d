// laundromat quality: tells a publisher what is wrong with the documents of a host, how to mend it, and how that has changed.
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <ostream>

#include "app/commands/commands.hpp"
#include "app/records/describe_metadata.hpp"
#include "app/records/open_journal.hpp"
#include "app/terminal/json.hpp"
#include "core/metadata/describe_quality.hpp"
#include "core/records/cause_name.hpp"
#include "core/records/failure_hint.hpp"
#include "storage/journal/crawl_reports.hpp"

namespace laundromat {
namespace {

struct quality_options {
  std::string host, format;
  std::uint64_t days = 60;
  bool json = false;
};

constexpr auto to_the_right = text_table::align::right;

/// `2026-11-30`.
std::string date_of(timestamp day) {
  constexpr std::size_t digits = 10;
  return to_iso8601(day).substr(0, digits);
}

void print_rules(const std::vector<quality_rule>& rules, console& io) {
  if (rules.empty()) return;
  text_table table{{{"defects", to_the_right}, {"documents", to_the_right}, {"rule"}, {"worst"}}};
  for (const auto& one : rules)
    table.add_row({human_count(one.defects), human_count(one.documents), std::string{to_string(one.rule)},
                   one.worst.uri});
  io.out << '\n';
  table.print(io.out, io.out_terminal);
  io.out << '\n' << painted("how to mend it", colour::blue, io.out_terminal) << '\n';
  for (const auto& one : rules)
    io.out << "  " << to_string(one.rule) << ": " << failure_hint(one.rule) << '\n';
}

void print_failures(const std::vector<quality_failure>& failures, console& io) {
  if (failures.empty()) return;
  text_table table{{{"not read", to_the_right}, {"cause"}, {"newest"}, {"detail"}}};
  for (const auto& one : failures)
    table.add_row(
        {human_count(one.documents), std::string{to_string(one.cause)}, one.newest.uri, one.detail});
  io.out << '\n';
  table.print(io.out, io.out_terminal);
  io.out << '\n' << painted("what to do about them", colour::blue, io.out_terminal) << '\n';
  for (const auto& one : failures)
    if (const auto hint = failure_hint(one.cause); !hint.empty())
      io.out << "  " << to_string(one.cause) << ": " << hint << '\n';
}

void print_days(const std::vector<quality_day>& days, console& io) {
  if (days.empty()) return;
  text_table table{{{"day"},
                    {"documents", to_the_right},
                    {"not read", to_the_right},
                    {"statements", to_the_right},
                    {"defects", to_the_right}}};
  for (const auto& day : days)
    table.add_row({date_of(day.begin), human_count(day.documents), human_count(day.failed),
                   human_count(day.statements), human_count(day.defects)});
  io.out << '\n';
  table.print(io.out, io.out_terminal);
}

void print(const quality_options& options, const host_quality& known, console& io) {
  io.out << painted(harmless(options.host.empty() ? "all hosts" : options.host), colour::bold,
                    io.out_terminal)
         << '\n'
         << number_of(known.documents, "document") << ", " << human_count(known.failed)
         << " of which could not be read or were refused; " << number_of(known.statements, "statement")
         << "; " << number_of(known.defects, "defect") << " in "
         << number_of(known.with_defects, "entry", "entries") << '\n';
  print_rules(known.rules, io);
  print_failures(known.failures, io);
  print_days(known.days, io);
}

json_fact fact_of(const std::string& host, const host_quality& known) {
  json_fact fact{{"host", host},
                 {"documents", known.documents},
                 {"failed", known.failed},
                 {"with_defects", known.with_defects},
                 {"statements", known.statements},
                 {"defects", known.defects},
                 {"rules", json_fact::array()},
                 {"failures", json_fact::array()},
                 {"days", json_fact::array()}};
  for (const auto& one : known.rules)
    fact["rules"].push_back({{"rule", to_string(one.rule)},
                             {"meaning", meaning_of(one.rule)},
                             {"hint", failure_hint(one.rule)},
                             {"defects", one.defects},
                             {"documents", one.documents},
                             {"worst", {{"entry", one.worst.entry.hex()}, {"uri", one.worst.uri}}}});
  for (const auto& one : known.failures)
    fact["failures"].push_back({{"cause", to_string(one.cause)},
                                {"meaning", meaning_of(one.cause)},
                                {"hint", failure_hint(one.cause)},
                                {"documents", one.documents},
                                {"newest", {{"entry", one.newest.entry.hex()}, {"uri", one.newest.uri}}},
                                {"detail", one.detail}});
  for (const auto& day : known.days)
    fact["days"].push_back({{"day", date_of(day.begin)},
                            {"documents", day.documents},
                            {"failed", day.failed},
                            {"statements", day.statements},
                            {"defects", day.defects}});
  return fact;
}

void tell_quality(const quality_options& options, command_context& context) {
  const auto format = metadata_format_from(options.format);
  if (!options.format.empty() && !format)
    return context.refuse(exit_usage, "`" + options.format + "` is not nq, ttl or json");
  if (format && options.host.empty())
    return context.refuse(exit_usage, "quality: --format needs a host, whose quality it describes");
  auto from = open_journal(context);
  if (!from) return;
  const auto known = crawl_reports{*from}.quality(options.host, static_cast<std::size_t>(options.days));
  if (!known) return refuse(known.error(), context);
  if (known->documents == 0 && !options.host.empty())
    return context.refuse(exit_not_found, "no document of the host " + options.host +
                                              " was asked for: `laundromat hosts` lists hosts");
  if (options.json) return print_fact(context.io.out, fact_of(options.host, *known));
  if (!format) return print(options, *known, context.io);
  const auto names = published_names(*from, context);
  if (!names) return;
  const auto text = print_description(describe_quality(options.host, *known, *names), *format, *names);
  if (!text) return refuse(text.error(), context);
  context.io.out << *text;
}

}  // namespace

void add_quality_command(cli_command& program, command_context& context) {
  auto options = std::make_shared<quality_options>();
  auto& command = program.add_command(
      "quality", "Tell what is wrong with the documents of a host, how to mend it, and how that has changed");
  command.positional("HOST", options->host, "example.org, with any port, or example.org:8080; default: all");
  command.option("--days", options->days, "Print at most the last N days with crawls")
      .range(1, 36'500)
      .shows_default();
  command.flag("--json", options->json, "One JSON object").excludes("--format");
  command
      .option("--format", options->format,
              "Describe the host in the Data Quality Vocabulary (W3C DQV): nq, ttl, json")
      .proposes({"nq", "ttl", "json"})
      .metavar("FORMAT");
  add_data_option(command, context);
  command.examples({"laundromat quality example.org", "laundromat quality example.org --format ttl",
                    "laundromat errors --host example.org --sarif > example.sarif"});
  command.notes(
      "documents: sources of the newest crawls, with members of archives, without archives; a content with "
      "several "
      "URLs counts at each. The days are those of all crawls: what was read or failed on each day (UTC). The "
      "defects "
      "themselves, with their lines and repairs, are printed by `errors --host`.");
  command.action([options, &context] { tell_quality(*options, context); });
}

}  // namespace laundromat
