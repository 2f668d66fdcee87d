// Checksums of the journal's pages: a file system of SQLite that puts one at the end of each page, and compares it when the page is read.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace laundromat {

/// Bytes at the end of each page that hold its checksum. SQLite leaves them alone (file format, section 1.3.4), so that any program that
/// knows nothing of checksums reads the file all the same.
inline constexpr int page_checksum_bytes = 8;

/// The name under which connections ask for the file system; it is registered with the first call. A page of a database with
/// `page_checksum_bytes` reserved that does not have its checksum is read with `SQLITE_IOERR_DATA`, and so is the head of a journal of
/// version `checksums_since` or above that reserves none. Other databases, write-ahead logs (which have checksums of their own) and
/// temporary files are passed through.
[[nodiscard]] const char* checksum_file_system();

/// The file control by which a file that reserves the bytes only from its next VACUUM on is told so: its first page, which says that it has
/// checksums, is written last. Until then pages are written with theirs, and read without.
inline constexpr int begin_checksums = 0x4c4f4c01;
/// The same for a new file, as a parameter of its URI.
inline constexpr const char* checksums_parameter = "checksums";

/// What a page without its checksum means, and what to do.
inline constexpr const char* page_words =
    "a page of the journal does not have its checksum: bits of it were flipped, or a program other than this "
    "one wrote to it. Put "
    "journal.sqlite back from a backup; or, when another program did, `laundromat verify --accept-journal` "
    "checks all that can be checked and "
    "takes it as it stands";

/// From this version of the journal on its pages have checksums.
inline constexpr int checksums_since = 6;

}  // namespace laundromat
