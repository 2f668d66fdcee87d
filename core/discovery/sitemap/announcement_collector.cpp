// Implements the checks of announced URIs, and the limits of a document.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/sitemap/announcement_collector.hpp"

#include <algorithm>

#include "core/base/count_words.hpp"
#include "core/web/seed_hash.hpp"
#include "core/web/trap_limits.hpp"
#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat::sitemaps {

namespace {

bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
}

/// `www.example.org/a`, `example.org/a`: as a relative reference it means something else than what was hardly meant.
bool may_be_host(std::string_view reference) {
  if (reference.starts_with("www.") || reference.starts_with("WWW.")) return true;
  const auto segment = reference.substr(0, reference.find('/'));
  return segment.size() < reference.size() && segment.size() > 2 &&
         segment.find('.', 1) != std::string_view::npos && !segment.starts_with('.') &&
         segment.find_first_of("?#") == std::string_view::npos;
}

bool is_web_uri(std::string_view uri) {
  return equals_ignoring_case(uri.substr(0, 5), "http:") || equals_ignoring_case(uri.substr(0, 6), "https:");
}

}  // namespace

std::optional<std::string> announcement_collector::read_uri(const uri_text& given) {
  const auto refuse = [&](std::string_view why) -> std::optional<std::string> {
    defect(errc::announcement_value, given.line,
           "`" + std::string(given.element) + "` " + std::string(why) + "; it is not used");
    return std::nullopt;
  };
  const auto text = trim(given.text);
  if (text.empty()) return refuse("is empty");
  if (is_full_) {
    ++found_.left_out;
    return std::nullopt;
  }
  if (!given.is_sure) return refuse("cannot be read for certain");
  if (text.size() > trap_limits{}.uri_bytes) return refuse("is longer than 8,192 bytes");
  if (std::ranges::any_of(text, is_control)) return refuse("has a line break or control character inside");
  std::string uri{text};
  if (is_relative_reference(text)) {
    if (has_lost_colon(text)) return refuse("has a scheme without its colon");
    if (std::ranges::any_of(text, is_space)) return refuse("is no URI");
    if (!given.may_be_relative && may_be_host(text))
      return refuse("may be a host without scheme, or relative");
    if (!is_absolute(given.base)) return refuse("is relative, and the address of the document is not known");
    uri = resolve(given.base, text);
    if (uri.size() > trap_limits{}.uri_bytes) return refuse("is longer than 8,192 bytes when it is resolved");
    if (!given.may_be_relative)
      defect(errc::announcement_value, given.line,
             "`" + std::string(given.element) + "` is relative; it is resolved");
  }
  if (is_web_uri(uri)) {
    if (const auto verdict = classify_seed(uri); verdict.code != errc::ok)
      return refuse("`" + uri.substr(0, 200) + "` is no URI, or several");
  }
  if (!parse_uri(uri)) {
    uri = encode_illegal(uri);
    defect(errc::announcement_value, given.line,
           "`" + std::string(given.element) +
               "` has characters that a URI cannot have; they are percent-encoded");
  }
  return uri;
}

void announcement_collector::add(announcement one) {
  add_within(limits_.announcements + of_datasets_, pages_, std::move(one));
}

void announcement_collector::add_of_dataset(announcement one) {
  add_within(limits_.announcements + pages_, of_datasets_, std::move(one));
}

void announcement_collector::add_within(std::size_t limit, std::size_t& count, announcement one) {
  auto limits = limits_;
  limits.announcements = limit;
  const auto bytes = one.uri.size() + one.dataset.size() + one.media_type.size() + one.by.size();
  if (found_.uris.size() < limit && !reserve(bytes, one.line)) {
    ++found_.left_out;
    return;
  }
  const auto before = found_.uris.size();
  announce(found_, limits, std::move(one));
  if (found_.uris.size() > before) ++count;
}

bool announcement_collector::reserve(std::uint64_t bytes, std::uint64_t line) {
  if (!is_full_ && kept_bytes_ + bytes > limits_.bytes) {
    is_full_ = true;
    defect(errc::announcement_limit, line,
           "the URIs are longer than " + number_of(limits_.bytes, "byte") + " in all: the rest is not used");
  }
  if (!is_full_) kept_bytes_ += bytes;
  return !is_full_;
}

bool announcement_collector::add_dataset(announced_dataset one) {
  if (found_.datasets.size() < limits_.datasets) {
    found_.datasets.push_back(std::move(one));
    return true;
  }
  if (!has_too_many_datasets_)
    defect(errc::announcement_limit, one.line,
           "only the first " + number_of(limits_.datasets, "dataset") + " can be used");
  has_too_many_datasets_ = true;
  return false;
}

}  // namespace laundromat::sitemaps
