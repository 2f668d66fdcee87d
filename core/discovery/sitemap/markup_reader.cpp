// Implements the reading of dirty XML as elements, from the tokens of the lexer of RDF/XML.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/sitemap/markup_reader.hpp"

#include <algorithm>
#include <utility>

#include "core/discovery/sitemap/sitemap_names.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat::sitemaps {

namespace {

using rdfxml::xml_token_kind;

constexpr std::size_t piece_bytes = std::size_t{64} << 10;
constexpr std::size_t most_open = 200;        ///< elements; deeper ones are passed over
constexpr std::size_t most_bindings = 1'000;  ///< namespaces in force
constexpr std::size_t longest_name = 256;
constexpr std::string_view cdata_begin = "<![CDATA[", cdata_end = "]]>";
constexpr rdfxml::xml_lexer_limits lexer_limits{};

std::string_view local_of(std::string_view name) {
  const auto colon = name.find(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

std::string_view prefix_of(std::string_view name) {
  const auto colon = name.find(':');
  return colon == std::string_view::npos ? std::string_view{} : name.substr(0, colon);
}

/// Appends at least one byte, and `wanted` where the source has them. Whether the source has more.
result<bool> append_bytes(std::string& out, byte_source& source, std::size_t wanted) {
  const auto begin = out.size();
  out.resize(begin + wanted);
  std::size_t got = 0;
  while (got < wanted) {
    const auto read = source.read(std::span(out).subspan(begin + got));
    if (!read) {
      out.resize(begin + got);
      return tl::unexpected<failure>(read.error());
    }
    if (*read == 0) break;
    got += *read;
  }
  out.resize(begin + got);
  return got == wanted;
}

}  // namespace

result<void> markup_reader::read(byte_source& source) {
  auto done = read_tokens(source);
  close_until(0, element_end::document);
  return done;
}

result<void> markup_reader::read_tokens(byte_source& source) {
  std::string buffer;
  std::size_t at = 0;
  bool is_end = false;
  result<void> failed;
  auto section = rdfxml::xml_section::content;
  for (;;) {
    const auto text = std::string_view(buffer).substr(at);
    if (text.empty() && is_end) return failed;
    const auto token = text.empty() ? rdfxml::xml_token{}
                                    : rdfxml::next_xml_token(text, is_end, section, lexer_limits, tag_);
    if (token.kind != xml_token_kind::need_more) {
      const auto piece = text.substr(0, token.length);
      read_bytes_ += piece.size();
      handle(token, piece);
      place_.advance(piece);
      at += piece.size();
      section = token.next;
      if (handler_.is_full()) return {};
      continue;
    }
    if (is_end) return failed;
    buffer.erase(0, at);
    at = 0;
    const auto more = append_bytes(buffer, source, std::max(piece_bytes, buffer.size()));
    if (!more) failed = tl::unexpected<failure>(more.error());
    is_end = !more || !*more;
  }
}

void markup_reader::handle(const rdfxml::xml_token& token, std::string_view text) {
  switch (token.kind) {
    case xml_token_kind::text:
      return handle_text(text, rdfxml::xml_text_kind::content);
    case xml_token_kind::cdata:
      if (token.is_first) text.remove_prefix(cdata_begin.size());
      if (token.is_last && token.is_whole) text.remove_suffix(cdata_end.size());
      if (!token.is_whole) log_(place_.line, "a CDATA section has no end");
      return handle_text(text, rdfxml::xml_text_kind::cdata);
    case xml_token_kind::start_tag:
    case xml_token_kind::empty_tag:
      return handle_start(token, text);
    case xml_token_kind::broken_tag:
      return token.is_first ? handle_start(token, text) : void();
    case xml_token_kind::end_tag:
      if (!token.is_whole) log_(place_.line, "an end tag has more than its name, or no end");
      return handle_end(token.name);
    case xml_token_kind::broken_declaration:
      return log_(place_.line, "a declaration that is none is passed over");
    default:
      return;
  }
}

void markup_reader::handle_text(std::string_view raw, rdfxml::xml_text_kind kind) {
  if (raw.empty() || beyond_ > 0 || !handler_.needs_text()) return;
  markup_text piece;
  piece.is_sure = decoder_.decode(raw, kind, read_bytes_, piece.text);
  for (const auto& fault : decoder_.faults()) {
    if (fault.done == treatment::note) continue;
    // What U+FFFD was put for was not read.
    if (fault.rule == errc::illegal_utf8 || fault.rule == errc::xml_character) piece.is_sure = false;
    log_(place_.line, std::string(meaning_of(fault.rule)));
  }
  handler_.text(piece);
}

void markup_reader::handle_start(const rdfxml::xml_token& token, std::string_view text) {
  const bool is_empty = token.kind == xml_token_kind::empty_tag;
  const auto name = token.name.substr(0, longest_name);
  if (token.kind == xml_token_kind::broken_tag)
    log_(place_.line, "the tag `" + std::string(name) + "` does not show where it ends");
  if (beyond_ > 0 || open_.size() >= most_open) {
    if (!std::exchange(is_too_deep_, true))
      log_(place_.line, "elements are nested too deep: they are passed over");
    beyond_ += is_empty ? 0 : 1;
    return;
  }
  close_what_cannot_contain(name);
  const auto outer_bindings = bindings_.size();
  declare(text);
  markup_element element{
      .prefix = prefix_of(name), .local = local_of(name), .name_space = {}, .line = place_.line};
  element.is_broken = token.kind == xml_token_kind::broken_tag;
  const auto* iri = find_binding(element.prefix);
  if (iri != nullptr) element.name_space = *iri;
  element.is_declared = iri != nullptr || element.prefix.empty();
  if (!element.is_declared && !std::exchange(is_undeclared_noted_, true))
    log_(place_.line, "the prefix of `" + std::string(name) + "` is not declared");
  for (const auto& one : tag_.attributes) {
    if (one.is_lost || one.is_repeated || one.name_length == 0) continue;
    auto local = lower_case(local_of(text.substr(one.begin, one.name_length)));
    if (is_needed_attribute(local))
      element.attributes.push_back(
          {std::move(local), decode_value(text.substr(one.value, one.value_length))});
  }
  handler_.open(element);
  open_.push_back({std::string(name), outer_bindings});
  if (is_empty) close_until(open_.size() - 1, element_end::tag);
}

void markup_reader::declare(std::string_view text) {
  for (const auto& one : tag_.attributes) {
    const auto name = text.substr(one.begin, one.name_length);
    if (!rdfxml::declares_namespace(name) || one.is_lost || bindings_.size() >= most_bindings) continue;
    auto iri = decode_value(text.substr(one.value, one.value_length));
    iri.resize(std::min(iri.size(), longest_name));
    bindings_.push_back(
        {std::string(name == "xmlns" ? std::string_view{} : local_of(name).substr(0, longest_name)),
         std::move(iri)});
  }
}

const std::string* markup_reader::find_binding(std::string_view prefix) const {
  for (auto one = bindings_.rbegin(); one != bindings_.rend(); ++one)
    if (one->prefix == prefix) return &one->iri;
  return nullptr;
}

std::string markup_reader::decode_value(std::string_view raw) {
  std::string value;
  // A value that is not sure is empty, and so means nothing.
  if (!decoder_.decode(raw, rdfxml::xml_text_kind::attribute, read_bytes_, value)) value.clear();
  return std::string(trim(value));
}

void markup_reader::close_what_cannot_contain(std::string_view name) {
  const auto local = lower_case(local_of(name));
  const auto close = [&](std::size_t depth) {
    log_(place_.line, "the end tag of `" + open_.back().name + "` is missing");
    close_until(depth, element_end::implied);
  };
  while (!open_.empty() && cannot_contain(lower_case(local_of(open_.back().name)), local))
    close(open_.size() - 1);
  if (!is_record_name(local)) return;
  for (auto depth = open_.size(); depth > 0; --depth)
    if (open_[depth - 1].name == name) return close(depth - 1);
}

void markup_reader::handle_end(std::string_view name) {
  name = name.substr(0, longest_name);
  if (beyond_ > 0) {
    --beyond_;
    return;
  }
  for (auto depth = open_.size(); depth > 0; --depth) {
    if (open_[depth - 1].name != name) continue;
    if (depth < open_.size()) {
      log_(place_.line, "the end tag of `" + open_.back().name + "` is missing");
      close_until(depth, element_end::implied);
    }
    return close_until(depth - 1, element_end::tag);
  }
  log_(place_.line, "the end tag of `" + std::string(name) + "` has no start tag");
}

void markup_reader::close_until(std::size_t depth, element_end how) {
  while (open_.size() > depth) {
    handler_.close(how);
    bindings_.resize(open_.back().bindings);
    open_.pop_back();
  }
}

}  // namespace laundromat::sitemaps
