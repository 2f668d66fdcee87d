// A small evaluator: the pattern is read as Turtle with variables, then matched by backtracking.
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/rdf/rdfa/ask_query.hpp"

#include <functional>
#include <map>
#include <stdexcept>

#include "core/rdf/write/canonical.hpp"
#include "core/web/uri.hpp"

namespace laundromat::testing {

namespace {

using bindings = std::map<std::string, std::string>;
using filter = std::function<bool(const bindings&)>;

struct group {
  std::vector<triple> pattern;
  std::vector<group> optionals;
  std::vector<std::vector<group>> unions;
  std::vector<filter> filters;
};

constexpr std::string_view rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

class query_parser {
 public:
  explicit query_parser(std::string_view text) : rest_(text) {}

  group parse() {
    for (;;) {
      if (take_word("PREFIX")) {
        const auto name = take_until(":");
        prefixes_[std::string(name)] = iri();
      } else if (take_word("BASE")) {
        base_ = iri();
      } else if (take_word("ASK")) {
        (void)take_word("WHERE");
        return braces();
      } else {
        throw std::runtime_error("not an ASK query: " + std::string(rest_.substr(0, 40)));
      }
    }
  }

 private:
  void space() {
    while (!rest_.empty()) {
      if (std::string_view(" \t\r\n").find(rest_.front()) != rest_.npos)
        rest_.remove_prefix(1);
      else if (rest_.front() == '#')
        rest_.remove_prefix(std::min(rest_.find('\n'), rest_.size()));
      else
        break;
    }
  }
  bool take(std::string_view what) {
    space();
    if (!rest_.starts_with(what)) return false;
    rest_.remove_prefix(what.size());
    return true;
  }
  bool take_word(std::string_view word) {
    space();
    if (rest_.size() < word.size()) return false;
    for (std::size_t i = 0; i < word.size(); ++i)
      if (std::toupper(rest_[i]) != std::toupper(word[i])) return false;
    if (rest_.size() > word.size() && (std::isalnum(rest_[word.size()]) != 0 || rest_[word.size()] == ':'))
      return false;
    rest_.remove_prefix(word.size());
    return true;
  }
  void need(std::string_view what) {
    if (!take(what))
      throw std::runtime_error("expected " + std::string(what) + " at " + std::string(rest_.substr(0, 40)));
  }
  std::string_view take_until(std::string_view end) {
    space();
    const auto at = rest_.find(end);
    if (at == rest_.npos) throw std::runtime_error("no " + std::string(end));
    const auto taken = rest_.substr(0, at);
    rest_.remove_prefix(at + end.size());
    return taken;
  }
  std::string iri() {
    need("<");
    const auto end = std::min(rest_.find('>'), rest_.size() - 1);
    const std::string text(rest_.substr(0, end));
    rest_.remove_prefix(end + 1);
    return is_absolute(text) || base_.empty() ? text : resolve(base_, text);
  }
  std::string_view name() {
    std::size_t end = 0;
    while (end < rest_.size() && (std::isalnum(static_cast<unsigned char>(rest_[end])) != 0 ||
                                  rest_[end] == '_' || rest_[end] == '-'))
      ++end;
    const auto taken = rest_.substr(0, end);
    rest_.remove_prefix(end);
    return taken;
  }

  group braces() {
    need("{");
    group made;
    while (!take("}")) {
      if (take(".")) continue;
      if (take_word("FILTER")) {
        made.filters.push_back(expression());
      } else if (take_word("OPTIONAL")) {
        made.optionals.push_back(braces());
      } else if (space(), rest_.starts_with("{")) {
        std::vector<group> branches{braces()};
        while (take_word("UNION")) branches.push_back(braces());
        made.unions.push_back(std::move(branches));
      } else {
        statements(made);
      }
    }
    return made;
  }
  void statements(group& into) {
    const bool is_anonymous = (space(), rest_.starts_with("["));
    const auto subject = term(into);
    space();
    if (is_anonymous && (rest_.starts_with(".") || rest_.starts_with("}"))) return;
    properties(subject, into);
  }
  void properties(const std::string& subject, group& into) {
    do {
      space();
      if (rest_.starts_with(".") || rest_.starts_with("]") || rest_.starts_with("}")) return;
      const auto predicate = take_word("a") ? "<" + std::string(rdf) + "type>" : term(into);
      do {
        const auto object = term(into);
        into.pattern.push_back({subject, predicate, object});
      } while (take(","));
    } while (take(";"));
  }
  std::string blank() { return "?_" + std::to_string(++blanks_); }

  std::string term(group& into) {
    space();
    if (rest_.starts_with("<")) return "<" + iri() + ">";
    if (rest_.starts_with("?") || rest_.starts_with("$")) {
      rest_.remove_prefix(1);
      return "?" + std::string(name());
    }
    if (take("_:")) return "?_:" + std::string(name());
    if (take("[")) {
      const auto node = blank();
      properties(node, into);
      need("]");
      return node;
    }
    if (take("(")) return list(into);
    if (rest_.starts_with("\"") || rest_.starts_with("'")) return literal();
    const auto prefix = take_until(":");
    const auto found = prefixes_.find(std::string(prefix));
    if (found == prefixes_.end()) throw std::runtime_error("prefix " + std::string(prefix));
    return "<" + found->second + std::string(name()) + ">";
  }
  std::string list(group& into) {
    std::string head, last;
    while (!take(")")) {
      const auto node = blank();
      if (head.empty()) head = node;
      if (!last.empty()) into.pattern.push_back({last, "<" + std::string(rdf) + "rest>", node});
      into.pattern.push_back({node, "<" + std::string(rdf) + "first>", term(into)});
      last = node;
    }
    const auto nil = "<" + std::string(rdf) + "nil>";
    if (head.empty()) return nil;
    into.pattern.push_back({last, "<" + std::string(rdf) + "rest>", nil});
    return head;
  }
  std::string literal() {
    const std::string quote(rest_.starts_with("\"\"\"") || rest_.starts_with("'''") ? rest_.substr(0, 3)
                                                                                    : rest_.substr(0, 1));
    rest_.remove_prefix(quote.size());
    std::string value;
    while (!rest_.starts_with(quote)) {
      if (rest_.empty()) throw std::runtime_error("open string");
      if (rest_.front() == '\\') {
        rest_.remove_prefix(1);
        const auto c = rest_.front();
        value += c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c;
      } else {
        value += rest_.front();
      }
      rest_.remove_prefix(1);
    }
    rest_.remove_prefix(quote.size());
    std::string language, datatype;
    if (rest_.starts_with("@")) {
      rest_.remove_prefix(1);
      language = name();
    } else if (rest_.starts_with("^^")) {
      rest_.remove_prefix(2);
      group none;
      const auto type = term(none);
      datatype = type.substr(1, type.size() - 2);
      if (datatype == "http://www.w3.org/2001/XMLSchema#string") datatype.clear();
    }
    std::string line;
    append_canonical(line,
                     {{term_kind::iri, "s", {}, {}},
                      {term_kind::iri, "p", {}, {}},
                      {term_kind::literal, value, datatype, language},
                      {}},
                     "b:");
    return line.substr(8, line.size() - 11);
  }

  filter expression() {
    auto left = conjunction();
    while (take("||")) {
      auto right = conjunction();
      left = [left, right](const bindings& b) { return left(b) || right(b); };
    }
    return left;
  }
  filter conjunction() {
    auto left = factor();
    while (take("&&")) {
      auto right = factor();
      left = [left, right](const bindings& b) { return left(b) && right(b); };
    }
    return left;
  }
  filter factor() {
    if (take("!")) {
      auto inner = factor();
      return [inner](const bindings& b) { return !inner(b); };
    }
    if (take("(")) {
      auto inner = expression();
      need(")");
      return inner;
    }
    const auto value = [](const bindings& b, const std::string& variable) {
      const auto found = b.find(variable);
      return found == b.end() ? std::string() : found->second;
    };
    const bool is_bound = take_word("bound"), is_blank = !is_bound && take_word("isBlank");
    const bool is_lang = !is_bound && !is_blank && take_word("lang");
    if (!is_bound && !is_blank && !is_lang)
      throw std::runtime_error("filter " + std::string(rest_.substr(0, 40)));
    need("(");
    group none;
    const auto variable = term(none);
    need(")");
    if (is_bound) return [=](const bindings& b) { return b.contains(variable); };
    if (is_blank) return [=](const bindings& b) { return value(b, variable).starts_with("<b:"); };
    need("=");
    const auto wanted = term(none);
    return [=](const bindings& b) {
      const auto text = value(b, variable);
      const auto at = text.rfind("\"@");
      return "\"" + (at == text.npos ? std::string() : text.substr(at + 2)) + "\"" == wanted;
    };
  }

  std::string_view rest_;
  std::string base_;
  std::map<std::string, std::string> prefixes_;
  int blanks_ = 0;
};

class matcher {
 public:
  explicit matcher(const std::vector<triple>& graph) : graph_(&graph) {}

  bool match(const group& where, bindings bound, const std::function<bool(const bindings&)>& then) {
    return match_pattern(where, 0, std::move(bound), then);
  }

 private:
  bool match_pattern(const group& where, std::size_t at, bindings bound,
                     const std::function<bool(const bindings&)>& then) {
    if (at == where.pattern.size()) return match_unions(where, 0, bound, then);
    for (const auto& one : *graph_) {
      auto next = bound;
      bool fits = true;
      for (std::size_t i = 0; i < 3 && fits; ++i) {
        const auto& wanted = where.pattern[at][i];
        if (!wanted.starts_with("?"))
          fits = wanted == one[i];
        else
          fits = next.try_emplace(wanted, one[i]).first->second == one[i];
      }
      if (fits && match_pattern(where, at + 1, std::move(next), then)) return true;
    }
    return false;
  }
  bool match_unions(const group& where, std::size_t at, const bindings& bound,
                    const std::function<bool(const bindings&)>& then) {
    if (at == where.unions.size()) return match_optionals(where, 0, bound, then);
    for (const auto& branch : where.unions[at])
      if (match(branch, bound, [&](const bindings& b) { return match_unions(where, at + 1, b, then); }))
        return true;
    return false;
  }
  bool match_optionals(const group& where, std::size_t at, const bindings& bound,
                       const std::function<bool(const bindings&)>& then) {
    if (at == where.optionals.size()) {
      for (const auto& one : where.filters)
        if (!one(bound)) return false;
      return then(bound);
    }
    bool was_found = false;
    const bool done = match(where.optionals[at], bound, [&](const bindings& b) {
      was_found = true;
      return match_optionals(where, at + 1, b, then);
    });
    return done || (!was_found && match_optionals(where, at + 1, bound, then));
  }

  const std::vector<triple>* graph_;
};

}  // namespace

bool ask(std::string_view query, const std::vector<triple>& graph) {
  const auto where = query_parser(query).parse();
  return matcher(graph).match(where, {}, [](const bindings&) { return true; });
}

}  // namespace laundromat::testing
