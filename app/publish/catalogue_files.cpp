// Writes files and hashes their bytes at the same time.
// SPDX-License-Identifier: Apache-2.0
#include "app/publish/catalogue_files.hpp"

#include "app/terminal/terminal.hpp"

namespace laundromat {

namespace fs = std::filesystem;

class catalogue_file::hashed_file final : public byte_sink {
 public:
  hashed_file(file_descriptor file, fs::path path) : file_(std::move(file)), path_(std::move(path)) {}
  result<void> write(std::string_view bytes) override {
    hasher_.update(bytes);
    return write_all(file_.get(), bytes, path_);
  }
  [[nodiscard]] content_digest digest() { return hasher_.finish(); }

 private:
  file_descriptor file_;
  fs::path path_;
  content_hasher hasher_;
};

catalogue_file::catalogue_file(std::string name, std::unique_ptr<hashed_file> file)
    : name_(std::move(name)), file_(std::move(file)) {
  if (name_.ends_with(".gz")) packed_.emplace(*file_);
}

catalogue_file::~catalogue_file() = default;

result<std::unique_ptr<catalogue_file>> catalogue_file::create(const fs::path& folder,
                                                               const std::string& name) {
  const auto path = folder / name;
  if (auto made = make_folders(path.parent_path()); !made) return tl::unexpected(made.error());
  std::error_code ignored;
  fs::remove(path, ignored);
  auto file = create_file(path);
  if (!file) return tl::unexpected(file.error());
  return std::unique_ptr<catalogue_file>(
      new catalogue_file(name, std::make_unique<hashed_file>(*std::move(file), path)));
}

result<void> catalogue_file::write(std::string_view bytes) {
  return packed_ ? packed_->write(bytes) : file_->write(bytes);
}

result<manifest_line> catalogue_file::finish() {
  if (packed_)
    if (auto closed = packed_->finish(); !closed) return tl::unexpected(closed.error());
  return manifest_line{file_->digest(), name_};
}

}  // namespace laundromat
