// Requests VoID files, reads their clean documents, and compares them with what was announced before.
// SPDX-License-Identifier: Apache-2.0
#include "actors/harvest/void_file_visits.hpp"

#include <algorithm>

#include "actors/harvest/gathered_dumps.hpp"
#include "actors/log.hpp"
#include "core/base/machine_fault.hpp"
#include "core/providers/graph_binding.hpp"
#include "core/providers/harvest_backlog.hpp"
#include "storage/graphs/clean_lines.hpp"

namespace laundromat {

namespace {

/// Of a text in a violation; the rest is not kept.
constexpr std::size_t most_value_bytes = 1'000;
constexpr std::uint64_t most_void_lines = 1'000'000;

/// What a failed crawl is recorded with.
std::string fault_of_void(const std::string& uri, const seed_crawl& crawl) {
  return "its VoID file " + uri + " could not be read: " + told_reason(crawl);
}

void log_violations(const std::string& provider, const std::vector<void_violation>& violations) {
  for (const auto& one : violations)
    log_warning("the VoID file of {}: {}{}{}: {}", provider, text_of(one.rule).name,
                one.dataset.empty() ? "" : " in ", one.dataset, text_of(one.rule).advice);
}

}  // namespace

void_file_visits::void_file_visits(environment_ptr env, journal& db, harvest_step& step, crawl_orders& orders,
                                   harvest_problems& problems)
    : env_(std::move(env)), records_(db), step_(step), orders_(orders), problems_(problems) {}

result<void> void_file_visits::visit(const registered_provider& registered, const stored_provider& provider) {
  const auto crawl = orders_.newest_of(registered.void_uri);
  if (!crawl) return tl::unexpected(crawl.error());
  if (auto asked = ask(registered, *crawl); !asked) return asked;
  return is_to_be_judged(registered.name, *crawl) ? judge(registered, provider, *crawl) : result<void>{};
}

result<void> void_file_visits::ask(const registered_provider& registered, const seed_crawl& crawl) {
  const auto now = step_.begun();
  const auto asked = asked_.find(registered.name);
  const bool is_due =
      asked == asked_.end() ||
      (!env_->runs_once && now - asked->second.last >= seconds{settings_in_force(*env_).harvest.every_s});
  if (!is_due)
    return asked->second.last > crawl.begun ? orders_.wait_for_begin(registered.void_uri, crawl)
                                            : result<void>{};
  if (crawl.is_running) return {};
  asked_.try_emplace(registered.name, request{now, now}).first->second.last = now;
  return orders_.order(registered.void_uri, crawl);
}

bool void_file_visits::is_to_be_judged(const std::string& provider, const seed_crawl& crawl) const {
  const auto asked = asked_.find(provider);
  if (asked == asked_.end()) return false;
  const bool is_of_this_run = is_refused(crawl) || crawl.begun >= asked->second.first;
  const auto before = judged_.find(provider);
  return is_of_this_run &&
         (before == judged_.end() || before->second != std::pair{crawl.begun, crawl.has_failed});
}

result<void> void_file_visits::judge(const registered_provider& registered, const stored_provider& provider,
                                     const seed_crawl& crawl) {
  judged_[registered.name] = {crawl.begun, crawl.has_failed};
  graph_import attempt;
  attempt.outcome = import_outcome::failed;
  attempt.begun = crawl.begun == timestamp{} ? step_.begun() : crawl.begun;
  if (crawl.has_failed) {
    attempt.cause = crawl.cause;
    attempt.detail = fault_of_void(registered.void_uri, crawl);
    return problems_.record(provider, std::move(attempt));
  }
  if (auto refused = refuse_source(registered.void_uri, crawl.uri)) {
    attempt.outcome = import_outcome::refused;
    attempt.detail =
        *std::move(refused) +
        "; if it has moved there, write that URI into the registry, and run `laundromat providers " +
        registered.name + " --bind " + crawl.uri + "`";
    return problems_.record(provider, std::move(attempt));
  }
  auto said = read(crawl, provider.void_uri);
  if (said) return obey(provider, *std::move(said), std::move(attempt));
  attempt.cause = said.error().code;
  attempt.detail = "its VoID file could not be read: " + to_string(said.error());
  return is_machine_fault(attempt.cause) ? problems_.note(provider, attempt.detail)
                                         : problems_.record(provider, std::move(attempt));
}

result<provider_void> void_file_visits::read(const seed_crawl& crawl, const std::string& uri) const {
  provider_void_reader reader;
  std::uint64_t lines = 0;
  for (const auto& document : crawl.documents) {
    if (document.statements == 0) continue;  // it has no file
    const auto done =
        each_clean_line(*env_->clean, document.hash, [&](std::string_view line) -> result<void> {
          if (++lines > most_void_lines)
            return fail(errc::limit_exceeded, "a VoID file has at most 1,000,000 statements");
          reader.add(line);
          return {};
        });
    if (!done) return tl::unexpected(done.error());
  }
  auto said = reader.finish(uri, step_.begun());
  for (auto& one : said.violations)
    for (auto* text : {&one.value, &one.dataset}) text->resize(std::min(text->size(), most_value_bytes));
  return said;
}

result<void> void_file_visits::obey(stored_provider provider, provider_void said, graph_import attempt) {
  const auto before = records_.datasets(provider.id);
  if (!before) return tl::unexpected(before.error());
  auto next = next_of(*before, std::move(said.datasets), provider, step_.begun());
  const bool is_same = next.datasets == *before && said.violations == provider.violations &&
                       provider.problem.empty() && next.skipped.empty() && provider.void_read != timestamp{};
  if (is_same) return {};
  auto& attempts = next.skipped;
  if (next.datasets.empty()) {
    attempt.violations = said.violations;
    attempt.detail = "no dataset of its VoID file can be harvested";
    problems_.end_attempt(provider, attempt);
    const auto is_new = problems_.is_to_be_recorded(provider, attempt);
    if (!is_new) return tl::unexpected(is_new.error());
    if (*is_new) attempts.push_back(attempt);
  }
  if (said.violations != provider.violations) log_violations(provider.name, said.violations);
  provider.void_read = attempt.begun;
  provider.violations = std::move(said.violations);
  provider.problem.clear();
  return records_.save_void(provider, next.datasets, attempts);
}

}  // namespace laundromat
