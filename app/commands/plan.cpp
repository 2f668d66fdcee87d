// laundromat plan: prints the ways to announced datasets, what each costs, and which one is chosen.
// SPDX-License-Identifier: Apache-2.0
#include <fstream>
#include <memory>
#include <ostream>
#include <sstream>

#include "app/campaign/campaign_file.hpp"
#include "app/campaign/file_problem.hpp"
#include "app/commands/commands.hpp"
#include "app/planning/dataset_lines.hpp"
#include "app/planning/endpoint_hint.hpp"
#include "app/planning/stored_robots.hpp"
#include "app/records/open_journal.hpp"
#include "app/terminal/json.hpp"
#include "app/terminal/timestamp_text.hpp"
#include "app/terminal/wall_clock.hpp"
#include "core/discovery/sitemap/read_sitemap.hpp"
#include "core/discovery/sitemap/uri_space.hpp"
#include "core/planning/access_plan.hpp"
#include "core/planning/plan_sentences.hpp"
#include "core/records/cause_name.hpp"
#include "core/web/seed_hash.hpp"
#include "core/web/uri.hpp"
#include "storage/journal/announcement_reader.hpp"
#include "storage/journal/journal_presence.hpp"
#include "storage/stores/data_folder.hpp"

namespace laundromat {
namespace {

struct plan_options {
  std::string what;
  std::uint64_t uris = 0;
  bool queries = false, json = false;
  std::optional<std::string> campaign_file;
  std::optional<std::uint64_t> delay_ms;
  std::uint64_t answer_ms = 500, bytes_per_second = 2'000'000, page_rows = 10'000;
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

/// Whether a dataset is the one that is asked for: its IRI, label or key, a URI below one of its prefixes, or one of its dumps.
bool is_asked(const announced_dataset& d, std::string_view what) {
  if (what == d.key || what == d.iri || what == d.label) return true;
  return claims(d, what) || std::ranges::find(d.dumps, what) != d.dumps.end();
}

std::optional<std::vector<announced_dataset>> datasets_in_journal(const std::string& what,
                                                                  command_context& context) {
  auto from = open_journal(context);
  if (!from) return std::nullopt;
  std::vector<announced_dataset> found;
  const auto read = announcement_reader{*from}.each_dataset({}, [&](const dataset_row& row) {
    if (is_asked(row.dataset, what)) found.push_back(row.dataset);
    return true;
  });
  if (!read) return refuse(read.error(), context), std::nullopt;
  if (found.empty())
    return context.refuse(exit_not_found,
                          "plan: no dataset with this IRI, label, prefix or dump was announced; print those "
                          "that were with: laundromat datasets"),
           std::nullopt;
  return found;
}

std::optional<std::vector<announced_dataset>> datasets_in_file(const std::string& file,
                                                               command_context& context) {
  const auto text = text_of_file(file, context.io);
  const auto refuse_file = [&](const std::string& why) {
    context.refuse(exit_usage, "plan: " + file + ": " + why);
    return std::nullopt;
  };
  if (!text) return refuse_file("cannot be read: name a file, or - for standard input");
  const auto begin = text->find_first_not_of(" \t\r\n");
  const bool is_sitemap = begin != std::string::npos && (*text)[begin] == '<';
  auto read = is_sitemap ? read_sitemap(make_view_source(*text), {}).map([](announcements found) {
    return std::move(found.datasets);
  })
                         : read_datasets(*text);
  if (!read) return refuse_file(read.error().detail);
  if (read->empty()) return refuse_file("announces no dataset");
  return *std::move(read);
}

bool is_file(const std::string& what) {
  std::error_code none;
  return what == "-" || std::filesystem::is_regular_file(what, none);
}

/// The policy of a campaign for the host of a dataset, with what was given instead.
planning_policy policy_of(const plan_options& given, const campaign& settings,
                          const announced_dataset& dataset) {
  planning_policy out;
  const auto& first = !dataset.dumps.empty()     ? dataset.dumps.front()
                      : !dataset.samples.empty() ? dataset.samples.front()
                                                 : dataset.key;
  out.host = policy_for(settings, authority_key(first).value_or(""));
  if (given.delay_ms) out.host.delay = milliseconds{*given.delay_ms};
  out.assume.answer = milliseconds{given.answer_ms};
  out.assume.bytes_per_second = given.bytes_per_second;
  out.assume.rows_per_page = given.page_rows;
  return out;
}

/// What the journal knows of the files of a dataset: what is here, and what would give nothing. `journal` outlives the policy.
void know_files(planning_policy& policy, journal& from, std::optional<failure>& problem) {
  const auto find = [&from, &problem](const std::string& uri) {
    auto found = announcement_reader{from}.file(seed_hash(uri.substr(0, uri.find('#'))));
    if (!found && !problem) problem = found.error();
    return found.value_or(known_file{});
  };
  policy.here = [find](const std::string& uri) -> std::optional<fetched_file> {
    const auto file = find(uri);
    return file.has_documents ? std::optional{fetched_file{file.at, file.body_bytes}} : std::nullopt;
  };
  policy.refuses = [find](access_way way, const std::string& uri) -> std::string {
    if (way != access_way::dump) return {};
    const auto file = find(uri);
    if (file.has_documents || file.spent.failed == errc::ok) return {};
    return uri + " gave nothing, " + cause_name(file.spent.failed, file.spent.detail);
  };
}

/// What the journal knows of the hosts of a dataset; without a journal nothing.
result<std::map<std::string, known_host, std::less<>>> known_hosts(journal* from, const campaign& settings,
                                                                   const announced_dataset& dataset) {
  std::map<std::string, known_host, std::less<>> out;
  if (!from) return out;
  std::vector<std::string> uris = dataset.dumps;
  uris.insert(uris.end(), dataset.samples.begin(), dataset.samples.end());
  for (const auto& one : dataset.endpoints) uris.push_back(one.uri);
  for (const auto& one : dataset.prefixes) uris.push_back(one.prefix);
  for (const auto& uri : uris) {
    const auto authority = authority_key(uri);
    if (!authority || out.contains(*authority)) continue;
    auto robots = stored_robots_rules(*from, *authority, settings.contact.product, wall_now());
    if (!robots) return tl::unexpected(robots.error());
    out[*authority].robots = *std::move(robots);
  }
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

void print_plan(const access_plan& plan, const std::string& hint, console& io) {
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
  if (!hint.empty())
    io.out << "A crawl does not query endpoints; receive the data with: " << harmless(hint) << '\n';
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
  if (way.here > 0) out["here"] = {{"files", way.here}, {"bytes", way.here_bytes}};
  if (!way.remarks.empty()) out["remarks"] = way.remarks;
  return out;
}

void print_plan_fact(const access_plan& plan, const std::string& hint, console& io) {
  json_fact out{{"dataset", plan.dataset},
                {"triples", fact_of(plan.size.triples)},
                {"documents", fact_of(plan.size.documents)},
                {"dump_bytes", fact_of(plan.size.dump_bytes)},
                {"ways", json_fact::array()}};
  for (const auto& way : plan.ways) out["ways"].push_back(fact_of(way));
  out["chosen"] = plan.chosen ? json_fact(*plan.chosen) : json_fact(nullptr);
  out["why"] = plan.why;
  out["harvest"] = hint;
  print_fact(io.out, out);
}

void print_plans(const plan_options& given, command_context& context) {
  campaign settings;
  if (given.campaign_file) {
    auto loaded = load_campaign(*given.campaign_file, context.given_data());
    if (!loaded) return context.refuse_file(*given.campaign_file, loaded.error());
    settings = *std::move(loaded);
  }
  const auto datasets =
      is_file(given.what) ? datasets_in_file(given.what, context) : datasets_in_journal(given.what, context);
  if (!datasets) return;
  std::optional<journal> known;
  if (std::error_code none; std::filesystem::exists(data_layout{context.data}.journal(), none)) {
    auto opened = open_journal_to_read(context.data);
    if (!opened) return refuse(opened.error(), context);
    known = *std::move(opened);
  }
  const auto oldest = given.not_older_than ? read_date(*given.not_older_than) : result<timestamp>{};
  bool is_first = true;
  for (const auto& dataset : *datasets) {
    auto policy = policy_of(given, settings, dataset);
    auto hosts = known_hosts(known ? &*known : nullptr, settings, dataset);
    if (!hosts) return refuse(hosts.error(), context);
    policy.hosts = *std::move(hosts);
    std::optional<failure> problem;
    if (known) know_files(policy, *known, problem);
    const auto plan = plan_access(dataset, wish_of(given, *oldest), policy);
    if (problem) return refuse(*problem, context);
    if (!plan.chosen) context.exit_code = exit_some_failed;
    if (!given.json && !is_first) context.io.out << '\n';
    const auto hint = endpoint_hint(dataset);
    given.json ? print_plan_fact(plan, hint, context.io) : print_plan(plan, hint, context.io);
    is_first = false;
  }
}

}  // namespace

void add_plan_command(cli_command& program, command_context& context) {
  auto given = std::make_shared<plan_options>();
  auto& command = program.add_command("plan", "Compare the ways to a dataset, and choose one");
  command
      .positional(
          "DATASET", given->what,
          "IRI, label, dump or a URI below a prefix of a dataset that was announced; or a file, or - for "
          "standard input: a Semantic Sitemap, or one dataset per line as JSON, also as datasets --json "
          "prints it")
      .required();
  command.option("--uris", given->uris, "Only so many URIs of the dataset are wanted")
      .range(1, 1'000'000'000'000);
  command.flag("--queries", given->queries, "Answers to queries are wanted, not the data").excludes("--uris");
  command.option("--not-older-than", given->not_older_than, "Older data is not wanted: a date as 2026-11-28")
      .check([](const std::string& word) {
        const auto read = read_date(word);
        return read ? std::string{} : read.error().detail;
      });
  command
      .option("--campaign", given->campaign_file,
              "Campaign whose politeness counts; default: that of the defaults")
      .metavar("FILE");
  command
      .option("--delay-ms", given->delay_ms,
              "Milliseconds from the end of a request to the next one; default: those of the campaign")
      .range(0, 86'400'000);
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
  add_data_option(command, context);
  command.examples(
      {"laundromat plan https://example.org/void#socks", "laundromat plan doc/examples/datasets.jsonl"});
  command.notes(
      "A dataset in JSON has any of the names key, iri, label, dumps, samples, descriptions, prefixes, "
      "endpoints, triples, entities, documents, dump_bytes, features, other_files, modified, "
      "change_interval_s, licence and publisher. What was fetched already is not counted among the costs. "
      "Figures that are not announced are estimated, and marked. Exit code 1 when a dataset "
      "has no possible way.");
  command.action([given, &context] { print_plans(*given, context); });
}

}  // namespace laundromat
