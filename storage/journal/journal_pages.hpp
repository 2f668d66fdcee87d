// Checksums of the journal's pages: an SQLite VFS that writes one at the end of each page and checks it when the page is read.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace laundromat {

/// Bytes at the end of each page for its checksum. SQLite does not use them (file format, section 1.3.4), so
/// other programs can read the file.
inline constexpr int page_checksum_bytes = 8;

/// The name of the VFS, which the first call registers. In a database with `page_checksum_bytes` reserved, reading a page with a wrong
/// checksum fails with `SQLITE_IOERR_DATA`, as does reading the header of a journal of
/// version `checksums_since` or above that reserves none. Other databases, write-ahead logs (which have their own checksums) and
/// temporary files are passed through.
[[nodiscard]] const char* checksum_file_system();

/// The file control for a file that gets checksums by its next VACUUM: pages are written with checksums and read without, until the
/// first page, which declares checksums, is written last.
inline constexpr int begin_checksums = 0x4c4f4c01;
/// The same for a new file, as a parameter of its URI.
inline constexpr const char* checksums_parameter = "checksums";

/// The message about a wrong checksum.
inline constexpr const char* page_words =
    "a page of the journal has a wrong checksum: its bits were flipped, or another program "
    "changed it. Restore "
    "journal.sqlite from a backup; or, if another program changed it, run `laundromat verify "
    "--accept-journal`, which checks everything else and "
    "accepts the journal";

/// The first version of the journal with page checksums.
inline constexpr int checksums_since = 6;

}  // namespace laundromat
