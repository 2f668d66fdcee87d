// Collects the frames of a write-ahead log, so that a transaction is one write.
// SPDX-License-Identifier: Apache-2.0
#include <new>
#include <string>

#include "storage/journal/file_layer.hpp"

namespace laundromat::file_layer {

/// Bytes that the log has, but not yet its file.
struct log_frames {
  std::string bytes;
  sqlite3_int64 offset = 0;  ///< in the file
  bool is_last = false;      ///< the head that was written last is that of the last frame of a transaction
  int fault = SQLITE_OK;     ///< frames of the transaction could not be written
  layered_file* main = nullptr;  ///< of the connection
};

namespace {

/// SQLite file format, section 4.1: the head of a frame has 24 bytes; the second number is 0 in all frames but the last of a transaction.
constexpr int frame_head_bytes = 24, size_at = 4;

int write_waiting(sqlite3_file* file) {
  auto& waiting = *ours(file)->waiting;
  if (waiting.fault != SQLITE_OK || waiting.bytes.empty()) return waiting.fault;
  const int code = inner(file)->pMethods->xWrite(inner(file), waiting.bytes.data(),
                                                 static_cast<int>(waiting.bytes.size()), waiting.offset);
  waiting.bytes.clear();
  waiting.fault = code;
  return code;
}

int write_log(sqlite3_file* file, const void* buffer, int bytes, sqlite3_int64 offset) {
  auto& waiting = *ours(file)->waiting;
  const auto* data = static_cast<const char*>(buffer);
  if (offset != waiting.offset + static_cast<sqlite3_int64>(waiting.bytes.size()))
    if (const int code = write_waiting(file); code != SQLITE_OK) return code;
  if (waiting.fault != SQLITE_OK) return waiting.fault;
  if (waiting.bytes.empty()) waiting.offset = offset;
  try {
    waiting.bytes.append(data, static_cast<std::size_t>(bytes));
  } catch (const std::bad_alloc&) {
    return SQLITE_NOMEM;
  }
  if (bytes == frame_head_bytes) {
    waiting.is_last = std::string_view{data + size_at, 4} != std::string_view{"\0\0\0\0", 4};
    return SQLITE_OK;
  }
  const bool is_full = waiting.bytes.size() >= static_cast<std::size_t>(most_waiting_bytes);
  return waiting.is_last || is_full ? write_waiting(file) : SQLITE_OK;
}

int read_log(sqlite3_file* file, void* buffer, int bytes, sqlite3_int64 offset) {
  const int code = write_waiting(file);
  return code == SQLITE_OK ? inner(file)->pMethods->xRead(inner(file), buffer, bytes, offset) : code;
}
int truncate_log(sqlite3_file* file, sqlite3_int64 size) {
  const int code = write_waiting(file);
  return code == SQLITE_OK ? truncate_file(file, size) : code;
}
int sync_log(sqlite3_file* file, int flags) {
  const int code = write_waiting(file);
  return code == SQLITE_OK ? sync_file(file, flags) : code;
}
int report_log_size(sqlite3_file* file, sqlite3_int64* size) {
  const int code = write_waiting(file);
  return code == SQLITE_OK ? report_size(file, size) : code;
}
int close_log(sqlite3_file* file) {
  ours(file)->waiting->main->waiting = nullptr;
  delete ours(file)->waiting;
  return close_file(file);
}

/// Version 1 of the methods: a log has no shared memory.
constexpr sqlite3_io_methods log_methods = {
    1,         close_log,   read_log,   write_log,    truncate_log,  sync_log,      report_log_size,
    lock_file, unlock_file, check_lock, control_file, report_sector, report_device, nullptr,
    nullptr,   nullptr,     nullptr,    nullptr,      nullptr};

}  // namespace

int open_log(sqlite3_vfs* below, const char* name, sqlite3_file* file, int flags, int* flags_out) {
  file->pMethods = nullptr;
  auto* waiting = new (std::nothrow) log_frames;
  if (waiting == nullptr) return SQLITE_NOMEM;
  const int code = below->xOpen(below, name, inner(file), flags, flags_out);
  if (inner(file)->pMethods == nullptr) {
    delete waiting;
    return code;
  }
  waiting->main = ours(sqlite3_database_file_object(name));
  waiting->main->waiting = ours(file)->waiting = waiting;
  file->pMethods = &log_methods;
  return code;
}

void end_transaction(sqlite3_file* main) {
  if (auto* waiting = ours(main)->waiting) {
    waiting->bytes.clear();
    waiting->fault = SQLITE_OK;
  }
}

}  // namespace laundromat::file_layer
