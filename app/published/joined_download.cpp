// Sends the files of documents.
// SPDX-License-Identifier: Apache-2.0
#include "app/published/joined_download.hpp"

#include <algorithm>

#include "app/api/http_answers.hpp"
#include "app/published/served_data.hpp"
#include "core/codec/compression/block_gzip.hpp"
#include "core/http/query_text.hpp"
#include "storage/journal/journal_reader.hpp"
#include "storage/stores/stored_range.hpp"

namespace laundromat {

namespace {

constexpr std::size_t most_documents = 200;

/// The clean document of its hash, or of the hash of an entry.
result<clean_record> clean_named(journal& from, const std::string& name) {
  journal_reader reader{from};
  if (const auto digest = content_digest::from_hex(name)) return reader.clean(*digest);
  const auto hash = record_hash::from_hex(name);
  if (!hash) return fail(errc::invalid_argument, "`" + name + "` is no hash of a document");
  const auto entry = from.entry(*hash);
  if (!entry) return tl::unexpected(entry.error());
  if (entry->clean.is_null()) return fail(errc::not_found, name + " has no clean document");
  return reader.clean(entry->clean);
}

bool send(const stored_range& stored, const body_sink& into) {
  const auto bytes = make_range_source(stored);
  std::string buffer(std::size_t{64} << 10, '\0');
  for (;;) {
    const auto got = bytes->read(buffer);
    if (!got) return false;
    if (*got == 0) return true;
    if (!into({buffer.data(), *got})) return false;
  }
}

}  // namespace

http_response joined_download(const std::filesystem::path& data, const http_request& request) {
  const auto query = parse_query(request.query);
  if (!query) return problem_answer(400, "the query cannot be read: " + query.error().detail);
  auto opened = open_served_data(data);
  if (!opened) return opened.error();
  std::vector<content_digest> seen;
  std::vector<stored_range> files;
  std::uint64_t bytes = 0;
  for (const auto& [name, value] : *query) {
    if (name != "document") return problem_answer(400, "`" + name + "` is not known: there is document");
    const auto clean = clean_named(opened->from, value);
    if (!clean && clean.error().code == errc::not_found)
      return problem_answer(404, "there is no document " + value);
    if (!clean) return problem_answer(clean.error());
    if (to_ms(clean->removed) != 0) return problem_answer(410, "document " + value + " was removed");
    if (std::ranges::find(seen, clean->hash) != seen.end()) continue;
    if (seen.size() == most_documents)
      return problem_answer(400, "at most 200 documents: `laundromat export` writes more");
    seen.push_back(clean->hash);
    if (clean->statements == 0) continue;
    auto stored = opened->store.find_document(clean->hash);
    if (!stored) return problem_answer(stored.error());
    bytes += stored->length_bytes;
    files.push_back(*std::move(stored));
  }
  if (seen.empty()) return problem_answer(400, "choose at least one document");
  http_response answer{200,
                       {{"Content-Type", "application/gzip"},
                        {"Content-Disposition", "attachment; filename=\"documents.nq.gz\""},
                        {"Cache-Control", "no-cache"}},
                       std::string{}};
  if (files.empty()) {
    string_sink empty;
    block_gzip_sink packed{empty};
    if (auto done = packed.finish(); !done) return problem_answer(done.error());
    answer.body = std::move(empty.text);
    return answer;
  }
  answer.body = body_writer{[files = std::move(files)](const body_sink& into) {
    return std::ranges::all_of(files, [&](const stored_range& one) { return send(one, into); });
  }};
  answer.length = bytes;
  return answer;
}

}  // namespace laundromat
