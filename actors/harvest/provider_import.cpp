// Imports the dumps of a harvest, and what follows an import.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "actors/harvest/provider_harvest.hpp"
#include "actors/log.hpp"
#include "core/base/count_words.hpp"
#include "core/base/machine_fault.hpp"
#include "core/providers/graph_binding.hpp"
#include "core/web/seed_hash.hpp"
#include "core/web/uri.hpp"
#include "storage/graphs/clean_lines.hpp"
#include "storage/graphs/joined_dump.hpp"

namespace laundromat {

namespace {

/// In one step.
constexpr std::size_t most_digests = 100;
/// In a receipt: of datasets that cannot be harvested.
constexpr std::size_t most_violations_elsewhere = 20;

void add_line(std::string& text, const std::string& line) {
  text += (text.empty() ? "" : "\n") + line;
}

void add_documents(const seed_crawl& crawl, std::vector<content_digest>& to) {
  for (const auto& one : crawl.documents)  // one without statements has no file
    if (one.statements > 0 && std::ranges::find(to, one.hash) == to.end()) to.push_back(one.hash);
}

/// Why a crawl cannot be a dump; empty: it can.
std::string fault_of_dump(const std::string& uri, const seed_crawl& crawl,
                          const std::vector<std::string>& formats) {
  if (crawl.has_failed)
    return "the dump " + uri + " could not be read: " + std::string{meaning_of(crawl.cause)} +
           (crawl.detail.empty() ? "" : ", " + crawl.detail);
  if (crawl.documents.empty()) return "the dump " + uri + " could not be read: it has no RDF";
  if (is_downgraded(uri, crawl.uri)) return "the dump " + uri + " came by plain http from " + crawl.uri;
  // A page in the place of a dump is mostly about the dump, or about maintenance.
  constexpr std::string_view rdfa = "http://www.w3.org/ns/formats/RDFa";
  if (crawl.is_page && std::ranges::find(formats, rdfa) == formats.end())
    return "the dump " + uri + " is an HTML page; if that is meant, write void:feature <" +
           std::string{rdfa} + ">";
  return {};
}

/// What the crawls of a dataset have brought; what was noticed goes into the import.
gathered_dumps gather_dumps(const provider_dataset& dataset, const std::vector<seed_crawl>& crawls,
                            graph_import& import) {
  gathered_dumps found;
  for (std::size_t i = 0; i < crawls.size(); ++i) {
    const auto& crawl = crawls[i];
    const auto& uri = dataset.dumps[i];
    found.fault = fault_of_dump(uri, crawl, dataset.formats);
    if (!found.fault.empty()) {
      found.cause = crawl.has_failed ? crawl.cause : errc::ok;
      return found;
    }
    if (short_authority(uri) != short_authority(crawl.uri))
      add_line(import.detail, uri + " came from " + crawl.uri);
    add_documents(crawl, found.documents);
    import.defects += crawl.defects;
    import.skipped_bytes += crawl.skipped_bytes;
    found.is_damaged = found.is_damaged || crawl.is_damaged;
    if (crawl.failed_members > 0)
      add_line(import.detail,
               number_of(crawl.failed_members, "document") + " in " + uri + " could not be read");
  }
  return found;
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
  what.void_uri = provider.void_uri;
  auto dumps = gather_dumps(dataset.announced, crawls, import);
  if (!dumps.fault.empty())
    return fail_harvest(provider, std::move(dataset), dumps.cause, std::move(dumps.fault), now);
  dataset.documents.clear();
  for (const auto& one : dumps.documents) dataset.documents.push_back(one.hex());
  dataset.is_damaged = dumps.is_damaged;
  if (dataset.announced.extent == dump_extent::full) add_other_dumps(dataset, all, dumps);
  for (const auto& one : dumps.documents) import.documents.push_back(one.hex());
  const auto absent = absent_of(registered, dataset, all, dumps.is_damaged);
  if (dumps.is_damaged)
    add_line(import.detail, "not all of the dumps could be read" +
                                std::string(absent == absent_of(registered, dataset, all, false)
                                                ? ""
                                                : ": subjects that they do not name stay"));
  if (dumps.documents.empty() && absent == absent_subjects::removed)
    return fail_harvest(provider, std::move(dataset), errc::ok,
                        "the full dump has no statement: the graph stays as it is", now);
  auto folder = graph_folder::open(*env_->folder, provider.name);
  if (!folder) return tl::unexpected(folder.error());
  // Until the version is committed: whoever has the lock removes files that are not.
  const auto lock = folder->lock();
  if (!lock && lock.error().code != errc::journal_locked) return tl::unexpected(lock.error());
  const auto newest = lock ? records_.provider(provider.name) : provider;
  if (!newest) return tl::unexpected(newest.error());
  if (!lock || newest->version != provider.version)
    return has_work_ = true, result<void>{};  // somebody else changes it: the next step tries again
  const auto merged = merge_documents(provider, *std::move(folder), dumps.documents, absent, what);
  if (merged) return end_harvest(provider, dataset, std::move(what), now);
  const auto& why = merged.error();
  if (is_machine_fault(why.code) || why.code == errc::cancelled) return tl::unexpected(why);
  return fail_harvest(provider, std::move(dataset), why.code,
                      "the dumps could not be merged: " + to_string(why), now);
}

/// A graph with several full datasets is the union of what their last imports have read. A document that is there no more is missing.
void provider_harvest::add_other_dumps(const stored_dataset& dataset, const std::vector<stored_dataset>& all,
                                       gathered_dumps& to) const {
  for (const auto& other : all) {
    if (other.announced.extent != dump_extent::full || other.announced.key == dataset.announced.key ||
        other.harvested == timestamp{})
      continue;
    to.is_damaged = to.is_damaged || other.is_damaged;
    for (const auto& one : other.documents) {
      const auto document = content_digest::from_hex(one);
      if (!document || !open_clean_lines(*env_->clean, *document))
        to.is_damaged = true;
      else if (std::ranges::find(to.documents, *document) == to.documents.end())
        to.documents.push_back(*document);
    }
  }
}

result<void> provider_harvest::merge_documents(const stored_provider& provider, graph_folder folder,
                                               const std::vector<content_digest>& documents,
                                               absent_subjects absent, import_commit& what) {
  auto dump = join_documents(*env_->clean, *env_->scratch, documents, provider.graph,
                             [env = env_] { return env->cancelled.load(); });
  if (!dump) return tl::unexpected(dump.error());
  versioned_graph graph{std::move(folder), db_, provider};
  if (auto cleaned = graph.remove_leftovers(); !cleaned) return cleaned;
  auto made = graph.import_dump(dump->open, absent, workers_);
  // A dump that is partly of other graphs is no full one of this.
  if (made && dump->foreign->count > 0 && absent == absent_subjects::removed)
    made = graph.import_dump(dump->open, absent_subjects::stay, workers_);
  if (!made) return tl::unexpected(made.error());
  auto& import = what.import;
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
  return {};
}

/// The rules that the VoID file breaks in a dataset, and some of those in no other one that is harvested, of which no other receipt tells.
std::vector<void_violation> provider_harvest::violations_at(const stored_provider& provider,
                                                            const stored_dataset& dataset) {
  const auto all = records_.datasets(provider.id);
  std::vector<void_violation> found;
  std::size_t elsewhere = 0;
  for (const auto& one : provider.violations) {
    const bool is_own = one.dataset == dataset.announced.key;
    const bool is_of_another = !is_own && all && std::ranges::any_of(*all, [&](const stored_dataset& other) {
      return other.announced.key == one.dataset;
    });
    if (is_of_another || (!is_own && elsewhere++ >= most_violations_elsewhere)) continue;
    found.push_back(one);
  }
  return found;
}

result<void> provider_harvest::end_harvest(const stored_provider& provider, stored_dataset& dataset,
                                           import_commit what, timestamp now) {
  what.import.ended = std::max(time_now(), what.import.begun);
  what.import.violations = violations_at(provider, dataset);
  dataset.harvested = dataset.running;
  dataset.running = dataset.begun = dataset.pending = {};
  has_ended_ = true;
  judged_.erase(provider.name);  // what waited is announced in the VoID file
  dataset.failures = 0;
  dataset.not_before = {};
  dataset.is_written = dataset.is_forced = false;
  what.dataset = dataset;
  const auto id = records_.commit(provider.id, what);
  if (!id) return tl::unexpected(id.error());
  busy_until_ = std::max(busy_until_, now + seconds{1});
  log_info("the graph of {}: {}, {} removed, {} added, {}", provider.name, to_string(what.import.outcome),
           what.import.removed, what.import.added, number_of(what.import.statements, "statement"));
  return {};
}

result<void> provider_harvest::fail_harvest(const stored_provider& provider, stored_dataset dataset,
                                            errc cause, std::string why, timestamp now) {
  import_commit what;
  what.import.dataset = dataset.announced.key;
  what.import.modified = dataset.running;
  what.import.begun = dataset.begun;
  what.import.ended = std::max(time_now(), dataset.begun);
  what.import.violations = violations_at(provider, dataset);
  what.import.extent = dataset.announced.extent;
  what.import.outcome = import_outcome::failed;
  what.import.cause = cause;
  what.import.statements = provider.statements;
  what.import.detail = why;
  what.version_before = provider.version;
  what.void_uri = provider.void_uri;
  const auto is_repeated = failed_so_before(provider, dataset, why);
  if (!is_repeated) return tl::unexpected(is_repeated.error());
  if (*is_repeated) what.import.notice.state = notice_state::unwanted;
  ++dataset.failures;
  dataset.not_before = now + wait_after_failures(dataset.failures);
  dataset.running = dataset.begun = dataset.pending = {};
  has_ended_ = true;
  judged_.erase(provider.name);
  what.dataset = std::move(dataset);
  log_warning("the harvest of {} has failed: {}", provider.name, why);
  const auto id = records_.commit(provider.id, what);
  return id ? result<void>{} : tl::unexpected(id.error());
}

result<void> provider_harvest::write_back(const registered_provider& registered,
                                          const stored_provider& provider) {
  const auto all = records_.datasets(provider.id);
  if (!all) return tl::unexpected(all.error());
  harvest_times times{registered.name, {}, false};
  bool has_new = false;
  for (const auto& one : *all) {
    if (one.harvested == timestamp{}) {
      times.has_others = true;
      continue;
    }
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
      if (auto saved = records_.save_dataset(provider, one); !saved) return saved;
    }
  return {};
}

result<void> provider_harvest::maintain_graph(const stored_provider& provider) {
  auto done = tidy(provider);
  if (done) done = add_digest(provider);
  if (done || is_machine_fault(done.error().code) || done.error().code == errc::cancelled) return done;
  return note_problem(provider, "its graph is damaged, run `laundromat verify`: " + to_string(done.error()));
}

result<void> provider_harvest::add_digest(const stored_provider& provider) {
  const auto versions = records_.imports_without_digest(provider.id, large_graph_statements, most_digests);
  if (!versions) return tl::unexpected(versions.error());
  for (const auto& one : *versions) {
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
