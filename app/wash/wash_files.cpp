// Washes files without a campaign and without actors, with the same stage functions as the engine.
// SPDX-License-Identifier: Apache-2.0
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <sstream>
#include <thread>

#include "app/campaign/context_source.hpp"
#include "app/command_line/format_name.hpp"
#include "app/terminal/exit_code.hpp"
#include "app/terminal/live_count.hpp"
#include "app/terminal/stop_signals.hpp"
#include "app/terminal/temporary_folder.hpp"
#include "app/terminal/terminal.hpp"
#include "app/wash/files_in_place.hpp"
#include "app/wash/output_file.hpp"
#include "app/wash/wash_files.hpp"
#include "app/wash/wash_input.hpp"
#include "app/wash/wash_options_check.hpp"
#include "app/wash/wash_output.hpp"
#include "app/wash/wash_report.hpp"
#include "app/wash/wash_tree.hpp"
#include "core/base/machine_fault.hpp"
#include "core/campaign/campaign.hpp"
#include "core/codec/open_view.hpp"
#include "core/codec/scratch_memory.hpp"
#include "core/rdf/guess/guess.hpp"
#include "core/rdf/model/taxonomy.hpp"
#include "core/washing/stages.hpp"
#include "core/web/uri.hpp"
#include "storage/stores/scratch_runs.hpp"
#include "storage/stores/scratch_store.hpp"

namespace laundromat {

namespace fs = std::filesystem;

namespace {

class file_washing {
 public:
  file_washing(const wash_options& options, const fs::path& scratch_folder, scratch_store& scratch)
      : options_(options),
        report_(options),
        output_(options, held_),
        output_stem_((scratch_folder / "out-").string()),
        scratch_(scratch),
        forced_(format_from_option(options.format)) {
    settings_.profile = profile_from_name(options.profile).value_or(wash_profile::standard);
    settings_.forms = options.forms.read();
    settings_.tool_version = program_version;
    settings_.memory_bytes = std::uint64_t{options.memory_mib} << 20;
    settings_.threads = options.threads == 0 ? std::thread::hardware_concurrency() : options.threads;
    ports_.raw = &files_;
    ports_.scratch = &scratch_;
    ports_.make_runs = [&scratch] { return make_scratch_runs([&scratch] { return scratch.create_run(); }); };
    ports_.make_output = [this]() -> result<std::unique_ptr<clean_output>> {
      return std::make_unique<output_file>(output_stem_ + std::to_string(++outputs_), &held_);
    };
    if (options.output == "-") ports_.printed = &printed_;
    if (options.output != "-" || !options.ledger.empty()) ports_.make_ledger = ports_.make_output;
    ports_.describes_reading = true;
    ports_.keeps_empty_ledgers = !options.ledger.empty();
  }

  void wash(const input_document& document) {
    printed_.clear();
    held_.clear();
    auto found = unpack({0,
                         {},
                         document.content,
                         document.charset,
                         {},
                         document.media_type,
                         document.name,
                         std::string{base_of(document.address)},
                         {},
                         1,
                         document.damage,
                         document.input_bytes},
                        ports_, forced_ ? nullptr : &settings_);
    if (!found) return report_failure(document.name, found.error().code, found.error().detail);
    if (found->on == event::children_found) {
      report_damage(document.name, *found);
      return wash_members(document, *found);
    }
    if (found->on != event::leaf_found) return report_failure(document.name, found->cause, found->detail);
    auto leaf = document;
    leaf.content = found->content;
    wash_leaf(leaf, *found);
  }

  void report_failure(const std::string& name, errc code, const std::string& detail) {
    ++failed_;
    report_.report_failure(name, code, detail);
  }

  /// Reports members after the limit of listed ones, which are reported nowhere else.
  void report_damage(const std::string& name, const unpack_outcome& archive) {
    if (archive.stream_defects.empty()) return;
    if (std::ranges::any_of(archive.stream_defects, loses_bytes)) ++failed_;
    report_.report_damage(name, archive);
  }

  /// Sets the loader of contexts for the next documents; may be null.
  void set_contexts(context_loader* contexts) { ports_.contexts = contexts; }
  /// Before each input: sets the subfolder for its results.
  void begin_input(const std::string& folder) {
    files_.forget();
    output_.set_folder(folder);
  }
  /// The number of bytes of a small regular file, which the next document reads; nothing for any other.
  [[nodiscard]] std::optional<std::uint64_t> read_small_file(const std::string& path) {
    return files_.read_small_file(path);
  }
  void report_before(std::function<void()> take_line_away) { report_.before = std::move(take_line_away); }
  void report_sum(std::uint64_t files) {
    sum_.files = files;
    sum_.failed = failed_;
    report_.report_sum(sum_);
  }

  /// The number of documents that failed or have a defect that is not allowed.
  [[nodiscard]] std::uint64_t failed() const { return failed_ + sum_.rejected; }
  /// The failure after which no further document can be washed.
  [[nodiscard]] const std::optional<failure>& broken() const { return broken_; }

 private:
  void wash_members(const input_document& archive, const unpack_outcome& found) {
    const auto shares = shares_of(found.members, archive.input_bytes);
    auto share = shares.begin();
    for (const auto& m : found.members) {
      const auto share_bytes = *share++;
      if (m.kind != member_kind::file) continue;
      auto member = archive;
      member.content = found.content;
      const auto layers = layers_of(found.archive, m);
      member.content.chain.insert(member.content.chain.end(), layers.begin(), layers.end());
      member.name = archive.name + "!/" + m.path;
      member.address = m.base_iri.empty() ? member_base(archive.address, m.path) : m.base_iri;
      member.media_type = m.media_type;
      member.charset = m.charset;
      member.damage = m.damage;
      member.input_bytes = share_bytes;
      if (m.skipped != errc::ok)
        report_failure(member.name, m.skipped, "");
      else
        wash(member);
      if (broken_) return;
    }
  }

  void wash_leaf(const input_document& leaf, unpack_outcome& found) {
    const auto& encoding = found.encoding;
    auto format = forced_;
    if (!format) {
      const auto guessed = found.fused ? result<guess_outcome>{*found.fused}
                                       : guess({0,
                                                {},
                                                leaf.content,
                                                encoding,
                                                leaf.media_type,
                                                leaf.name,
                                                1,
                                                std::string{base_of(leaf.address)}},
                                               ports_);
      if (!guessed) return report_failure(leaf.name, guessed.error().code, guessed.error().detail);
      if (guessed->on == event::announcements_found)
        return report_failure(leaf.name, errc::non_rdf_format,
                              "a list of " + number_of(guessed->announced.uris.size(), "URI") +
                                  ": `laundromat sitemap` prints them");
      if (guessed->on != event::format_found)
        return report_failure(leaf.name, guessed->cause, guessed->detail);
      format = guessed->format;
    }
    const auto washed = found.fused && found.fused->fused
                            ? result<parse_outcome>{*std::move(found.fused->fused)}
                            : parse_leaf(leaf, encoding, *format);
    release_view(leaf.content, scratch_);
    if (!washed) {
      if (is_machine_fault(washed.error().code)) broken_ = washed.error();
      return report_failure(leaf.name, washed.error().code, washed.error().detail);
    }
    if (washed->on != event::statements_stored)
      return report_failure(leaf.name, washed->cause, washed->detail);
    const auto placed = output_.deliver(leaf.name, *washed, printed_);
    if (!placed) {
      const auto& why = placed.error();
      if (why.code != errc::limit_exceeded) broken_ = why;  // a smaller document may fit into the limit
      if (why.code == errc::cancelled) return;  // the reader has closed the pipe, as `head` does: no message
      return report_failure(leaf.name, why.code, why.detail);
    }
    report_.report_result({leaf.name, *format, encoding, base_of(leaf.address), *placed}, *washed);
    add(*washed);
  }

  /// Parses what the unpacker did not: a large document, or one whose format is given.
  result<parse_outcome> parse_leaf(const input_document& leaf, const std::string& encoding,
                                   rdf_format format) {
    printed_.clear();
    held_.clear();
    return parse({0,
                  {},
                  leaf.content,
                  encoding,
                  format,
                  std::string{base_of(leaf.address)},
                  known_media_type(leaf.media_type, leaf.name),
                  {},
                  leaf.charset,
                  1,
                  leaf.damage,
                  leaf.input_bytes},
                 ports_, settings_);
  }

  void add(const parse_outcome& washed) {
    ++sum_.documents;
    sum_.statements += washed.clean.statements;
    sum_.duplicates += washed.duplicates;
    for (const auto& c : washed.defect_counts) sum_.defects += c.count;
    if (is_rejected(washed)) ++sum_.rejected;
  }

  /// Whether a document has a defect that `--fail-on` does not allow.
  [[nodiscard]] bool is_rejected(const parse_outcome& washed) const {
    if (options_.fail_on == "none") return false;
    if (washed.spans.quarantine_bytes > 0) return true;
    return washed.skips > 0 || (washed.repairs > 0 && options_.fail_on == "repair");
  }

  const wash_options& options_;
  wash_report report_;
  held_outputs held_;  ///< of the last document
  wash_output output_;
  std::string output_stem_;  ///< of the staged files
  scratch_memory scratch_;
  std::optional<rdf_format> forced_;
  files_in_place files_;
  washing_ports ports_;
  parse_settings settings_;
  std::string printed_;  ///< the last document, if it is small and printed
  std::uint64_t outputs_ = 0, failed_ = 0;
  wash_sum sum_;
  std::optional<failure> broken_;
};

/// Contexts are loaded only from the public Web, and from this machine only for documents that this machine served.
result<context_source> open_contexts(const wash_options& options, const address_policy& policy) {
  return context_source::open({options.contexts, options.fetch_contexts, wash_user_agent(),
                               [policy](std::span<const std::uint8_t> address, std::uint16_t port) {
                                 return judge(address, port, policy);
                               }});
}

/// The inputs, with -r all files below folders; reports folders that cannot be listed. With several folders, each gets a subfolder
/// of its name for the results.
std::vector<wash_input> all_inputs(const wash_options& options, file_washing& w) {
  std::vector<wash_input> all;
  const auto is_folder = [](const std::string& input) {
    std::error_code code;
    return fs::is_directory(input, code);
  };
  const bool are_several = std::ranges::count_if(options.inputs, is_folder) > 1;
  for (const auto& input : options.inputs) {
    if (!options.recursive || !is_folder(input)) {
      all.push_back({input, "", false});
      continue;
    }
    auto found = files_below(input, options.output == "-" ? fs::path{} : fs::path{options.output},
                             are_several ? inner_path(input) : "");
    for (const auto& folder : found.unread) w.report_failure(folder.name, folder.why.code, folder.why.detail);
    if (found.results > 0)
      std::cerr << harmless(input) << ": " << number_of(found.results, "file")
                << " that an earlier wash made are left out: name them one by one to wash them\n";
    else if (found.files.empty() && found.unread.empty())
      std::cerr << harmless(input) << ": this folder contains no file\n";
    std::ranges::move(found.files, std::back_inserter(all));
  }
  return all;
}

std::uint64_t size_of(const std::string& file) {
  std::error_code unknown;
  const auto size = fs::file_size(file, unknown);
  return unknown ? 0 : size;
}

/// Keeps freed memory for the next document, because getting new memory from the system is slow and the program soon ends.
void keep_freed_memory() {
  constexpr int always = 1 << 30, step = 8 << 20;
  ::mallopt(M_MMAP_THRESHOLD, always);
  ::mallopt(M_TRIM_THRESHOLD, always);
  ::mallopt(M_TOP_PAD, step);
}

}  // namespace

int wash_files(const wash_options& options) {
  keep_freed_memory();
  if (const auto refusal = refusal_of(options); !refusal.empty()) {
    std::cerr << "laundromat: " << harmless(refusal) << '\n';
    return exit_usage;
  }
  if (const auto prepared = wash_output::prepare_folders(options); !prepared) {
    std::cerr << "laundromat: " << harmless(message_of(prepared.error())) << '\n';
    return exit_code_of(prepared.error());
  }
  auto folder = make_temporary_folder();
  block_stop_signals();
  const stop_signals stopping{[&folder, &options] {
    if (folder) folder->remove();
    options.before_end();
    ::_exit(exit_interrupted);
  }};
  auto scratch = folder ? scratch_store::at(folder->path() / "scratch") : tl::unexpected(folder.error());
  if (!scratch) {
    std::cerr << "laundromat: " << harmless(to_string(scratch.error())) << '\n';
    return exit_disk;
  }
  const auto contexts = open_contexts(options, {});
  const auto local_contexts = open_contexts(options, loopback_too());
  if (!contexts || !local_contexts) {
    std::cerr << "laundromat: --contexts: "
              << harmless(to_string((contexts ? local_contexts : contexts).error())) << '\n';
    return exit_code_of((contexts ? local_contexts : contexts).error());
  }
  file_washing w{options, folder->path(), *scratch};
  std::uint64_t number = 0;
  bool all_are_there = true, all_are_usable = true;
  const auto inputs = all_inputs(options, w);
  std::istringstream nothing;
  console io{nothing, std::cout, std::cerr, {}, options.recursive ? inspect_terminal(2) : terminal_info{}};
  live_count shown{io, "files", inputs.size()};
  w.report_before([&shown] { shown.finish(); });
  for (const auto& [input, below, is_listed] : inputs) {
    w.begin_input(below);
    shown.count();
    ++number;
    const auto small_bytes = is_listed ? w.read_small_file(input) : std::nullopt;
    auto document = small_bytes ? local_document(input, *small_bytes)
                                : open_input(input, folder->path() / ("in-" + std::to_string(number)));
    if (!document) {
      w.report_failure(input, document.error().code, document.error().detail);
      if (document.error().code == errc::no_space) return exit_code_of(document.error());
      all_are_there = all_are_there && document.error().code != errc::not_found;
      all_are_usable = all_are_usable && document.error().code != errc::invalid_argument;
      continue;
    }
    if (options.are_temporary) document->name = fs::path{input}.filename().string();
    if (!options.base.empty()) document->address = options.base;
    if (document->input_bytes == 0) document->input_bytes = size_of(document->content.raw_path);
    w.set_contexts((document->is_from_loopback ? local_contexts : contexts)->loader());
    w.wash(*document);
    if (w.broken()) return exit_code_of(*w.broken());
  }
  shown.finish();
  if (options.recursive) w.report_sum(inputs.size());
  if (!all_are_usable) return exit_usage;
  if (!all_are_there) return exit_not_found;
  return w.failed() > 0 ? exit_some_failed : exit_ok;
}

}  // namespace laundromat
