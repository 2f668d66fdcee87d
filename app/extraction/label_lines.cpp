// Reads labels.
// SPDX-License-Identifier: Apache-2.0
#include "app/extraction/label_lines.hpp"

#include <algorithm>

#include "core/base/byte_source.hpp"
#include "core/web/uri.hpp"
#include "storage/files/local_file.hpp"

namespace laundromat {
namespace {

result<label_index> read_lines(std::string_view text, const std::string& file) {
  label_index index;
  for (std::uint64_t line = 1; !text.empty(); ++line) {
    auto one = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(one.size() + 1, text.size()));
    if (one.ends_with('\r')) one.remove_suffix(1);
    if (one.empty() || one.starts_with('#')) continue;
    const auto tab = one.find('\t');
    const auto label = tab == one.npos ? std::string_view() : one.substr(tab + 1);
    if (label.empty() || !is_absolute(std::string(one.substr(0, tab))))
      return fail(errc::syntax_error,
                  file + ":" + std::to_string(line) + ": a line has an IRI, a tab, and a label");
    index.add(one.substr(0, tab), label.substr(0, label.find('\t')));
  }
  index.build();
  return index;
}

}  // namespace

result<label_index> read_label_file(const std::string& file) {
  constexpr auto most_bytes = std::uint64_t{4} << 30;
  auto bytes = open_file_source(file);
  if (!bytes) return fail(bytes.error().code, file + " cannot be read");
  const auto text = read_all(**bytes, most_bytes);
  if (!text) return tl::unexpected(text.error());
  return read_lines(*text, file);
}

}  // namespace laundromat
