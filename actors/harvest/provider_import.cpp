// Imports the dumps of a harvest, and what follows an import.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "actors/harvest/provider_harvest.hpp"
#include "actors/log.hpp"
#include "core/base/count_words.hpp"
#include "core/base/machine_fault.hpp"
#include "core/providers/harvest_backlog.hpp"
#include "core/web/seed_hash.hpp"
#include "storage/graphs/joined_dump.hpp"

namespace laundromat {

namespace {

constexpr std::size_t most_receipts = 100;
/// A larger graph is not read only for its digest.
constexpr std::uint64_t most_digested = 10'000'000;

void add_line(std::string& text, const std::string& line) {
  text += (text.empty() ? "" : "\n") + line;
}

void add_documents(const seed_crawl& crawl, std::vector<content_digest>& to) {
  for (const auto& one : crawl.documents)  // one without statements has no file
    if (one.statements > 0 && std::ranges::find(to, one.hash) == to.end()) to.push_back(one.hash);
}

}  // namespace

absent_subjects provider_harvest::absent_of(const registered_provider& registered,
                                            const stored_dataset& dataset,
                                            const std::vector<stored_dataset>& all, bool is_damaged) const {
  // What partial dumps of other datasets have brought is in no full dump.
  if (std::ranges::any_of(
          all, [](const stored_dataset& one) { return one.announced.extent == dump_extent::partial; }))
    return absent_subjects::stay;
  const auto usual =
      settings_in_force(*env_).harvest.full_dumps == "merge" ? full_dumps::merge : full_dumps::replace;
  const bool replaces =
      dataset.announced.extent == dump_extent::full && registered.full.value_or(usual) == full_dumps::replace;
  return replaces && !is_damaged ? absent_subjects::removed : absent_subjects::stay;
}

result<void> provider_harvest::import_dumps(const registered_provider& registered,
                                            const stored_provider& provider, stored_dataset dataset,
                                            const std::vector<stored_dataset>& all,
                                            const std::vector<seed_crawl>& crawls, timestamp now) {
  import_commit what;
  auto& import = what.import;
  import.dataset = dataset.announced.key;
  import.modified = dataset.running;
  import.begun = dataset.begun;
  import.extent = dataset.announced.extent;
  import.statements = provider.statements;
  what.version_before = provider.version;
  std::vector<content_digest> documents;
  bool is_damaged = false;
  for (std::size_t i = 0; i < crawls.size(); ++i) {
    const auto& crawl = crawls[i];
    const auto& uri = dataset.announced.dumps[i];
    if (crawl.has_failed || crawl.documents.empty())
      return fail_harvest(provider, std::move(dataset),
                          "the dump " + uri + " could not be read: " +
                              (crawl.has_failed ? std::string{meaning_of(crawl.cause)} +
                                                      (crawl.detail.empty() ? "" : ", " + crawl.detail)
                                                : std::string{"it has no RDF"}),
                          now);
    add_documents(crawl, documents);
    import.defects += crawl.defects;
    import.skipped_bytes += crawl.skipped_bytes;
    is_damaged = is_damaged || crawl.is_damaged;
    if (crawl.failed_members > 0)
      add_line(import.detail,
               number_of(crawl.failed_members, "document") + " in " + uri + " could not be read");
  }
  // A graph with several full datasets is the union of their newest dumps.
  if (dataset.announced.extent == dump_extent::full)
    for (const auto& other : all) {
      if (other.announced.extent != dump_extent::full || other.announced.key == dataset.announced.key)
        continue;
      for (const auto& uri : other.announced.dumps) {
        const auto crawl = crawls_.of(seed_hash(uri));
        if (!crawl) return tl::unexpected(crawl.error());
        is_damaged = is_damaged || crawl->documents.empty() || crawl->is_damaged;
        add_documents(*crawl, documents);
      }
    }
  for (const auto& one : documents) import.documents.push_back(one.hex());
  const auto absent = absent_of(registered, dataset, all, is_damaged);
  if (is_damaged)
    add_line(import.detail, "not all of the dumps could be read" +
                                std::string(absent == absent_of(registered, dataset, all, false)
                                                ? ""
                                                : ": subjects that they do not name stay"));

  if (documents.empty() && absent == absent_subjects::removed)
    return fail_harvest(provider, std::move(dataset),
                        "the full dump has no statement: the graph stays as it is", now);
  auto folder = graph_folder::open(*env_->folder, provider.name);
  if (!folder) return tl::unexpected(folder.error());
  const auto lock = folder->lock();
  if (!lock && lock.error().code == errc::journal_locked)
    return has_work_ = true, result<void>{};  // the next step tries again
  if (!lock) return tl::unexpected(lock.error());
  const auto newest = records_.provider(provider.name);
  if (!newest) return tl::unexpected(newest.error());
  if (newest->version != provider.version)
    return has_work_ = true, result<void>{};  // somebody had the lock before
  auto dump = join_documents(*env_->clean, *env_->scratch, documents, provider.graph,
                             [env = env_] { return env->cancelled.load(); });
  if (!dump) return tl::unexpected(dump.error());
  versioned_graph graph{*std::move(folder), db_, provider};
  if (auto cleaned = graph.remove_leftovers(); !cleaned) return cleaned;
  auto made = graph.import_dump(dump->open, absent, workers_);
  // A dump that is partly of other graphs is no full one of this.
  if (made && dump->foreign->count > 0 && absent == absent_subjects::removed)
    made = graph.import_dump(dump->open, absent_subjects::stay, workers_);
  if (!made && (is_machine_fault(made.error().code) || made.error().code == errc::cancelled))
    return tl::unexpected(made.error());
  if (!made)
    return fail_harvest(provider, std::move(dataset),
                        "the dumps could not be merged: " + to_string(made.error()), now);
  import.foreign_statements = dump->foreign->count;
  if (dump->foreign->count > 0)
    add_line(import.detail, number_of(dump->foreign->count, "statement") + " in other graphs, such as " +
                                dump->foreign->first_graph +
                                ", were left out: a provider writes to its own graph only");
  if (!made->has_checked_nodes)
    add_line(import.detail,
             "so many blank nodes lost statements that it was not checked whether something still leads to "
             "them: they stay");
  import.removed = made->changes.removed;
  import.added = made->changes.added;
  if (!made->files.empty()) import.statements = made->statements;
  import.outcome = made->files.empty() ? import_outcome::unchanged : import_outcome::imported;
  import.version = made->files.empty() ? 0 : provider.version + 1;
  what.files = made->files;
  return end_harvest(provider, dataset, std::move(what), now);
}

result<void> provider_harvest::end_harvest(const stored_provider& provider, stored_dataset& dataset,
                                           import_commit what, timestamp now) {
  what.import.ended = std::max(now, what.import.begun);
  harvest_backlog backlog{dataset.running,
                          dataset.pending == timestamp{} ? std::nullopt : std::optional{dataset.pending}};
  dataset.harvested = dataset.running;
  dataset.running = backlog.end().value_or(timestamp{});
  dataset.begun = dataset.running == timestamp{} ? timestamp{} : now;
  dataset.pending = {};
  dataset.failures = 0;
  dataset.not_before = {};
  dataset.is_written = dataset.is_forced = false;
  what.dataset = dataset;
  const auto id = records_.commit(provider.id, what);
  if (!id) return tl::unexpected(id.error());
  busy_until_ = std::max(busy_until_, now + seconds{1});
  log_info("the graph of {}: {}, {} removed, {} added, {} statements", provider.name,
           to_string(what.import.outcome), what.import.removed, what.import.added, what.import.statements);
  return {};
}

result<void> provider_harvest::fail_harvest(const stored_provider& provider, stored_dataset dataset,
                                            std::string why, timestamp now) {
  import_commit what;
  what.import.dataset = dataset.announced.key;
  what.import.modified = dataset.running;
  what.import.begun = dataset.begun;
  what.import.ended = std::max(now, dataset.begun);
  what.import.extent = dataset.announced.extent;
  what.import.outcome = import_outcome::failed;
  what.import.statements = provider.statements;
  what.import.detail = why;
  what.version_before = provider.version;
  ++dataset.failures;
  dataset.not_before = now + wait_after_failures(dataset.failures);
  dataset.running = dataset.begun = dataset.pending = {};
  what.dataset = std::move(dataset);
  log_warning("the harvest of {} has failed: {}", provider.name, why);
  const auto id = records_.commit(provider.id, what);
  return id ? result<void>{} : tl::unexpected(id.error());
}

result<void> provider_harvest::write_back(const registered_provider& registered,
                                          const stored_provider& provider) {
  const auto all = records_.datasets(provider.id);
  if (!all) return tl::unexpected(all.error());
  harvest_times times{registered.name, {}};
  bool has_new = false;
  for (const auto& one : *all) {
    if (one.harvested == timestamp{}) continue;
    times.datasets[one.announced.key] = one.harvested;
    has_new = has_new || !one.is_written;
  }
  if (!has_new || !ports_.write_registry) return {};
  if (auto written = ports_.write_registry(times); !written) {
    if (auto& at = write_failed_[registered.name]; at != times.datasets) {
      at = times.datasets;
      log_error("the registry does not say yet what was harvested of {}: {}", registered.name,
                to_string(written.error()));
    }
    return {};
  }
  for (auto one : *all)
    if (one.harvested != timestamp{} && !one.is_written) {
      one.is_written = true;
      if (auto saved = records_.save_dataset(provider.id, one); !saved) return saved;
    }
  return {};
}

result<void> provider_harvest::give_receipts(const registered_provider& registered,
                                             const stored_provider& provider) {
  if (!ports_.give_receipt) return {};
  const auto imports = records_.imports(provider.id, most_receipts);
  if (!imports) return tl::unexpected(imports.error());
  for (auto import = imports->rbegin(); import != imports->rend(); ++import) {
    if (import->was_notified || import->id <= receipts_given_[registered.name]) continue;
    const auto given = ports_.give_receipt(provider, *import, registered.inbox);
    if (!given && is_machine_fault(given.error().code)) return tl::unexpected(given.error());
    receipts_given_[registered.name] = import->id;
    if (!given) {
      log_warning("the receipt of import {} of {} was not taken: {}", import->id, registered.name,
                  to_string(given.error()));
      continue;
    }
    if (auto noted = records_.note_notified(import->id); !noted) return noted;
  }
  return {};
}

result<void> provider_harvest::keep_graph(const stored_provider& provider) {
  auto done = tidy(provider);
  if (done) done = add_digest(provider);
  if (done || is_machine_fault(done.error().code) || done.error().code == errc::cancelled) return done;
  return tend_problem(provider, "its graph is damaged, run `laundromat verify`: " + to_string(done.error()));
}

result<void> provider_harvest::add_digest(const stored_provider& provider) {
  const auto versions = records_.imports(provider.id, most_receipts, true);
  if (!versions) return tl::unexpected(versions.error());
  for (const auto& one : *versions) {
    if (!one.digest.is_null() || one.statements > most_digested) continue;
    auto folder = graph_folder::open_to_read(*env_->folder, provider.name);
    if (!folder) return tl::unexpected(folder.error());
    versioned_graph graph{*std::move(folder), db_, provider};
    const auto digest = graph.digest_of(one.version, [this] { return env_->cancelled || env_->draining; });
    if (!digest) return tl::unexpected(digest.error());
    if (auto noted = records_.note_digest(one.id, *digest); !noted) return noted;
  }
  return {};
}

result<void> provider_harvest::tidy(const stored_provider& provider) {
  if (provider.version == 0) return {};
  auto folder = graph_folder::open(*env_->folder, provider.name);
  if (!folder) return tl::unexpected(folder.error());
  const auto lock = folder->lock();
  if (!lock) return {};
  versioned_graph graph{*std::move(folder), db_, provider};
  if (cleaned_up_.insert(provider.name).second)
    if (auto cleaned = graph.remove_leftovers(); !cleaned) return cleaned;
  for (;;) {
    if (env_->cancelled || env_->draining) return {};
    const auto more = graph.tidy(workers_);
    if (!more) return tl::unexpected(more.error());
    if (!*more) return {};
  }
}

}  // namespace laundromat
