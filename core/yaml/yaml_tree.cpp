// Builds the tree from the events of yaml-cpp, which never expands an alias.
// SPDX-License-Identifier: Apache-2.0
#include "core/yaml/yaml_tree.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <sstream>
#include <utility>

#include "core/base/count_words.hpp"

namespace laundromat {
namespace {

std::size_t line_of(const YAML::Mark& mark) {
  return mark.line < 0 ? 1 : static_cast<std::size_t>(mark.line) + 1;
}

/// Thrown through yaml-cpp to end the reading early; caught in `read_yaml`.
struct refusal {
  line_problem problem;
};

class tree_builder final : public YAML::EventHandler {
 public:
  tree_builder(std::string_view text, std::size_t depth_limit) : text_(text), depth_limit_(depth_limit) {}

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    refuse_anchor(mark, anchor);
    // A key is a name, also where it is written as a null.
    const bool is_key = !open_.empty() && open_.back().kind == yaml_node::shape::map && !key_pending_.back();
    auto word = is_key ? word_at(mark) : std::string{};
    const auto kind = word.empty() ? yaml_node::shape::nothing : yaml_node::shape::scalar;
    add({kind, line_of(mark), std::move(word), false, {}, {}});
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    throw refusal{{line_of(mark), "an alias (`*name`) is not allowed here: write the value out"}};
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    refuse_anchor(mark, anchor);
    refuse_tag(mark, tag);
    add({yaml_node::shape::scalar, line_of(mark), value, tag == "!", {}, {}});
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(mark, tag, anchor, yaml_node::shape::list);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(mark, tag, anchor, yaml_node::shape::map);
  }
  void OnMapEnd() override { close(); }

  [[nodiscard]] yaml_node take() { return std::move(root_); }

 private:
  static void refuse_anchor(const YAML::Mark& mark, YAML::anchor_t anchor) {
    if (anchor != 0)
      throw refusal{
          {line_of(mark), "an anchor (`&name`) is not allowed here: write the value out where it is needed"}};
  }
  static void refuse_tag(const YAML::Mark& mark, const std::string& tag) {
    if (!tag.empty() && tag != "?" && tag != "!")
      throw refusal{{line_of(mark), "a tag (`" + tag + "`) is not allowed here: write the plain value"}};
  }

  /// The word for null that stands there.
  [[nodiscard]] std::string word_at(const YAML::Mark& mark) const {
    const auto at = static_cast<std::size_t>(std::max(mark.pos, 0));
    for (const std::string_view word : {"null", "Null", "NULL", "~"})
      if (at < text_.size() && text_.substr(at).starts_with(word)) return std::string(word);
    return {};
  }
  void open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, yaml_node::shape kind) {
    refuse_anchor(mark, anchor);
    refuse_tag(mark, tag);
    if (open_.size() >= depth_limit_)
      throw refusal{{line_of(mark), "nested deeper than " + number_of(depth_limit_, "level")}};
    open_.push_back({kind, line_of(mark), {}, false, {}, {}});
    key_pending_.push_back(false);
  }
  void close() {
    auto done = std::move(open_.back());
    open_.pop_back();
    key_pending_.pop_back();
    add(std::move(done));
  }
  void add(yaml_node node) {
    if (open_.empty()) {
      root_ = std::move(node);
    } else if (open_.back().kind == yaml_node::shape::list) {
      open_.back().items.push_back(std::move(node));
    } else if (key_pending_.back()) {
      open_.back().members.back().second = std::move(node);
      key_pending_.back() = false;
    } else {
      open_.back().members.push_back({std::move(node), {}});
      key_pending_.back() = true;
    }
  }

  std::string_view text_;
  std::size_t depth_limit_;
  yaml_node root_;
  std::vector<yaml_node> open_;
  std::vector<bool> key_pending_;  ///< per open node: a map has a key and waits for its value
};

/// The first line with a tab in its indentation, counted from 1; 0 when there is none.
std::size_t line_with_tab(std::string_view text) {
  for (std::size_t number = 1; !text.empty(); ++number) {
    const auto indentation = text.substr(0, text.find_first_not_of(" \t"));
    if (indentation.find('\t') != std::string_view::npos) return number;
    const auto end = text.find('\n');
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return 0;
}

}  // namespace

tl::expected<yaml_node, line_problem> read_yaml(std::string_view text, yaml_limits limits) {
  if (text.size() > limits.bytes)
    return tl::unexpected(line_problem{
        1, "larger than " + number_of(limits.bytes, "byte") + ": move long lists to files of their own"});
  std::istringstream stream{std::string{text}};
  try {
    YAML::Parser parser{stream};
    tree_builder builder{text, limits.depth};
    parser.HandleNextDocument(builder);
    tree_builder second{text, limits.depth};
    if (parser.HandleNextDocument(second))
      return tl::unexpected(
          line_problem{1, "holds more than one document: remove the line `---` between them"});
    return builder.take();
  } catch (const refusal& r) {
    return tl::unexpected(r.problem);
  } catch (const YAML::Exception& e) {
    if (const auto tab = line_with_tab(text); tab > 0)
      return tl::unexpected(line_problem{tab, "the line begins with a tab: write spaces"});
    return tl::unexpected(
        line_problem{line_of(e.mark), "is not YAML: " + e.msg + "; a key is written as `name: value`"});
  }
}

}  // namespace laundromat
