// Start tags as libxml2 reads them: namespaces resolved, values normalised, names interned.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace laundromat {

/// A name of an element or attribute. The texts live as long as the `sax_tags` is not renewed, and equal texts are equal pointers.
struct sax_name {
  const char* local = nullptr;
  const char* prefix = nullptr;  ///< null without prefix
  const char* iri = nullptr;     ///< of the namespace; null without one, or when the prefix was not declared
};

struct sax_attribute {
  sax_name name;
  std::string_view value;
};

struct sax_element {
  sax_name name;
  std::vector<sax_attribute> attributes;  ///< without declarations of namespaces, in the order of the tag
};

/// Feeds tags, and nothing but tags, to a push parser of libxml2, so that no document type, entity or other resource ever reaches
/// it. What it gets must be well-formed; when it refuses a tag all the same, or knows so many names that it gets slow, it is renewed
/// and goes on within the same namespaces.
/// Memory: what is declared by the open elements, and the dictionary of names, at most about 10 MB.
class sax_tags {
 public:
  sax_tags();
  ~sax_tags();
  sax_tags(const sax_tags&) = delete;
  sax_tags& operator=(const sax_tags&) = delete;

  /// Reads a whole start tag, or empty tag. `declares`: it declares a namespace; `is_bare`: it has no attribute at all, so that the
  /// name that libxml2 gave it before, within the same namespaces, need not be asked for again. Null when libxml2 refuses it; then
  /// the element counts as not opened. The element is valid until the next call.
  [[nodiscard]] const sax_element* open(std::string_view tag, std::string_view name, bool declares,
                                        bool is_bare);
  /// Closes the element opened last.
  void close();
  /// How often the names were made invalid.
  [[nodiscard]] std::size_t generation() const { return generation_; }

 private:
  struct parser;
  struct open_element {
    std::string tag;        ///< as it was, when it declares a namespace; else empty
    std::string name;       ///< for the end tag
    bool is_known = false;  ///< the parser has it open
    bool declares = false;  ///< namespaces
  };

  struct text_hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };

  [[nodiscard]] const sax_element* open_bare(std::string_view name);
  open_element& push(std::string_view name);
  [[nodiscard]] bool feed(std::string_view tag);
  void renew();
  void renew_when_crowded();

  std::unique_ptr<parser> parser_;
  std::vector<open_element> stack_;  ///< never shrinks, so that strings are used again
  std::size_t depth_ = 0, generation_ = 0;
  std::size_t kept_bytes_ = 0;  ///< in the tags of `stack_`
  std::size_t unkept_ = 0;      ///< open elements that declare namespaces, but whose tags are not kept
  int first_names_ = 0;         ///< how many the parser had when it was new
  std::unordered_map<std::string, sax_name, text_hash, std::equal_to<>>
      bare_names_;  ///< within the namespaces in force
  std::size_t bare_bytes_ = 0;
  std::string pending_;  ///< end tags that the parser has not seen
};

}  // namespace laundromat
