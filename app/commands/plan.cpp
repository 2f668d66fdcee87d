// laundromat plan: prints the ways to announced datasets, what each costs, and which one is chosen.
// SPDX-License-Identifier: Apache-2.0
#include <fstream>
#include <memory>
#include <ostream>
#include <sstream>

#include "app/commands/commands.hpp"
#include "app/planning/dataset_lines.hpp"
#include "app/terminal/json.hpp"
#include "app/terminal/timestamp_text.hpp"
#include "core/base/count_words.hpp"
#include "core/planning/access_plan.hpp"
#include "core/planning/plan_sentences.hpp"

namespace laundromat {
namespace {

struct plan_options {
  std::string file;
  std::uint64_t uris = 0;
  bool queries = false, json = false;
  std::uint64_t delay_ms = 1'000, answer_ms = 500, bytes_per_second = 2'000'000, page_rows = 10'000;
  std::optional<std::string> not_older_than;
};

std::optional<std::string> text_of_file(const std::string& file, console& io) {
  std::ostringstream text;
  if (file == "-") {
    text << io.in.rdbuf();
    return std::move(text).str();
  }
  std::ifstream in{file, std::ios::binary};
  std::error_code error;
  if (!in || std::filesystem::is_directory(file, error)) return std::nullopt;
  text << in.rdbuf();
  return std::move(text).str();
}

access_wish wish_of(const plan_options& given, timestamp not_older_than) {
  if (given.queries) return {access_wish::purpose::query, 0, not_older_than};
  if (given.uris > 0) return {access_wish::purpose::uris, given.uris, not_older_than};
  return {access_wish::purpose::whole, 0, not_older_than};
}

planning_policy policy_of(const plan_options& given) {
  planning_policy out;
  out.host.delay = milliseconds{given.delay_ms};
  out.assume.answer = milliseconds{given.answer_ms};
  out.assume.bytes_per_second = given.bytes_per_second;
  out.assume.rows_per_page = given.page_rows;
  return out;
}

std::string estimated(const figure& number, const std::string& text) {
  return number.is_estimate() ? "about " + text : text;
}

std::string age_text(const data_age& age) {
  if (age.is_current) return "current";
  return age.as_of == timestamp{} ? "unknown" : to_iso8601(age.as_of).substr(0, 10);
}

std::string gives_text(const planned_way& way) {
  if (!way.is_possible()) return "not possible";
  return way.gives == coverage::whole ? "all" : "what links reach";
}

void print_estimates(const access_plan& plan, console& io) {
  std::vector<std::string> rules;
  for (const auto& way : plan.ways)
    for (const auto* number : {&way.requests, &way.bytes})
      if (number->is_estimate() && std::find(rules.begin(), rules.end(), number->rule) == rules.end())
        rules.push_back(number->rule);
  for (const auto& rule : rules) io.out << "Estimated: " << harmless(rule) << ".\n";
}

void print_plan(const access_plan& plan, console& io) {
  io.out << harmless(plan.dataset) << '\n';
  if (!plan.ways.empty()) {
    text_table table{{{"", text_table::align::left},
                      {"way"},
                      {"requests", text_table::align::right},
                      {"bytes", text_table::align::right},
                      {"time", text_table::align::right},
                      {"gives"},
                      {"data of"}}};
    for (const auto& way : plan.ways)
      table.add_row({&way == plan.choice() ? "*" : "", name_of(way),
                     estimated(way.requests, human_count(way.requests.value)),
                     estimated(way.bytes, size_text(way.bytes.value)),
                     (way.is_estimate() ? "about " : "") + span_text(way.time), gives_text(way),
                     age_text(way.age)});
    table.print(io.out, io.out_terminal);
  }
  io.out << harmless(plan.why) << '\n';
  for (const auto& way : plan.ways)
    for (const auto& remark : way.remarks) io.out << harmless(remark) << '\n';
  print_estimates(plan, io);
}

json_fact fact_of(const figure& number) {
  json_fact out{{"value", number.value}, {"estimate", number.is_estimate()}};
  if (number.is_estimate()) out["rule"] = number.rule;
  return out;
}

json_fact fact_of(const planned_way& way) {
  json_fact out{{"way", to_string(way.way)},         {"uris", way.uris},
                {"requests", fact_of(way.requests)}, {"bytes", fact_of(way.bytes)},
                {"time_ms", way.time.count()},       {"complete", way.gives == coverage::whole},
                {"current", way.age.is_current},     {"possible", way.is_possible()}};
  if (way.age.as_of != timestamp{}) out["as_of"] = timestamp_text(way.age.as_of);
  if (!way.is_possible()) out["refusal"] = way.refusal;
  if (!way.remarks.empty()) out["remarks"] = way.remarks;
  return out;
}

void print_plan_fact(const access_plan& plan, console& io) {
  json_fact out{{"dataset", plan.dataset},
                {"triples", fact_of(plan.size.triples)},
                {"documents", fact_of(plan.size.documents)},
                {"dump_bytes", fact_of(plan.size.dump_bytes)},
                {"ways", json_fact::array()}};
  for (const auto& way : plan.ways) out["ways"].push_back(fact_of(way));
  out["chosen"] = plan.chosen ? json_fact(*plan.chosen) : json_fact(nullptr);
  out["why"] = plan.why;
  print_fact(io.out, out);
}

void print_plans(const plan_options& given, command_context& context) {
  const auto text = text_of_file(given.file, context.io);
  if (!text)
    return context.refuse(exit_code_of_file(given.file),
                          "plan: " + given.file + " cannot be read: name a file, or - for standard input");
  const auto datasets = read_datasets(*text);
  if (!datasets) return context.refuse(exit_usage, "plan: " + given.file + ": " + datasets.error().detail);
  const auto oldest = given.not_older_than ? read_date(*given.not_older_than) : result<timestamp>{};
  const auto policy = policy_of(given);
  bool is_first = true;
  for (const auto& dataset : *datasets) {
    const auto plan = plan_access(dataset, wish_of(given, *oldest), policy);
    if (!plan.chosen) context.exit_code = exit_some_failed;
    if (!given.json && !is_first) context.io.out << '\n';
    (given.json ? print_plan_fact : print_plan)(plan, context.io);
    is_first = false;
  }
}

}  // namespace

void add_plan_command(cli_command& program, command_context& context) {
  auto given = std::make_shared<plan_options>();
  auto& command = program.add_command(
      "plan", "Print the ways to announced datasets, what each costs, and which one is chosen");
  command.positional("FILE", given->file, "Datasets, one JSON object per line, or - for standard input")
      .required();
  command.option("--uris", given->uris, "Only so many URIs of the dataset are wanted")
      .range(1, 1'000'000'000'000);
  command.flag("--queries", given->queries, "Answers to queries are wanted, not the data").excludes("--uris");
  command.option("--not-older-than", given->not_older_than, "Older data is not wanted: a date as 2026-11-28")
      .check([](const std::string& word) {
        const auto read = read_date(word);
        return read ? std::string{} : read.error().detail;
      });
  command.option("--delay-ms", given->delay_ms, "Milliseconds from the end of a request to the next one")
      .range(0, 86'400'000)
      .shows_default();
  command.option("--answer-ms", given->answer_ms, "Milliseconds in which a host answers")
      .range(0, 86'400'000)
      .shows_default();
  command.option("--bandwidth", given->bytes_per_second, "Bytes per second")
      .range(1, 1'000'000'000'000)
      .shows_default();
  command.option("--page-rows", given->page_rows, "Rows in one answer of an endpoint")
      .range(1, 1'000'000'000)
      .shows_default();
  command.flag("--json", given->json, "One JSON object per line");
  command.examples({"laundromat plan doc/examples/datasets.jsonl"});
  command.notes(
      "A dataset has any of the names key, iri, label, dumps, samples, descriptions, prefixes, endpoints, "
      "triples, entities, documents, "
      "dump_bytes, modified, change_interval_s, licence and publisher. Figures that are not announced are "
      "estimated, and marked. "
      "Exit code 1 when a dataset has no possible way.");
  command.action([given, &context] { print_plans(*given, context); });
}

}  // namespace laundromat
