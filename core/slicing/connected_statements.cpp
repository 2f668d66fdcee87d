// Three readings of the dump, each merged with what the one before has sorted.
// SPDX-License-Identifier: Apache-2.0
#include "core/slicing/connected_statements.hpp"

#include <array>

#include "core/rdf/delta/merge_side.hpp"

namespace laundromat {

namespace {

constexpr std::size_t written_bytes = std::size_t{1} << 16;

/// Sixteen hexadecimal digits and a space.
std::array<char, 17> key_of_group(std::uint64_t number) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::array<char, 17> key;
  for (std::size_t i = 16; i-- > 0; number >>= 4) key[i] = digits[number & 15];
  key[16] = ' ';
  return key;
}

}  // namespace

connected_statements::connected_statements(connection_settings settings, const runs_maker& make_runs,
                                           worker_pool& workers)
    : settings_(settings),
      make_runs_(make_runs),
      workers_(workers),
      node_(settings.limits.reified_statements) {}

std::unique_ptr<connected_statements::sorted_lines> connected_statements::make_sorter() const {
  return std::make_unique<sorted_lines>(make_runs_(), sort_options{settings_.memory_bytes / 4, &workers_});
}

node_groups& connected_statements::groups() {
  if (!groups_) groups_.emplace(static_cast<std::size_t>(settings_.memory_bytes / 4));
  return *groups_;
}

result<void> connected_statements::survey(const statement_terms& one) {
  if (one.subject != subject_) {
    if (auto ended = end_node(); !ended) return ended;
    subject_.assign(one.subject);
  }
  if (follows_reifications()) node_.take(one);
  std::string_view joined = is_blank_term(one.subject) ? one.subject : std::string_view{};
  has_blank_nodes_ = has_blank_nodes_ || !joined.empty();
  const auto join = [&](std::string_view node) {
    has_blank_nodes_ = true;
    if (!joined.empty()) groups().join(joined, node);
    joined = node;
  };
  if (!follows_reifications())
    each_blank_of(one.object, join);
  else if (is_blank_term(one.object))
    join(one.object);
  return {};
}

/// All statements about a node were seen.
result<void> connected_statements::end_node() {
  if (node_.has_any()) {
    has_reifications_ = true;
    if (!reified_) {
      reified_ = make_sorter();
      node_runs_ = make_runs_();
      auto made = node_runs_->create();
      if (!made) return tl::unexpected(made.error());
      reifying_nodes_ = *made;
    }
    reifying_names_.append(subject_).push_back('\n');
    if (reifying_names_.size() >= written_bytes) {
      if (auto written = reifying_nodes_->write(reifying_names_); !written) return written;
      reifying_names_.clear();
    }
    std::string line;
    const auto done = node_.each([&](std::string_view triple) {
      line.assign(triple).push_back(reified_by);
      line.append(subject_).push_back('\n');
      return reified_->lines.add(line);
    });
    if (!done) return done;
  }
  node_.begin();
  return {};
}

result<void> connected_statements::end_survey() {
  if (auto ended = end_node(); !ended) return ended;
  return reifying_nodes_ ? reifying_nodes_->write(reifying_names_) : result<void>{};
}

/// Keeps the reifications of statements that the dump has, and joins the nodes that they connect.
result<void> connected_statements::match_reifications(const dump_opener& dump) {
  by_node_ = make_sorter();
  auto names = node_runs_->open(0);
  if (!names) return tl::unexpected(names.error());
  line_stream nodes{**names, "the list of reifying nodes", line_stream::order::any};
  auto more_nodes = nodes.advance();
  auto opened = dump_lines::open(dump, workers_);
  if (!opened) return tl::unexpected(opened.error());
  auto& statements = **opened;
  std::string subject, line;
  bool is_followed = false;  // the subject is a blank node, or may reify
  // The statement before a reification of it, or behind: statements come in the order of `reified_`.
  const auto look_at = [&](std::string_view text) -> result<void> {
    if (!subject.empty() && text.starts_with(subject)) return {};
    subject.assign(subject_and_space(text));
    const auto term = std::string_view(subject).substr(0, subject.size() - 1);
    const auto name_of_node = [&] { return nodes.line().substr(0, nodes.line().size() - 1); };
    while (more_nodes && *more_nodes && name_of_node() < term) more_nodes = nodes.advance();
    if (!more_nodes) return tl::unexpected(more_nodes.error());
    is_followed = is_blank_term(term) || (*more_nodes && name_of_node() == term);
    return {};
  };
  const auto pass = [&]() -> result<void> {
    if (auto looked = look_at(statements.line()); !looked) return looked;
    if (is_followed) {
      const auto one = split_statement(statements.line());
      if (is_blank_term(one.object)) groups().join(one.subject, one.object);
    }
    return statements.advance();
  };
  const auto take = [&](std::string_view reification) -> result<void> {
    while (statements.has_line() && statements.line() < reification)
      if (auto passed = pass(); !passed) return passed;
    const auto bar = reification.rfind(reified_by);
    const auto triple = reification.substr(0, bar);
    if (!statements.has_line() || !statements.line().starts_with(triple)) return {};
    if (auto looked = look_at(statements.line()); !looked) return looked;
    const auto reifier = reification.substr(bar + 1, reification.size() - bar - 2);
    const auto one = split_statement(statements.line());
    if (is_followed) groups().join(one.subject, reifier);
    if (is_symmetric() && is_blank_term(one.object)) groups().join(one.object, reifier);
    line.assign(reifier).append(" ").append(triple).push_back('\n');
    return by_node_->lines.add(line);
  };
  auto done = reified_->lines.finish([&](std::string& batch) { return each_line(batch, take); });
  while (done && statements.has_line()) done = pass();
  reified_.reset();
  return done;
}

result<void> connected_statements::add_to_group(std::string_view node, std::string_view line) {
  const auto key = key_of_group(groups().group_of(node));
  by_group_->lines.begin_key({key.data(), key.size()});
  const auto to = by_group_->lines.room(line.size());
  if (!to) return tl::unexpected(to.error());
  std::copy(line.begin(), line.end(), *to);
  by_group_->lines.add_rest(line.size());
  return {};
}

/// Adds a statement to its group, or finds whether it is in a document without one.
result<void> connected_statements::place(std::string_view line, const described_resources& described) {
  if (placed_subject_.empty() || !line.starts_with(placed_subject_)) {
    placed_subject_.assign(subject_and_space(line));
    const auto term = std::string_view(placed_subject_).substr(0, placed_subject_.size() - 1);
    is_subject_blank_ = is_blank_term(term);
    is_subject_described_ = described.contains(term);
    is_subject_live_ = term == live_;
  }
  if (is_subject_blank_ || is_subject_live_)
    return add_to_group(std::string_view(placed_subject_).substr(0, placed_subject_.size() - 1), line);
  const auto object = line.find(' ', placed_subject_.size()) + 1;
  if (line[object] != '<') {
    if (!is_subject_described_) ++left_out_;
    return {};
  }
  const auto one = split_statement(line);
  std::string_view node;
  if (!follows_reifications())
    each_blank_of(one.object, [&](std::string_view blank) { node = blank; });
  else if (is_blank_term(one.object))
    node = one.object;
  if (!node.empty()) return add_to_group(node, line);
  if (!is_subject_described_ && !(is_symmetric() && described.contains(one.object))) ++left_out_;
  return {};
}

result<void> connected_statements::sort_into_groups(const dump_opener& dump,
                                                    const described_resources& described) {
  by_group_ = make_sorter();
  auto opened = dump_lines::open(dump, workers_);
  if (!opened) return tl::unexpected(opened.error());
  auto& statements = **opened;
  const auto pass = [&]() -> result<void> {
    if (auto placed = place(statements.line(), described); !placed) return placed;
    return statements.advance();
  };
  std::string line;
  const auto take = [&](std::string_view reification) -> result<void> {
    const auto key = subject_and_space(reification);
    while (statements.has_line() && statements.line() < key)
      if (auto passed = pass(); !passed) return passed;
    live_.assign(key.substr(0, key.size() - 1));
    line.assign(reification.substr(key.size(), reification.size() - key.size() - 1)).push_back(reified_by);
    line.append(live_).push_back('\n');
    return add_to_group(live_, line);
  };
  result<void> done;
  if (by_node_) done = by_node_->lines.finish([&](std::string& batch) { return each_line(batch, take); });
  while (done && statements.has_line()) done = pass();
  by_node_.reset();
  return done;
}

result<void> connected_statements::describe(const dump_opener& dump, const described_resources& described,
                                            slice_lines& out) {
  if (has_reifications_)
    if (auto matched = match_reifications(dump); !matched) return matched;
  if (auto sorted = sort_into_groups(dump, described); !sorted) return sorted;
  groups_.reset();
  group_descriptions descriptions{settings_.method, described, settings_.limits, out};
  const auto take = [&](std::string_view line) {
    const auto key = subject_and_space(line);
    return descriptions.take(key, line.substr(key.size()));
  };
  auto done = by_group_->lines.finish([&](std::string& batch) { return each_line(batch, take); });
  if (done) done = descriptions.finish();
  by_group_.reset();
  left_out_ += descriptions.left_out();
  large_groups_ = descriptions.large_groups();
  return done;
}

}  // namespace laundromat
