// Searches the bytes of the term, then checks that they are no part of a text.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/wash/mention_search.hpp"

#include <cstring>
#include <string>

#include "core/base/find_bytes.hpp"
#include "core/rdf/write/canonical.hpp"

namespace laundromat {

namespace {

constexpr std::size_t mention_buffer_bytes = std::size_t{1} << 20;

/// Whether `at` is outside of the texts of a line.
bool is_outside_of_texts(std::string_view line, std::size_t at) {
  bool inside = false;
  for (std::size_t i = 0; i < at; ++i) {
    if (line[i] == '"')
      inside = !inside;
    else if (line[i] == '\\' && inside)
      ++i;
  }
  return !inside;
}

/// The lines of `block`, which ends with a line feed.
result<void> search_block(std::string_view block, std::string_view term,
                          const std::function<result<void>(std::string_view, mention_place)>& consume) {
  for (std::size_t from = 0; from < block.size();) {
    const auto at = find_bytes(block, term, from);
    if (at == block.npos) return {};
    const auto before = block.rfind('\n', at);
    const auto begin = before == block.npos ? 0 : before + 1;
    const auto end = block.find('\n', at);
    const auto line = block.substr(begin, end - begin);
    if (!is_outside_of_texts(line, at - begin)) {
      from = at + 1;
      continue;
    }
    const auto place = at == begin ? mention_place::subject : mention_place::other;
    if (auto taken = consume(line, place); !taken) return taken;
    from = end + 1;
  }
  return {};
}

}  // namespace

result<void> read_mentions(byte_source& lines, std::string_view iri,
                           const std::function<result<void>(std::string_view, mention_place)>& consume) {
  std::string term;
  append_canonical_term(term, {term_kind::iri, iri, {}, {}});
  std::string buffer(mention_buffer_bytes, '\0');
  std::size_t held = 0;
  for (;;) {
    if (held == buffer.size()) buffer.resize(buffer.size() * 2);
    const auto read = lines.read(std::span{buffer}.subspan(held));
    if (!read) return tl::unexpected(read.error());
    if (*read == 0) break;
    const auto fresh = std::string_view{buffer}.substr(held, *read);
    const auto last = fresh.rfind('\n');
    const auto all = held + *read;
    if (last != fresh.npos) {
      const auto whole = held + last + 1;
      if (auto done = search_block(std::string_view{buffer}.substr(0, whole), term, consume); !done)
        return done;
      std::memmove(buffer.data(), buffer.data() + whole, all - whole);
      held = all - whole;
    } else {
      held = all;
    }
  }
  if (held == 0) return {};
  buffer.resize(held);
  return search_block(buffer + '\n', term, consume);
}

}  // namespace laundromat
