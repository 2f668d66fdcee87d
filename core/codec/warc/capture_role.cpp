// Reads the heads of a record.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/warc/capture_role.hpp"

#include <algorithm>

#include "core/codec/warc/own_record.hpp"
#include "core/codec/warc/record_head.hpp"
#include "core/codec/warc/write_record.hpp"

namespace laundromat {

namespace {

/// The path of an absolute URI, with its query.
std::string_view path_of(std::string_view uri) {
  const auto scheme = uri.find("://");
  if (scheme == uri.npos) return uri;
  const auto path = uri.find('/', scheme + 3);
  return path == uri.npos ? std::string_view{} : uri.substr(path);
}

std::string_view without_brackets(std::string_view id) {
  return id.starts_with('<') && id.ends_with('>') ? id.substr(1, id.size() - 2) : id;
}

std::string_view value_of(const record_head& head, std::string_view name) {
  const auto found = std::ranges::find(head.fields, name, &record_field::name);
  return found == head.fields.end() ? std::string_view{} : std::string_view{found->value};
}

}  // namespace

bool is_document_answer(std::string_view target_uri, std::string_view response_head) {
  const auto space = response_head.substr(0, response_head.find('\n')).find(' ');
  return space != response_head.npos && response_head.substr(space + 1).starts_with('2') &&
         path_of(target_uri) != "/robots.txt";
}

result<capture_role> read_capture_role(std::string_view front) {
  const auto parts = read_own_front(front);
  if (!parts) return tl::unexpected(parts.error());
  const auto* const head = &parts->head;
  capture_role out;
  out.type = head->type;
  out.id = head->record_id;
  out.uri = head->target_uri;
  out.concurrent_to = without_brackets(value_of(*head, warc_field::concurrent_to));
  const bool is_answer = head->type == warc_record_type::response ||
                         (head->type == warc_record_type::revisit &&
                          value_of(*head, warc_field::profile) == warc_identical_payload);
  const auto http = front.substr(parts->block, parts->body - parts->block);
  out.is_body = head->truncated.empty() && ((is_answer && is_document_answer(head->target_uri, http)) ||
                                            head->type == warc_record_type::resource);
  if (head->type == warc_record_type::warcinfo)
    out.info = front.substr(parts->block, std::min<std::uint64_t>(parts->end, front.size()) - parts->block);
  return out;
}

}  // namespace laundromat
