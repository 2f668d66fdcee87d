// laundromat verify: checks every file of the clean store against the journal or a manifest.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <ostream>
#include <thread>

#include "app/commands/commands.hpp"
#include "app/commands/verify_verdict.hpp"
#include "app/publish/digest_list.hpp"
#include "app/records/open_journal.hpp"
#include "app/terminal/json.hpp"
#include "app/terminal/live_count.hpp"
#include "core/base/keyed_table.hpp"
#include "core/campaign/campaign.hpp"
#include "storage/graphs/graph_check.hpp"
#include "storage/journal/damage_search.hpp"
#include "storage/journal/journal_accept.hpp"
#include "storage/journal/journal_log.hpp"
#include "storage/journal/journal_places.hpp"
#include "storage/journal/journal_presence.hpp"
#include "storage/segments/segment_check.hpp"
#include "storage/stores/clean_sweep.hpp"
#include "storage/stores/data_folder.hpp"
#include "storage/warc/stored_body_check.hpp"

namespace laundromat {
namespace {

namespace fs = std::filesystem;

/// Checks that the journal may decide what is unknown.
result<void> check_may_remove(const verify_options& options, journal& from, const fs::path& folder) {
  if (!options.remove_unknown) return {};
  const auto root = safe_folder::named(folder);
  return root ? check_belongs(*root, from) : tl::unexpected(root.error());
}

/// Reports the damage of the journal, which may then be wrong about documents.
result<void> report_damage(const verify_options& options, damage_search& search, const fs::path& folder,
                           verdict& findings) {
  const auto damage = search.finish();
  if (!damage) return tl::unexpected(damage.error());
  const auto path = data_layout{folder}.journal();
  for (const auto& one : *damage) findings.report({{path}, one}, "");
  std::error_code code;
  const auto size = fs::file_size(path, code);
  findings.count_journal(code ? 0 : size, search.took());
  if (damage->empty() || !options.remove_unknown) return {};
  return fail(errc::journal_damaged,
              "the journal is damaged and may lack documents: no file is removed. Restore journal.sqlite "
              "from a backup");
}

/// Checks the segments of a kind. An engine may rewrite one between the question to the journal and the look at its file: then both are repeated.
result<segments_check> check_kind(journal& from, const safe_folder& data, segment_kind kind) {
  constexpr int most_tries = 3;
  for (int tries = 1;; ++tries) {
    const auto ends = from.segments(kind);
    if (!ends) return tl::unexpected(ends.error());
    auto found =
        kind == segment_kind::raw ? check_warc_segments(data, *ends) : check_segments(data, kind, *ends);
    if (!found || found->problems.empty() || tries == most_tries) return found;
    const auto now = from.segments(kind);
    if (!now) return tl::unexpected(now.error());
    if (*now == *ends) return found;
  }
}

void note_leftovers(const segments_check& found, const fs::path& root, verdict& findings) {
  for (const auto& [path, bytes] : found.leftovers)
    findings.note(root / path, {{"leftover_bytes", bytes}},
                  number_of(bytes, "byte") +
                      " behind the end that the journal names, which is no damage: a running engine is "
                      "appending, or the next run cuts them");
  for (const auto& path : found.set_aside)
    findings.note(root / path, {{"set_aside", true}},
                  "was not in the journal that --accept-journal accepted: wash it or remove it");
}

/// Checks the segments of the data folder `data` against the journal, and the bodies in them.
result<void> verify_segments(const verify_options& options, journal& from, const safe_folder& data,
                             std::size_t threads, verdict& findings, console& io) {
  const auto& root = data.path();
  std::vector<fs::path> bad;
  for (const auto kind :
       {segment_kind::clean, segment_kind::ledger, segment_kind::delta, segment_kind::raw}) {
    const auto found = check_kind(from, data, kind);
    if (!found) return tl::unexpected(found.error());
    for (const auto& [path, what] : found->problems) {
      findings.report({{root / path}, what}, "");
      bad.push_back(path);
    }
    for (const auto& path : found->unknown)
      if (kind ==
          segment_kind::raw)  // a running engine may be writing it; the next one removes what no COMMIT names
        findings.report_unknown_raw(root / path);
      else
        findings.remove_or_report(data, path);
    note_leftovers(*found, root, findings);
  }
  if (options.without_raw) return {};
  live_count shown{io, "bodies checked"};
  const auto bodies = check_stored_bodies(from, data, threads, bad, [&](std::uint64_t count) {
    for (; count > 0; --count) shown.count();
  });
  shown.finish();
  if (!bodies) return tl::unexpected(bodies.error());
  findings.add(*bodies, root, [&](const record_hash& download) {
    const auto entry = from.entry(download);
    return entry ? entry->uri : std::string{};
  });
  return {};
}

/// Checks the clean store against the journal.
result<void> verify_store(const verify_options& options, journal& from, const clean_store& store,
                          verdict& findings, console& io) {
  const auto threads =
      options.threads > 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency());
  live_count shown{io, "documents checked"};
  auto done = check_documents(from, store, std::string{program_version}, threads,
                              [&](const kept_document& document, const document_check& found) {
                                if (!found.problems.empty() || !found.unknown.empty()) shown.finish();
                                findings.add(document, found, store.folder());
                                shown.count();
                              });
  shown.finish();
  if (!done) return done;
  const auto unknown_files = find_unknown_files(store, [&](const content_digest& digest) {
    const auto known = journal_reader{from}.clean(digest);
    return known || known.error().code != errc::not_found;
  });
  if (!unknown_files) return tl::unexpected(unknown_files.error());
  for (const auto& unknown_file : *unknown_files) findings.remove_or_report(store.folder(), unknown_file);
  const auto data = safe_folder::named(store.folder().path().parent_path());
  if (!data) return tl::unexpected(data.error());
  if (auto graphs = check_graphs(*data, from); !graphs)
    return tl::unexpected(graphs.error());
  else
    for (const auto& [path, what] : *graphs) findings.report({{data->path() / path}, what}, "");
  return verify_segments(options, from, *data, threads, findings, io);
}

/// Checks the journal and the stores at the same time; before files are removed the journal is checked alone.
result<void> verify_both(const verify_options& options, journal& from, journal_mode mode,
                         const clean_store& store, verdict& findings, console& io) {
  const auto root = store.folder().path().parent_path();
  damage_search search{[=] { return journal::open(data_layout{root}.journal(), mode); }};
  result<void> journal_done, store_done;
  if (options.remove_unknown) journal_done = report_damage(options, search, root, findings);
  if (journal_done) {
    const auto begun = std::chrono::steady_clock::now();
    store_done = verify_store(options, from, store, findings, io);
    findings.count_time_of_files(
        std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - begun));
  }
  if (!options.remove_unknown) journal_done = report_damage(options, search, root, findings);
  return journal_done ? store_done : journal_done;
}

void check_listed(const fs::path& path, const manifest_line& line, verdict& findings) {
  const auto found = digest_file(path);
  if (!found)
    findings.report({{path}, found.error().code == errc::not_found ? "is missing" : to_string(found.error())},
                    "");
  else if (found->digest != line.digest)
    findings.report(
        {{path}, "has the digest " + found->digest.hex() + ", but the manifest has " + line.digest.hex()},
        "");
  findings.count_file(found ? found->bytes : 0);
}

/// Checks files against a manifest, which is checked first against its own digest.
result<void> verify_manifest(const fs::path& folder, verdict& findings, console& io) {
  live_count shown{io, "files checked"};
  const keyed_hasher key;  // for millions of names
  std::vector<std::size_t> listed{key(manifest_name), key(manifest_check_name)};
  const auto check = [&](const manifest_line& line) {
    check_listed(folder / line.name, line, findings);
    listed.push_back(key(line.name));
    shown.count();
  };
  for (const auto name : {manifest_check_name, manifest_name}) {
    auto read = read_manifest(folder / name, check);
    if (!read && read.error().code != errc::syntax_error) return read;
    if (!read) findings.report({{folder / name}, read.error().detail}, "");
  }
  shown.finish();
  std::ranges::sort(listed);
  std::error_code code;
  for (const auto& file : fs::recursive_directory_iterator(folder, code))
    if (file.is_regular_file(code) &&
        !std::ranges::binary_search(listed, key(file.path().lexically_relative(folder).string())))
      findings.report_unknown(file.path());
  return {};
}

constexpr std::string_view advice =
    "What to do: a damaged document in a segment is written again when a crawl of its seed washes the same "
    "source.\n"
    "One with a folder of its own is written again when that folder was removed before. Without a crawl:\n"
    "`laundromat show HASH` prints the path of the received body (raw path) and its base;\n"
    "`laundromat wash --base IRI` of that file prints the document. A lost delta is not written again; "
    "`laundromat\n"
    "diff` of the two documents prints the same changes.\n";

constexpr std::string_view advice_on_bodies =
    "A damaged body is lost until its seed is crawled again; the clean document that was washed from it is "
    "not "
    "affected.\n`laundromat show HASH` of the download that is named above prints its seed and documents.\n";

constexpr std::string_view advice_on_lost_bodies =
    "What to do: put missing raw segments back from a backup. Without one their bodies are lost until their "
    "seeds are\ncrawled again; the clean documents that were washed from them are not affected.\n";

/// Whether commands refuse the journal of a locked folder, and it has no newer replacement.
result<bool> needs_acceptance(const data_folder& held) {
  const auto lost = find_log_damage(held.folder(), held.layout().journal().filename());
  if (!lost) return tl::unexpected(lost.error());
  if (*lost) return true;
  auto whole = journal::open(held.layout().journal(), journal_mode::read_only);
  if (whole) {
    const auto belongs = check_belongs(held.folder(), *whole);
    if (!belongs)
      return belongs.error().code == errc::journal_outdated || belongs.error().code == errc::journal_foreign;
  }
  const auto found = whole ? whole->find_damage(1) : tl::unexpected(whole.error());
  if (!found && found.error().code != errc::journal_damaged) return tl::unexpected(found.error());
  return !found || !found->empty();
}

constexpr std::string_view words_of_acceptance =
    "accepted  all pages of journal.sqlite were rewritten with checksums. SQLite's check, all references "
    "and all digests are correct;\n          flipped bits in other fields, such as a date or a count, "
    "cannot be detected: these fields are unchanged.\n          Files that are listed as unknown are not in "
    "this journal; a newer one may name them\n";

void report_acceptance(const verify_options& options, const std::optional<log_damage>& lost,
                       const fs::path& kept, console& io) {
  if (options.json)
    return print_fact(
        io.out,
        {{"accepted", true}, {"kept", kept.string()}, {"lost_transactions", lost ? lost->transactions : 0}});
  io.out << words_of_acceptance;
  if (lost) io.out << "          not recovered: " << to_string(*lost) << '\n';
  io.out << "          the old journal is kept: " << harmless(kept.string()) << '\n';
}

/// Checks everything except the page checksums of the journal.
result<void> verify_unchecked(const verify_options& options, const data_folder& held, verdict& findings,
                              console& io) {
  auto from = journal::open(held.layout().journal(), journal_mode::unchecked);
  if (!from) return tl::unexpected(from.error());
  if (auto acceptable = check_acceptable(held.folder(), *from); !acceptable) return acceptable;
  auto places = journal::open(held.layout().journal(), journal_mode::unchecked);
  auto store = clean_store::at(held.layout().clean());
  if (!places || !store) return tl::unexpected(places ? store.error() : places.error());
  store->use_segments(held.folder(), make_journal_places(std::move(*places)));
  return verify_both(options, *from, journal_mode::unchecked, *store, findings, io);
}

/// Keeps the raw segments of a newer journal, which the next run would remove.
result<void> set_aside_segments(const data_folder& held, verdict& findings) {
  auto accepted = journal::open(held.layout().journal(), journal_mode::read_only);
  const auto ends =
      accepted ? accepted->segments(segment_kind::raw) : tl::unexpected<failure>(accepted.error());
  if (!ends) return tl::unexpected(ends.error());
  const auto moved = set_aside_unknown_warc(held.folder(), *ends);
  if (!moved) return tl::unexpected(moved.error());
  for (const auto& path : *moved)
    findings.note(held.layout().root / path, {{"set_aside", true}},
                  "is not in this journal, and has this name now, so that the next run does not remove it: "
                  "wash it or remove it");
  return {};
}

/// Requires the lock of the folder.
result<void> verify_and_accept(const verify_options& options, const data_folder& held, verdict& findings,
                               console& io) {
  const auto lost = find_log_damage(held.folder(), held.layout().journal().filename());
  if (!lost) return tl::unexpected(lost.error());
  if (auto done = verify_unchecked(options, held, findings, io); !done) return done;
  if (findings.problems() > 0) {
    findings.report_raw();
    io.err
        << "laundromat: the journal is not accepted because of the failures above, and is unchanged: restore "
           "journal.sqlite from a backup\n";
    return {};
  }
  if (auto accepted = accept_journal(held); !accepted) {
    findings.report_raw();
    return accepted;
  }
  if (auto moved = set_aside_segments(held, findings); !moved) return moved;
  report_acceptance(options, *lost, held.layout().root / kept_journal_name, io);
  return {};
}

/// Returns false when there is nothing to accept, or the folder cannot be locked.
bool accept_if_asked(const verify_options& options, verdict& findings, command_context& context) {
  std::error_code code;
  if (!options.accept_journal || !fs::exists(data_layout{context.data}.journal(), code)) return false;
  const auto held = data_folder::open(context.data);
  if (!held) return refuse(held.error(), context), true;
  const auto needed = needs_acceptance(*held);
  if (!needed) return refuse(needed.error(), context), true;
  if (!*needed) {
    findings.report_raw();
    context.io.err << "nothing to accept: the journal is undamaged and the newest\n";
    return false;
  }
  if (const auto done = verify_and_accept(options, *held, findings, context.io); !done)
    refuse(done.error(), context);
  return true;
}

/// Checks the data folder.
void verify_data(const verify_options& options, verdict& findings, command_context& context) {
  auto from = open_journal(context);
  if (!from) return;
  std::optional<data_folder> alone;  // no engine writes meanwhile
  if (options.remove_unknown) {
    auto held = data_folder::open(context.data);
    if (!held) return refuse(held.error(), context);
    alone.emplace(*std::move(held));
  }
  const auto store = open_clean_store(context);
  if (!store) return;
  auto done = check_may_remove(options, *from, context.data);
  if (done) done = verify_both(options, *from, journal_mode::read_only, *store, findings, context.io);
  if (!done) refuse(done.error(), context);
}

void verify(const verify_options& options, command_context& context) {
  verdict findings{context.io, options};
  if (!options.catalogue.empty()) {
    const auto begun = std::chrono::steady_clock::now();
    if (const auto done = verify_manifest(options.catalogue, findings, context.io); !done)
      return refuse(done.error(), context);
    findings.count_time_of_files(
        std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - begun));
  } else {
    if (!options.folder.empty()) context.data = options.folder;
    if (!accept_if_asked(options, findings, context)) verify_data(options, findings, context);
    if (context.exit_code != exit_ok) return;
  }
  findings.finish();
  if (findings.problems() == 0) return;
  context.exit_code = exit_some_failed;
  if (findings.damaged() > 0 && !options.json) context.io.err << advice;
  if (findings.has_damaged_bodies() && !options.json) context.io.err << advice_on_bodies;
  if (findings.lost_bodies() > 0 && !options.json) context.io.err << advice_on_lost_bodies;
}

}  // namespace

void add_verify_command(cli_command& program, command_context& context) {
  auto options = std::make_shared<verify_options>();
  auto& command =
      program.add_command("verify", "Check every clean document against the journal, or a catalogue");
  command.positional("DIR", options->folder, "The data folder; default: that of --data");
  command
      .option("--catalogue", options->catalogue,
              "Check a folder that `catalogue` wrote against its SHA256SUMS")
      .excludes("DIR");
  command.option("--threads", options->threads, "Number of threads; 0: one for each core");
  command
      .flag("--without-raw", options->without_raw,
            "Do not read received bodies, which are often larger than the clean documents")
      .excludes("--catalogue");
  command
      .flag("--remove-unknown", options->remove_unknown,
            "Remove files that the journal does not name; requires that no engine runs")
      .excludes("--catalogue");
  command
      .flag("--accept-journal", options->accept_journal,
            "Accept a journal that another program has changed, or whose log is damaged, when all other "
            "checks pass; requires that no engine runs")
      .excludes("--catalogue")
      .excludes("--remove-unknown");
  command.flag("--json", options->json, "One JSON object per line");
  add_data_option(command, context);
  command.examples({"laundromat verify laundry", "laundromat verify --catalogue catalogue"});
  command.notes(
      "Checks the checksum of each page of the journal, each index, and every reference between its rows. "
      "Reads every "
      "file of the clean store and checks its digest, that its statements are sorted and unique, and their "
      "number; also indexes, ledgers, metadata and deltas. Reads every received body that the journal names, "
      "and checks its length and digest; of a record of at most 4 MiB in a WARC segment also the gzip member "
      "and "
      "the digest that it states. Does not read records that the journal does not name: requests, redirects, "
      "robots.txt, "
      "`revisit`, `metadata` and `warcinfo`; `laundromat cdx` reads all gzip members. Bodies at worker nodes "
      "are not read. Files that the journal does not name are "
      "reported, but are not failures: a running engine writes such files, and a killed one may leave some, "
      "as "
      "bytes behind the end of a segment. "
      "--accept-journal ignores the checksums of pages; when all other checks pass it writes all pages with "
      "new "
      "checksums and keeps the old journal next to the new one. It cannot find flipped bits: a backup "
      "is better. Raw segments that the accepted journal does not name get names that end in `.set-aside`: "
      "no "
      "run removes them, `verify` notes them, and `laundromat wash` reads them.\n\nThe last line tells how "
      "many parts of documents were read: "
      "statements, ledgers and deltas, which are mostly in segments, and indexes and metadata of large "
      "documents; and the bytes read: of files uncompressed, and of the journal, which is "
      "read "
      "at the same time; with --json also the seconds of both.\n\nExit code 1 when a file failed.");
  command.action([options, &context] { verify(*options, context); });
}

}  // namespace laundromat
