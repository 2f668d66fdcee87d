// A journal writer under virtual time, on a real journal and stores.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>

#include "actors/journal_writer.hpp"
#include "core/web/seed_hash.hpp"
#include "messages/errors.hpp"
#include "storage/files/safe_folder.hpp"
#include "storage/journal/journal_places.hpp"
#include "storage/stores/clean_publisher.hpp"
#include "storage/stores/raw_store.hpp"
#include "tests/actors/engine_fixture.hpp"
#include "tests/actors/virtual_time.hpp"
#include "tests/read_file.hpp"
#include "tests/storage/few_files.hpp"
#include "tests/storage/sync_log.hpp"

namespace laundromat {

/// The answer to a change.
struct stored_change {
  record_hash record;
  errc code = errc::ok;
  committed row;
  bool was_visible = false;  ///< to another connection, at the time of the answer
};

/// Counts the commits of a write-ahead log: frames whose header contains the size of the database (file format, section 4.1).
inline std::size_t commits_in(const std::filesystem::path& wal) {
  constexpr std::size_t file_header = 32, frame_header = 24;
  const std::string bytes = read_file(wal);
  const auto number = [&](std::size_t at) {
    std::uint32_t n = 0;
    for (std::size_t i = 0; i < 4; ++i) n = n << 8 | static_cast<unsigned char>(bytes[at + i]);
    return n;
  };
  if (bytes.size() < file_header) return 0;
  const auto frame = frame_header + number(8);
  const auto salt = bytes.substr(16, 8);
  std::size_t found = 0;
  for (auto at = file_header; at + frame <= bytes.size() && bytes.substr(at + 8, 8) == salt; at += frame)
    if (number(at + 4) != 0) ++found;
  return found;
}

/// A real journal and stores, and a journal writer with a scripted client and reporter.
class journal_writer_test : public virtual_time_test {
 protected:
  journal_writer_test()
      : raw_(raw_store::at(folder_.path() / "raw", disk_).value()),
        clean_(clean_store::at(folder_.path() / "clean").value()),
        db_(std::make_shared<journal>(journal::open(file(), journal_mode::read_write).value())) {
    const auto root = safe_folder::named(folder_.path()).value();
    clean_.use_segments(root, make_journal_places(journal::open(file(), journal_mode::read_only).value()));
    publisher_.emplace(clean_publisher::open(root, clean_, *db_).value());
    env->publisher = &*publisher_;
    (void)raw_.stage("a").value()->commit();
    env->raw = &raw_;
    env->clean = &clean_;
    writer_ = keep(system().spawn(journal_writer, env, db_, recording_reporter()));
    client_ = keep(system().spawn([this](caf::event_based_actor* self) {
      const auto commit = [this, self](const record_hash& hash, const auto& what) {
        self->request(writer_, caf::infinite, commit_atom::value, what)
            .then([this, hash](const committed& row) { note(hash, errc::ok, row); },
                  [this, hash](const caf::error& e) { note(hash, to_failure(e, errc::internal).code, {}); });
      };
      return caf::behavior{[=](const change& c) { commit(c.hash, c); },
                           [=](const std::vector<change>& all) { commit(all.back().hash, all); }};
    }));
  }
  ~journal_writer_test() override { db_.reset(); }
  void forget() override {
    writer_ = nullptr;
    client_ = nullptr;
  }

  reporter_actor recording_reporter() {
    return scripted<reporter_actor>(
        {[this](fact_atom, const std::vector<reported_transition>& facts) { facts_ += facts.size(); },
         [](gauge_atom, const stage_gauge&) {}, [](tick_atom) {}, [](stop_atom) { return true; }});
  }
  [[nodiscard]] std::filesystem::path file() const { return folder_.path() / "journal.sqlite"; }
  [[nodiscard]] std::size_t commits() const { return commits_in(file().string() + "-wal"); }

  void note(const record_hash& hash, errc code, const committed& row) {
    if (!observer_) observer_.emplace(journal::open(file(), journal_mode::read_only).value());
    const auto entry = observer_->entry(hash);
    const auto seed = observer_->seed(hash);
    const bool visible = (entry && entry->current == row.current) || (seed && seed->current == row.current);
    answers_.push_back({hash, code, row, visible});
  }
  /// Puts a seed on the list without the writer.
  record_hash enlist(const std::string& uri) {
    new_seed row;
    row.request = {uri, seconds{86'400}, 0};
    row.hash = seed_hash(uri);
    row.authority = "own.example:80";
    (void)db_->begin();
    (void)db_->add_seed(row, time());
    (void)db_->commit();
    return row.hash;
  }
  change came_due(const record_hash& seed) {
    change c{record_kind::seed, seed, event::came_due, time(), errc::ok, "", "", {}};
    c.fact = download_fact{download_hash(seed, time())};
    return c;
  }
  change stored_body(const record_hash& download) {
    fetch_outcome found;
    found.on = event::body_stored;
    found.raw_path = "a";
    found.final_uri = "http://own.example/a";
    return of(download, std::move(found));
  }
  template <class Outcome>
  change of(const record_hash& entry, Outcome found) {
    change c{record_kind::entry, entry, found.on, time(), found.cause, found.detail, "", {}};
    c.fact = std::move(found);
    return c;
  }
  void ask(const change& c) { caf::anon_send(client_, c); }
  /// The changes of a new entry until it is parsed.
  std::vector<change> way_to_parsing(const std::string& uri) {
    const auto seed = enlist(uri);
    const auto download = download_hash(seed, time());
    unpack_outcome leaf;
    leaf.on = event::leaf_found;
    leaf.content.raw_path = "a";
    leaf.encoding = "UTF-8";
    guess_outcome format;
    format.on = event::format_found;
    format.format = rdf_format::n_triples;
    const change claim{record_kind::entry, download, event::claimed, time(), errc::ok, "", "", {}};
    return {came_due(seed), stored_body(download), claim, of(download, leaf),
            claim,          of(download, format),  claim};
  }
  /// Stores the changes of a new entry up to `parsing`.
  record_hash entry_in_parsing(const std::string& uri) {
    const auto steps = way_to_parsing(uri);
    for (const auto& step : steps) {
      ask(step);
      run();
    }
    answers_.clear();
    return steps.back().hash;
  }
  /// A crawl that stores a body, whose entry then fails.
  record_hash crawl(const record_hash& seed, const std::string& path, const std::string& text) {
    pass(seconds{1});
    const auto download = download_hash(seed, time());
    const auto body = raw_.stage(path).value();
    EXPECT_TRUE(body->write(text) && body->commit());
    auto stored = stored_body(download);
    auto& found = std::get<fetch_outcome>(stored.fact);
    found.raw_path = path;
    content_meter meter;
    meter.update(text);
    found.wire = meter.finish();
    const change claim{record_kind::entry, download, event::claimed, time(), errc::ok, "", "", {}};
    const change failed{
        record_kind::entry, download, event::failed_for_good, time(), errc::archive_damaged, "", "", {}};
    const change ended{record_kind::seed, seed, event::crawl_ended, time(), errc::ok, "", "", {}};
    for (const auto& step : {came_due(seed), stored, claim, failed, ended}) {
      ask(step);
      run();
    }
    return download;
  }
  [[nodiscard]] std::filesystem::path body_at(const std::string& name) const {
    return folder_.path() / "raw" / name;
  }
  std::string stage_clean(const std::string& text) {
    auto out = clean_.stage().value();
    (void)out->write(text);
    return out->finish("").value();
  }

  temporary_folder folder_;
  sync_log disk_;
  raw_store raw_;
  clean_store clean_;
  std::shared_ptr<journal> db_;
  std::optional<clean_publisher> publisher_;
  std::optional<journal> observer_;  ///< another connection
  journal_actor writer_;
  caf::actor client_;
  std::vector<stored_change> answers_;
  std::size_t facts_ = 0;
};

}  // namespace laundromat
