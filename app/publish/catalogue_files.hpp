// Output files of a catalogue, each with its digest for the manifest.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/publish/digest_list.hpp"
#include "core/codec/compression/block_gzip.hpp"
#include "storage/files/posix_file.hpp"

namespace laundromat {

/// A file in the folder of a catalogue, compressed when its name ends in `.gz`. Errors: `io_failed`, `no_space`.
class catalogue_file final : public byte_sink {
 public:
  [[nodiscard]] static result<std::unique_ptr<catalogue_file>> create(const std::filesystem::path& folder,
                                                                      const std::string& name);

  [[nodiscard]] result<void> write(std::string_view bytes) override;
  /// Its line in the manifest.
  [[nodiscard]] result<manifest_line> finish();

 private:
  class hashed_file;
  catalogue_file(std::string name, std::unique_ptr<hashed_file> file);

 public:
  ~catalogue_file() override;

 private:
  std::string name_;
  std::unique_ptr<hashed_file> file_;
  std::optional<block_gzip_sink> packed_;
};

}  // namespace laundromat
