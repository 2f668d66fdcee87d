// Looks at files and folders; nothing is made or changed.
// SPDX-License-Identifier: Apache-2.0
#include "app/campaign_place.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "app/terminal.hpp"
#include "storage/journal_presence.hpp"
#include "storage/journal_reader.hpp"

namespace laundromat {

namespace fs = std::filesystem;

namespace {

bool is_file_uri(std::string_view uri) {
  constexpr std::string_view scheme = "file:";
  return uri.size() > scheme.size() &&
         std::ranges::equal(uri.substr(0, scheme.size()), scheme, [](char a, char b) {
           return (a >= 'A' && a <= 'Z' ? static_cast<char>(a + 32) : a) == b;
         });
}

bool holds_seeds(const std::string& data) {
  std::error_code code;
  const auto path = data_layout{data}.journal();
  if (!fs::is_regular_file(path, code)) return false;
  auto kept = open_journal_to_read(data);
  if (!kept) return true;  // whoever opens it to write says what is wrong with it
  bool found = false;
  const auto walked = journal_reader{*kept}.each_seed({}, [&](const seed_row&) {
    found = true;
    return false;
  });
  return found || !walked;
}

std::string quoted(const std::string& text) {
  return "`" + harmless(text) + "`";
}

}  // namespace

std::string unfit_for_data(const std::string& folder) {
  if (folder.empty()) return "names no folder: write one, as `data: laundry`";
  std::error_code code;
  const auto path = fs::absolute(folder, code).lexically_normal();
  const auto there = fs::status(path, code);
  if (fs::exists(there) && !fs::is_directory(there))
    return quoted(folder) + " is a file: write the name of a folder, which may be a new one";
  auto above = path;
  while (!fs::exists(fs::status(above, code)) && above.has_parent_path() && above != above.parent_path())
    above = above.parent_path();
  if (!fs::is_directory(fs::status(above, code)))
    return quoted(folder) + " cannot be made, because " + quoted(above.string()) +
           " is a file: write another folder";
  if (::access(above.c_str(), W_OK | X_OK) != 0)
    return quoted(folder) +
           (above == path ? " is not yours to write"
                          : " cannot be made, because " + quoted(above.string()) + " is not yours to write") +
           ": write another folder, or change who may write there";
  return {};
}

void campaign_place::report(std::string_view key, std::string message) {
  problems_.push_back({file_, line_of_(key), std::move(message)});
}

std::vector<campaign_seed> campaign_place::seeds_of(const std::string& seed_file, std::string_view key) {
  std::error_code code;
  const auto kind = fs::status(seed_file, code).type();
  const auto* why = kind == fs::file_type::not_found         ? "no such file"
                    : kind == fs::file_type::directory       ? "a folder"
                    : ::access(seed_file.c_str(), R_OK) != 0 ? "not yours to read"
                                                             : nullptr;
  if (why) {
    report(key, "seed_files: " + quoted(seed_file) + ": " + why +
                    "; write the path of a file with one URI a line, seen from the folder of this campaign");
    return {};
  }
  auto seeds = load_seed_file(seed_file);
  if (seeds) return *std::move(seeds);
  problems_.insert(problems_.end(), seeds.error().begin(), seeds.error().end());
  return {};
}

void campaign_place::check(const campaign& c) {
  check_data(c.data);
  check_seeds(c);
}

void campaign_place::check_data(const std::string& data) {
  if (const auto why = unfit_for_data(data); !why.empty()) report("data", "data: " + why);
}

void campaign_place::check_seeds(const campaign& c) {
  if (c.seeds.empty() && !holds_seeds(c.data))
    report("seeds",
           "no seed: write URIs under `seeds:`, or files of them under `seed_files:`; to carry on with seeds "
           "of a data "
           "folder, put them there first, with `laundromat add --data " +
               harmless(c.data) + " URI`");
  if (!c.files.roots.empty()) return;
  const auto first =
      std::ranges::find_if(c.seeds, [](const campaign_seed& seed) { return is_file_uri(seed.uri); });
  if (first == c.seeds.end()) return;
  report("seeds." + std::to_string(first - c.seeds.begin()),
         quoted(first->uri) +
             " lies on this machine, and `files.roots` allows no folder: write `files: {roots: "
             "[/a/folder]}`, with a "
             "folder above it");
}

}  // namespace laundromat
