// Handles the inputs of a command: opens each, and passes it on.
// SPDX-License-Identifier: Apache-2.0
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <sstream>

#include "app/campaign/context_source.hpp"
#include "app/terminal/exit_code.hpp"
#include "app/terminal/live_count.hpp"
#include "app/terminal/stop_signals.hpp"
#include "app/terminal/temporary_folder.hpp"
#include "app/terminal/terminal.hpp"
#include "app/wash/input_handler.hpp"
#include "app/wash/wash_options_check.hpp"
#include "app/wash/wash_output.hpp"
#include "app/wash/wash_tree.hpp"
#include "core/campaign/campaign.hpp"

namespace laundromat {

namespace fs = std::filesystem;

namespace {

/// Contexts are loaded only from the public Web, and from this machine only for documents that this machine served.
result<context_source> open_contexts(const wash_options& options, bool is_of_this_machine) {
  context_source_options made;
  made.folder = options.contexts;
  if (options.fetch_contexts) {
    auto& settings = made.fetch_as.emplace();
    settings.contact = wash_contact();
    if (is_of_this_machine) settings.network.allow = loopback_networks();
  }
  return context_source::open(std::move(made));
}

/// The inputs, with -r all files below folders; reports folders that cannot be listed. With several folders, each gets a subfolder
/// of its name for the results.
std::vector<wash_input> all_inputs(const wash_options& options, input_handler& w) {
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

int handle_files(const wash_options& options, const make_input_handler& make) {
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
  const auto contexts = open_contexts(options, false);
  const auto local_contexts = open_contexts(options, true);
  if (!contexts || !local_contexts) {
    std::cerr << "laundromat: --contexts: "
              << harmless(to_string((contexts ? local_contexts : contexts).error())) << '\n';
    return exit_code_of((contexts ? local_contexts : contexts).error());
  }
  const auto handler = make(options, folder->path(), *scratch);
  auto& w = *handler;
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
    w.handle(*document);
    if (w.broken()) return exit_code_of(*w.broken());
  }
  shown.finish();
  if (options.recursive) w.report_sum(inputs.size());
  if (!all_are_usable) return exit_usage;
  if (!all_are_there) return exit_not_found;
  return w.failed() > 0 ? exit_some_failed : exit_ok;
}

}  // namespace laundromat
