// Colours of the blank nodes of one component, refined until nodes of the same colour have the same neighbourhoods.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace laundromat {

/// Colour refinement. Nodes of one colour are split where their statements, with the colours of their neighbours, differ. Colours depend
/// on the statements only, not on the numbers or the order of nodes.
///
/// The first rounds update all nodes that share a colour. Then the classes of one colour are queued: the neighbours of each are updated once
/// more, and of the parts into which a class is split all but the largest are queued. So each node is a source at most log n times.
///
/// `colouring` in core/rdf/identity does the same for whole datasets that are compared, in simple rounds and without a budget of steps.
///
/// Memory: 4 bytes a mention of a node, 60 bytes a node; kept for the next component.
class node_colours {
 public:
  using node = std::uint32_t;
  static constexpr node no_node = ~node{0};

  /// A statement: its nodes, with `no_node` for other terms, and a hash of its other terms.
  struct quad {
    std::array<node, 4> nodes;
    std::uint64_t ground;
  };

  /// The most steps that a component of any size may take beside those for its statements. A step takes about 10 ns.
  static constexpr std::uint64_t most_free_steps = std::uint64_t{1} << 21;

  /// Nodes 0 to `count - 1`, all of one colour. `quads` must outlive this object.
  void assign(std::span<const quad> quads, node count, std::uint64_t free_steps);
  /// Refines all nodes. `all` has all nodes, and is sorted by colour on return. False: `spend` failed.
  [[nodiscard]] bool refine(std::vector<node>& all);
  /// Gives `chosen` a colour that is unique in `set`, and refines `set`, which is sorted by colour; the other nodes keep their colours.
  /// Of the nodes of one colour that are chosen one after the other, each needs another `mark` to be told from those before it.
  [[nodiscard]] bool refine_from(std::span<const node> set, node chosen, unsigned mark = 0);
  void sort(std::vector<node>& set) const;
  [[nodiscard]] std::size_t count_classes(std::span<const node> sorted) const;
  /// Nodes of `sorted` that share their colour with another one.
  [[nodiscard]] std::vector<node> shared(std::span<const node> sorted) const;

  [[nodiscard]] std::uint64_t of(node n) const { return colours_[n]; }
  void change(node n, std::uint64_t colour) { colours_[n] = colour; }
  /// A new colour from a colour and another value.
  [[nodiscard]] static std::uint64_t combine(std::uint64_t one, std::uint64_t other);
  /// The hash of a quad from the position of one of its nodes, or, with `no_node`, of none.
  [[nodiscard]] std::uint64_t quad_hash(std::uint32_t number, node self) const;
  /// Numbers of the quads that mention a node, each once.
  [[nodiscard]] std::span<const std::uint32_t> quads_of(node n) const {
    return std::span(mentions_).subspan(starts_[n], starts_[n + 1] - starts_[n]);
  }
  [[nodiscard]] const quad& at(std::uint32_t number) const { return quads_[number]; }

  /// Counts steps; false when there were too many for a component of this size.
  [[nodiscard]] bool spend(std::uint64_t steps) { return (steps_ += steps) <= most_steps_; }

 private:
  using place = std::uint32_t;  ///< in `order_`; a class is identified by its first one

  void index_quads();
  [[nodiscard]] bool run_rounds(std::vector<node> active);
  void enter(std::span<const node> sorted);
  void leave();
  [[nodiscard]] bool run_queue();
  void scan_from(place of_class);
  void touch(node n, std::uint64_t seen);
  void divide_touched();
  void divide(place of_class);
  void wait(place of_class);

  std::span<const quad> quads_;
  std::uint64_t steps_ = 0, most_steps_ = 0;
  std::vector<std::uint64_t> colours_, seen_;
  std::vector<std::uint32_t> starts_, mentions_;  ///< quads of node n: from `starts_[n]` to `starts_[n + 1]`
  std::vector<std::uint32_t> free_;

  // The nodes that are refined, class by class; the touched ones of a class are at its end.
  std::vector<node> order_, sources_;
  std::vector<place> places_, classes_;                ///< by node; no class: not refined
  std::vector<std::uint32_t> sizes_, touched_counts_;  ///< by class
  std::vector<bool> waits_;                            ///< by class
  std::vector<place> touched_, queue_;
};

}  // namespace laundromat
