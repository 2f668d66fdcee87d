// What several kinds of injection do: choose a literal or an IRI, write something into it, say how it may be read.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string>

#include "bench/reader_recovery/injection.hpp"

namespace laundromat::recovery {

/// The characters of a literal of which nothing else depends; null when the block has none.
[[nodiscard]] token* pick_value(site& at);
/// The same, with a tag or datatype.
[[nodiscard]] token* pick_tagged_value(site& at);
[[nodiscard]] token* pick_typed_value(site& at);
/// The characters of a subject or object.
[[nodiscard]] token* pick_iri(site& at);
/// Its index in the block.
[[nodiscard]] std::size_t index_of(const site& at, const token* one);

/// Writes `bytes` into the second place of a value, where `read_with` thinks they are.
void write_in(token& value, std::string_view bytes);
/// The statement with `bytes` in the second place of the value of its literal becomes a reading.
void read_with(site& at, const token& value, std::string_view bytes);
/// Both, for any literal, with several readings.
[[nodiscard]] bool write_and_read(site& at, std::string_view written,
                                  std::initializer_list<std::string> readings);

/// The statement with another datatype or tag becomes a reading.
void read_as(site& at, int quad, std::string datatype, std::string language);

/// Gives a token of a kind another text. False when the block has none, as below.
[[nodiscard]] bool change(site& at, role kind, std::string_view to);
/// Writes a text for a term of a kind and what stands on both sides of it.
[[nodiscard]] bool replace_whole(site& at, role kind, std::string text);
/// Ends the block within a literal.
[[nodiscard]] bool cut_behind_value(site& at);
/// Puts a text before the block; always true.
bool put_before(site& at, std::string text);

/// Takes the tokens from the first to before the last index out.
void erase_tokens(site& at, std::size_t first, std::size_t last);
/// Puts a token that nothing more is known about before an index.
void insert_token(site& at, std::size_t before, std::string text);
/// Whether a separator stands behind the index, so that the statement does not end with its line.
[[nodiscard]] bool goes_on_after(const site& at, std::size_t index);

/// Puts a text behind the first line of the block, or behind the block. Both return true.
bool insert_in_node(site& at, std::string text);
bool add_between(site& at, std::string text);

}  // namespace laundromat::recovery
