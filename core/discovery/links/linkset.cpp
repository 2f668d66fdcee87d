// Turns both forms of linksets into links, and these into announcements.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/links/linkset.hpp"

#include "core/base/count_words.hpp"
#include "core/discovery/links/json_units.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

using nlohmann::json;

class linkset_reader final : public json_unit_handler {
 public:
  linkset_reader(announcements& found, const announcement_limits& limits) : found_(found), limits_(limits) {}

  /// A context: an element of `linkset`, or of a top level that is an array.
  bool is_unit(unit_path path, bool is_object) override {
    if (!is_object || path.empty() || path.back() != "[]") return false;
    return (path.size() == 2 && path.front() == "linkset") || path.size() == 1;
  }

  void on_unit(unit_path path, json value, std::uint64_t line) override {
    if (path.size() == 1 && !std::exchange(is_bare_, true))
      defect(line, "the linkset is an array, not the member `linkset` of an object; it is used");
    const auto anchor = text_of(value, "anchor");
    if (value.contains("href")) return take_stray(value, anchor, line);
    for (const auto& [relation, targets] : value.items())
      if (relation != "anchor") take_targets(relation, targets, anchor, line);
  }

  void on_large_unit(unit_path /*path*/, std::uint64_t line) override {
    note(found_, limits_,
         {errc::announcement_limit, line, "a context is larger than the limit; it is not used"});
  }

  void finish(const json_reading& read) {
    if (read.rest.is_object() && read.rest.contains("linkset") && read.rest["linkset"].is_array())
      has_set_ = true;
    if (!read.error.empty())
      defect(read.error_line, read.error + "; what is before is used");
    else if (read.is_too_long)
      note(found_, limits_,
           {errc::announcement_limit, 0, "the linkset is larger than the limit; the rest is not used"});
    else if (!has_set_ && !is_bare_)
      defect(1, "there is no member `linkset`");
  }

  std::vector<web_link> links;

 private:
  void defect(std::uint64_t line, std::string message) {
    note(found_, limits_, {errc::announcement_syntax, line, std::move(message)});
  }

  void take_targets(const std::string& relation, const json& targets, const std::string& anchor,
                    std::uint64_t line) {
    if (targets.is_array()) {
      for (const auto& target : targets) take(relation, target, anchor, line);
      return;
    }
    defect(line, "the value of `" + relation.substr(0, 80) + "` is no array");
    take(relation, targets, anchor, line);
  }

  void take(const std::string& relation, const json& target, const std::string& anchor, std::uint64_t line) {
    auto href = target.is_string() ? target.get<std::string>() : text_of(target, "href");
    if (target.is_string())
      defect(line, "a link of `" + relation.substr(0, 80) + "` is a text, not an object");
    if (href.empty())
      return defect(line, "a link of `" + relation.substr(0, 80) + "` without `href`; it is not used");
    add(relation, target, std::move(href), anchor, line);
  }

  /// A link in the place of a context, with its relation as a member.
  void take_stray(const json& value, const std::string& anchor, std::uint64_t line) {
    defect(line, "a link with `href` in the place of a context");
    if (const auto relation = text_of(value, "rel"); !relation.empty())
      add(relation, value, text_of(value, "href"), anchor, line);
  }

  void add(const std::string& relation, const json& target, std::string href, const std::string& anchor,
           std::uint64_t line) {
    if (links.size() >= limits_.announcements) {
      if (found_.left_out++ == 0)
        note(found_, limits_,
             {errc::announcement_limit, line,
              "only the first " + number_of(limits_.announcements, "link") + " are used"});
      return;
    }
    web_link link{std::move(href), relation_types(relation)};
    const auto type = text_of(target, "type");
    link.media_type = lower_case(trim(std::string_view(type).substr(0, type.find(';'))));
    link.anchor = anchor;
    link.line = line;
    if (target.is_object() && target.contains("hreflang") && target["hreflang"].is_array() &&
        !target["hreflang"].empty() && target["hreflang"][0].is_string())
      link.language = target["hreflang"][0].get<std::string>();
    links.push_back(std::move(link));
  }

  announcements& found_;
  const announcement_limits& limits_;
  bool is_bare_ = false, has_set_ = false;
};

}  // namespace

announcements read_linkset(std::string_view text, std::string_view address,
                           const announcement_limits& limits) {
  announcements found;
  if (text.size() > limits.bytes) {
    text = text.substr(0, limits.bytes);
    note(found, limits,
         {errc::announcement_limit, 0, "the linkset is larger than the limit; the rest is not used"});
  }
  auto field = read_link_field(text, limits.announcements);
  found.left_out = field.left_out;
  for (auto& fault : field.faults)
    note(found, limits, {errc::announcement_syntax, fault.line, std::move(fault.message)});
  announce_links(field.links, address, address, found, limits);
  return found;
}

result<announcements> read_linkset_json(byte_source& text, std::string_view address,
                                        const announcement_limits& limits) {
  announcements found;
  linkset_reader reader{found, limits};
  json_limits of_text;
  of_text.bytes = limits.bytes;
  const auto read = read_json_units(text, reader, of_text);
  if (!read) return tl::unexpected(read.error());
  reader.finish(*read);
  announce_links(reader.links, address, address, found, limits);
  return found;
}

result<announcements> read_any_linkset(std::string_view text, std::string_view address,
                                       const announcement_limits& limits) {
  const auto front = trim(text.starts_with("\xEF\xBB\xBF") ? text.substr(3) : text);
  if (!front.starts_with('{') && !front.starts_with('[')) return read_linkset(front, address, limits);
  const auto source = make_view_source(text);
  return read_linkset_json(*source, address, limits);
}

}  // namespace laundromat
