// The file `data.id`: `ID GENERATION`, or the ID alone.
// SPDX-License-Identifier: Apache-2.0
#include "storage/folder_identity.hpp"

#include <charconv>
#include <filesystem>
#include <random>

#include "core/base/digest.hpp"
#include "storage/data_folder.hpp"
#include "storage/disk_sync.hpp"
#include "storage/safe_folder.hpp"

namespace laundromat {

namespace {

constexpr std::size_t id_digits = 32;

std::optional<folder_identity> parse(std::string_view text) {
  while (text.ends_with('\n')) text.remove_suffix(1);
  folder_identity found{std::string{text.substr(0, text.find(' '))}, 0};
  if (found.id.size() != id_digits || found.id.find_first_not_of("0123456789abcdef") != std::string::npos)
    return std::nullopt;
  if (text.size() == id_digits) return found;
  const auto* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data() + id_digits + 1, end, found.generation);
  return read.ec == std::errc{} && read.ptr == end ? std::optional{found} : std::nullopt;
}

}  // namespace

folder_identity make_identity() {
  std::random_device source;
  std::string bytes;
  for (std::size_t i = 0; i < id_digits / 2; ++i) bytes.push_back(static_cast<char>(source() & 0xff));
  return {to_hex(bytes), 0};
}

result<std::optional<folder_identity>> read_identity(const safe_folder& folder) {
  const auto name = data_layout{}.identity().filename();
  const auto text = folder.head_of(name, 64);
  if (!text && text.error().code == errc::not_found) return std::nullopt;
  if (!text) return tl::unexpected(text.error());
  if (auto found = parse(*text)) return found;
  return fail(errc::journal_foreign,
              (folder.path() / name).string() +
                  " is damaged: `laundromat verify --accept-journal` writes it anew when the journal holds");
}

result<void> write_identity(const safe_folder& folder, const folder_identity& ours) {
  const auto name = data_layout{}.identity().filename();
  const std::filesystem::path hidden = '.' + fresh_name();
  const auto file = folder.create(hidden);
  if (!file) return tl::unexpected(file.error());
  const auto text = ours.id + ' ' + std::to_string(ours.generation) + '\n';
  auto done = write_all(file->get(), text, folder.path() / name);
  if (done) done = posix_sync().file(file->get(), folder.path() / name);
  if (done) done = folder.rename(hidden, name);
  if (done) done = sync_folders(posix_sync(), folder, {std::filesystem::path{}}, usual_syncfs_from);
  if (!done) (void)folder.remove(hidden);
  return done;
}

}  // namespace laundromat
