// The readings of a dump, and the merge that writes its documents.
// SPDX-License-Identifier: Apache-2.0
#include "core/slicing/slice_dump.hpp"

#include <algorithm>

#include "core/slicing/connected_statements.hpp"
#include "core/slicing/described_resources.hpp"
#include "core/slicing/slice_assembly.hpp"
#include "core/slicing/slice_lines.hpp"

namespace laundromat {

namespace {

/// Shares of the memory: for the pairs, and for what is connected, which includes a group and the document.
constexpr std::uint64_t share_of_pairs = 2, share_of_connections = 4, share_of_group = 24;

class dump_slicer {
 public:
  dump_slicer(const slicing_settings& settings, const slicing_ports& ports, slice_sink& to)
      : settings_(settings),
        limits_(settings.limits),
        ports_(ports),
        workers_(*ports.workers),
        described_(settings.prefixes),
        spool_(ports.make_runs()),
        pairs_(ports.make_runs(), {settings.memory_bytes / share_of_pairs, ports.workers}),
        documents_(*spool_, settings.limits.held_document_bytes, to) {
    limits_.group_bytes =
        std::min(limits_.group_bytes, static_cast<std::size_t>(settings.memory_bytes / share_of_group));
  }

  result<slicing_counts> run() {
    auto done = !settings_.method ? sort_by_graph() : find_pairs();
    if (done) done = write_documents();
    if (!done) return tl::unexpected(done.error());
    counts_.documents = documents_.documents();
    counts_.cut_documents = documents_.cut_documents();
    counts_.placed = documents_.statements();
    return counts_;
  }

 private:
  [[nodiscard]] bool is_method(std::initializer_list<slicing_method> methods) const {
    return std::ranges::find(methods, *settings_.method) != methods.end();
  }
  /// Statements belong to their object, too.
  [[nodiscard]] bool has_objects() const {
    return settings_.method &&
           is_method({slicing_method::subject_object, slicing_method::scbd, slicing_method::msg});
  }

  /// The graph of each statement, and the statement without it.
  result<void> sort_by_graph() {
    auto opened = dump_lines::open(ports_.open, workers_);
    if (!opened) return tl::unexpected(opened.error());
    auto& lines = **opened;
    std::string text, graph;
    while (lines.has_line()) {
      ++counts_.statements;
      const auto one = split_statement(lines.line());
      if (described_.contains(one.graph)) {
        if (one.graph != graph) pairs_.begin(graph = one.graph);
        text.assign(one.triple_and_space()).append(".\n");
        if (auto added = pairs_.add(text); !added) return added;
      } else {
        ++counts_.left_out;
      }
      if (auto next = lines.advance(); !next) return next;
    }
    return {};
  }

  result<void> find_pairs() {
    if (is_method({slicing_method::subject})) return {};
    connected_statements connected{
        {*settings_.method, settings_.memory_bytes / share_of_connections, limits_},
        ports_.make_runs,
        workers_};
    const bool has_objects_too = has_objects();
    const bool has_connections = !is_method({slicing_method::subject_object});
    auto opened = dump_lines::open(ports_.open, workers_);
    if (!opened) return tl::unexpected(opened.error());
    auto& lines = **opened;
    while (lines.has_line()) {
      const auto one = split_statement(lines.line());
      if (has_objects_too && described_.contains(one.object) && one.object != one.subject) {
        pairs_.begin(one.object);
        if (auto added = pairs_.add(lines.line()); !added) return added;
      }
      if (has_connections)
        if (auto seen = connected.survey(one); !seen) return seen;
      if (auto next = lines.advance(); !next) return next;
    }
    opened->reset();
    if (!has_connections) return {};
    if (auto ended = connected.end_survey(); !ended) return ended;
    if (!connected.has_any()) return {};
    are_left_out_counted_ = true;
    auto done = connected.describe(ports_.open, described_, pairs_);
    counts_.left_out += connected.left_out();
    counts_.large_groups = connected.large_groups();
    counts_.reifications_left_out = connected.reifications_left_out();
    return done;
  }

  result<void> write_documents() {
    if (settings_.method) {
      auto opened = dump_lines::open(ports_.open, workers_);
      if (!opened) return tl::unexpected(opened.error());
      lines_ = *std::move(opened);
    }
    result<void> done;
    if (!pairs_.is_empty())
      done = pairs_.finish([this](std::string& batch) {
        return each_line(batch, [this](std::string_view pair) { return take_pair(pair); });
      });
    if (done) done = end_pairs();
    while (done && has_line()) done = take_line();
    return done ? documents_.end() : done;
  }

  [[nodiscard]] bool has_line() const { return lines_ && lines_->has_line(); }

  result<void> next_line() {
    ++counts_.statements;
    return lines_->advance();
  }

  /// Takes a statement of the dump whose subject has no pairs.
  result<void> take_line() {
    const auto line = lines_->line();
    if (subject_.empty() || !line.starts_with(subject_)) {
      subject_.assign(subject_and_space(line));
      const auto term = std::string_view(subject_).substr(0, subject_.size() - 1);
      is_described_ = described_.contains(term);
      if (is_described_)
        if (auto begun = documents_.begin(term); !begun) return begun;
    }
    if (is_described_) {
      if (auto added = documents_.add(line); !added) return added;
    } else if (!are_left_out_counted_ &&
               !(has_objects() && described_.contains(split_statement(line).object))) {
      ++counts_.left_out;
    }
    return next_line();
  }

  result<void> take_pair(std::string_view pair) {
    if (key_.empty() || !pair.starts_with(key_)) {
      if (auto ended = end_pairs(); !ended) return ended;
      key_.assign(subject_and_space(pair));
      while (has_line() && lines_->line() < key_)
        if (auto taken = take_line(); !taken) return taken;
      if (auto begun = documents_.begin(std::string_view(key_).substr(0, key_.size() - 1)); !begun)
        return begun;
    }
    const auto statement = pair.substr(key_.size());
    if (statement == slice_lines::cut_line) {
      documents_.set_cut();
      return {};
    }
    while (has_line() && lines_->line().starts_with(key_) && lines_->line() <= statement) {
      const bool is_same = lines_->line() == statement;
      if (auto added = is_same ? result<void>{} : documents_.add(lines_->line()); !added) return added;
      if (auto next = next_line(); !next) return next;
    }
    return documents_.add(statement);
  }

  /// The other statements about the resource of the last pairs.
  result<void> end_pairs() {
    while (!key_.empty() && has_line() && lines_->line().starts_with(key_)) {
      if (auto added = documents_.add(lines_->line()); !added) return added;
      if (auto next = next_line(); !next) return next;
    }
    key_.clear();
    return {};
  }

  const slicing_settings& settings_;
  slicing_limits limits_;
  const slicing_ports& ports_;
  worker_pool& workers_;
  described_resources described_;
  std::unique_ptr<run_store> spool_;
  slice_lines pairs_;
  slice_assembly documents_;
  std::unique_ptr<dump_lines> lines_;
  std::string subject_, key_;
  bool is_described_ = false, are_left_out_counted_ = false;
  slicing_counts counts_;
};

}  // namespace

result<slicing_counts> slice_dump(const slicing_settings& settings, const slicing_ports& ports,
                                  slice_sink& to) {
  return dump_slicer{settings, ports, to}.run();
}

}  // namespace laundromat
