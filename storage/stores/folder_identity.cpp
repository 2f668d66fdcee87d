// Reads and writes the file `data.id`: `ID GENERATION IN_FILE`.
// SPDX-License-Identifier: Apache-2.0
#include "storage/stores/folder_identity.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <random>

#include "core/base/digest.hpp"
#include "storage/files/disk_sync.hpp"
#include "storage/files/safe_folder.hpp"
#include "storage/stores/data_folder.hpp"

namespace laundromat {

namespace {

constexpr std::size_t id_digits = 32;

/// Removes the first word and returns it.
std::string_view take_word(std::string_view& text) {
  const auto word = text.substr(0, text.find(' '));
  text.remove_prefix(std::min(text.size(), word.size() + 1));
  return word;
}

bool read_number(std::string_view word, std::uint64_t& number) {
  constexpr auto most = std::uint64_t{1} << 62;  // it can still grow, and fits into the journal
  const auto read = std::from_chars(word.data(), word.data() + word.size(), number);
  return read.ec == std::errc{} && read.ptr == word.data() + word.size() && number < most;
}

std::optional<folder_identity> parse(std::string_view text) {
  while (text.ends_with('\n')) text.remove_suffix(1);
  folder_identity found;
  found.id = take_word(text);
  const bool is_id =
      found.id.size() == id_digits && found.id.find_first_not_of("0123456789abcdef") == std::string::npos;
  const bool is_whole = is_id && read_number(take_word(text), found.generation) &&
                        read_number(take_word(text), found.in_file) && text.empty();
  return is_whole ? std::optional{found} : std::nullopt;
}

}  // namespace

folder_identity make_identity() {
  std::random_device source;
  std::string bytes;
  for (std::size_t i = 0; i < id_digits / 2; ++i) bytes.push_back(static_cast<char>(source() & 0xff));
  return {to_hex(bytes), 0, 0};
}

result<std::optional<folder_identity>> read_identity(const safe_folder& folder) {
  const auto name = data_layout{}.identity().filename();
  const auto text = folder.head_of(name, 128);
  if (!text && text.error().code == errc::not_found) return std::nullopt;
  if (!text) return tl::unexpected(text.error());
  if (auto found = parse(*text)) return found;
  return fail(
      errc::journal_foreign,
      (folder.path() / name).string() +
          " is damaged: `laundromat verify --accept-journal` writes it again if the journal is intact");
}

result<void> write_identity(const safe_folder& folder, const folder_identity& ours) {
  const auto name = data_layout{}.identity().filename();
  const std::filesystem::path hidden = '.' + fresh_name();
  const auto file = folder.create(hidden);
  if (!file) return tl::unexpected(file.error());
  const auto text =
      ours.id + ' ' + std::to_string(ours.generation) + ' ' + std::to_string(ours.in_file) + '\n';
  auto done = write_all(file->get(), text, folder.path() / name);
  if (done) done = posix_sync().file(file->get(), folder.path() / name);
  if (done) done = folder.rename(hidden, name);
  if (done) done = sync_folders(posix_sync(), folder, {std::filesystem::path{}}, usual_syncfs_from);
  if (!done) (void)folder.remove(hidden);
  return done;
}

}  // namespace laundromat
