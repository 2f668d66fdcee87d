// Searches one document by its index, or as a whole.
// SPDX-License-Identifier: Apache-2.0
#include "app/authority/found_statements.hpp"

#include "app/records/clean_document.hpp"
#include "core/rdf/wash/subject_search.hpp"

namespace laundromat {

result<void> find_subject(const clean_store& store, const content_digest& document, std::string_view iri,
                          const std::function<result<void>(std::string_view line)>& consume) {
  const auto index = store.read_index(document);
  if (!index) return tl::unexpected(index.error());
  const auto compressed = open_stored(store, document);
  if (!compressed) return tl::unexpected(compressed.error());
  return read_subject(*index, **compressed, iri, [&](std::string_view lines) -> result<void> {
    while (!lines.empty()) {
      const auto end = lines.find('\n');
      if (auto taken = consume(lines.substr(0, end)); !taken) return taken;
      lines.remove_prefix(end == lines.npos ? lines.size() : end + 1);
    }
    return {};
  });
}

result<void> find_mentions(const clean_store& store, const content_digest& document, std::string_view iri,
                           const std::function<result<void>(std::string_view line)>& consume) {
  warning_log warnings;
  const auto text = open_clean(store, document, warnings);
  if (!text) return tl::unexpected(text.error());
  auto read = read_mentions(**text, iri, [&](std::string_view line, mention_place place) {
    return place == mention_place::subject ? result<void>{} : consume(line);
  });
  if (read && !warnings.rows().empty())
    return fail(warnings.rows().front().code, "clean document " + document.hex() + " is damaged");
  return read;
}

}  // namespace laundromat
