// The unpack and guess stages.
// SPDX-License-Identifier: Apache-2.0
#include "core/washing/stages.hpp"

#include <algorithm>

#include "core/base/count_words.hpp"
#include "core/codec/archive/unpack.hpp"
#include "core/codec/text/encoding.hpp"
#include "core/codec/text/recode.hpp"
#include "core/discovery/read/announcing_document.hpp"
#include "core/mapping/record_plans.hpp"
#include "core/rdf/guess/guess.hpp"
#include "core/washing/leaf_text.hpp"

namespace laundromat {

namespace {

constexpr std::size_t head_bytes = std::size_t{64} * 1024;
constexpr std::size_t excerpt_chars = 1'000;

/// A raw store whose reads can be cancelled in the middle of a large archive.
class cancellable_raw final : public raw_port {
 public:
  explicit cancellable_raw(const washing_ports& ports) : below_(*ports.raw), cancelled_(ports.cancelled) {}

  result<byte_source_ptr> open(std::string_view raw_path) override {
    auto source = below_.open(raw_path);
    if (!source) return source;
    return make_cancellable(std::move(*source), cancelled_);
  }

 private:
  raw_port& below_;
  const std::atomic<bool>* cancelled_;
};

/// Sets the encoding, or `failed_for_good` when the bytes are not text. Content that does not look like RDF needs no encoding.
void decide_encoding(unpack_outcome& out, const inspection& seen, const unpack_job& job,
                     const claiming_spec* claimed) {
  if (claimed != nullptr && !claimed->encoding.empty()) {
    out.on = event::leaf_found;
    out.encoding = claimed->encoding;
    out.encodings.push_back({evidence_kind::encoding, "specification", out.encoding, 1, true, claimed->name});
    return;
  }
  const auto decided = detect_encoding(seen.sample, seen.sample_is_whole, job.charset);
  out.on = decided.problem == errc::ok ? event::leaf_found : event::failed_for_good;
  out.cause = decided.problem;
  out.encoding = decided.chosen;
  if (decided.problem != errc::ok) {
    const auto guessed =
        guess_format(std::string_view{seen.sample}.substr(0, head_bytes),
                     seen.sample_is_whole && seen.sample.size() <= head_bytes, job.media_type, job.name);
    if (!guessed.format) {
      out.cause = errc::non_rdf_format;
      if (!guessed.evidence.empty()) out.detail = "the bytes are not text: " + guessed.evidence.front().value;
    }
  }
  for (const auto& evidence : decided.evidence)
    out.encodings.push_back({evidence_kind::encoding, evidence.source, evidence.value, evidence.rank,
                             evidence.chosen, evidence.note});
}

std::string excerpt_of(std::string_view text) {
  std::size_t end = 0, chars = 0;
  for (; end < text.size(); ++end)
    if ((static_cast<unsigned char>(text[end]) & 0xC0) != 0x80 && ++chars > excerpt_chars) break;
  return std::string{text.substr(0, end)};
}

/// Whether the body is empty although its name is that of a compressed file.
bool lacks_its_compression(const unpack_job& job, const inspection& seen) {
  const bool is_packed = !seen.content.chain.empty() && !is_member(seen.content.chain.back().kind);
  return seen.sample.empty() && seen.sample_is_whole && !is_packed && names_compression(job.name);
}

/// Whether a document of this format may be empty. Source: the grammars of Turtle, TriG, N-Triples and N-Quads.
bool may_be_empty(rdf_format format) {
  return format == rdf_format::turtle || format == rdf_format::trig || format == rdf_format::n_triples ||
         format == rdf_format::n_quads;
}

/// Adds evidence that overrules all other.
void prefer(guess_outcome& out, evidence first) {
  for (auto& one : out.formats) {
    one.chosen = false;
    ++one.rank;
  }
  out.formats.insert(out.formats.begin(), std::move(first));
}

/// The specification that claims the document of a job; null when none does.
template <class Job>
const claiming_spec* claimed_by(const Job& job, const washing_ports& ports) {
  return ports.records ? ports.records->find({job.media_type, job.name, job.base_iri}) : nullptr;
}

/// The format of a text; `head` is longer than `head_bytes` when the text is.
guess_outcome judge_head(std::string_view head, const std::string& media_type, const std::string& name,
                         const claiming_spec* claimed) {
  guess_outcome out;
  const auto guessed = guess_format(head.substr(0, head_bytes), head.size() <= head_bytes, media_type, name);
  for (const auto& evidence : guessed.evidence)
    out.formats.push_back({evidence_kind::format, evidence.source, evidence.value, evidence.rank,
                           evidence.chosen, evidence.note});
  if (claimed != nullptr && !head.empty()) {
    prefer(out,
           {evidence_kind::format, "specification", claimed->name, 1, true, "its records become statements"});
    out.on = event::format_found;
    out.format = rdf_format::records;
    return out;
  }
  if (guessed.format && (!head.empty() || may_be_empty(*guessed.format))) {
    out.on = event::format_found;
    out.format = *guessed.format;
    return out;
  }
  out.on = event::not_rdf;
  out.cause = head.empty() ? errc::empty_body : errc::non_rdf_format;
  out.head = excerpt_of(head);
  return out;
}

/// Where a text comes from, for what it announces.
struct text_origin {
  const std::string &media_type, &base_iri, &obeyed_product;
  timestamp at;
  bool is_sitemap;
};

/// Adds what the text announces. A list of URIs is no RDF: its URIs become seeds. Errors: those of `open`, which gives the whole text.
template <class Open>
result<void> add_announcements(guess_outcome& out, std::string_view head, const text_origin& from,
                               Open open) {
  const auto what =
      recognise_document(head.substr(0, head_bytes), from.media_type, from.base_iri, from.is_sitemap);
  if (what.form == announcing_form::none) return {};
  auto text = open(what.form);
  if (!text) return tl::unexpected(text.error());
  auto read = read_announcements(what, std::move(*text),
                                 {from.base_iri, from.media_type, from.obeyed_product, from.at});
  if (!read) return tl::unexpected(read.error());
  if (!from.obeyed_product.empty() && !read->asked.may_publish(from.at)) {
    out.on = event::failed_for_good;
    out.cause = errc::kept_out_by_publisher;
    out.detail = "a meta element of the page asks not to publish it";
    return {};
  }
  if (from.obeyed_product.empty() || !read->asked.no_follow) out.announced = std::move(read->found);
  if (!what.is_list || out.format == rdf_format::records) return {};
  prefer(out, {evidence_kind::format, "content", what.name, 1, true, "a list of URIs, which become seeds"});
  out.on = event::announcements_found;
  out.cause = errc::ok;
  out.format = rdf_format::unknown;
  out.head.clear();
  return {};
}

/// An archive that lost members is not a failure, because the others were found: the cause records why members were lost.
void record_loss(unpack_outcome& out, const std::vector<stream_warning>& damage) {
  if (!damage.empty()) {
    out.cause = damage.front().code;
    out.detail = damage.front().message;
  } else if (const auto lost = std::ranges::find_if(out.stream_defects, loses_bytes);
             lost != out.stream_defects.end()) {
    out.cause = lost->rule;
    out.detail = lost->message;
  }
  std::uint64_t files = 0, skipped = 0;
  for (const auto& m : out.members) {
    if (m.kind != member_kind::file) continue;
    ++files;
    if (m.skipped == errc::ok) continue;
    ++skipped;
    if (out.cause == errc::ok) out.cause = m.skipped;
  }
  if (skipped > 0)
    out.detail.append(out.detail.empty() ? "" : "; ")
        .append("left out: " + std::to_string(skipped) + " of " + number_of(files, "file"));
}

/// The outcome of `guess`, unless the sample is shorter than the text that `guess` needs.
std::optional<guess_outcome> fused_guess(const unpack_job& job, const std::string& encoding,
                                         const inspection& seen, const washing_ports& ports) {
  warning_log ignored;
  const auto open = [&] { return make_utf8_source(make_view_source(seen.sample), encoding, ignored); };
  auto text = open();
  if (!text) return std::nullopt;
  const auto head = read_head(**text, head_bytes + 1);
  if (!head || (head->size() <= head_bytes && !seen.sample_is_whole)) return std::nullopt;
  auto out = judge_head(*head, job.media_type, job.name, claimed_by(job, ports));
  const auto announced = add_announcements(
      out, *head, {job.media_type, job.base_iri, ports.obeyed_product, job.at, job.is_sitemap},
      [&](announcing_form form) -> result<byte_source_ptr> {
        // Of a page the head is enough.
        if (!seen.sample_is_whole && form != announcing_form::html_page)
          return fail(errc::truncated_stream, "only the head of the text is known");
        return open();
      });
  if (!announced) return std::nullopt;
  return out;
}

}  // namespace

result<unpack_outcome> unpack(const unpack_job& job, const washing_ports& ports,
                              const parse_settings* parsing) {
  unpack_outcome out;
  warning_log warnings;
  cancellable_raw raw{ports};
  auto seen = inspect(job.content, raw, *ports.scratch, job.budget, warnings, ports.limits);
  if (!seen) return judge(std::move(out), seen.error(), ports);
  out.content = seen->content;
  out.spent_bytes = seen->spent_bytes;
  if (seen->archive) {
    out.stream_defects =
        to_defects(warnings);  // damage of a leaf is reported again, and completely, when it is read
    out.on = event::children_found;
    out.archive = *seen->archive;
    out.members = std::move(seen->members);
    record_loss(out, job.damage);
    return out;
  }
  if (lacks_its_compression(job, *seen))
    return judge(std::move(out), {errc::empty_body, "the body is empty, which a compressed file cannot be"},
                 ports);
  decide_encoding(out, *seen, job, claimed_by(job, ports));
  if (out.on != event::leaf_found) return out;
  const bool is_small = seen->sample_is_whole && seen->sample.size() <= most_fused_bytes;
  out.fused = fused_guess(job, out.encoding, *seen, ports);
  if (parsing && is_small && out.fused && out.fused->on == event::format_found)
    if (auto parsed =
            parse({job.lease, job.entry, out.content, out.encoding, out.fused->format, job.base_iri,
                   known_media_type(job.media_type, job.name), job.previous, job.charset, 1, job.damage,
                   job.input_bytes, job.name, job.described_by},
                  ports, *parsing,
                  warnings.counts().empty() ? std::optional<std::string_view>{seen->sample} : std::nullopt);
        parsed)
      out.fused->fused = *std::move(parsed);
  return out;
}

result<guess_outcome> guess(const guess_job& job, const washing_ports& ports) {
  warning_log warnings;
  auto text = open_text(job.content, job.encoding, {}, ports, warnings);
  if (!text) return judge(guess_outcome{}, text.error(), ports);
  const auto head = read_head(**text, head_bytes + 1);
  if (!head) return judge(guess_outcome{}, head.error(), ports);
  auto out = judge_head(*head, job.media_type, job.name, claimed_by(job, ports));
  warning_log reported_before;
  const auto announced = add_announcements(
      out, *head, {job.media_type, job.base_iri, ports.obeyed_product, job.at, job.is_sitemap},
      [&](announcing_form) { return open_text(job.content, job.encoding, {}, ports, reported_before); });
  if (!announced) return judge(std::move(out), announced.error(), ports);
  return out;
}

}  // namespace laundromat
