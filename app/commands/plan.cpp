// laundromat plan: which of the announced ways to a dataset takes what, and which one to choose.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <fstream>
#include <memory>
#include <ostream>

#include "app/campaign/campaign_file.hpp"
#include "app/campaign/file_problem.hpp"
#include "app/commands/commands.hpp"
#include "app/records/open_journal.hpp"
#include "app/terminal/json.hpp"
#include "core/discovery/sitemap/read_sitemap.hpp"
#include "core/planning/plan_sentences.hpp"
#include "core/web/uri.hpp"
#include "storage/journal/announcement_reader.hpp"
#include "storage/journal/dataset_facts.hpp"

namespace laundromat {
namespace {

struct plan_options {
  std::string what, campaign_file;
  std::uint64_t uris = 0;
  bool query = false, json = false;
};

/// Whether a dataset is the one that is asked for: its IRI, label or key, a URI below one of its prefixes, or one of its dumps.
bool is_asked(const announced_dataset& d, std::string_view what) {
  if (what == d.key || what == d.iri || what == d.label) return true;
  const auto is_below = [&](const linked_data_prefix& one) {
    return !one.prefix.empty() && what.starts_with(one.prefix);
  };
  return std::ranges::any_of(d.prefixes, is_below) || std::ranges::find(d.dumps, what) != d.dumps.end();
}

std::string read_whole(const std::string& file) {
  std::ifstream in{file, std::ios::binary};
  return {std::istreambuf_iterator<char>{in}, {}};
}

/// The datasets of a file: of a Semantic Sitemap, or JSON lines as `datasets --json` and others print them.
std::optional<std::vector<announced_dataset>> datasets_in(const std::string& file, command_context& context) {
  const auto text = read_whole(file);
  std::vector<announced_dataset> found;
  if (text.starts_with('{')) {
    for (std::size_t from = 0, line = 1; from < text.size(); ++line) {
      const auto end = std::min(text.find('\n', from), text.size());
      auto one = dataset_of(std::string_view{text}.substr(from, end - from));
      if (!one)
        return context.refuse(
                   exit_usage,
                   "plan: " + file + ":" + std::to_string(line) +
                       ": is no dataset: write an object with `key`, `dumps`, `samples`, `prefixes` or "
                       "`endpoints`"),
               std::nullopt;
      found.push_back(*std::move(one));
      from = end + 1;
    }
    return found;
  }
  auto read = read_sitemap(make_view_source(text), {});
  if (!read) return refuse(read.error(), context), std::nullopt;
  return std::move(read->datasets);
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
  return found;
}

/// The policy of a campaign, and what the journal knows of the hosts, as far as there is one.
planning_policy policy_of(const plan_options& options, const announced_dataset& dataset,
                          command_context& context) {
  planning_policy policy;
  campaign settings;
  if (!options.campaign_file.empty()) {
    auto loaded = load_campaign(options.campaign_file, context.given_data());
    if (!loaded) context.refuse_file(options.campaign_file, loaded.error());
    if (loaded) settings = *std::move(loaded);
  }
  const auto& first = !dataset.dumps.empty()     ? dataset.dumps.front()
                      : !dataset.samples.empty() ? dataset.samples.front()
                                                 : dataset.key;
  policy.host = policy_for(settings, authority_key(first).value_or(""));
  return policy;
}

json_fact fact_of(const access_plan& plan) {
  json_fact fact{{"dataset", plan.dataset},
                 {"triples", plan.size.triples.value},
                 {"triples_rule", plan.size.triples.rule},
                 {"documents", plan.size.documents.value},
                 {"documents_rule", plan.size.documents.rule},
                 {"chosen", plan.chosen ? std::string{to_string(plan.choice()->way)} : std::string{}},
                 {"why", explain(plan)}};
  auto& ways = fact["ways"] = json_fact::array();
  for (const auto& way : plan.ways)
    ways.push_back({{"way", to_string(way.way)},
                    {"uris", way.uris},
                    {"requests", way.requests.value},
                    {"requests_rule", way.requests.rule},
                    {"bytes", way.bytes.value},
                    {"bytes_rule", way.bytes.rule},
                    {"time_ms", way.time.count()},
                    {"complete", way.gives == coverage::whole},
                    {"refusal", way.refusal},
                    {"remarks", way.remarks}});
  return fact;
}

void print_plan(const access_plan& plan, command_context& context) {
  auto& out = context.io.out;
  out << painted(harmless(plan.dataset), colour::bold, context.io.out_terminal) << '\n';
  text_table table{{{""},
                    {"way"},
                    {"requests", text_table::align::right},
                    {"bytes", text_table::align::right},
                    {"time", text_table::align::right},
                    {"gives"}}};
  for (const auto& way : plan.ways)
    table.add_row(
        {plan.choice() == &way ? "→" : "", name_of(way), human_count(way.requests.value),
         size_text(way.bytes.value), span_text(way.time),
         way.is_possible() ? (way.gives == coverage::whole ? "all" : "what links reach") : way.refusal});
  table.print(out, context.io.out_terminal);
  out << harmless(explain(plan)) << '\n';
}

void plan(const plan_options& options, command_context& context) {
  std::error_code none;
  const bool is_file = std::filesystem::is_regular_file(options.what, none);
  const auto found =
      is_file ? datasets_in(options.what, context) : datasets_in_journal(options.what, context);
  if (!found) return;
  if (found->empty())
    return context.refuse(
        exit_not_found,
        is_file ? "plan: " + options.what + " announces no dataset"
                : "plan: no dataset with this IRI, label, prefix or dump was announced; print those that "
                  "were with: laundromat datasets");
  access_wish wish;
  if (options.uris > 0) wish = {access_wish::purpose::uris, options.uris, {}};
  if (options.query) wish.what = access_wish::purpose::query;
  bool is_first = true;
  for (const auto& dataset : *found) {
    const auto made = plan_access(dataset, wish, policy_of(options, dataset, context));
    if (!made.chosen) context.exit_code = exit_some_failed;
    if (options.json) {
      print_fact(context.io.out, fact_of(made));
      continue;
    }
    if (!std::exchange(is_first, false)) context.io.out << '\n';
    print_plan(made, context);
  }
}

}  // namespace

void add_plan_command(cli_command& program, command_context& context) {
  auto options = std::make_shared<plan_options>();
  auto& command = program.add_command("plan", "Compare the ways to a dataset, and choose one");
  command
      .positional("DATASET", options->what,
                  "IRI, label, dump or a URI below a prefix of a dataset that was announced; or a file: a "
                  "Semantic Sitemap, "
                  "or JSON lines")
      .required();
  command.option("--uris", options->uris, "Only the descriptions of so many URIs are wanted")
      .range(0, 1'000'000'000'000);
  command.flag("--query", options->query, "Answers to queries are wanted, not a copy").excludes("--uris");
  command
      .option("--campaign", options->campaign_file,
              "Campaign whose politeness counts; default: that of the defaults")
      .metavar("FILE");
  command.flag("--json", options->json, "One JSON object per line");
  add_data_option(command, context);
  command.examples(
      {"laundromat plan https://example.org/void#socks", "laundromat plan sitemap.xml --uris 10"});
  command.notes(
      "Requests, bytes and time that are not announced are estimated; --json names the rule of each.\n\nExit "
      "code 1 when "
      "there is no way to a dataset.");
  command.action([options, &context] { plan(*options, context); });
}

}  // namespace laundromat
