// What the files of our SQLite VFS have in common: each passes calls on to a file of the default VFS.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sqlite3.h>

namespace laundromat::file_layer {

struct log_frames;

/// The file object that SQLite allocates; the object of the default VFS follows it.
struct layered_file : sqlite3_file {
  bool has_checksums, begins_checksums;  ///< of the main file
  log_frames* waiting;                   ///< of a write-ahead log; also in the main file of its connection
};

inline layered_file* ours(sqlite3_file* file) {
  return static_cast<layered_file*>(file);
}
inline sqlite3_file* inner(sqlite3_file* file) {
  return reinterpret_cast<sqlite3_file*>(ours(file) + 1);
}

inline int close_file(sqlite3_file* file) {
  return inner(file)->pMethods->xClose(inner(file));
}
inline int truncate_file(sqlite3_file* file, sqlite3_int64 size) {
  return inner(file)->pMethods->xTruncate(inner(file), size);
}
inline int sync_file(sqlite3_file* file, int flags) {
  return inner(file)->pMethods->xSync(inner(file), flags);
}
inline int report_size(sqlite3_file* file, sqlite3_int64* size) {
  return inner(file)->pMethods->xFileSize(inner(file), size);
}
inline int lock_file(sqlite3_file* file, int level) {
  return inner(file)->pMethods->xLock(inner(file), level);
}
inline int unlock_file(sqlite3_file* file, int level) {
  return inner(file)->pMethods->xUnlock(inner(file), level);
}
inline int check_lock(sqlite3_file* file, int* is_reserved) {
  return inner(file)->pMethods->xCheckReservedLock(inner(file), is_reserved);
}
inline int control_file(sqlite3_file* file, int operation, void* argument) {
  return inner(file)->pMethods->xFileControl(inner(file), operation, argument);
}
inline int report_sector(sqlite3_file* file) {
  return inner(file)->pMethods->xSectorSize(inner(file));
}
inline int report_device(sqlite3_file* file) {
  return inner(file)->pMethods->xDeviceCharacteristics(inner(file));
}
inline int map_shared(sqlite3_file* file, int page, int bytes, int extend, void volatile** mapped) {
  return inner(file)->pMethods->xShmMap(inner(file), page, bytes, extend, mapped);
}
inline int lock_shared(sqlite3_file* file, int offset, int count, int flags) {
  return inner(file)->pMethods->xShmLock(inner(file), offset, count, flags);
}
inline void order_shared(sqlite3_file* file) {
  inner(file)->pMethods->xShmBarrier(inner(file));
}
inline int unmap_shared(sqlite3_file* file, int remove) {
  return inner(file)->pMethods->xShmUnmap(inner(file), remove);
}

/// Opens a write-ahead log whose frames are written together. SQLite writes the head and the page of each frame with a call of their own, which
/// costs more than the bytes: here they are collected until the last frame of a transaction, before anybody may see it, or
/// `most_waiting_bytes`. After a write that failed, all calls of the transaction fail, because SQLite believes that its frames are in the file.
/// `below`: the default VFS. Returns a result code of SQLite.
[[nodiscard]] int open_log(sqlite3_vfs* below, const char* name, sqlite3_file* file, int flags,
                           int* flags_out);

/// Called for the main file before the writer gives up its lock. Frames of a transaction that was rolled back are forgotten: behind the lock they might be
/// written over those of another connection.
void end_transaction(sqlite3_file* main);

/// With one page more, which has at most 64 KiB, it must stay below 128 KiB: the default VFS of Unix writes no more at once.
inline constexpr int most_waiting_bytes = 48 << 10;

}  // namespace laundromat::file_layer
