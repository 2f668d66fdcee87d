// Merges the statements of a graph and of a store, and finds pairs among those that only one of them has.
// SPDX-License-Identifier: Apache-2.0
#include "core/sinks/store_comparison.hpp"

#include <algorithm>
#include <numeric>

#include "core/base/keyed_table.hpp"
#include "core/rdf/delta/line_stream.hpp"
#include "core/rdf/model/triple_term.hpp"
#include "core/rdf/wash/graph_source.hpp"
#include "core/rdf/write/skolem.hpp"

namespace laundromat {

namespace {

/// The length of subject and predicate, with the space behind them.
std::size_t length_of_key(std::string_view triple) {
  return triple.find(' ', triple.find(' ') + 1) + 1;
}

bool is_blank(std::string_view term) {
  return term.starts_with('<') && is_genid(term.substr(1));
}

bool has_blank(std::string_view triple) {
  return is_blank(triple) || is_blank(triple.substr(length_of_key(triple)));
}

/// A triple without the names of its blank nodes.
std::string without_names(std::string_view triple) {
  const auto subject = triple.find(' '), object = length_of_key(triple);
  std::string out;
  out.append(is_blank(triple) ? "_" : triple.substr(0, subject))
      .append(triple.substr(subject, object - subject));
  return out.append(is_blank(triple.substr(object)) ? "_" : triple.substr(object));
}

/// A differing triple of a group.
struct lone_triple {
  std::string triple;
  bool is_paired = false;

  [[nodiscard]] bool read(spelled_literal& into) const {
    return spelled_literal::read(std::string_view(triple).substr(length_of_key(triple)), into);
  }
};

}  // namespace

class store_comparison::state {
 public:
  state(byte_source& graph, std::string iri, comparison_limits limits, delta_consumer take)
      : lines_(graph, "the graph"), iri_(std::move(iri)), limits_(limits), take_(std::move(take)) {}

  result<void> take(std::string_view line) {
    if (!has_begun_)
      if (auto begun = advance(); !begun) return begun;
    has_begun_ = true;
    const auto cut = cut_graph(line.substr(0, line.size() - std::min<std::size_t>(1, line.size())));
    if (!cut) return tl::unexpected(cut.error());
    if (cut->triple == last_of_store_) return {};  // in two graphs
    last_of_store_ = cut->triple;
    while (has_line_ && triple_ < cut->triple) {
      if (auto done = add(missing_, triple_, delta_sign::added); !done) return done;
      if (auto done = advance(); !done) return done;
    }
    if (!has_line_ || triple_ != cut->triple) return add(extra_, cut->triple, delta_sign::removed);
    if (auto done = keep(triple_); !done) return done;
    return advance();
  }

  result<store_differences> finish() {
    auto done = has_begun_ ? result<void>{} : advance();
    while (done && has_line_) {
      done = add(missing_, triple_, delta_sign::added);
      if (done) done = advance();
    }
    if (done) done = end_group();
    if (done) done = pair_blank();
    if (!done) return tl::unexpected(done.error());
    return std::move(out_);
  }

 private:
  using triples = std::vector<lone_triple>;

  /// Moves to the next triple of the graph that can be sent.
  result<void> advance() {
    while (true) {
      const auto more = lines_.advance();
      if (!more) return tl::unexpected(more.error());
      has_line_ = *more;
      if (!has_line_) return {};
      const auto judged = judge_sendable(lines_.line(), iri_);
      if (!judged) return tl::unexpected(judged.error());
      if (judged->why != unsendable::none) {
        out_.unsent.note(judged->why, lines_.line().substr(0, lines_.line().size() - 1));
      } else if (judged->triple != triple_) {
        triple_ = judged->triple;
        return {};
      }
    }
  }

  result<void> enter_group(std::string_view triple) {
    if (!key_.empty() && triple.starts_with(key_)) return {};
    if (auto ended = end_group(); !ended) return ended;
    key_ = triple.substr(0, length_of_key(triple));
    return {};
  }

  result<void> add(triples& to, std::string_view triple, delta_sign sign) {
    if (auto entered = enter_group(triple); !entered) return entered;
    if (group_bytes_ + triple.size() > limits_.group_bytes) return report_unpaired(sign, triple);
    group_bytes_ += triple.size() + sizeof(lone_triple);
    to.push_back({std::string(triple)});
    return {};
  }

  /// An equal triple; its object may be the value of another one.
  result<void> keep(std::string_view triple) {
    ++out_.equal;
    if (auto entered = enter_group(triple); !entered) return entered;
    const auto object = triple.substr(key_.size());
    if (!object.starts_with('"') || object.ends_with('"') ||
        group_bytes_ + object.size() > limits_.group_bytes)
      return {};
    group_bytes_ += object.size() + sizeof(std::string);
    kept_.emplace_back(object);
    return {};
  }

  result<void> end_group() {
    if (!missing_.empty()) {
      pair_equal_values();
      pair_others();
      find_merged();
    }
    auto done = report_rest(missing_, delta_sign::added);
    if (done) done = report_rest(extra_, delta_sign::removed);
    missing_.clear();
    extra_.clear();
    kept_.clear();
    group_bytes_ = 0;
    return done;
  }

  void pair(lone_triple& graph, lone_triple& store, store_change change) {
    graph.is_paired = store.is_paired = true;
    note_change(change, graph.triple, store.triple);
  }

  /// In linear time, for groups of any size.
  void pair_equal_values() {
    if (extra_.empty()) return;
    keyed_map<std::string, std::vector<lone_triple*>> by_value;
    spelled_literal literal;
    for (auto& one : extra_)
      if (one.read(literal))
        if (const auto key = value_key(literal); !key.empty()) by_value[key].push_back(&one);
    for (auto& one : missing_) {
      if (by_value.empty() || !one.read(literal)) continue;
      const auto found = by_value.find(value_key(literal));
      if (found == by_value.end() || found->second.empty()) continue;
      spelled_literal other;
      if (!found->second.back()->read(other)) continue;
      const auto likeness = compare_literals(literal, other);
      if (likeness.rank == 0) continue;
      pair(one, *found->second.back(), likeness.change);
      found->second.pop_back();
    }
  }

  /// Each with the most alike.
  void pair_others() {
    if (missing_.size() * extra_.size() > limits_.group_pairs) {
      out_.is_partly_paired = true;
      return;
    }
    for (auto& one : missing_) {
      spelled_literal literal, other;
      if (one.is_paired || !one.read(literal)) continue;
      lone_triple* best = nullptr;
      literal_likeness most;
      for (auto& candidate : extra_) {
        if (candidate.is_paired || !candidate.read(other)) continue;
        const auto likeness = compare_literals(literal, other);
        if (likeness.rank > most.rank) {
          most = likeness;
          best = &candidate;
        }
      }
      if (best != nullptr) pair(one, *best, most.change);
    }
  }

  /// Two statements with the same value, of which a store keeps one.
  void find_merged() {
    keyed_set<std::string> values;
    spelled_literal literal;
    for (const auto& object : kept_)
      if (spelled_literal::read(object, literal)) values.insert(merged_key(literal));
    for (const auto& one : extra_)
      if (one.is_paired && one.read(literal)) values.insert(merged_key(literal));
    values.erase(std::string{});
    for (auto& one : missing_) {
      if (values.empty() || one.is_paired || !one.read(literal) || !values.contains(merged_key(literal)))
        continue;
      one.is_paired = true;
      note_change(store_change::merged, one.triple, {});
    }
  }

  result<void> report_rest(const triples& of, delta_sign sign) {
    for (const auto& one : of) {
      if (one.is_paired) continue;
      auto& blank = sign == delta_sign::added ? missing_blank_ : extra_blank_;
      if (has_blank(one.triple) && blank_bytes_ + one.triple.size() <= limits_.blank_bytes) {
        blank_bytes_ += one.triple.size() + sizeof(std::string);
        blank.push_back(one.triple);
      } else if (has_blank(one.triple)) {
        if (auto done = report_unpaired(sign, one.triple); !done) return done;
      } else if (auto done = report(sign, one.triple); !done) {
        return done;
      }
    }
    return {};
  }

  result<void> pair_blank() {
    const auto by_shape = [](std::vector<std::string>& triples_of_side) {
      std::vector<std::pair<std::string, std::string*>> out;
      out.reserve(triples_of_side.size());
      for (auto& one : triples_of_side) out.emplace_back(without_names(one), &one);
      std::ranges::sort(out, {}, [](const auto& pair) { return std::tie(pair.first, *pair.second); });
      return out;
    };
    const auto missing = by_shape(missing_blank_), extra = by_shape(extra_blank_);
    std::size_t i = 0, j = 0;
    while (i < missing.size() || j < extra.size()) {
      const auto order = i == missing.size() ? 1
                         : j == extra.size() ? -1
                                             : missing[i].first.compare(extra[j].first);
      auto done = order < 0   ? report(delta_sign::added, *missing[i].second)
                  : order > 0 ? report(delta_sign::removed, *extra[j].second)
                              : result<void>{};
      if (!done) return done;
      if (order == 0) note_change(store_change::blank_node, *missing[i].second, *extra[j].second);
      if (order <= 0) ++i;
      if (order >= 0) ++j;
    }
    return {};
  }

  void note_change(store_change change, std::string_view graph, std::string_view store) {
    auto& count = out_.changes[static_cast<std::size_t>(change)];
    if (++count > limits_.examples) return;
    out_.change_examples.push_back({change, std::string(graph.substr(0, limits_.example_bytes)),
                                    std::string(store.substr(0, limits_.example_bytes))});
  }

  result<void> report_unpaired(delta_sign sign, std::string_view triple) {
    out_.is_partly_paired = true;
    return report(sign, triple);
  }

  result<void> report(delta_sign sign, std::string_view triple) {
    ++(sign == delta_sign::added ? out_.missing : out_.extra);
    auto& examples = sign == delta_sign::added ? out_.missing_examples : out_.extra_examples;
    if (examples.size() < limits_.examples) examples.emplace_back(triple.substr(0, limits_.example_bytes));
    return take_ ? take_(sign, std::string(triple).append(" .\n")) : result<void>{};
  }

  line_stream lines_;
  std::string iri_;
  comparison_limits limits_;
  delta_consumer take_;
  store_differences out_;
  bool has_begun_ = false, has_line_ = false;
  std::string triple_, last_of_store_;
  // The triples of one subject and predicate.
  std::string key_;
  triples missing_, extra_;
  std::vector<std::string> kept_;  ///< objects
  std::uint64_t group_bytes_ = 0;
  // Those about blank nodes wait for the end.
  std::vector<std::string> missing_blank_, extra_blank_;
  std::uint64_t blank_bytes_ = 0;
};

std::uint64_t store_differences::changed() const {
  return std::accumulate(changes.begin(), changes.end(), std::uint64_t{0});
}

store_comparison::store_comparison(byte_source& graph, std::string iri, comparison_limits limits,
                                   delta_consumer take)
    : state_(std::make_unique<state>(graph, std::move(iri), limits, std::move(take))) {}
store_comparison::~store_comparison() = default;

result<void> store_comparison::take(std::string_view line) {
  return state_->take(line);
}
result<store_differences> store_comparison::finish() {
  return state_->finish();
}

}  // namespace laundromat
