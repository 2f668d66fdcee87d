// Implements emit_statements.
// SPDX-License-Identifier: Apache-2.0
#include "core/mapping/emit_statements.hpp"

namespace laundromat {

result<void> emit_statements(statement_sink& sink, const std::vector<made_term>& subjects,
                             const std::vector<made_term>& predicates, const std::vector<made_term>& objects,
                             const std::vector<made_term>& graphs) {
  for (const auto& subject : subjects)
    for (const auto& predicate : predicates)
      for (const auto& object : objects) {
        if (graphs.empty())
          if (auto done = sink.on_statement({subject.view(), predicate.view(), object.view(), {}}); !done)
            return done;
        for (const auto& graph : graphs)
          if (auto done = sink.on_statement({subject.view(), predicate.view(), object.view(), graph.view()});
              !done)
            return done;
      }
  return {};
}

}  // namespace laundromat
