// Returns the versions of the libraries that compress and decompress.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/codec_version.hpp"

#include <archive.h>
#include <bzlib.h>
#include <isa-l.h>
#include <lz4.h>
#include <lzma.h>
#include <zstd.h>

namespace laundromat {

#define LAUNDROMAT_TEXT(value) #value
#define LAUNDROMAT_VERSION_TEXT(major, minor, patch) \
  LAUNDROMAT_TEXT(major) "." LAUNDROMAT_TEXT(minor) "." LAUNDROMAT_TEXT(patch)

std::string_view codec_version() {
  return "isa-l " LAUNDROMAT_VERSION_TEXT(ISAL_MAJOR_VERSION, ISAL_MINOR_VERSION, ISAL_PATCH_VERSION);
}

std::vector<library_version> codec_libraries() {
  const std::string_view bzip2 = ::BZ2_bzlibVersion();  // with a date after the number
  const unsigned archive = static_cast<unsigned>(::archive_version_number());
  return {{"ISA-L", std::string(codec_version().substr(codec_version().find(' ') + 1))},
          {"zstd", ::ZSTD_versionString()},
          {"xz", ::lzma_version_string()},
          {"bzip2", std::string(bzip2.substr(0, bzip2.find(',')))},
          {"lz4", ::LZ4_versionString()},
          {"libarchive", dotted_version(archive / 1'000'000, archive / 1'000 % 1'000, archive % 1'000)}};
}

}  // namespace laundromat
