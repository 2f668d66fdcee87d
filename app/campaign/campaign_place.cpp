// Checks files and folders without creating or changing any.
// SPDX-License-Identifier: Apache-2.0
#include "app/campaign/campaign_place.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "app/campaign/seed_file.hpp"
#include "app/campaign/seed_pattern.hpp"
#include "app/site/site_rules.hpp"
#include "app/terminal/terminal.hpp"
#include "storage/files/local_file.hpp"
#include "storage/files/posix_file.hpp"
#include "storage/journal/journal_presence.hpp"
#include "storage/journal/journal_reader.hpp"

namespace laundromat {

namespace fs = std::filesystem;

namespace {

/// The lists that the journal of a data folder has; none when it cannot be read, which is found later.
std::vector<read_list> lists_in(const std::string& data) {
  auto db = journal::open(data_layout{data}.journal(), journal_mode::read_only);
  if (!db) return {};
  return journal_reader{*db}.read_lists().value_or(std::vector<read_list>{});
}

bool is_file_uri(std::string_view uri) {
  constexpr std::string_view scheme = "file:";
  return uri.size() > scheme.size() &&
         std::ranges::equal(uri.substr(0, scheme.size()), scheme, [](char a, char b) {
           return (a >= 'A' && a <= 'Z' ? static_cast<char>(a + 32) : a) == b;
         });
}

std::string quoted(const std::string& text) {
  return "`" + harmless(text) + "`";
}

bool is_outside(const campaign_seed& seed, const std::vector<std::string>& roots) {
  if (!is_file_uri(seed.uri)) return false;
  if (roots.empty()) return true;
  const auto file = open_local_file("file:" + seed.uri.substr(5), roots);
  return !file && file.error().code == errc::file_root_refused;
}

std::string advice_for_outside(const campaign_seed& seed, const std::vector<std::string>& roots) {
  return quoted(seed.uri) +
         (roots.empty()
              ? " is on this machine, and `files.roots` allows no folder: write `files: {roots: "
                "[/a/folder]}` with a folder that contains it"
              : " is in no folder of `files.roots`, or is not a regular file: add a folder that contains it "
                "to `files.roots`, or remove the seed");
}

bool holds_seeds(const std::string& data) {
  std::error_code code;
  const auto path = data_layout{data}.journal();
  if (!fs::is_regular_file(path, code)) return false;
  auto kept = open_journal_to_read(data);
  if (!kept) return true;  // the error is reported when the journal is opened for writing
  bool found = false;
  const auto walked = journal_reader{*kept}.each_seed({}, {}, [&](const seed_row&) {
    found = true;
    return false;
  });
  return found || !walked;
}

/// The errno that prevents creating files in an existing folder, tried with an unnamed file, else with a folder that is removed at once; 0
/// when files can be created. A full disk is accepted.
int refusal_to_make(const std::string& folder) {
  if (::access(folder.c_str(), W_OK | X_OK) != 0) return errno;
  if (const file_descriptor file{::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600)};
      file.is_open())
    return 0;
  auto name = folder + "/.laundromat-XXXXXX";
  if (::mkdtemp(name.data()) == nullptr) return errno == ENOSPC || errno == EDQUOT ? 0 : errno;
  ::rmdir(name.c_str());
  return 0;
}

}  // namespace

std::string unfit_for_data(const std::string& folder) {
  if (folder.empty()) return "is empty: write the name of a folder, as in `data: laundry`";
  std::error_code code;
  const auto path = fs::absolute(folder, code).lexically_normal();
  const auto there = fs::status(path, code);
  if (fs::exists(there) && !fs::is_directory(there))
    return quoted(folder) + " is a file: write the name of a folder; it may be new";
  auto above = path;
  while (!fs::exists(fs::status(above, code)) && above.has_parent_path() && above != above.parent_path())
    above = above.parent_path();
  if (!fs::is_directory(fs::status(above, code)))
    return quoted(folder) + " cannot be created, because " + quoted(above.string()) +
           " is a file: write another folder";
  const auto refusal = refusal_to_make(above.string());
  if (refusal == 0) return {};
  const auto why = refusal == EACCES || refusal == EPERM
                       ? std::string{" is not writable for you"}
                       : " accepts no files (" + std::string{std::strerror(refusal)} + ")";
  return quoted(folder) + (above == path ? "" : " cannot be created, because " + quoted(above.string())) +
         why + ": write another folder, or change its permissions";
}

void campaign_place::report(std::string_view key, std::string message) {
  problems_.push_back({file_, line_of_(key), std::move(message)});
}

void campaign_place::check_seed_file(campaign& c, const std::string& file, std::string_view key) {
  std::error_code code;
  const auto kind = fs::status(file, code).type();
  const auto* why = kind == fs::file_type::not_found    ? "no such file"
                    : kind == fs::file_type::directory  ? "a folder"
                    : ::access(file.c_str(), R_OK) != 0 ? "you may not read it"
                                                        : nullptr;
  if (why)
    return report(
        key, "seed_files: " + quoted(file) + ": " + why +
                 "; write the path of a file with one URI per line, relative to the folder of this campaign");
  const auto known = std::ranges::find(known_lists_, file, &read_list::path);
  if (known != known_lists_.end() && is_untouched(*known, stamp_of(file))) {
    has_listed_ = has_listed_ || known->seeds > 0;
    return;
  }
  auto opened = seed_file::open(file);
  if (!opened) return problems_.push_back(opened.error());
  bool is_outside_known = false;
  const bool is_kept = !is_read_again(file);
  const auto read = read_seeds(*std::move(opened), [&](const campaign_seed& seed, std::size_t line) {
    has_listed_ = true;
    if (is_kept) c.seeds.push_back(seed);
    if (!is_outside_known && is_outside(seed, c.files.roots)) {
      is_outside_known = true;
      problems_.push_back({file, line, advice_for_outside(seed, c.files.roots)});
    }
  });
  if (!read) problems_.insert(problems_.end(), read.error().begin(), read.error().end());
}

void campaign_place::check_seed_files(campaign& c) {
  std::vector<std::string> kept;
  if (!c.seed_files.empty()) known_lists_ = lists_in(c.data);
  for (std::size_t i = 0; i < c.seed_files.size(); ++i) {
    check_seed_file(c, c.seed_files[i], "seed_files." + std::to_string(i));
    if (is_read_again(c.seed_files[i])) kept.push_back(c.seed_files[i]);
  }
  c.seed_files = std::move(kept);
}

void campaign_place::check(const campaign& c) {
  check_data(c.data);
  check_folders(c);
  check_seeds(c);
}

void campaign_place::check_folder(std::string_view key, const std::string& folder) {
  std::error_code code;
  const auto there = fs::status(folder, code);
  if (fs::is_directory(there) && ::access(folder.c_str(), R_OK | X_OK) == 0) return;
  const auto* why = !fs::exists(there)         ? " does not exist"
                    : !fs::is_directory(there) ? " is not a folder"
                                               : " is not readable for you";
  report(key, std::string{key} + ": " + quoted(folder) + why +
                  ": write the path of a folder, relative to the folder of this campaign");
}

void campaign_place::check_folders(const campaign& c) {
  for (std::size_t i = 0; i < c.files.roots.size(); ++i)
    check_folder("files.roots." + std::to_string(i), c.files.roots[i]);
  if (!c.serve.folder.empty()) {
    check_folder("serve.folder", c.serve.folder);
    if (const auto rules = load_site_rules(c.serve.rules); !rules)
      for (const auto& problem : rules.error()) report("serve.rules", "serve.rules: " + to_string(problem));
  }
  // Fetched contexts are stored there, so the folder may be new.
  if (!c.washing.contexts.empty() && !c.washing.fetch_contexts)
    check_folder("washing.contexts", c.washing.contexts);
}

void campaign_place::check_data(const std::string& data) {
  if (const auto why = unfit_for_data(data); !why.empty()) report("data", "data: " + why);
}

void campaign_place::check_seeds(const campaign& c) {
  if (c.seeds.empty() && c.harvest.registry.empty() && !has_listed_ && !holds_seeds(c.data))
    report("seeds",
           "no seed: write URIs under `seeds:`, or files of them under `seed_files:`; to crawl only seeds "
           "that are in the data folder, add them first, with `laundromat add --data " +
               harmless(c.data) + " URI`");
  const auto first = std::ranges::find_if(
      c.seeds, [&c](const campaign_seed& seed) { return is_outside(seed, c.files.roots); });
  if (first != c.seeds.end())
    report("seeds." + std::to_string(first - c.seeds.begin()), advice_for_outside(*first, c.files.roots));
  for (std::size_t i = 0; i < c.seeds.size(); ++i)
    if (seed_pattern::is_named_by(c.seeds[i].uri))
      if (const auto pattern = seed_pattern::of(c.seeds[i]); !pattern)
        report("seeds." + std::to_string(i), quoted(c.seeds[i].uri) + ": " + pattern.error());
}

}  // namespace laundromat
