// Reads and writes a text block of fixed size.
// SPDX-License-Identifier: Apache-2.0
#include "app/run/waits_file.hpp"

#include <unistd.h>

#include <ostream>

#include "storage/stores/data_folder.hpp"

namespace laundromat {

namespace {

constexpr std::size_t size_bytes = 1'024;

constexpr const char* name = "engine.waits";

}  // namespace

waits_file::waits_file(const std::filesystem::path& data) {
  if (auto folder = safe_folder::named(data)) folder_ = std::move(*folder);
  if (auto file = folder_ ? folder_->open_or_create(name) : fail(errc::not_found, name))
    file_ = std::move(*file);
  write({});
}

waits_file::~waits_file() {
  if (file_.is_open()) (void)folder_->remove(name);
}

void waits_file::write(std::string_view text) const {
  std::string block{text.substr(0, size_bytes - 1)};
  block.resize(size_bytes, '\n');
  if (file_.is_open()) (void)!::pwrite(file_.get(), block.data(), block.size(), 0);
}

std::string read_waits(const std::filesystem::path& data) {
  if (!data_folder::holder(data)) return {};
  const auto folder = safe_folder::named(data);
  const auto block = folder ? folder->head_of(name, size_bytes) : tl::unexpected(folder.error());
  return block ? block->substr(0, block->find('\n')) : std::string{};
}

void print_waits(std::string_view waits_for, std::ostream& out, const terminal_info& to) {
  if (waits_for.empty()) return;
  out << painted("the engine pauses because of this machine", colour::red, to) << ": " << harmless(waits_for)
      << "\n\n";
}

}  // namespace laundromat
