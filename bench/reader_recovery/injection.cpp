// Implements injection: finds the tokens that a defect changes, and lists the kinds of defects of each format.
// SPDX-License-Identifier: Apache-2.0
#include "bench/reader_recovery/injection.hpp"

#include <utility>

namespace laundromat::recovery {

std::vector<std::size_t> site::find(role kind) const {
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < now.tokens.size(); ++i)
    if (now.tokens[i].kind == kind) all.push_back(i);
  return all;
}

token* site::pick(role kind) {
  return pick_if([kind](const token& one) { return one.kind == kind; });
}

void site::also_read(const term& as_written, const term& as_read) {
  for (auto statement : now.quads) {
    bool changed = false;
    for (auto* term : {&statement.subject, &statement.predicate, &statement.object, &statement.graph})
      if (*term == as_written) {
        *term = as_read;
        changed = true;
      }
    if (changed) readings.push_back(statement);
  }
}

void site::also_read_object(int quad, term object) {
  auto statement = now.quads[static_cast<std::size_t>(quad)];
  statement.object = std::move(object);
  readings.push_back(std::move(statement));
}

namespace {

/// Injects one of all kinds of the format: damage of one kind must not hide that of another.
bool inject_any(site& at) {
  const auto all = kinds_of(at.format, at.in);
  const auto& chosen = all[at.random.below(all.size())];
  return !chosen.is_whole_document && chosen.inject != inject_any && chosen.inject(at);
}

constexpr kind mixed{"all kinds, mixed", "", "NQTGXAJ", inject_any};

}  // namespace

char letter_of(rdf_format format, layout in) {
  return in == layout::xml ? 'H' : ".NQTGXAJ"[static_cast<std::size_t>(format)];
}

std::vector<kind> kinds_of(rdf_format format, layout in) {
  std::vector<kind> all;
  for (const auto& some : {text_kinds(), iri_kinds(), literal_kinds(), line_kinds(), turtle_kinds(),
                           triple_kinds(), markup_kinds(), html_kinds(), microdata_kinds(), json_kinds()})
    for (const auto& one : some)
      if (one.formats.find(letter_of(format, in)) != one.formats.npos) all.push_back(one);
  if (in != layout::xml) all.push_back(mixed);
  return all;
}

}  // namespace laundromat::recovery
