// Reads and writes the files of the context cache.
// SPDX-License-Identifier: Apache-2.0
#include "storage/stores/context_cache.hpp"

#include <algorithm>
#include <charconv>

#include "storage/files/posix_file.hpp"

namespace laundromat {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view first_line = "context 1";
constexpr std::uint64_t most_list_bytes = std::uint64_t{16} << 20;
constexpr std::uint64_t most_head_bytes = std::uint64_t{16} << 10;

result<std::string> read_whole(const fs::path& path, std::uint64_t most_bytes) {
  auto source = open_file_source(path);
  if (!source) return tl::unexpected(source.error());
  return read_all(**source, most_bytes);
}

result<std::string> read_whole(const safe_folder& folder, const fs::path& name, std::uint64_t most_bytes) {
  auto file = folder.open_to_read(name);
  if (!file) return tl::unexpected(file.error());
  const auto source = make_file_source(std::make_shared<const file_descriptor>(std::move(*file)));
  return source ? read_all(**source, most_bytes) : tl::unexpected(source.error());
}

fs::path name_of(std::string_view iri) {
  return sha256(iri).hex() + ".context";
}

/// Removes the text up to and including the delimiter, and returns it without the delimiter.
std::string_view take_until(std::string_view& text, char delimiter) {
  const auto end = text.find(delimiter);
  const auto front = text.substr(0, end);
  text.remove_prefix(end == text.npos ? text.size() : end + 1);
  return front;
}

bool is_below(const fs::path& path) {
  return path.is_relative() && !path.empty() &&
         std::ranges::none_of(path, [](const fs::path& part) { return part == ".."; });
}

}  // namespace

result<context_cache> context_cache::open(context_cache_options options) {
  auto folder =
      options.is_of_data_folder ? safe_folder::make(options.folder) : safe_folder::named(options.folder);
  if (!folder) return tl::unexpected(folder.error());
  context_cache cache(std::move(options), std::move(*folder));
  if (auto read = cache.read_index(); !read) return tl::unexpected(read.error());
  return cache;
}

result<void> context_cache::read_index() {
  const bool is_named = !options_.index.empty();
  const auto path = is_named ? options_.index : options_.folder / "contexts.tsv";
  auto text = is_named || !options_.is_of_data_folder ? read_whole(path, most_list_bytes)
                                                      : read_whole(folder_, path.filename(), most_list_bytes);
  if (!text && !is_named && text.error().code == errc::not_found) return {};
  if (!text) return fail(errc::configuration, "index of contexts: " + to_string(text.error()));
  std::string_view rest = *text;
  while (!rest.empty()) {
    auto line = take_until(rest, '\n');
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty() || line.front() == '#') continue;
    const auto iri = take_until(line, '\t');
    const fs::path file(take_until(line, '\t'));
    if (iri.empty() || !is_below(file))
      return fail(errc::configuration,
                  path.string() + ": no file in the folder is named for " + std::string(iri));
    index_.insert_or_assign(std::string(iri), file);
  }
  return {};
}

result<std::string> context_cache::load(std::string_view iri) {
  if (const auto kept = index_.find(iri); kept != index_.end()) return read_named(kept->second);
  auto stored = read_stored(iri);
  const bool is_fresh = stored && options_.now() - stored->fetched <= options_.time_to_live;
  if (is_fresh) return std::move(stored->body);
  if (options_.inner == nullptr) {
    if (stored) return std::move(stored->body);
    return fail(errc::not_found, "no stored context for " + std::string(iri.substr(0, 200)));
  }
  auto fetched = options_.inner->load(iri);
  if (!fetched && stored) return std::move(stored->body);
  if (fetched && fetched->size() > options_.context_bytes)
    return fail(errc::body_too_large, std::string(iri.substr(0, 200)));
  if (fetched) (void)store(iri, *fetched);  // a context that cannot be stored is fetched again later
  return fetched;
}

result<std::string> context_cache::read_named(const fs::path& file) const {
  return options_.is_of_data_folder ? read_whole(folder_, file, options_.context_bytes)
                                    : read_whole(options_.folder / file, options_.context_bytes);
}

result<context_cache::stored_context> context_cache::read_stored(std::string_view iri) const {
  auto text = read_whole(folder_, name_of(iri), options_.context_bytes + most_head_bytes);
  if (!text) return tl::unexpected(text.error());
  std::string_view rest = *text;
  const auto kind = take_until(rest, '\n'), name = take_until(rest, '\n'), digest = take_until(rest, '\n'),
             stored_ms = take_until(rest, '\n'), gap = take_until(rest, '\n');
  std::int64_t ms = 0;
  const auto number = std::from_chars(stored_ms.data(), stored_ms.data() + stored_ms.size(), ms);
  const bool is_right = kind == first_line && name == iri && gap.empty() && number.ec == std::errc() &&
                        digest == sha256(rest).hex();
  if (!is_right) return fail(errc::digest_mismatch, (options_.folder / name_of(iri)).string());
  return stored_context{std::string(rest), from_ms(ms)};
}

result<void> context_cache::store(std::string_view iri, std::string_view body) const {
  auto file = folder_.stage(".staged-" + fresh_name(), name_of(iri));
  if (!file) return tl::unexpected(file.error());
  std::string head(first_line);
  head.append("\n").append(iri).append("\n").append(sha256(body).hex()).append("\n");
  head.append(std::to_string(to_ms(options_.now()))).append("\n\n");
  if (auto written = (*file)->write(head); !written) return written;
  if (auto written = (*file)->write(body); !written) return written;
  return (*file)->commit();
}

}  // namespace laundromat
