// Scratch files by key, and unlinked runs.
// SPDX-License-Identifier: Apache-2.0
#include "storage/scratch_store.hpp"

#include <unistd.h>

#include <algorithm>

#include "storage/posix_file.hpp"

namespace laundromat {

namespace {

constexpr std::size_t longest_key = 128;

bool is_usable_key(std::string_view key) {
  const auto allowed = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c == '.' || c == '-';
  };
  return !key.empty() && key.size() <= longest_key && key.front() != '.' &&
         std::all_of(key.begin(), key.end(), allowed);
}

/// Keys never begin with a dot, so that these names are free.
std::filesystem::path unfinished(const std::filesystem::path& folder) {
  return folder / ('.' + fresh_name());
}

}  // namespace

result<scratch_store> scratch_store::at(std::filesystem::path folder) {
  if (auto made = make_folders(folder); !made) return tl::unexpected<failure>(made.error());
  if (auto emptied = empty_folder(folder); !emptied) return tl::unexpected<failure>(emptied.error());
  return scratch_store{std::move(folder)};
}

result<byte_source_ptr> scratch_store::open(std::string_view key) {
  auto file = open_file(key);
  if (!file) return tl::unexpected(file.error());
  return make_file_source(std::make_shared<const file_descriptor>(std::move(*file)));
}

result<file_descriptor> scratch_store::open_file(std::string_view key) const {
  if (!is_usable_key(key)) return fail(errc::not_found, "not a key of scratch");
  return open_to_read_file(folder_ / key);
}

result<std::unique_ptr<staged_file>> scratch_store::create(std::string_view key) {
  return create_file(key);
}

result<std::unique_ptr<staged_descriptor>> scratch_store::create_file(std::string_view key) const {
  if (!is_usable_key(key)) return fail(errc::invalid_argument, "not a key of scratch");
  return stage_file(unfinished(folder_), folder_ / key);
}

void scratch_store::remove(std::string_view key) {
  if (is_usable_key(key)) ::unlink((folder_ / key).c_str());
}

void scratch_store::remove_all(std::string_view prefix) const {
  if (!is_usable_key(prefix)) return;
  std::error_code code;
  for (std::filesystem::directory_iterator it{folder_, code}, end; !code && it != end; it.increment(code))
    if (it->path().filename().native().starts_with(prefix)) ::unlink(it->path().c_str());
}

result<file_descriptor> scratch_store::create_run() const {
  const auto name = unfinished(folder_);
  auto file = laundromat::create_file(name);
  if (file) ::unlink(name.c_str());
  return file;
}

}  // namespace laundromat
