// A block of text.
// SPDX-License-Identifier: Apache-2.0
#include "app/waits_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include "storage/data_folder.hpp"

namespace laundromat {

namespace {

constexpr std::size_t size_bytes = 1'024;

std::filesystem::path path_in(const std::filesystem::path& data) {
  return data / "engine.waits";
}

}  // namespace

waits_file::waits_file(const std::filesystem::path& data)
    : path_(path_in(data)), file_(::open(path_.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0644)) {
  write({});
}

waits_file::~waits_file() {
  if (file_.is_open()) ::unlink(path_.c_str());
}

void waits_file::write(std::string_view text) const {
  std::string block{text.substr(0, size_bytes - 1)};
  block.resize(size_bytes, '\n');
  if (file_.is_open()) (void)!::pwrite(file_.get(), block.data(), block.size(), 0);
}

std::string read_waits(const std::filesystem::path& data) {
  if (!data_folder::holder(data)) return {};
  auto file = open_file_source(path_in(data));
  if (!file) return {};
  const auto block = read_head(**file, size_bytes);
  return block ? block->substr(0, block->find('\n')) : std::string{};
}

}  // namespace laundromat
