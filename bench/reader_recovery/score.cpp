// Damages documents, and compares the results of readers with the known statements.
// SPDX-License-Identifier: Apache-2.0
#include "bench/reader_recovery/score.hpp"

#include <algorithm>
#include <optional>
#include <unordered_set>

namespace laundromat::recovery {

namespace {

constexpr std::size_t blocks_for_each = 10;
constexpr std::size_t examples = 3;

/// The line without labels of blank nodes, as it is read when the statement with the label is lost.
std::string nameless_line(quad statement) {
  for (auto* term : {&statement.subject, &statement.object, &statement.graph})
    if (term->kind == term_kind::blank) term->value.assign(1, '?');
  return to_line(statement);
}

/// The damaged block, or nothing when it is not suitable for the kind.
std::optional<site> inject(const kind& of, rdf_format format, const block& clean, dice& random, layout in) {
  for (int attempt = 0; attempt < 8; ++attempt) {
    site at{format, random, clean};
    at.in = in;
    if (of.inject(at)) return at;
  }
  return std::nullopt;
}

void append(std::vector<quad>& to, const std::vector<quad>& some) {
  to.insert(to.end(), some.begin(), some.end());
}

}  // namespace

damaged damage(rdf_format format, const kind& of, std::size_t count, std::uint64_t seed, layout in) {
  dice random(seed);
  const auto clean = make_document(format, (of.is_whole_document ? 1 : count) * blocks_for_each, random, in);
  const bool is_at_start = of.is_whole_document && of.name.find("start") != of.name.npos;
  damaged made;
  if (!is_at_start) made.text = clean.header;
  std::size_t suffering = 0;
  auto next = is_at_start ? 0 : of.is_whole_document ? clean.blocks.size() - 1 : 1 + random.below(3);
  for (std::size_t i = 0; i < clean.blocks.size(); ++i) {
    const auto& now = clean.blocks[i];
    const auto at = i == next ? inject(of, format, now, random, in) : std::nullopt;
    // A block that is not suitable passes the defect on to the next one of its ten.
    const auto slot = i / blocks_for_each;
    if (i == next && !at && (i + 1) / blocks_for_each == slot)
      ++next;
    else if (i == next)
      next = (slot + 1) * blocks_for_each + 1 + random.below(3);
    const auto begin = made.text.size();
    made.text += at ? at->now.spelled() : now.spelled();
    if (!made.places.empty() && made.places.back().end == begin) made.places.back().end = made.text.size();
    append(suffering > 0 || (at && !at->is_harmless) ? made.allowed : made.untouched,
           at && at->is_harmless ? at->now.quads : now.quads);
    for (std::size_t before = 1; at && before <= std::min(at->touches_before, i); ++before) {
      const auto& quads = clean.blocks[i - before].quads;
      append(made.allowed, quads);
      for (const auto& one : quads)
        std::erase_if(made.untouched, [&](const quad& other) { return to_line(other) == to_line(one); });
    }
    suffering = std::max(at ? at->touches_next : 0, suffering > 0 ? suffering - 1 : 0);
    if (!at) continue;
    append(made.allowed, at->readings);
    if (!of.is_allowed) made.places.push_back({begin, made.text.size()});
  }
  if (!of.is_whole_document || is_at_start) made.text += clean.footer;
  return made;
}

damaged leave_clean(rdf_format format, std::size_t count, std::uint64_t seed, layout in) {
  dice random(seed);
  const auto clean = make_document(format, count * blocks_for_each, random, in);
  damaged made;
  made.text = clean.header;
  for (const auto& one : clean.blocks) {
    made.text += one.spelled();
    made.untouched.insert(made.untouched.end(), one.quads.begin(), one.quads.end());
  }
  made.text += clean.footer;
  return made;
}

score judge(const damaged& given, const outcome& read, std::string_view noted_as) {
  score made;
  made.injected = given.places.size();
  made.in_time = read.in_time;
  std::unordered_set<std::string> allowed;
  for (const auto& one : given.allowed) {
    allowed.insert(to_line(one));
    allowed.insert(nameless_line(one));
  }
  const std::unordered_set<std::string> emitted(read.lines.begin(), read.lines.end());
  std::unordered_set<std::string> seen;
  for (const auto& one : given.untouched) {
    const auto line = to_line(one), nameless = nameless_line(one);
    allowed.insert(line);
    allowed.insert(nameless);
    if (!seen.insert(line).second) continue;
    ++made.untouched;
    if (emitted.contains(line) || emitted.contains(nameless))
      ++made.recovered;
    else if (made.lost.size() < examples)
      made.lost.push_back(line);
  }
  made.emitted = emitted.size();
  for (const auto& line : read.lines)
    if (!allowed.contains(line) && allowed.insert(line).second) {
      ++made.invented;
      if (made.made_up.size() < examples) made.made_up.push_back(line);
    }
  std::vector<bool> found(given.places.size());
  for (const auto& one : read.defects) {
    if (one.done == treatment::note && to_string(one.rule) != noted_as) continue;
    ++made.reported;
    for (std::size_t i = 0; i < given.places.size(); ++i)
      if (one.offset_bytes >= given.places[i].begin && one.offset_bytes <= given.places[i].end)
        found[i] = true;
  }
  for (const auto one : found) made.found += one ? 1 : 0;
  return made;
}

}  // namespace laundromat::recovery
