// A small parser of its own, because directives are where dirty Turtle is dirtiest.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/turtle_directive.hpp"

#include <algorithm>

#include "core/rdf/model/utf8.hpp"
#include "core/web/uri.hpp"

namespace laundromat {

namespace {

constexpr bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

class directive_parser {
 public:
  directive_parser(std::string_view raw, text_cleaner& cleaner, name_environment& environment)
      : raw_(raw), cleaner_(cleaner), environment_(environment) {}

  std::vector<text_fault> run() {
    read();
    return std::move(faults_);
  }

 private:
  void read() {
    skip_space();
    const auto keyword_at = at_;
    const auto keyword = read_keyword();
    const bool has_at_sign = keyword.starts_with('@');
    const bool is_base = (keyword.back() | 0x20) == 'e';
    if (has_at_sign && keyword != "@prefix" && keyword != "@base")
      add(keyword_at, keyword.size(), "the keyword is not in lower case");
    skip_space();
    std::string_view prefix;
    if (!is_base && !read_prefix(prefix)) return;
    skip_space();
    std::string iri;
    if (!read_iri(iri)) return;
    const auto after_iri = at_;
    skip_space();
    const bool has_dot = at_ < raw_.size() && raw_[at_] == '.';
    if (has_at_sign && !has_dot) add(after_iri, 0, "the directive has no final dot");
    if (!has_at_sign && has_dot) add(at_, 1, "a dot ends a directive that has none");
    if (is_base) {
      environment_.base = std::move(iri);
    } else {
      environment_.prefixes.insert_or_assign(std::string(prefix), std::move(iri));
    }
  }

  std::string_view read_keyword() {
    const auto start = at_++;
    while (at_ < raw_.size() && ((raw_[at_] | 0x20) >= 'a' && (raw_[at_] | 0x20) <= 'z')) ++at_;
    return raw_.substr(start, at_ - start);
  }

  bool read_prefix(std::string_view& prefix) {
    const auto start = at_;
    while (at_ < raw_.size() && raw_[at_] != ':' && raw_[at_] != '<' && raw_[at_] != '#' &&
           !is_space(raw_[at_]))
      ++at_;
    prefix = raw_.substr(start, at_ - start);
    const auto name_end = at_;
    skip_space();
    if (at_ == raw_.size() || raw_[at_] != ':') return give_up(start, "the directive names no prefix");
    if (!is_prefix_name(prefix)) return give_up(start, "the prefix cannot be one");
    if (at_ != name_end) add(name_end, at_ - name_end, "space before the colon of a prefix");
    ++at_;
    return true;
  }

  bool read_iri(std::string& absolute) {
    if (at_ == raw_.size() || raw_[at_] != '<') return give_up(at_, "the directive names no IRI");
    const auto start = at_;
    std::string iri;
    cleaner_.reset();
    at_ = cleaner_.clean_iri(raw_, at_, iri);
    if (const auto& fatal = cleaner_.fatal()) {
      faults_.push_back(*fatal);
      return false;
    }
    faults_.insert(faults_.end(), cleaner_.repairs().begin(), cleaner_.repairs().end());
    absolute = resolve_iri(environment_.base, iri);
    if (!absolute.empty()) return true;
    faults_.push_back({errc::relative_iri, start, at_ - start, "<" + iri + "> and no base"});
    return false;
  }

  void skip_space() {
    while (at_ < raw_.size()) {
      if (is_space(raw_[at_])) {
        ++at_;
      } else if (raw_[at_] == '#') {
        skip_comment();
      } else {
        return;
      }
    }
  }

  void skip_comment() {
    const auto end = std::min(raw_.find_first_of("\r\n", at_), raw_.size());
    cleaner_.clean(raw_.substr(at_, end - at_));
    for (auto fault : cleaner_.repairs()) {
      fault.offset += at_;
      faults_.push_back(std::move(fault));
    }
    at_ = end;
  }

  void add(std::size_t at, std::size_t length, std::string message) {
    faults_.push_back({errc::syntax_error, at, length, std::move(message)});
  }
  bool give_up(std::size_t at, std::string message) {
    add(at, raw_.size() - at, std::move(message));
    return false;
  }

  std::string_view raw_;
  text_cleaner& cleaner_;
  name_environment& environment_;
  std::size_t at_ = 0;
  std::vector<text_fault> faults_;
};

}  // namespace

bool is_prefix_name(std::string_view name) {
  if (name.empty()) return true;
  if (find_bad_utf8(name) != name.npos || name.back() == '.') return false;
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
  };
  return is_letter(name.front()) && std::ranges::all_of(name, [&](char c) {
           return is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.';
         });
}

std::vector<text_fault> apply_directive(std::string_view raw, text_cleaner& cleaner,
                                        name_environment& environment) {
  return directive_parser(raw, cleaner, environment).run();
}

}  // namespace laundromat
