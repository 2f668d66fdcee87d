// Washes into a temporary folder, joins the parts, and cuts them.
// SPDX-License-Identifier: Apache-2.0
#include "app/slice/slice_files.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <ostream>
#include <thread>

#include "app/command_line/format_name.hpp"
#include "app/records/clean_document.hpp"
#include "app/terminal/exit_code.hpp"
#include "app/terminal/json.hpp"
#include "app/terminal/stop_signals.hpp"
#include "app/terminal/temporary_folder.hpp"
#include "app/wash/wash_files.hpp"
#include "core/base/count_words.hpp"
#include "core/campaign/campaign.hpp"
#include "core/codec/compression/block_gzip.hpp"
#include "core/rdf/delta/line_stream.hpp"
#include "core/rdf/sort/line_sorter.hpp"
#include "core/slicing/slice_archives.hpp"
#include "core/slicing/slice_dump.hpp"
#include "storage/files/scratch_folder.hpp"
#include "storage/stores/scratch_runs.hpp"
#include "storage/stores/scratch_store.hpp"

namespace laundromat {

namespace {

namespace fs = std::filesystem;

/// The files of statements that `wash` made, in the order of their names.
std::vector<fs::path> clean_files(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code code;
  for (fs::recursive_directory_iterator at{folder, code}, end; !code && at != end; at.increment(code)) {
    const auto name = at->path().filename().string();
    if (name.ends_with(".nq.gz") && !name.ends_with(".meta.nq.gz") && !name.ends_with(".ledger.nq.gz"))
      found.push_back(at->path());
  }
  std::ranges::sort(found);
  return found;
}

/// The parts as one clean document. Errors: those of the files; `archive_damaged` for one that was changed meanwhile.
class clean_dump {
 public:
  using runs_maker = std::function<std::unique_ptr<run_store>()>;

  result<void> join(std::vector<fs::path> files, const fs::path& target, const runs_maker& make_runs,
                    sort_options sorting) {
    if (files.size() == 1) file_ = files.front();
    if (files.size() < 2) return {};
    const auto runs = make_runs();
    line_sorter sorter{*runs, sorting};
    for (const auto& file : files) {
      auto text = open_clean_file(file.string(), warnings_);
      if (!text) return tl::unexpected(text.error());
      line_stream lines{**text, file.string()};
      for (;;) {
        const auto more = lines.advance();
        if (!more) return tl::unexpected(more.error());
        if (!*more) break;
        if (auto added = sorter.add(lines.line()); !added) return added;
      }
      text->reset();
      std::error_code stays;
      fs::remove(file, stays);
    }
    auto joined = replace_link(target);
    if (!joined) return tl::unexpected(joined.error());
    block_gzip_sink packed{**joined, sorting.workers};
    auto done = sorter.finish([&](std::string& batch) { return packed.write(batch); });
    if (done) done = packed.finish();
    if (done) done = (*joined)->commit();
    file_ = target;
    return done;
  }

  result<byte_source_ptr> open() {
    return file_.empty() ? make_memory_source("") : open_clean_file(file_.string(), warnings_);
  }
  /// Whether all that was read was intact.
  [[nodiscard]] result<void> check() const {
    if (warnings_.rows().empty()) return {};
    return fail(errc::archive_damaged,
                "a temporary file is damaged: the disk, or another program, changed it");
  }

 private:
  fs::path file_;
  warning_log warnings_;
};

bool has_slices(const fs::path& folder) {
  std::error_code code;
  return fs::exists(folder / slice_archives::list_name, code) ||
         fs::exists(folder / slice_archives::name_of(slice_format::tar, 1), code) ||
         fs::exists(folder / slice_archives::name_of(slice_format::warc, 1), code);
}

/// What cannot be done, before anything is read; empty when it can.
std::string refusal_of(const slice_options& options) {
  if (!options.rdf_format.empty() && !format_from_option(options.rdf_format))
    return "--from-format " + options.rdf_format +
           " is no format; `laundromat formats` lists formats, extensions and media types";
  if (options.output == "-") return "-o -: the archives are several files: name a folder, which may be new";
  std::error_code code;
  if (fs::exists(options.output, code) && !fs::is_directory(options.output, code))
    return "-o " + options.output + " is a file: name a folder, which may be new";
  if (has_slices(options.output)) return options.output + " already contains slices: name another folder";
  return {};
}

int refuse_failure(console& io, const failure& why) {
  io.err << "laundromat: " << harmless(message_of(why)) << '\n';
  return exit_code_of(why);
}

/// Says why there is no document, where there could be some.
void warn_of_nothing(console& io, const slice_options& options, const slicing_counts& found) {
  if (found.documents > 0 || found.statements == 0) return;
  io.err << "laundromat: slice: no document: ";
  if (!options.prefixes.empty())
    io.err << "no resource of the dump begins with " << harmless(options.prefixes.front())
           << (options.prefixes.size() > 1 ? " or another --prefix" : "")
           << ": compare --prefix with `laundromat wash` of the dump\n";
  else if (options.by == "graph")
    io.err << "no statement has a graph whose IRI names a document: --by graph is for N-Quads and TriG, --by "
              "subject for others\n";
  else
    io.err << "the dump has only statements about blank nodes\n";
}

void print_in_words(console& io, const slice_options& options, const slicing_counts& found,
                    std::uint64_t archives) {
  io.err << number_of(found.statements, "statement") << ": " << number_of(found.documents, "document")
         << " of " << number_of(found.placed, "statement") << " in " << number_of(archives, "archive")
         << " in " << harmless(options.output) << '\n';
  if (found.left_out > 0)
    io.err << number_of(found.left_out, "statement")
           << (options.by == "graph" ? " without a graph that names a document: in no document\n"
                                     : " about blank nodes or other resources: in no document\n");
  if (found.cut_documents > 0)
    io.err << number_of(found.cut_documents, "document")
           << " cut: too many statements are connected by blank nodes or reifications; "
           << slice_archives::list_name << " marks these documents, and more --memory-mib may help\n";
  if (found.reifications_left_out > 0)
    io.err << number_of(found.reifications_left_out, "reification")
           << " left out: one node reifies too many statements\n";
}

void print_as_json(console& io, const slice_options& options, const slicing_counts& found,
                   std::uint64_t archives) {
  print_fact(io.out, {{"folder", options.output},
                      {"by", options.by},
                      {"statements", found.statements},
                      {"documents", found.documents},
                      {"archives", archives},
                      {"placed", found.placed},
                      {"left_out", found.left_out},
                      {"cut_documents", found.cut_documents},
                      {"large_groups", found.large_groups},
                      {"reifications_left_out", found.reifications_left_out}});
}

wash_options washing_of(const slice_options& options, const fs::path& folder,
                        const std::function<void()>& before_end) {
  wash_options made;
  made.inputs = options.inputs;
  made.output = folder.string();
  made.base = options.base;
  made.profile = options.profile;
  made.format = options.rdf_format;
  made.format_option = "--from-format";
  made.memory_mib = options.memory_mib;
  made.threads = options.threads;
  made.ledger = options.ledger;
  made.recursive = options.recursive;
  made.before_end = before_end;
  return made;
}

}  // namespace

int slice_files(const slice_options& options, console& io) {
  std::optional<slicing_method> method;
  if (options.by != "graph") method = slicing_from_name(options.by);
  if (const auto refusal = refusal_of(options); !refusal.empty()) {
    io.err << "laundromat: slice: " << harmless(refusal) << '\n';
    return exit_usage;
  }
  auto folder = make_temporary_folder();
  if (!folder) return refuse_failure(io, folder.error());
  const auto remove_folder = [&folder] { folder->remove(); };
  const int washed = wash_files(washing_of(options, folder->path() / "washed", remove_folder));
  if (washed != exit_ok && washed != exit_some_failed) return washed;
  auto files = clean_files(folder->path() / "washed");
  if (files.empty() && washed != exit_ok) return washed;

  block_stop_signals();
  const stop_signals stopping{[&remove_folder] {
    remove_folder();
    ::_exit(exit_interrupted);
  }};
  auto scratch = scratch_store::at(folder->path() / "scratch");
  if (!scratch) return refuse_failure(io, scratch.error());
  const auto make_runs = [&scratch] {
    return make_scratch_runs([&scratch] { return scratch->create_run(); });
  };
  worker_pool workers{options.threads == 0 ? std::max(1U, std::thread::hardware_concurrency())
                                           : options.threads};
  const auto memory_bytes = std::uint64_t{options.memory_mib} << 20;
  clean_dump dump;
  if (auto joined =
          dump.join(std::move(files), folder->path() / "dump.nq.gz", make_runs, {memory_bytes, &workers});
      !joined)
    return refuse_failure(io, joined.error());
  slice_archives archives{
      {options.format == "warc" ? slice_format::warc : slice_format::tar, options.documents,
       "laundromat/" + std::string(program_version)},
      [&options](const std::string& name) { return replace_link(fs::path{options.output} / name); },
      workers};
  auto found = slice_dump({method, options.prefixes, memory_bytes},
                          {[&dump] { return dump.open(); }, make_runs, &workers}, archives);
  if (found)
    if (auto intact = dump.check(); !intact) found = tl::unexpected(intact.error());
  if (found)
    if (auto finished = archives.finish(); !finished) found = tl::unexpected(finished.error());
  if (!found) return refuse_failure(io, found.error());
  warn_of_nothing(io, options, *found);
  (options.json ? print_as_json : print_in_words)(io, options, *found, archives.archives());
  return found->cut_documents > 0 || found->reifications_left_out > 0 ? exit_some_failed : washed;
}

}  // namespace laundromat
