// Searches the index for the first block, and each block for the first line.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/wash/subject_search.hpp"

#include <string>

#include "core/codec/compression/block_gzip.hpp"
#include "core/rdf/write/canonical.hpp"

namespace laundromat {

namespace {

/// The lines that begin with `prefix`; they are contiguous.
std::string_view lines_with(std::string_view prefix, std::string_view block) {
  auto begin = block.starts_with(prefix) ? 0 : block.find("\n" + std::string(prefix));
  if (begin == block.npos) return {};
  if (begin != 0) ++begin;
  auto end = begin;
  while (block.substr(end).starts_with(prefix)) end = std::min(block.find('\n', end), block.size() - 1) + 1;
  return block.substr(begin, end - begin);
}

}  // namespace

result<void> read_subject(const block_index& index, byte_source& compressed, std::string_view iri,
                          const std::function<result<void>(std::string_view lines)>& consume) {
  std::string prefix;
  append_canonical_term(prefix, {term_kind::iri, iri, {}, {}});
  prefix.push_back(' ');
  if (index.blocks.empty()) return {};
  auto number = index.find_first(prefix);
  do {
    const auto block = read_block(compressed, index, number);
    if (!block) return tl::unexpected(block.error());
    const auto lines = lines_with(prefix, *block);
    if (lines.empty()) continue;
    if (auto taken = consume(lines); !taken) return taken;
  } while (index.may_go_on(++number, prefix));
  return {};
}

}  // namespace laundromat
