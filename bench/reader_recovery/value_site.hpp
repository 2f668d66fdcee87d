// Common to several kinds of injection: choose a literal or an IRI, change it, and add the valid readings.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string>

#include "bench/reader_recovery/injection.hpp"

namespace laundromat::recovery {

/// The characters of a literal that nothing else depends on; null when the block has none.
[[nodiscard]] token* pick_value(site& at);
/// The same, with a tag or datatype.
[[nodiscard]] token* pick_tagged_value(site& at);
[[nodiscard]] token* pick_typed_value(site& at);
/// The characters of a subject or object.
[[nodiscard]] token* pick_iri(site& at);
/// The index of a token in the block.
[[nodiscard]] std::size_t index_of(const site& at, const token* one);

/// Inserts `bytes` at the second position of a value, where `read_with` expects them.
void write_in(token& value, std::string_view bytes);
/// Adds as a reading the statement with `bytes` at the second position of its literal.
void read_with(site& at, const token& value, std::string_view bytes);
/// Both, for any literal, with several readings.
[[nodiscard]] bool write_and_read(site& at, std::string_view written,
                                  std::initializer_list<std::string> readings);

/// Adds as a reading the statement with another datatype or tag.
void read_as(site& at, int quad, std::string datatype, std::string language);

/// Changes the text of a token of a kind. False when the block has none, as below.
[[nodiscard]] bool change(site& at, role kind, std::string_view to);
/// Replaces a term of a kind with its delimiters by a text.
[[nodiscard]] bool replace_whole(site& at, role kind, std::string text);
/// Cuts the block within a literal.
[[nodiscard]] bool cut_behind_value(site& at);
/// Inserts a text before the block; always true.
bool put_before(site& at, std::string text);

/// Removes the tokens from `first` up to but not including `last`.
void erase_tokens(site& at, std::size_t first, std::size_t last);
/// Inserts a token without a role before an index.
void insert_token(site& at, std::size_t before, std::string text);
/// Whether a separator follows the index, so that the statement continues after its line.
[[nodiscard]] bool goes_on_after(const site& at, std::size_t index);

/// Inserts a text after the first line of the block, or after the block. Both return true.
bool insert_in_node(site& at, std::string text);
bool add_between(site& at, std::string text);

}  // namespace laundromat::recovery
