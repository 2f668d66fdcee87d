// FILTER expressions, evaluated while they are parsed.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>

#include "tests/conformance/ask_query.hpp"

namespace laundromat::conformance {

namespace {

/// The value of an expression: a term, or nothing for an unbound variable and for errors.
using value = std::optional<term>;

value truth(bool is_true) {
  return term{term_kind::literal, is_true ? "true" : "false", "http://www.w3.org/2001/XMLSchema#boolean", {}};
}
value text(std::string lexical) {
  return term{term_kind::literal, std::move(lexical), {}, {}};
}
bool is_true(const value& v) {
  return v && v->kind == term_kind::literal && v->value != "false" && !v->value.empty();
}

/// Reads `||` over `&&` over comparisons over primaries (SPARQL 1.1 rules 111-119).
class evaluator {
 public:
  evaluator(std::string_view expression, const std::map<std::string, term>& bound)
      : rest_(expression), bound_(bound) {}

  result<bool> run() {
    const auto v = either();
    skip_space();
    if (failed_ || !rest_.empty()) return fail(errc::syntax_error, "filter, at: " + std::string(rest_));
    return is_true(v);
  }

 private:
  void skip_space() {
    const auto at = rest_.find_first_not_of(" \t\r\n");
    rest_.remove_prefix(at == rest_.npos ? rest_.size() : at);
  }
  bool take(std::string_view sign) {
    skip_space();
    if (!rest_.starts_with(sign)) return false;
    rest_.remove_prefix(sign.size());
    return true;
  }
  std::string word() {
    skip_space();
    std::string taken;
    while (!rest_.empty() && (std::isalnum(static_cast<unsigned char>(rest_[0])) || rest_[0] == '_')) {
      taken.push_back(rest_[0]);
      rest_.remove_prefix(1);
    }
    return taken;
  }
  value stop() {
    failed_ = true;
    return {};
  }

  value either() {
    auto left = both();
    while (!failed_ && take("||")) {
      const auto right = both();
      left = truth(is_true(left) || is_true(right));
    }
    return left;
  }
  value both() {
    auto left = comparison();
    while (!failed_ && take("&&")) {
      const auto right = comparison();
      left = truth(is_true(left) && is_true(right));
    }
    return left;
  }
  value comparison() {
    auto left = primary();
    if (failed_) return {};
    const bool is_unequal = take("!=");
    if (!is_unequal && !take("=")) return left;
    const auto right = primary();
    if (!left || !right) return {};
    return truth((*left == *right) != is_unequal);
  }
  value primary() {
    if (take("!")) return truth(!is_true(primary()));
    if (take("(")) {
      auto inner = either();
      return take(")") ? inner : stop();
    }
    if (take("?") || take("$")) return variable(word());
    if (take("\"")) return string();
    return call(word());
  }
  value variable(const std::string& name) const {
    const auto at = bound_.find(name);
    return at == bound_.end() ? value{} : at->second;
  }
  value string() {
    const auto end = rest_.find('"');
    if (end == rest_.npos) return stop();
    auto taken = text(std::string(rest_.substr(0, end)));
    rest_.remove_prefix(end + 1);
    return taken;
  }
  value call(std::string name) {
    std::ranges::transform(name, name.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (!take("(")) return stop();
    const auto of = either();
    if (!take(")")) return stop();
    if (name == "bound") return truth(of.has_value());
    if (!of) return {};
    if (name == "isblank") return truth(of->kind == term_kind::blank);
    if (name == "isiri" || name == "isuri") return truth(of->kind == term_kind::iri);
    if (name == "isliteral") return truth(of->kind == term_kind::literal);
    if (name == "lang") return text(of->language);
    if (name == "str") return text(of->value);
    if (name == "datatype")
      return term{term_kind::iri,
                  of->datatype.empty() ? "http://www.w3.org/2001/XMLSchema#string" : of->datatype,
                  {},
                  {}};
    return stop();
  }

  std::string_view rest_;
  const std::map<std::string, term>& bound_;
  bool failed_ = false;
};

}  // namespace

result<bool> is_filter_true(std::string_view expression, const std::map<std::string, term>& bound) {
  return evaluator{expression, bound}.run();
}

}  // namespace laundromat::conformance
