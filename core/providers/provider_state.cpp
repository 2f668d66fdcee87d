// Says of each part of a provider what it lacks, and what to do.
// SPDX-License-Identifier: Apache-2.0
#include "core/providers/provider_state.hpp"

#include <algorithm>
#include <utility>

#include "core/base/count_words.hpp"
#include "core/records/cause_name.hpp"

namespace laundromat {

namespace {

using standing = provider_standing;

std::string ticked_command(const std::string& words) {
  return "`laundromat " + words + "`";
}

/// How an operator has a dataset harvested that the rules leave as it is.
std::string again(const provider_facts& facts) {
  return ticked_command("harvest " + facts.provider.name + " --again");
}

std::string now_by_hand(const provider_facts& facts) {
  return ticked_command("harvest " + facts.provider.name + " --now");
}

bool is_unbound(const provider_facts& facts) {
  return facts.has_registry && !facts.registered_uri.empty() &&
         facts.registered_uri != facts.provider.void_uri;
}

bool has_left(const provider_facts& facts) {
  return facts.has_registry && facts.registered_uri.empty();
}

bool lies_in_future(const provider_facts& facts, const stored_dataset& dataset) {
  return std::ranges::any_of(facts.provider.violations, [&](const void_violation& one) {
    return one.rule == void_rule::modified_in_future && one.dataset == dataset.announced.key;
  });
}

/// Why the last harvest of a dataset failed, as its import says, in one line.
std::string reason_of_failure(const provider_facts& facts, const stored_dataset& dataset) {
  for (const auto& one : facts.imports)
    if (one.outcome == import_outcome::failed && one.dataset == dataset.announced.key) {
      auto why = one.detail;
      std::ranges::replace(why, '\n', ';');
      return why;
    }
  return "see " + ticked_command("history " + facts.provider.name);
}

std::string describe_failures(const provider_facts& facts, const stored_dataset& dataset, timestamp now) {
  const auto when = dataset.not_before > now ? "at " + to_iso8601(dataset.not_before) : "by the next run";
  return "its harvest has failed " + number_of(dataset.failures, "time") + ": " +
         reason_of_failure(facts, dataset) + "; it is tried again " + when + ", or by " + now_by_hand(facts);
}

std::string describe_damage(const provider_facts& facts, const stored_dataset& dataset) {
  return std::string{to_string(standing::damaged)} + ": not all of its dumps could be read, and " +
         (dataset.announced.extent == dump_extent::full ? "what they do not name was not removed"
                                                        : "their other statements were imported") +
         "; when they are mended without a new date: " + again(facts);
}

/// What a dataset of a provider lacks whose VoID file is obeyed.
provider_finding finding_of(const provider_facts& facts, const stored_dataset& dataset, timestamp now) {
  if (dataset.running != timestamp{})
    return {standing::waiting,
            "the harvest has begun of what was announced for " + to_iso8601(dataset.running) +
                (dataset.pending == timestamp{} ? "" : ", then " + to_iso8601(dataset.pending))};
  if (dataset.failures > 0) return {standing::failing, describe_failures(facts, dataset, now), {}, {}, true};
  if (dataset.is_forced) return {standing::waiting, "due"};
  if (dataset.announced.modified < dataset.harvested)
    return {standing::waiting, "the date moved backwards, to " + to_iso8601(dataset.announced.modified) +
                                   ": nothing is harvested before it is later than " +
                                   to_iso8601(dataset.harvested) + ", or by " + again(facts)};
  if (dataset.announced.modified != dataset.harvested) return {standing::waiting, "due"};
  if (dataset.is_damaged) return {standing::damaged, describe_damage(facts, dataset)};
  if (lies_in_future(facts, dataset))
    return {standing::up_to_date, "its date is in the future, " + to_iso8601(dataset.harvested) +
                                      ": what changes without a new date is harvested by " + again(facts)};
  return {};
}

/// Why nothing is harvested of a provider; no text: something is.
provider_finding hindrance_of(const provider_facts& facts) {
  const auto& provider = facts.provider;
  if (has_left(facts))
    return {standing::left, "no longer in the registry: its graph stays as it is; " +
                                ticked_command("providers " + provider.name + " --drop") + " removes it"};
  if (!provider.problem.empty()) {
    const bool has_advice = provider.problem.find('`') != std::string::npos;
    return {standing::failing,
            "not harvested: " + provider.problem +
                (has_advice ? "" : "; when that is mended: " + now_by_hand(facts)),
            {},
            {},
            true};
  }
  if (is_unbound(facts))
    return {standing::failing,
            "not harvested: its graph belongs to " + provider.void_uri + ", and the registry names " +
                facts.registered_uri + ": " +
                ticked_command("providers " + provider.name + " --bind " + facts.registered_uri) +
                " confirms that",
            {},
            {},
            true};
  return {};
}

void add_datasets(const provider_facts& facts, bool is_hindered, timestamp now,
                  std::vector<provider_finding>& to) {
  if (facts.datasets.empty() && !is_hindered) {
    if (facts.provider.void_read == timestamp{})
      to.push_back({standing::waiting, "its VoID file was not read yet"});
    else
      to.push_back({standing::failing,
                    "no dataset of its VoID file " + facts.provider.void_uri + " can be harvested: " +
                        ticked_command("providers " + facts.provider.name) + " lists what is wrong in it",
                    {},
                    {},
                    true});
  }
  for (const auto& one : facts.datasets) {
    auto found = finding_of(facts, one, now);
    // Nothing is harvested of it before the hindrance is gone, but what was harvested stays damaged.
    if (found.text.empty() || (is_hindered && found.standing != standing::damaged)) continue;
    found.dataset = one.announced.key;
    if (facts.datasets.size() > 1) found.text = "dataset " + found.dataset + ": " + found.text;
    to.push_back(std::move(found));
  }
}

/// What a store has that does not have the graph as it is; no text: it has.
provider_finding finding_of(const provider_facts& facts, const graph_copy& copy) {
  const auto newest = facts.provider.version;
  const bool is_behind = copy.version != newest;
  if ((!is_behind && !copy.is_sent_again) || (newest == 0 && copy.problem.empty())) return {};
  auto text = "the store " + copy.store + " has version " + std::to_string(copy.version) + " of " +
              std::to_string(newest) + (is_behind ? "" : ", and is sent it again") +
              (copy.problem.empty() ? "" : ": " + copy.problem);
  const auto stands = copy.is_optional       ? standing::up_to_date
                      : copy.problem.empty() ? standing::waiting
                                             : standing::failing;
  return {stands, std::move(text), {}, copy.store, !copy.is_optional};
}

/// `until 2026-01-01T00:00:00.000Z at e.example:80: asked_to_wait`.
std::string end_in_words(const request_wait& wait) {
  const auto& [host, cause, detail, until] = wait.at;
  if (until == no_end)
    return "because of the operator: " + detail + "; see " +
           ticked_command(cause == errc::excluded ? "exclude" : "pause");
  return (wait.is_attempt ? "for another attempt until " : "until ") + to_iso8601(until) + " at " + host +
         ": " + cause_and_detail(cause, detail);
}

/// That the VoID file waits says nothing about what was harvested.
void add_waits(const provider_facts& facts, std::vector<provider_finding>& to) {
  const auto waits = waits_to_tell(facts);
  if (waits.dump) to.push_back({standing::waiting, dumps_in_words(waits)});
  if (waits.void_file)
    to.push_back(
        {standing::up_to_date, "a request of its VoID file would wait " + end_in_words(*waits.void_file)});
}

std::string describe_restored(const provider_facts& facts, const graph_import& import) {
  const std::string as = "as ";  // its detail is `as version 1`
  const auto what = import.detail.starts_with(as) ? import.detail.substr(as.size()) : import.detail;
  return what + " was restored at " + to_iso8601(import.ended) + ", as version " +
         std::to_string(import.version) +
         ": the next change that its VoID file announces is imported onto it; what is announced now is "
         "imported by " +
         again(facts);
}

provider_state sorted(std::vector<provider_finding> findings) {
  std::ranges::stable_sort(findings, std::ranges::greater{}, &provider_finding::standing);
  provider_state state{standing::up_to_date, std::move(findings)};
  if (!state.findings.empty()) state.standing = state.findings.front().standing;
  return state;
}

}  // namespace

std::string_view to_string(provider_standing standing) {
  switch (standing) {
    case provider_standing::up_to_date:
      return "up to date";
    case provider_standing::restored:
      return "restored";
    case provider_standing::waiting:
      return "waiting";
    case provider_standing::damaged:
      return "harvested in part";
    case provider_standing::failing:
      return "failing";
    case provider_standing::left:
      return "no longer in the registry";
  }
  return "";
}

provider_finding judge_dataset(const provider_facts& facts, const stored_dataset& dataset, timestamp now) {
  auto found = finding_of(facts, dataset, now);
  found.dataset = dataset.announced.key;
  const std::string newest{to_string(standing::up_to_date)};
  if (found.standing == standing::up_to_date)
    found.text = found.text.empty() ? newest : newest + "; " + found.text;
  return found;
}

provider_state judge(const provider_facts& facts, timestamp now) {
  if (facts.provider.id == 0)
    return sorted({{standing::waiting,
                    "not registered yet: the next run does so, unless its graph belongs to another provider",
                    {},
                    {},
                    true}});
  std::vector<provider_finding> found;
  auto hindrance = hindrance_of(facts);
  const bool is_hindered = !hindrance.text.empty();
  if (is_hindered) found.push_back(std::move(hindrance));
  add_datasets(facts, is_hindered, now, found);
  add_waits(facts, found);
  for (const auto& one : facts.copies)
    if (auto lack = finding_of(facts, one); !lack.text.empty()) found.push_back(std::move(lack));
  if (const auto import = restored_of(facts.imports))
    found.push_back({standing::restored, describe_restored(facts, *import)});
  if (const auto untold = untold_of(facts.imports); !untold.empty())
    found.push_back(
        {standing::up_to_date, number_of(untold.size(), "notification") +
                                   " not taken by its inbox: " + notice_in_words(untold.front().notice)});
  return sorted(std::move(found));
}

std::string in_words(const provider_state& state) {
  std::string text;
  const auto add = [&](std::string_view part) { text.append(text.empty() ? "" : "; ").append(part); };
  if (state.standing == standing::up_to_date) add(to_string(standing::up_to_date));
  std::size_t datasets = 0;
  for (const auto& one : state.findings)
    if (one.dataset.empty() || ++datasets <= most_told_datasets) add(one.text);
  if (datasets > most_told_datasets)
    add("and of " + number_of(datasets - most_told_datasets, "other dataset") + " the like");
  return text;
}

bool is_requested(const provider_facts& facts) {
  return !has_left(facts) && !is_unbound(facts);
}

provider_waits waits_to_tell(const provider_facts& facts) {
  if (!is_requested(facts)) return {};
  auto waits = facts.waits;
  if (!facts.provider.problem.empty()) waits.dumps = 0, waits.dump.reset();
  return waits;
}

std::string dumps_in_words(const provider_waits& waits) {
  if (!waits.dump) return {};
  return number_of(waits.dumps, "dump waits", "dumps wait") + ", the last one " + end_in_words(*waits.dump);
}

std::vector<graph_import> untold_of(const std::vector<graph_import>& imports) {
  std::vector<graph_import> found;
  for (const auto& one : imports) {
    if (one.notice.state == notice_state::sent) break;
    if (!notice_in_words(one.notice).empty()) found.push_back(one);
  }
  return found;
}

std::optional<graph_import> restored_of(const std::vector<graph_import>& imports) {
  const auto harvested = std::ranges::find_if(imports, [](const graph_import& one) {
    return one.outcome == import_outcome::imported || one.outcome == import_outcome::unchanged ||
           one.outcome == import_outcome::restored;
  });
  if (harvested == imports.end() || harvested->outcome != import_outcome::restored) return std::nullopt;
  return *harvested;
}

}  // namespace laundromat
