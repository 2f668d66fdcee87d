// Implements scratch files by key, and unlinked runs.
// SPDX-License-Identifier: Apache-2.0
#include "storage/stores/scratch_store.hpp"

#include <algorithm>

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

/// Keys never begin with a dot, so temporary names may.
std::string unfinished() {
  return '.' + fresh_name();
}

}  // namespace

result<scratch_store> scratch_store::at(std::filesystem::path folder) {
  auto opened = safe_folder::make(folder);
  if (!opened) return tl::unexpected<failure>(opened.error());
  if (auto emptied = opened->empty(); !emptied) return tl::unexpected<failure>(emptied.error());
  return scratch_store{std::move(*opened)};
}

result<byte_source_ptr> scratch_store::open(std::string_view key) {
  auto file = open_file(key);
  if (!file) return tl::unexpected(file.error());
  return make_file_source(std::make_shared<const file_descriptor>(std::move(*file)));
}

result<file_descriptor> scratch_store::open_file(std::string_view key) const {
  if (!is_usable_key(key)) return fail(errc::not_found, "not a valid scratch key");
  return folder_.open_to_read(key);
}

result<std::unique_ptr<staged_file>> scratch_store::create(std::string_view key) {
  return create_file(key);
}

result<std::unique_ptr<staged_descriptor>> scratch_store::create_file(std::string_view key) const {
  if (!is_usable_key(key)) return fail(errc::invalid_argument, "not a valid scratch key");
  return folder_.stage(unfinished(), key);
}

void scratch_store::remove(std::string_view key) {
  if (is_usable_key(key)) (void)folder_.remove(key);
}

void scratch_store::remove_all(std::string_view prefix) const {
  if (!is_usable_key(prefix)) return;
  (void)folder_.list({}, [&](const std::string& name) {
    if (name.starts_with(prefix)) (void)folder_.remove(name);
  });
}

result<file_descriptor> scratch_store::create_run() const {
  const auto name = unfinished();
  auto file = folder_.create(name);
  if (file) (void)folder_.remove(name);
  return file;
}

}  // namespace laundromat
