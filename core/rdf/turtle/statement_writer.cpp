// Statements that wait lie end to end in one string.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/statement_writer.hpp"

namespace laundromat::turtle {

void statement_writer::set_graph(term_kind kind, std::string_view name) {
  graph_name_.assign(name);
  now_.graph = {kind, graph_name_, {}, {}};
}

void statement_writer::keep(const term_view& subject, const term_view& predicate, const term_view& object) {
  record added{false, {}, subject.kind, object.kind, bytes_.size(), {}};
  const std::string_view parts[] = {subject.value, predicate.value, object.value, object.datatype,
                                    object.language};
  for (std::size_t i = 0; i < std::size(parts); ++i) {
    added.lengths[i] = parts[i].size();
    bytes_.append(parts[i]);
  }
  records_.push_back(added);
}

void statement_writer::flush() {
  for (const auto& held : records_) {
    if (held.is_span) {
      account_.reach(held.at, held.span);
      continue;
    }
    const char* at = bytes_.data() + held.at;
    std::string_view parts[5];
    for (std::size_t i = 0; i < std::size(parts); ++i) {
      parts[i] = {at, held.lengths[i]};
      at += held.lengths[i];
    }
    now_.subject = {held.subject, parts[0], {}, {}};
    now_.predicate = {term_kind::iri, parts[1], {}, {}};
    now_.object = {held.object, parts[2], parts[3], parts[4]};
    send();
  }
  discard();
}

void statement_writer::discard(std::size_t count) {
  while (records_.size() > count) {
    if (!records_.back().is_span) bytes_.resize(records_.back().at);
    records_.pop_back();
  }
}

}  // namespace laundromat::turtle
