// Any text is read as a list of repairs: what is read can be written again, and repairs that are made are taken back, whatever the chunks.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/extraction/repair/edit_stream.hpp"
#include "core/extraction/repair/repair_list.hpp"
#include "fuzz/require.hpp"

using namespace laundromat;

namespace {

constexpr std::size_t most_bytes = std::size_t{1} << 20;

struct kept_text final : byte_sink {
  result<void> write(std::string_view bytes) override {
    text.append(bytes);
    return {};
  }
  std::string text;
};

std::string changed(std::span<const text_edit> edits, edit_direction direction, std::string_view text,
                    std::size_t cut) {
  kept_text made;
  edit_stream change(edits, direction, made);
  for (std::size_t at = 0; at < text.size(); at += cut)
    require(change.write(text.substr(at, cut)).has_value(), "the text is that of the repairs");
  require(change.finish().has_value(), "the text is complete");
  return made.text;
}

/// Makes a text that has what the repairs replace, repairs it, and takes the repairs back.
void require_way_back(std::span<const text_edit> edits) {
  std::string original;
  for (const auto& edit : edits) {
    require(edit.offset_bytes >= original.size(), "repairs are in order and do not overlap");
    if (edit.offset_bytes > most_bytes) return;
    original.resize(edit.offset_bytes, 'x');
    original += edit.before;
  }
  original += "xx";
  const auto repaired = changed(edits, edit_direction::apply, original, original.size());
  require(changed(edits, edit_direction::apply, original, 7) == repaired, "chunks have no effect");
  require(changed(edits, edit_direction::undo, repaired, repaired.size()) == original,
          "repairs are taken back");
  require(changed(edits, edit_direction::undo, repaired, 7) == original,
          "chunks have no effect on the way back");
}

/// A text for which the repairs were not made: it may be refused, and nothing is read beyond its end.
void read_other_text(std::span<const text_edit> edits, std::string_view text) {
  for (const auto direction : {edit_direction::apply, edit_direction::undo}) {
    kept_text made;
    edit_stream change(edits, direction, made);
    if (change.write(text)) (void)change.finish();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text{reinterpret_cast<const char*>(bytes), size};
  const auto list = read_repair_list(text);
  if (!list) {
    require(!list.error().detail.empty(), "a refusal says why");
    return 0;
  }
  const auto again = read_repair_list(write_repair_list(*list));
  require(again.has_value() && *again == *list, "a list is written and read as it was");
  for (const auto& edits : {std::span(list->encoding_edits), std::span(list->text_edits)}) {
    require_way_back(edits);
    read_other_text(edits, text);
  }
  return 0;
}
