// Gathers the documents of dumps, merges them into the graph, and commits the version.
// SPDX-License-Identifier: Apache-2.0
#include "actors/harvest/dump_import.hpp"

#include <algorithm>

#include "actors/harvest/gathered_dumps.hpp"
#include "actors/log.hpp"
#include "core/base/count_words.hpp"
#include "core/base/machine_fault.hpp"
#include "core/providers/harvest_schedule.hpp"
#include "core/providers/recorded_attempts.hpp"
#include "storage/graphs/clean_lines.hpp"
#include "storage/graphs/joined_dump.hpp"

namespace laundromat {

namespace {

/// Imports among which the last one of a dataset is looked for.
constexpr std::size_t most_last_imports = 50;

/// What was noticed while the graph changed.
void describe_version(const new_version& made, const foreign_statements& foreign, graph_import& to) {
  to.foreign_statements = foreign.count;
  if (foreign.count > 0)
    add_line(to.detail, number_of(foreign.count, "statement") + " in other graphs, such as " +
                            foreign.first_graph + ", were left out: a provider writes to its own graph only");
  if (!made.has_checked_nodes)
    add_line(to.detail,
             "so many blank nodes lost statements that it was not checked whether something still leads to "
             "them: they stay");
  to.removed = made.changes.removed;
  to.added = made.changes.added;
  if (!made.files.empty()) to.statements = made.statements;
  to.outcome = made.files.empty() ? import_outcome::unchanged : import_outcome::imported;
}

}  // namespace

/// What is imported, and what is stored when that is done.
struct dump_import::plan {
  stored_dataset before;  ///< its row as it is
  dump_documents own;     ///< of the dumps
  dump_documents all;     ///< and of other datasets
  absent_subjects absent = absent_subjects::stay;
  import_commit what;
};

dump_import::dump_import(environment_ptr env, journal& db, harvest_step& step, worker_pool& workers)
    : env_(std::move(env)), db_(db), records_(db), step_(step), workers_(workers) {}

result<bool> dump_import::end_harvest_of(const registered_provider& registered,
                                         const stored_provider& provider, const stored_dataset& dataset,
                                         const std::vector<stored_dataset>& all,
                                         const std::vector<seed_crawl>& crawls) {
  plan planned;
  planned.before = dataset;
  planned.what.import = import_of(provider, dataset);
  planned.what.version_before = provider.version;
  planned.what.void_uri = provider.void_uri;
  auto dumps = gather_dumps(dataset.announced, crawls, planned.what.import);
  auto fault = std::move(dumps.fault);
  planned.own = std::move(dumps.found);
  if (fault.empty()) {
    choose_documents(registered, all, planned);
    if (planned.all.documents.empty() && planned.absent == absent_subjects::removed)
      fault = "the full dump has no statement: the graph stays as it is";
  }
  if (fault.empty()) return change_graph(provider, std::move(planned));
  if (auto failed = fail_with(provider, std::move(planned), dumps.cause, std::move(fault)); !failed)
    return tl::unexpected(failed.error());
  return true;
}

void dump_import::choose_documents(const registered_provider& registered,
                                   const std::vector<stored_dataset>& all, plan& to) const {
  to.all = to.own;
  add_other_dumps(
      to.before, all,
      [&](const content_digest& one) { return open_clean_lines(*env_->clean, one).has_value(); }, to.all);
  auto& import = to.what.import;
  for (const auto& one : to.all.documents) import.documents.push_back(one.hex());
  const auto usual =
      read_full_dumps(settings_in_force(*env_).harvest.full_dumps).value_or(absent_subjects::removed);
  const auto wanted = registered.full_dumps.value_or(usual);
  to.absent = absent_of(to.before, all, wanted, to.all.is_damaged);
  if (!to.all.is_damaged) return;
  const bool is_same = to.absent == absent_of(to.before, all, wanted, false);
  add_line(import.detail, std::string{"not all of the dumps could be read"} +
                              (is_same ? "" : ": subjects that they do not name stay"));
}

result<bool> dump_import::change_graph(const stored_provider& provider, plan planned) {
  auto folder = graph_folder::open(*env_->folder, provider.name);
  if (!folder) return tl::unexpected(folder.error());
  // Until the version is committed: whoever has the lock removes files that are not.
  const auto lock = folder->lock();
  if (!lock && lock.error().code != errc::journal_locked) return tl::unexpected(lock.error());
  const auto newest = lock ? records_.provider(provider.name) : provider;
  if (!newest) return tl::unexpected(newest.error());
  if (!lock || newest->version != provider.version) {
    step_.continue_next();
    return false;
  }
  const auto merged = make_version(provider, *std::move(folder), planned);
  if (!merged && (is_machine_fault(merged.error().code) || merged.error().code == errc::cancelled))
    return tl::unexpected(merged.error());
  if (!merged) planned.what.import.notice.state = notice_state::unwanted;  // the provider cannot mend it
  const auto ended = merged
                         ? succeed(provider, std::move(planned))
                         : fail_with(provider, std::move(planned), merged.error().code,
                                     "files of this data folder cannot be merged, run `laundromat verify`: " +
                                         to_string(merged.error()));
  if (!ended) return tl::unexpected(ended.error());
  return true;
}

result<void> dump_import::make_version(const stored_provider& provider, graph_folder folder, plan& planned) {
  auto dump = join_documents(*env_->clean, *env_->scratch, planned.all.documents, provider.graph,
                             [env = env_] { return env->cancelled.load(); });
  if (!dump) return tl::unexpected(dump.error());
  versioned_graph graph{std::move(folder), db_, provider};
  if (auto cleaned = graph.remove_leftovers(); !cleaned) return cleaned;
  auto made = graph.import_dump(dump->open, planned.absent, workers_);
  // A dump that is partly of other graphs is no full one of this.
  if (made && dump->foreign->count > 0 && planned.absent == absent_subjects::removed)
    made = graph.import_dump(dump->open, absent_subjects::stay, workers_);
  if (!made) return tl::unexpected(made.error());
  auto& what = planned.what;
  describe_version(*made, *dump->foreign, what.import);
  what.import.version = made->files.empty() ? 0 : provider.version + 1;
  what.files = made->files;
  return {};
}

result<void> dump_import::succeed(const stored_provider& provider, plan planned) {
  auto& what = planned.what;
  what.import.ended = std::max(step_.time_now(), what.import.begun);
  what.import.violations = violations_of(provider, planned.before);
  auto& dataset = what.dataset.emplace(std::move(planned.before));
  end_harvest(dataset);
  dataset.documents.clear();
  for (const auto& one : planned.own.documents) dataset.documents.push_back(one.hex());
  dataset.is_damaged = planned.own.is_damaged;
  const auto id = records_.commit(provider.id, what);
  if (!id) return tl::unexpected(id.error());
  step_.stay_busy(seconds{1});
  log_info("the graph of {}: {}, {} removed, {} added, {}", provider.name, to_string(what.import.outcome),
           what.import.removed, what.import.added, number_of(what.import.statements, "statement"));
  return {};
}

result<void> dump_import::fail_with(const stored_provider& provider, plan planned, errc cause,
                                    std::string why) {
  const auto imports = records_.imports(provider.id, most_last_imports);
  if (!imports) return tl::unexpected(imports.error());
  import_commit what;
  what.import = import_of(provider, planned.before);
  what.import.ended = std::max(step_.time_now(), what.import.begun);
  what.import.violations = violations_of(provider, planned.before);
  what.import.outcome = import_outcome::failed;
  what.import.cause = cause;
  what.import.detail = std::move(why);
  what.import.notice.state = has_failed_so_before(planned.before, *imports, what.import.detail)
                                 ? notice_state::unwanted
                                 : planned.what.import.notice.state;
  what.version_before = provider.version;
  what.void_uri = provider.void_uri;
  fail_harvest(what.dataset.emplace(std::move(planned.before)), step_.begun());
  log_warning("the harvest of {} has failed: {}", provider.name, what.import.detail);
  const auto id = records_.commit(provider.id, what);
  return id ? result<void>{} : tl::unexpected(id.error());
}

std::vector<void_violation> dump_import::violations_of(const stored_provider& provider,
                                                       const stored_dataset& dataset) {
  const auto all = records_.datasets(provider.id);
  return violations_at(provider, dataset.announced.key, all ? *all : std::vector<stored_dataset>{});
}

}  // namespace laundromat
