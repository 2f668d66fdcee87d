// Implements an SQLite VFS on top of the default one, which checks the main file of a database.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/journal_pages.hpp"

#include <sqlite3.h>

#include <cstdint>
#include <cstring>
#include <memory>

#include "storage/journal/file_layer.hpp"
#include "storage/journal/journal_schema.hpp"

namespace laundromat {

namespace {

using namespace file_layer;

constexpr int header_bytes = 100, smallest_database_page = 512;
constexpr int reserved_at = 20, version_at = 60, application_at = 68;
constexpr char file_magic[] = "SQLite format 3";

sqlite3_vfs* default_system(sqlite3_vfs* system) {
  return static_cast<sqlite3_vfs*>(system->pAppData);
}

/// The checksum of a page without its last bytes: two sums that depend on each other, so that order matters. Zeros give zero, so an
/// unwritten page is valid.
std::uint64_t checksum(const unsigned char* page, int bytes) {
  std::uint32_t a = 0, b = 0;
  for (int i = 0; i + 8 <= bytes - page_checksum_bytes; i += 8) {
    std::uint32_t words[2];
    std::memcpy(words, page + i, sizeof words);
    a += words[0] + b;
    b += words[1] + a;
  }
  return std::uint64_t{a} << 32 | b;
}

bool is_page(int bytes, sqlite3_int64 offset) {
  return bytes >= smallest_database_page && (bytes & (bytes - 1)) == 0 && offset % bytes == 0;
}

std::uint32_t number_at(const unsigned char* header, int at) {
  return std::uint32_t{header[at]} << 24 | std::uint32_t{header[at + 1]} << 16 |
         std::uint32_t{header[at + 2]} << 8 | std::uint32_t{header[at + 3]};
}

/// False when the header of a journal with checksums claims that it has none.
bool take_header(layered_file& file, const unsigned char* header) {
  const bool is_journal = std::memcmp(header, file_magic, sizeof file_magic) == 0 &&
                          number_at(header, application_at) == journal_application_id;
  file.has_checksums = header[reserved_at] == page_checksum_bytes;
  if (file.has_checksums) file.begins_checksums = false;
  return file.has_checksums || !is_journal || number_at(header, version_at) < checksums_since;
}

int read_file(sqlite3_file* file, void* buffer, int bytes, sqlite3_int64 offset) {
  const int code = inner(file)->pMethods->xRead(inner(file), buffer, bytes, offset);
  if (code != SQLITE_OK) return code;
  const auto* data = static_cast<const unsigned char*>(buffer);
  if (offset == 0 && bytes >= header_bytes && !take_header(*ours(file), data)) return SQLITE_IOERR_DATA;
  if (!ours(file)->has_checksums || !is_page(bytes, offset)) return SQLITE_OK;
  std::uint64_t stored = 0;
  std::memcpy(&stored, data + bytes - page_checksum_bytes, sizeof stored);
  return stored == checksum(data, bytes) ? SQLITE_OK : SQLITE_IOERR_DATA;
}

int write_file(sqlite3_file* file, const void* buffer, int bytes, sqlite3_int64 offset) {
  const auto* data = static_cast<const unsigned char*>(buffer);
  if (offset == 0 && bytes >= header_bytes) (void)take_header(*ours(file), data);
  if ((!ours(file)->has_checksums && !ours(file)->begins_checksums) || !is_page(bytes, offset))
    return inner(file)->pMethods->xWrite(inner(file), buffer, bytes, offset);
  thread_local std::unique_ptr<unsigned char[]> page{new unsigned char[65'536]};
  std::memcpy(page.get(), data, static_cast<std::size_t>(bytes));
  const auto sum = checksum(data, bytes);
  std::memcpy(page.get() + bytes - page_checksum_bytes, &sum, sizeof sum);
  return inner(file)->pMethods->xWrite(inner(file), page.get(), bytes, offset);
}

int control_pages(sqlite3_file* file, int operation, void* argument) {
  if (operation != begin_checksums) return control_file(file, operation, argument);
  ours(file)->begins_checksums = true;
  return SQLITE_OK;
}

int lock_pages(sqlite3_file* file, int offset, int count, int flags) {
  constexpr int lock_of_the_writer = 0;  // SQLite's WAL-index format, section 2.3.1: WAL_WRITE_LOCK
  if (offset == lock_of_the_writer && (flags & SQLITE_SHM_UNLOCK) != 0) end_transaction(file);
  return lock_shared(file, offset, count, flags);
}

/// Version 2 of the methods has shared memory, which a write-ahead log needs, and no mapped pages, which could not be checked.
constexpr sqlite3_io_methods methods = {
    2,          close_file,   read_file,    write_file,    truncate_file, sync_file,     report_size,
    lock_file,  unlock_file,  check_lock,   control_pages, report_sector, report_device, map_shared,
    lock_pages, order_shared, unmap_shared, nullptr,       nullptr};

int open_file(sqlite3_vfs* system, const char* name, sqlite3_file* file, int flags, int* flags_out) {
  auto* below = default_system(system);
  if ((flags & SQLITE_OPEN_WAL) != 0) return open_log(below, name, file, flags, flags_out);
  if ((flags & SQLITE_OPEN_MAIN_DB) == 0) return below->xOpen(below, name, file, flags, flags_out);
  file->pMethods = nullptr;
  ours(file)->waiting = nullptr;
  ours(file)->has_checksums = false;
  ours(file)->begins_checksums = sqlite3_uri_boolean(name, checksums_parameter, 0) != 0;
  const int code = below->xOpen(below, name, inner(file), flags, flags_out);
  if (inner(file)->pMethods != nullptr) file->pMethods = &methods;
  return code;
}

}  // namespace

const char* checksum_file_system() {
  static sqlite3_vfs system = [] {
    sqlite3_initialize();
    sqlite3_vfs made = *sqlite3_vfs_find(nullptr);  // everything except opening files is passed through
    made.pAppData = sqlite3_vfs_find(nullptr);
    made.zName = "laundromat-pages";
    made.szOsFile += static_cast<int>(sizeof(layered_file));
    made.xOpen = open_file;
    made.pNext = nullptr;
    return made;
  }();
  static const int registered = sqlite3_vfs_register(&system, 0);
  return registered == SQLITE_OK ? system.zName : nullptr;
}

}  // namespace laundromat
