// Follows the texts of the definitions, with sets and without any index.
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/slicing/described_documents.hpp"

#include <vector>

#include "core/rdf/write/skolem.hpp"

namespace laundromat {

namespace {

const std::string rdf_begin = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#";

struct quad {
  std::string s, p, o, g, line;
};

/// Reads one term: an IRI, a literal or a triple term.
std::string take_term(const std::string& line, std::size_t& at) {
  const auto begin = at;
  if (line.compare(at, 3, "<<(") == 0) {
    at += 4;
    for (int i = 0; i < 3; ++i) {
      take_term(line, at);
      ++at;
    }
    at += 3;
  } else if (line[at] == '"') {
    for (++at; line[at] != '"'; ++at) at += line[at] == '\\' ? 1 : 0;
    ++at;
    if (line[at] == '^') at = line.find('>', at) + 1;
    if (line[at] == '@') at = line.find(' ', at);
  } else {
    at = line.find('>', at) + 1;
  }
  return line.substr(begin, at - begin);
}

quad read(const std::string& line) {
  quad q;
  std::size_t at = 0;
  for (auto* term : {&q.s, &q.p, &q.o}) {
    *term = take_term(line, at);
    ++at;
  }
  if (line[at] == '<') q.g = take_term(line, at);
  q.line = line;
  return q;
}

bool is_blank(const std::string& term) {
  return term.starts_with("<" + std::string{genid_base});
}
bool is_resource(const std::string& term) {
  return term.starts_with("<") && !term.starts_with("<<") && !is_blank(term);
}

class definitions {
 public:
  explicit definitions(const line_set& dump) {
    for (const auto& line : dump) quads_.push_back(read(line));
    for (const auto& q : quads_) reifications_.push_back(find_reifications(q));
  }

  /// CBD, steps 1 to 3.
  void describe(const std::string& node, line_set& into) const {
    bool is_complete = false;
    std::set<std::string> starts{node};
    while (!is_complete) {
      is_complete = true;
      for (const auto& q : quads_) {
        if (!starts.contains(q.s)) continue;
        is_complete = !into.insert(q.line).second && is_complete;
        if (is_blank(q.o)) is_complete = !starts.insert(q.o).second && is_complete;
        for (const auto& r : reifications_of(q)) is_complete = !starts.insert(r).second && is_complete;
      }
    }
  }
  /// The statements with the node as object, and those that lead to their blank subjects, with reifications.
  void describe_back(const std::string& node, line_set& into) const {
    std::set<std::string> ends{node};
    for (std::size_t before = 0; before != ends.size();) {
      before = ends.size();
      for (const auto& q : quads_)
        if (ends.contains(q.o) && is_blank(q.s)) ends.insert(q.s);
    }
    for (const auto& q : quads_) {
      if (!ends.contains(q.o)) continue;
      into.insert(q.line);
      for (const auto& r : reifications_of(q)) describe(r, into);
    }
  }
  /// MSG of a statement.
  void add_graph_of(const quad& start, line_set& into) const {
    std::set<std::string> nodes = blanks_of(start);
    into.insert(start.line);
    for (std::size_t before = 0; before != nodes.size();) {
      before = nodes.size();
      for (const auto& q : quads_) {
        const auto mine = blanks_of(q);
        bool is_in = false;
        for (const auto& node : mine) is_in = is_in || nodes.contains(node);
        if (!is_in) continue;
        into.insert(q.line);
        nodes.insert(mine.begin(), mine.end());
      }
    }
  }
  /// All minimal self-contained graphs that involve the node: the graphs of all statements, where the node is a subject or object in it.
  void add_graphs_with(const std::string& node, line_set& into) const {
    for (const auto& q : quads_) {
      line_set graph;
      add_graph_of(q, graph);
      bool has_node = false;
      for (const auto& line : graph) {
        const auto member = read(line);
        has_node = has_node || member.s == node || member.o == node;
      }
      if (has_node) into.insert(graph.begin(), graph.end());
    }
  }

  [[nodiscard]] const std::vector<quad>& quads() const { return quads_; }

 private:
  [[nodiscard]] bool has(const std::string& s, const std::string& p, const std::string& o) const {
    for (const auto& q : quads_)
      if (q.s == s && q.p == p && q.o == o) return true;
    return false;
  }
  [[nodiscard]] const std::set<std::string>& reifications_of(const quad& of) const {
    return reifications_[static_cast<std::size_t>(&of - quads_.data())];
  }
  [[nodiscard]] std::set<std::string> find_reifications(const quad& of) const {
    std::set<std::string> found;
    for (const auto& q : quads_) {
      if (q.p == rdf_begin + "type>" && q.o == rdf_begin + "Statement>" &&
          has(q.s, rdf_begin + "subject>", of.s) && has(q.s, rdf_begin + "predicate>", of.p) &&
          has(q.s, rdf_begin + "object>", of.o))
        found.insert(q.s);
      if (q.p == rdf_begin + "reifies>" && q.o == "<<( " + of.s + " " + of.p + " " + of.o + " )>>")
        found.insert(q.s);
    }
    return found;
  }
  static std::set<std::string> blanks_of(const quad& q) {
    std::set<std::string> found;
    for (const auto& term : {q.s, q.o})
      for (auto at = term.find("<" + std::string{genid_base}); at != term.npos && term[0] == '<';
           at = term.find("<" + std::string{genid_base}, at + 1))
        found.insert(term.substr(at, term.find('>', at) + 1 - at));
    return found;
  }

  std::vector<quad> quads_;
  std::vector<std::set<std::string>> reifications_;  ///< of each of these
};

}  // namespace

documents_by_uri described_documents(const line_set& dump, std::optional<slicing_method> method,
                                     const std::string& prefix) {
  const definitions all{dump};
  documents_by_uri found;
  const auto is_wanted = [&](const std::string& term) {
    return is_resource(term) && term.compare(1, prefix.size(), prefix) == 0;
  };
  const auto uri = [](const std::string& term) { return term.substr(1, term.size() - 2); };
  if (!method) {
    for (const auto& q : all.quads())
      if (is_wanted(q.g)) found[uri(q.g)].insert(q.s + " " + q.p + " " + q.o + " .\n");
    return found;
  }
  const bool has_objects = *method == slicing_method::subject_object || *method == slicing_method::scbd ||
                           *method == slicing_method::msg;
  std::set<std::string> resources;
  for (const auto& q : all.quads()) {
    if (is_wanted(q.s)) resources.insert(q.s);
    if (has_objects && is_wanted(q.o)) resources.insert(q.o);
  }
  for (const auto& x : resources) {
    auto& into = found[uri(x)];
    switch (*method) {
      case slicing_method::cbd:
        all.describe(x, into);
        break;
      case slicing_method::scbd: {
        line_set back;
        all.describe(x, into);
        all.describe_back(x, back);
        into.insert(back.begin(), back.end());
        break;
      }
      case slicing_method::msg:
        all.add_graphs_with(x, into);
        break;
      default:
        for (const auto& q : all.quads())
          if (q.s == x || (has_objects && q.o == x)) into.insert(q.line);
    }
  }
  return found;
}

}  // namespace laundromat
