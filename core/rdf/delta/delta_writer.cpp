// Writes marked lines and RDF Patch one by one, SPARQL Update in batches.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/delta/delta_writer.hpp"

#include "core/rdf/model/triple_term.hpp"

namespace laundromat {

namespace {

constexpr std::size_t batch_bytes = std::size_t{1} << 18, update_bytes = std::size_t{1} << 20;

/// Writes text in large chunks.
class batched_sink {
 public:
  explicit batched_sink(byte_sink& out) : out_(out) {}
  std::string& text() { return text_; }
  result<void> flush_from(std::size_t bytes) {
    if (text_.empty() || text_.size() < bytes) return {};
    auto written = out_.write(text_);
    text_.clear();
    return written;
  }

 private:
  byte_sink& out_;
  std::string text_;
};

class signed_lines final : public delta_writer {
 public:
  explicit signed_lines(byte_sink& out) : out_(out) {}
  result<void> take(delta_sign sign, std::string_view line) override {
    out_.text().push_back(static_cast<char>(sign));
    out_.text().append(" ").append(line);
    return out_.flush_from(batch_bytes);
  }
  result<void> finish() override { return out_.flush_from(0); }

 private:
  batched_sink out_;
};

class rdf_patch final : public delta_writer {
 public:
  rdf_patch(const delta_names& names, byte_sink& out) : out_(out) {
    if (!names.after.empty()) out_.text().append("H id <").append(names.after).append("> .\n");
    if (!names.before.empty()) out_.text().append("H prev <").append(names.before).append("> .\n");
    out_.text().append("TX .\n");
  }
  result<void> take(delta_sign sign, std::string_view line) override {
    out_.text().append(sign == delta_sign::added ? "A " : "D ").append(line);
    return out_.flush_from(batch_bytes);
  }
  result<void> finish() override {
    out_.text().append("TC .\n");
    return out_.flush_from(0);
  }

 private:
  batched_sink out_;
};

/// The offset of the graph term in a canonical line, behind the third term; the line's end when there is none.
std::size_t graph_begin(std::string_view line) {
  std::size_t at = 0;
  for (int terms = 0; terms < 3 && at < line.size(); ++terms) at = end_of_spelled_term(line, at) + 1;
  return at < line.size() && line[at] == '<' && line.ends_with("> .\n") ? at : line.size();
}

/// Statements of one operation, in a GRAPH block for each run of statements with the same graph.
class update_block {
 public:
  explicit update_block(std::string_view operation) : operation_(operation) {}
  [[nodiscard]] bool is_full() const {
    return count_ >= delta_writer::update_statements || text_.size() >= update_bytes;
  }
  void add(std::string_view line) {
    const auto at = graph_begin(line);
    const auto graph = at == line.size() ? std::string_view{} : line.substr(at, line.size() - 3 - at);
    if (count_ == 0 || graph != graph_) open(graph);
    ++count_;
    text_.append(graph_.empty() ? "  " : "    ");
    if (graph.empty())
      text_.append(line);
    else
      text_.append(line.substr(0, at)).append(".\n");
  }
  /// Appends nothing when there is no statement.
  void append_to(std::string& out) {
    if (count_ == 0) return;
    if (!graph_.empty()) text_.append("  }\n");
    out.append(operation_).append(" DATA {\n").append(text_).append("} ;\n");
    text_.clear();
    graph_.clear();
    count_ = 0;
  }

 private:
  void open(std::string_view graph) {
    if (!graph_.empty()) text_.append("  }\n");
    graph_ = graph;
    if (!graph_.empty()) text_.append("  GRAPH ").append(graph_).append(" {\n");
  }

  std::string_view operation_;
  std::string text_, graph_;
  std::size_t count_ = 0;
};

class sparql_update final : public delta_writer {
 public:
  explicit sparql_update(byte_sink& out) : out_(out) {}
  result<void> take(delta_sign sign, std::string_view line) override {
    auto& block = sign == delta_sign::added ? added_ : removed_;
    block.add(line);
    if (!block.is_full()) return {};
    block.append_to(out_.text());
    return out_.flush_from(batch_bytes);
  }
  result<void> finish() override {
    removed_.append_to(out_.text());
    added_.append_to(out_.text());
    return out_.flush_from(0);
  }

 private:
  batched_sink out_;
  update_block removed_{"DELETE"}, added_{"INSERT"};
};

}  // namespace

std::optional<delta_format> delta_format_from_name(std::string_view name) {
  if (name == "nquads" || name == "n-quads") return delta_format::n_quads;
  if (name == "rdf-patch") return delta_format::rdf_patch;
  if (name == "sparql") return delta_format::sparql;
  return std::nullopt;
}

std::unique_ptr<delta_writer> make_delta_writer(delta_format format, const delta_names& names,
                                                byte_sink& out) {
  if (format == delta_format::rdf_patch) return std::make_unique<rdf_patch>(names, out);
  if (format == delta_format::sparql) return std::make_unique<sparql_update>(out);
  return std::make_unique<signed_lines>(out);
}

}  // namespace laundromat
