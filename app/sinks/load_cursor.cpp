// Reads and writes the file of a cursor.
// SPDX-License-Identifier: Apache-2.0
#include "app/sinks/load_cursor.hpp"

#include <charconv>

#include "storage/files/posix_file.hpp"
#include "storage/files/scratch_folder.hpp"

namespace laundromat {

namespace {

constexpr std::uint64_t most_cursor_bytes = 1 << 16;

std::string description_of(const load_options& options, const load_input& input) {
  const auto& size = options.is_patch ? options.limits.update : options.limits.piece;
  return "laundromat load 1 " + input.digest.hex() + " " + options.graph + " " + options.place.graph_store +
         " " + options.place.update + " " + (options.is_patch ? "patch " : "graph ") +
         std::to_string(size.statements) + "\n";
}

}  // namespace

result<load_cursor> load_cursor::open(const load_options& options, const load_input& input) {
  load_cursor out;
  out.file_ = options.cursor;
  out.what_ = description_of(options, input);
  std::error_code none;
  if (out.file_.empty() || !std::filesystem::exists(out.file_, none)) return out;
  const auto file = open_file_source(out.file_);
  if (!file) return tl::unexpected(file.error());
  const auto text = read_all(**file, most_cursor_bytes);
  if (!text) return tl::unexpected(text.error());
  const auto number = std::string_view(*text).substr(std::min(out.what_.size(), text->size()));
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), out.next_);
  if (!text->starts_with(out.what_) || error != std::errc{} ||
      std::string_view(end, number.data() + number.size()) != "\n")
    return fail(errc::invalid_argument, options.cursor +
                                            " is the cursor of another input, graph, store or batch "
                                            "size, or none; remove it to begin anew");
  return out;
}

result<void> load_cursor::keep(std::uint64_t next) {
  next_ = next;
  if (file_.empty()) return {};
  auto to = replace_file(file_);
  if (!to) return tl::unexpected(to.error());
  if (auto written = (*to)->write(what_ + std::to_string(next) + "\n"); !written) return written;
  auto placed = (*to)->commit();
  return placed ? result<void>{} : tl::unexpected(placed.error());
}

void load_cursor::finish() const {
  std::error_code none;
  if (!file_.empty()) std::filesystem::remove(file_, none);
}

}  // namespace laundromat
