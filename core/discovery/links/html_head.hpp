// Reads what the head of an HTML page announces, and what it asks of crawlers.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/discovery/links/announce_links.hpp"
#include "core/discovery/links/robots_directives.hpp"

namespace laundromat {

struct html_head {
  announcements found;
  robots_directives robots;  ///< of `meta name="robots"` and of the ones with our product
  std::string base;          ///< what relative references are resolved against: the address, or `<base href>`
  bool is_whole = false;     ///< `</head>`, `<body>` or the end of the page was met
};

struct html_head_limits {
  std::uint64_t head_bytes = std::uint64_t{1} << 20;  ///< what follows is not read
  std::uint64_t tag_bytes = std::uint64_t{64} << 10;  ///< a longer tag is passed over
  std::size_t links = 1'000;
};

/// Reads `link rel href type hreflang title`, `meta name="robots"`, `base href` (the first one, for all links), and
/// `script type="application/ld+json" src`, up to `</head>` or `<body>`. What is in comments, scripts and templates is none of them.
/// Damage is passed over: a tag with a lost quote is a defect and is not used; nothing that the page contains is an error.
/// Shape: UTF-8 in pieces of any size, which do not change the result. Memory: a tag, the links.
/// Source: HTML Living Standard 4.2.3 to 4.2.5, 4.6.5; https://signposting.org/FAIR/.
class html_head_reader {
 public:
  /// `product` is the name to which `meta name` may be addressed. `address` is the URI of the page.
  explicit html_head_reader(std::string_view address, std::string_view product = {},
                            const announcement_limits& limits = {}, const html_head_limits& head = {});
  ~html_head_reader();
  html_head_reader(html_head_reader&&) noexcept;
  html_head_reader& operator=(html_head_reader&&) noexcept;

  void push(std::string_view bytes);
  /// False when the head has ended: what follows is not needed.
  [[nodiscard]] bool wants_more() const;
  /// Call it once.
  [[nodiscard]] html_head finish();

 private:
  class state;
  std::unique_ptr<state> state_;
};

/// The head of a page that is in memory.
[[nodiscard]] html_head read_html_head(std::string_view page, std::string_view address,
                                       std::string_view product = {}, const announcement_limits& limits = {});

}  // namespace laundromat
