// Evaluates conditions and ranges, and makes the bodies.
// SPDX-License-Identifier: Apache-2.0
#include "app/published/stored_answer.hpp"

#include <fcntl.h>

#include <algorithm>

#include "app/api/http_answers.hpp"
#include "app/records/hdt_output.hpp"
#include "app/terminal/wall_clock.hpp"
#include "core/base/count_words.hpp"
#include "core/codec/compression/block_gzip.hpp"
#include "core/codec/compression/gzip.hpp"
#include "core/http/byte_ranges.hpp"
#include "core/http/http_date.hpp"
#include "core/rdf/wash/convert.hpp"

namespace laundromat {

namespace {

/// A text up to this length is made before the answer begins.
constexpr std::uint64_t most_text_bytes = std::uint64_t{256} << 10;
constexpr std::uint64_t hdt_answer_memory_bytes = std::uint64_t{32} << 20;
constexpr std::size_t sent_bytes = std::size_t{64} << 10;

http_response damaged() {
  return problem_answer(
      500, "the stored document is damaged: its publisher finds out more with `laundromat verify`");
}

/// Cuts a part out of a text that comes in pieces.
class part_sink {
 public:
  part_sink(byte_range part, byte_sink& out) : skip_(part.offset), left_(part.length), out_(out) {}

  result<void> write(std::string_view piece) {
    const auto skipped = std::min<std::uint64_t>(skip_, piece.size());
    skip_ -= skipped;
    piece = piece.substr(skipped, left_);
    left_ -= piece.size();
    return piece.empty() ? result<void>{} : out_.write(piece);
  }
  [[nodiscard]] bool is_full() const { return left_ == 0; }

 private:
  std::uint64_t skip_, left_;
  byte_sink& out_;
};

/// Unpacks from the front. `part` may go beyond the end where the length is not known.
result<void> unpack_from_front(const stored_range& stored, byte_range part, byte_sink& out) {
  warning_log warnings;
  const auto text = make_gzip_source(make_range_source(stored), warnings);
  part_sink cut{part, out};
  std::string buffer(sent_bytes, '\0');
  while (!cut.is_full()) {
    const auto got = text->read(buffer);
    if (!got) return tl::unexpected(got.error());
    if (*got == 0) break;
    if (auto sent = cut.write({buffer.data(), *got}); !sent) return sent;
  }
  if (!warnings.rows().empty()) return fail(warnings.rows().front().code, "the stored document is damaged");
  return {};
}

/// Unpacks only the blocks that the part is in.
result<void> unpack_blocks(const stored_range& stored, const block_index& index, byte_range part,
                           byte_sink& out) {
  const auto after = std::ranges::upper_bound(index.blocks, part.offset, {}, &block_entry::plain_offset);
  auto number = static_cast<std::size_t>(after - index.blocks.begin());
  if (number > 0) --number;
  const auto compressed = make_range_source(stored);
  if (number < index.blocks.size()) part.offset -= index.blocks[number].plain_offset;
  part_sink cut{part, out};
  for (; number < index.blocks.size() && !cut.is_full(); ++number) {
    const auto block = read_block(*compressed, index, number);
    if (!block) return tl::unexpected(block.error());
    if (auto sent = cut.write(*block); !sent) return sent;
  }
  return {};
}

std::string entity_tag_of(std::string_view tag) {
  return '"' + std::string{tag} + '"';
}

/// What the conditions of a request say about an answer: nothing where it is sent.
std::optional<http_response> answer_by_conditions(const http_request& request,
                                                  const selected_representation& there,
                                                  const std::vector<http_field>& fields) {
  switch (evaluate(conditions_of(request), there, true, wall_now())) {
    case condition_verdict::failed:
      return problem_answer(412, "the document has another ETag: " + std::string{there.etag});
    case condition_verdict::not_modified:
      return http_response{304, fields, std::string{}};
    default:
      return std::nullopt;
  }
}

http_response unsatisfiable(std::uint64_t size_bytes) {
  auto answer = problem_answer(416, "the document has " + number_of(size_bytes, "byte") + " in this coding");
  answer.fields.push_back({"Content-Range", unsatisfied_range(size_bytes)});
  return answer;
}

/// The text of a short part; the writer of a longer one.
http_response unpacked_body(const served_body& body, const byte_range& part, http_response answer) {
  const auto whole = body.plain_bytes.value_or(0);
  std::optional<block_index> index;
  if (part.offset > 0 && whole > most_text_bytes && body.read_index)
    if (auto read = body.read_index()) index = *std::move(read);
  const auto unpack = [stored = body.stored, index = std::move(index), part](byte_sink& out) {
    return index ? unpack_blocks(stored, *index, part, out) : unpack_from_front(stored, part, out);
  };
  if (body.plain_bytes && part.length <= most_text_bytes) {
    string_sink out;
    if (!unpack(out) || out.text.size() != part.length) return damaged();
    answer.body = std::move(out.text);
    return answer;
  }
  if (body.plain_bytes) answer.length = part.length;
  answer.body = body_writer{[unpack](const body_sink& into) {
    client_sink out{into};
    return unpack(out).has_value();
  }};
  return answer;
}

http_response stored_bytes(const stored_range& stored, const byte_range& part, http_response answer) {
  const int copy = ::fcntl(stored.file->get(), F_DUPFD_CLOEXEC, 0);
  if (copy < 0) return problem_answer(503, "too many files are open");
  answer.body =
      file_range{std::make_shared<const open_file>(copy), stored.offset_bytes + part.offset, part.length};
  return answer;
}

}  // namespace

http_response answer_with_stored(const http_request& request, const served_body& body,
                                 std::vector<http_field> fields) {
  const bool is_packed = body.is_file || takes_gzip(request);
  const auto etag =
      entity_tag_of(body.tag + (is_packed ? "-gz" + std::to_string(body.stored.length_bytes) : ""));
  selected_representation there{true, etag, body.modified};
  fields.push_back({"ETag", etag});
  if (is_packed && !body.is_file) fields.push_back({"Content-Encoding", "gzip"});
  if (body.modified) fields.push_back({"Last-Modified", to_http_date(*body.modified)});
  const auto size = is_packed ? std::optional{body.stored.length_bytes} : body.plain_bytes;
  if (auto done = answer_by_conditions(request, there, fields)) {
    if (done->status == 304 && size) {  // with the length of the document the connection goes on
      done->body = body_writer{[](const body_sink&) { return true; }};
      done->length = size;
    }
    return *std::move(done);
  }
  fields.push_back({"Accept-Ranges", size ? "bytes" : "none"});
  http_response answer{200, std::move(fields), std::string{}};
  byte_range part{0, size.value_or(~std::uint64_t{0})};
  const auto asked = request.field("range");
  if (size && !asked.empty() && allows_range(conditions_of(request), there, wall_now())) {
    const auto chosen = choose_range(asked, *size);
    if (chosen.is_unsatisfiable) return unsatisfiable(*size);
    if (chosen.part) {
      part = *chosen.part;
      answer.status = 206;
      answer.fields.push_back({"Content-Range", content_range(part, *size)});
    }
  }
  return is_packed ? stored_bytes(body.stored, part, std::move(answer))
                   : unpacked_body(body, part, std::move(answer));
}

http_response answer_with_converted(const http_request& request, const served_body& body, rdf_format format,
                                    std::vector<prefix> declared, std::vector<http_field> fields) {
  const auto etag = "W/" + entity_tag_of(body.tag);
  const bool is_packed = takes_gzip(request);
  fields.push_back({"ETag", etag});
  fields.push_back({"Accept-Ranges", "none"});
  if (is_packed) fields.push_back({"Content-Encoding", "gzip"});
  selected_representation there;
  there.etag = etag;
  if (auto done = answer_by_conditions(request, there, fields)) return *std::move(done);
  const auto convert = [stored = body.stored, format, declared = std::move(declared)](byte_sink& out) {
    warning_log warnings;
    const auto open = [&]() -> result<byte_source_ptr> {
      return make_gzip_source(make_range_source(stored), warnings);
    };
    auto done = convert_clean(open, format, out, declared);
    if (done && !warnings.rows().empty())
      return result<void>{fail(warnings.rows().front().code, "the stored document is damaged")};
    return done;
  };
  const auto write = [convert, is_packed](byte_sink& out) {
    if (!is_packed) return convert(out);
    block_gzip_sink gzip{out};
    auto done = convert(gzip);
    return done ? gzip.finish() : done;
  };
  http_response answer{200, std::move(fields), std::string{}};
  if (body.plain_bytes && *body.plain_bytes <= most_text_bytes) {
    string_sink out;
    if (!write(out)) return damaged();
    answer.body = std::move(out.text);
    return answer;
  }
  answer.body = body_writer{[write](const body_sink& into) {
    client_sink out{into};
    return write(out).has_value();
  }};
  return answer;
}

http_response answer_with_hdt(const http_request& request, const served_body& body, std::string dataset,
                              std::vector<http_field> fields) {
  const auto etag = "W/" + entity_tag_of(body.tag);
  fields.push_back({"ETag", etag});
  fields.push_back({"Accept-Ranges", "none"});
  selected_representation there;
  there.etag = etag;
  if (auto done = answer_by_conditions(request, there, fields)) return *std::move(done);
  warning_log warnings;
  const auto open = [&]() -> result<byte_source_ptr> {
    return make_gzip_source(make_range_source(body.stored), warnings);
  };
  string_sink out;
  const auto made = write_hdt(open, std::move(dataset), hdt_resources{hdt_answer_memory_bytes, 1}, out);
  if (!made && made.error().code == errc::odd_character)
    return problem_answer(406, made.error().detail + ": ask for application/n-quads");
  if (!made || !warnings.rows().empty()) return damaged();
  return {200, std::move(fields), std::move(out.text)};
}

http_response answer_with_text(const http_request& request, std::string text, std::string tag,
                               std::vector<http_field> fields) {
  const auto etag = entity_tag_of(tag);
  selected_representation there;
  there.etag = etag;
  fields.push_back({"ETag", etag});
  if (auto done = answer_by_conditions(request, there, fields)) return *std::move(done);
  return {200, std::move(fields), std::move(text)};
}

}  // namespace laundromat
