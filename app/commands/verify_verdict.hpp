// Prints and counts what `laundromat verify` finds.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "app/commands/cli.hpp"
#include "app/terminal/json.hpp"
#include "storage/files/safe_folder.hpp"
#include "storage/stores/clean_check.hpp"
#include "storage/warc/stored_body_check.hpp"

namespace laundromat {

struct verify_options {
  std::string folder, catalogue;
  std::size_t threads = 0;  ///< 0: one for each core
  bool json = false, remove_unknown = false, accept_journal = false, without_raw = false;
};

/// Prints and counts findings.
class verdict {
 public:
  verdict(console& io, const verify_options& options) : io_(io), options_(options) {}

  void add(const kept_document& document, const document_check& found, const safe_folder& store) {
    ++(document.is_removed ? older_ : documents_);
    files_ += found.files;
    bytes_ += found.bytes;
    damaged_ += found.problems.empty() ? 0 : 1;
    for (const auto& one : found.problems) report(one, document.clean.hash.hex());
    for (const auto& one : found.unknown) remove_or_report(store, one);
  }
  /// `record`: what has the hash `document`, which is empty for no document. `uri`: that of a download.
  void report(const damaged_file& one, const std::string& document, const char* record = "clean",
              const std::string& uri = {}) {
    ++problems_;
    if (options_.json) {
      json_fact fact{{"file", one.place.file.string()}};
      if (one.place.offset_bytes) fact["offset"] = *one.place.offset_bytes;
      fact["problem"] = one.what;
      fact[record] = document;
      if (!uri.empty()) fact["uri"] = uri;
      print_fact(io_.out, fact);
    } else {
      io_.out << painted("failed", colour::red, io_.out_terminal) << "   " << harmless(to_string(one.place))
              << ": " << harmless(one.what);
      if (!document.empty()) io_.out << " (" << record << ' ' << document;
      if (!uri.empty()) io_.out << " of " << harmless(uri);
      io_.out << (document.empty() ? "\n" : ")\n");
    }
  }
  /// Removes the unknown file `name` below the folder when the options ask for it, else reports it.
  void remove_or_report(const safe_folder& folder, const std::filesystem::path& name) {
    report_unknown(folder.path() / name, options_.remove_unknown && folder.remove_all(name));
  }
  void report_unknown(const std::filesystem::path& file, bool is_gone = false) {
    ++(is_gone ? removed_ : unknown_);
    const auto* word = is_gone ? "removed" : "unknown";
    if (options_.json)
      print_fact(io_.out, {{"file", file.string()}, {word, true}});
    else
      io_.out << painted(word, colour::yellow, io_.out_terminal) << "  " << harmless(file.string()) << '\n';
  }
  /// A raw segment that the journal does not name. With `--accept-journal` it may get a new name: see `report_raw`.
  void report_unknown_raw(const std::filesystem::path& file) {
    options_.accept_journal && !raw_was_reported_ ? raw_.push_back(file) : report_unknown(file);
  }
  /// Reports the raw segments that keep their names, now and from now on.
  void report_raw() {
    raw_was_reported_ = true;
    for (const auto& file : std::exchange(raw_, {})) report_unknown(file);
  }
  /// Something that is no damage.
  void note(const std::filesystem::path& file, const json_fact& fact, const std::string& words) {
    if (options_.json) {
      json_fact all{{"file", file.string()}};
      all.update(fact);
      print_fact(io_.out, all);
    } else {
      io_.out << painted("note", colour::grey, io_.out_terminal) << "     " << harmless(file.string()) << ": "
              << words << '\n';
    }
  }
  /// `uri_of` returns the URI of a download; empty when it is unknown.
  void add(const stored_bodies_check& found, const std::filesystem::path& root,
           const std::function<std::string(const record_hash&)>& uri_of) {
    bodies_ += found.bodies;
    removed_bodies_ += found.removed;
    bytes_ += found.bytes;
    for (const auto& one : found.problems) {
      const bool is_body = !one.download.is_null();
      damaged_bodies_ = damaged_bodies_ || is_body;
      report({{root / one.place.file, one.place.offset_bytes}, one.what},
             is_body ? one.download.hex() : std::string{}, "download",
             is_body ? uri_of(one.download) : std::string{});
    }
    for (const auto& [file, bodies] : found.lost) {
      lost_bodies_ += bodies;
      note(root / file, {{"lost_bodies", bodies}},
           number_of(bodies, "received body", "received bodies") + " were in this missing segment");
    }
  }
  void count_file(std::uint64_t bytes) {
    ++files_;
    bytes_ += bytes;
  }
  /// The journal was checked at the same time as the files.
  void count_journal(std::uint64_t bytes, milliseconds took) {
    journal_bytes_ = bytes;
    journal_took_ = took;
  }
  void count_time_of_files(milliseconds took) { files_took_ = took; }
  void finish() const {
    if (options_.json)
      return print_fact(io_.out, {{"documents", documents_},
                                  {"removed_documents", older_},
                                  {"damaged", damaged_},
                                  {"files", files_},
                                  {"bodies", bodies_},
                                  {"lost_bodies", lost_bodies_},
                                  {"removed_bodies", removed_bodies_},
                                  {"bytes", bytes_},
                                  {"files_s", seconds_of(files_took_)},
                                  {"journal_bytes", journal_bytes_},
                                  {"journal_s", seconds_of(journal_took_)},
                                  {"failed", problems_},
                                  {"unknown", unknown_},
                                  {"removed", removed_}});
    if (documents_ > 0) io_.out << number_of(documents_, "document") << ", ";
    if (older_ > 0) io_.out << "deltas of " << number_of(older_, "removed document") << ", ";
    if (bodies_ > 0) io_.out << number_of(bodies_, "received body", "received bodies") << ", ";
    if (lost_bodies_ > 0) io_.out << human_count(lost_bodies_) << " lost with missing segments, ";
    if (removed_bodies_ > 0) io_.out << human_count(removed_bodies_) << " removed by retention, ";
    // Small documents, ledgers and deltas are parts of segments, of which there are far fewer.
    io_.out << (options_.catalogue.empty() ? number_of(files_, "part") + " of documents"
                                           : number_of(files_, "file"))
            << ", " << human_bytes(bytes_) << " read" << in_time(files_took_);
    if (journal_took_ >= seconds{1})
      io_.out << ", and the journal, " << human_bytes(journal_bytes_) << in_time(journal_took_);
    io_.out << ": " << (problems_ == 0 ? "no failures" : human_count(problems_) + " failed")
            << (unknown_ == 0 ? "" : ", " + number_of(unknown_, "unknown one"))
            << (removed_ == 0 ? "" : ", " + number_of(removed_, "unknown file") + " removed") << '\n';
  }
  [[nodiscard]] std::uint64_t problems() const { return problems_; }
  [[nodiscard]] std::uint64_t damaged() const { return damaged_; }
  [[nodiscard]] bool has_damaged_bodies() const { return damaged_bodies_; }
  [[nodiscard]] std::uint64_t lost_bodies() const { return lost_bodies_; }

 private:
  static double seconds_of(milliseconds took) { return static_cast<double>(took.count()) / 1'000; }
  /// ` in 14 s`; nothing for less than a second.
  static std::string in_time(milliseconds took) {
    return took < seconds{1} ? std::string{} : " in " + human_duration(took);
  }

  console& io_;
  const verify_options& options_;
  bool damaged_bodies_ = false, raw_was_reported_ = false;
  std::vector<std::filesystem::path> raw_;  ///< not yet reported
  std::uint64_t documents_ = 0, bodies_ = 0, lost_bodies_ = 0, removed_bodies_ = 0, older_ = 0, damaged_ = 0,
                files_ = 0, bytes_ = 0, problems_ = 0, unknown_ = 0, removed_ = 0, journal_bytes_ = 0;
  milliseconds files_took_{0}, journal_took_{0};
};

}  // namespace laundromat
