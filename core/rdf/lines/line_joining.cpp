// Literals that continue on the next line, which only Turtle allows.
// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "core/rdf/lines/line_engine.hpp"
#include "core/rdf/lines/line_text.hpp"

namespace laundromat {

/// Handles the next line while a literal is open: it may close the literal, belong to it, or show that the lines cannot be joined.
result<void> line_engine::join(std::string_view line, std::string_view end, bool is_cut) {
  const auto opened = std::string_view(joined_).substr(join_failure_.noticed);
  const auto close = opened.starts_with("\"\"\"") ? opened.substr(0, 3) : opened.substr(0, 1);
  const bool has_room = joined_lines_ <= options_.limits.literal_lines &&
                        joined_.size() + line.size() <= options_.limits.line_bytes;
  const bool goes_on = has_room && !begins_like_statement(line);
  if (goes_on && !is_cut && !closes_literal(line, close)) {
    joined_.append(line).append(end);
    ++joined_lines_;
    return {};
  }
  joined_.append(line);
  if (goes_on && careful_.judge_joined(joined_, is_cut)) {
    const auto lines = std::exchange(joined_, {});
    auto done = emit(lines, end);
    state_.lines += joined_lines_;
    return done;
  }
  joined_.append(end);
  return give_up_joining();
}

/// Skips the first of the joined lines and reads the others again. Of these only the last one can open another literal, because the
/// others have no quotes: so this does not recurse deeply.
result<void> line_engine::give_up_joining() {
  const auto lines = std::exchange(joined_, {});
  const auto length = find_line_end(lines);
  const auto line = std::string_view(lines).substr(0, length);
  const auto end = line_end_at(lines, line.size());
  skip_line(line, end, join_failure_);
  after_cr_ = false;
  return take(std::string_view(lines).substr(line.size() + end.size()));
}

}  // namespace laundromat
