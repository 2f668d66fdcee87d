// Finds what a path names, and answers with it.
// SPDX-License-Identifier: Apache-2.0
#include "app/published/document_service.hpp"

#include <algorithm>

#include "app/api/api_service.hpp"
#include "app/api/http_answers.hpp"
#include "app/published/document_page.hpp"
#include "app/published/published_path.hpp"
#include "app/published/served_data.hpp"
#include "app/published/stored_answer.hpp"
#include "app/records/describe_metadata.hpp"
#include "app/records/hdt_output.hpp"
#include "app/terminal/exit_code.hpp"
#include "core/codec/compression/gzip.hpp"
#include "core/http/query_text.hpp"
#include "core/metadata/metadata_vocabulary.hpp"
#include "core/rdf/wash/convert.hpp"
#include "core/washing/document_metadata.hpp"
#include "storage/stores/data_folder.hpp"

namespace laundromat {

namespace {

/// What LOD Laundromat 1 called HDT, before its media type was registered.
constexpr std::string_view older_hdt_type = "application/prs.hdt", hdt_type = "application/vnd.hdt";
/// The largest document of which HDT is made for an answer: this takes seconds, in which nothing can be sent.
constexpr std::uint64_t most_hdt_document_bytes = std::uint64_t{32} << 20;

/// The bare digest of a document, or the hash of an entry or a seed.
std::string unknown_hash(const std::string& hash) {
  return "no document, entry or seed has the hash " + hash;
}

/// From the address of a request to the public base: `../` for `id/HASH`.
std::string path_to_base(const published_path& path) {
  std::string up;
  for (auto n = std::ranges::count(path.below_base, '/'); n > 0; --n) up += "../";
  return up.empty() ? "./" : up;
}

/// Answers one request.
class document_answer {
 public:
  document_answer(journal& from, const clean_store& store, const std::filesystem::path& data,
                  metadata_names names, const http_request& request, const published_path& path)
      : from_(from),
        reader_(from),
        store_(store),
        data_(data),
        names_(std::move(names)),
        request_(request),
        path_(path),
        base_(path_to_base(path)),
        extension_(path.extension) {}

  http_response answer() {
    if (path_.thing == published_thing::graph) return redirect("api/v1/documents");
    if (path_.thing == published_thing::file) return answer_file();
    auto found = reader_.find(path_.hash);
    if (!found || found->hex() != path_.hash) {
      if (found || found.error().code == errc::not_found)
        return problem_answer(404, unknown_hash(path_.hash));
      return problem_answer(found.error());
    }
    ref_ = *found;
    switch (path_.thing) {
      case published_thing::metadata:
        return answer_metadata();
      case published_thing::ledger:
        return answer_ledger();
      case published_thing::part:
        return redirect("id/" + path_.hash + "/metadata");
      case published_thing::download:
        return answer_download();
      case published_thing::resource:
        return redirect_to_document("");
      default:
        return ref_.kind == record_kind::clean ? answer_document(ref_.clean)
                                               : redirect_to_document(path_.extension);
    }
  }

 private:
  [[nodiscard]] http_response redirect(const std::string& below_base) const {
    return {303, {{"Location", base_ + below_base}, {"Cache-Control", "no-cache"}}, std::string{}};
  }

  /// The document of an entry, or the newest one of a seed; null when it has none. Sets `entry_`.
  result<content_digest> find_document() {
    if (ref_.kind == record_kind::seed) {
      auto newest = reader_.newest_document(ref_.record);
      if (!newest) return tl::unexpected(newest.error());
      if (*newest) entry_ = **std::move(newest);
    } else {
      auto entry = from_.entry(ref_.record);
      if (!entry) return tl::unexpected(entry.error());
      entry_ = *std::move(entry);
    }
    return entry_.clean;
  }

  [[nodiscard]] http_response lacks_document() const {
    const auto why = ref_.kind == record_kind::seed && entry_.hash.is_null()
                         ? std::string{"it was not crawled yet"}
                         : std::string{to_string(entry_.current)} +
                               (entry_.cause == errc::ok ? "" : ", " + std::string{meaning_of(entry_.cause)});
    return problem_answer(404, path_.hash + " has no clean document: " + why);
  }

  http_response redirect_to_document(const std::string& extension) {
    const auto clean = find_document();
    if (!clean) return problem_answer(clean.error());
    if (!clean->is_null()) return redirect("id/" + clean->hex() + (extension.empty() ? "" : "." + extension));
    // An archive, and what failed, is described.
    if (!extension.empty() || entry_.hash.is_null()) return lacks_document();
    return redirect("id/" + entry_.hash.hex() + "/metadata");
  }

  /// LOD Laundromat 1 answered with the document itself.
  http_response answer_download() {
    if (const auto query = parse_query(request_.query))
      for (const auto& [name, value] : *query)
        if (name == "type" && value == "hdt") extension_ = value;
    const auto clean = find_document();
    if (!clean) return problem_answer(clean.error());
    return clean->is_null() ? lacks_document() : answer_document(*clean);
  }

  /// The file of a catalogue by its name there.
  [[nodiscard]] http_response answer_file() const {
    if (path_.rest == document_file_name) return redirect("id/" + path_.hash + ".nq.gz");
    if (path_.rest == metadata_file_names[0]) return redirect("id/" + path_.hash + "/metadata.nq");
    if (path_.rest == metadata_file_names[1]) return redirect("id/" + path_.hash + "/metadata.json");
    return problem_answer(404, "documents have no file " + path_.rest + " here");
  }

  /// 410 for a document whose bytes are gone.
  std::optional<http_response> refuse_removed(const clean_record& clean) {
    if (to_ms(clean.removed) == 0) return std::nullopt;
    const bool was_taken_down = reader_.was_taken_down(clean.hash).value_or(false);
    return problem_answer(
        410, "document " + clean.hash.hex() +
                 (was_taken_down ? " was taken down at " : " was removed as an older version at ") +
                 to_iso8601(clean.removed));
  }

  http_response answer_document(const content_digest& digest) {
    auto known = describe_published(from_, store_, digest);
    if (!known) return problem_answer(known.error());
    if (auto gone = refuse_removed(known->clean)) return *std::move(gone);
    std::vector<document_form> forms;
    std::ranges::copy_if(document_forms(), std::back_inserter(forms), [&](const document_form& form) {
      if (form.is_hdt()) return known->clean.quads == 0 && !is_too_large_for_hdt(known->clean);
      return known->clean.quads == 0 || form.format == rdf_format::unknown || has_graphs(form.format);
    });
    auto chosen = choose(forms);
    if (chosen && (chosen->format == rdf_format::json_ld || chosen->is_hdt())) {
      const auto has_triples = says_triple_terms(*known);
      if (!has_triples) return problem_answer(has_triples.error());
      if (*has_triples) {
        std::erase_if(forms, [](const document_form& form) {
          return form.format == rdf_format::json_ld || form.is_hdt();
        });
        why_not_ = "the document has triple terms, which JSON-LD 1.1 and HDT do not have; ";
        chosen = choose(forms);
      }
    }
    if (!chosen) return refuse_form(forms, known->clean);
    return send(*known, *chosen, forms);
  }

  [[nodiscard]] std::optional<document_form> choose(std::span<const document_form> forms) const {
    return choose_form(forms, extension_, accept());
  }
  [[nodiscard]] std::string accept() const {
    std::string accepted{request_.field("accept")};
    if (const auto at = accepted.find(older_hdt_type); at != accepted.npos)
      accepted.replace(at, older_hdt_type.size(), hdt_type);
    return accepted;
  }
  [[nodiscard]] static bool is_too_large_for_hdt(const clean_record& clean) {
    return clean.content.bytes > most_hdt_document_bytes;
  }

  http_response refuse_form(std::span<const document_form> forms, const clean_record& clean) const {
    const auto all = document_forms();
    const bool is_unknown =
        !extension_.empty() && std::ranges::find(all, extension_, &document_form::extension) == all.end();
    const bool wants_hdt = extension_ == "hdt" || accept().find(hdt_type) != std::string::npos;
    const auto detail = !why_not_.empty() ? why_not_
                        : clean.quads > 0 ? "the document has named graphs; "
                        : wants_hdt && is_too_large_for_hdt(clean)
                            ? "the document is too large to make HDT for an answer, as its publisher can "
                              "with `laundromat cat --format hdt`; "
                            : std::string{};
    auto answer = problem_answer(is_unknown ? 404 : 406, detail + "there is: " + list_forms(forms));
    add_links(answer.fields, clean.hash, forms, {});
    answer.fields.push_back({"Vary", "Accept, Accept-Encoding"});
    return answer;
  }

  /// Whether the document has triple terms, by its metadata, or by its statements where those are few or say nothing.
  result<bool> says_triple_terms(const published_document& known) const {
    const auto& clean = known.clean;
    if (clean.statements == 0) return false;
    warning_log warnings;
    if (!is_small_document(clean.compressed_bytes, clean.content.bytes))
      if (auto kept = store_.open_sidecar(clean.hash, metadata_file_names[0])) {
        const auto text = read_all(*make_gzip_source(*std::move(kept), warnings), most_metadata_bytes);
        if (text && warnings.rows().empty())
          return text->find('<' + vocabulary::rdf_version.iri() + "> \"1.2\" ") != std::string::npos;
      }
    auto stored = store_.find_document(clean.hash);
    if (!stored) return tl::unexpected(stored.error());
    return has_triple_terms(*make_gzip_source(make_range_source(*std::move(stored)), warnings));
  }

  /// Links that tell programs what there is besides (RFC 8288).
  void add_links(std::vector<http_field>& fields, const content_digest& digest,
                 std::span<const document_form> forms, const std::set<std::string>& licences) const {
    const auto hex = digest.hex();
    std::string links = '<' + names_.id(hex) + ">; rel=\"canonical\", <" + base_ + "id/" + hex +
                        "/metadata>; rel=\"describedby\"";
    for (const auto& form : forms)
      links += ", <" + base_ + "id/" + hex + '.' + std::string{form.extension} +
               ">; rel=\"alternate\"; type=\"" +
               std::string{form.media_type.substr(0, form.media_type.find(';'))} + '"';
    for (const auto& licence : licences)
      if ((licence.starts_with("http://") || licence.starts_with("https://")) && is_usable_iri(licence) &&
          std::ranges::all_of(licence, [](char c) { return c > ' ' && c < 0x7F; }))
        links += ", <" + licence + ">; rel=\"license\"";
    fields.push_back({"Link", std::move(links)});
  }

  http_response send(const published_document& known, const document_form& form,
                     std::span<const document_form> forms) {
    std::vector<http_field> fields{
        {"Content-Type", std::string{form.media_type}}, {"Vary", "Accept, Accept-Encoding"}, no_guessing};
    const auto& clean = known.clean;
    const auto hex = clean.hash.hex();
    add_links(fields, clean.hash, forms, known.licences);
    if (path_.thing == published_thing::download)
      fields.push_back({"Content-Location", base_ + "id/" + hex + '.' + std::string{form.extension}});
    if (form.extension == "html") return send_page(known, forms, std::move(fields));
    fields.push_back({"Cache-Control", std::string{immutable_for_a_day}});
    if (form.extension == "nq.gz")
      fields.push_back({"Content-Disposition", "attachment; filename=\"" + hex + ".nq.gz\""});
    const auto tag = hex + '-' + std::string{form.extension.substr(0, form.extension.find('.'))};
    if (clean.statements == 0 && form.is_hdt())
      return answer_with_no_hdt_triples(hex, tag, std::move(fields));
    if (clean.statements == 0)  // it has no file
      return answer_with_text(request_, form.format == rdf_format::json_ld ? "[]\n" : "", tag,
                              std::move(fields));
    auto stored = store_.find_document(clean.hash);
    if (!stored) return problem_answer(stored.error());
    const auto modified = from_ms(to_ms(clean.written) / 1'000 * 1'000);
    const served_body body{
        *std::move(stored), clean.content.bytes, tag, form.extension == "nq.gz", modified, [&] {
          return store_.read_index(clean.hash);
        }};
    if (form.is_hdt()) return answer_with_hdt(request_, body, names_.id(hex), std::move(fields));
    if (form.format != rdf_format::unknown && form.format != rdf_format::n_quads &&
        form.format != rdf_format::n_triples)
      return send_converted(body, form, std::move(fields), clean.hash);
    return answer_with_stored(request_, body, std::move(fields));
  }

  [[nodiscard]] http_response answer_with_no_hdt_triples(const std::string& hex, const std::string& tag,
                                                         std::vector<http_field> fields) const {
    string_sink out;
    const auto made = write_hdt([] { return make_memory_source({}); }, names_.id(hex), {}, out);
    if (!made) return problem_answer(made.error());
    return answer_with_text(request_, std::move(out.text), tag, std::move(fields));
  }

  http_response send_converted(const served_body& body, const document_form& form,
                               std::vector<http_field> fields, const content_digest& digest) {
    auto declared = reader_.prefixes(digest);
    if (!declared) return problem_answer(declared.error());
    return answer_with_converted(request_, body, form.format, *std::move(declared), std::move(fields));
  }

  [[nodiscard]] http_response send_page(const published_document& known, std::span<const document_form> forms,
                                        std::vector<http_field> fields) const {
    auto answer =
        text_answer(request_, document_page(known, names_, forms, base_), "text/html;charset=utf-8");
    fields.push_back({"Content-Security-Policy", std::string{document_page_policy}});
    fields.push_back({"Referrer-Policy", "no-referrer"});
    return with_fields(std::move(answer), std::move(fields));
  }

  /// Adds fields to an answer, instead of those with the same name.
  static http_response with_fields(http_response answer, std::vector<http_field> fields) {
    if (answer.status >= 400) return answer;
    std::erase_if(answer.fields, [&](const http_field& one) {
      return std::ranges::find(fields, one.name, &http_field::name) != fields.end();
    });
    std::ranges::move(fields, std::back_inserter(answer.fields));
    return answer;
  }

  http_response answer_metadata() {
    if (ref_.kind == record_kind::seed) return redirect_seed("/metadata");
    const auto clean = ref_.kind == record_kind::clean ? result<content_digest>{ref_.clean} : find_document();
    if (!clean) return problem_answer(clean.error());
    if (!clean->is_null())
      if (auto gone = refuse_metadata(*clean)) return *std::move(gone);
    const auto form = choose_form(metadata_forms(), path_.extension, accept());
    if (!form)
      return problem_answer(path_.extension.empty() ? 406 : 404, "there is: " + list_forms(metadata_forms()));
    auto text = metadata_in(form->format);
    if (!text) return problem_answer(text.error());
    std::vector<http_field> fields{{"Content-Type", std::string{form->media_type}},
                                   {"Vary", "Accept, Accept-Encoding"},
                                   no_guessing,
                                   {"Link", '<' + names_.id(path_.hash) + ">; rel=\"describes\""}};
    // Only the sources of a document become more, so that those who have its metadata need not ask each time.
    if (ref_.kind == record_kind::clean) fields.push_back({"Cache-Control", "max-age=86400"});
    return with_fields(text_answer(request_, *std::move(text), form->media_type), std::move(fields));
  }

  /// What was taken down is not described either; of an older version only its own metadata are gone.
  std::optional<http_response> refuse_metadata(const content_digest& digest) {
    const auto clean = reader_.clean(digest);
    if (!clean) return problem_answer(clean.error());
    const bool is_entry = ref_.kind != record_kind::clean;
    if (is_entry && !reader_.was_taken_down(digest).value_or(false)) return std::nullopt;
    return refuse_removed(*clean);
  }

  result<std::string> metadata_in(rdf_format format) {
    const auto as = format == rdf_format::turtle    ? metadata_format::turtle
                    : format == rdf_format::unknown ? metadata_format::json
                                                    : metadata_format::n_quads;
    auto raw = safe_folder::open(data_layout{data_}.raw());
    const auto bodies = raw ? std::make_unique<warc_store>(*std::move(raw)) : nullptr;
    auto text = metadata_of(from_, store_, bodies.get(), ref_, as);
    if (!text || format != rdf_format::json_ld) return text;
    string_sink out;
    auto done =
        convert_clean([&]() -> result<byte_source_ptr> { return make_view_source(*text); }, format, out);
    return done ? result<std::string>{std::move(out.text)} : tl::unexpected(done.error());
  }

  http_response redirect_seed(const std::string& after) {
    const auto clean = find_document();
    if (!clean) return problem_answer(clean.error());
    return entry_.hash.is_null() ? lacks_document() : redirect("id/" + entry_.hash.hex() + after);
  }

  /// The ledger of an entry. A document has one of each source: the first is chosen.
  http_response answer_ledger() {
    if (ref_.kind == record_kind::seed) return redirect_seed("/ledger");
    if (ref_.kind == record_kind::clean) {
      const auto known = describe_published(from_, store_, ref_.clean);
      if (!known) return problem_answer(known.error());
      if (auto gone = refuse_removed(known->clean)) return *std::move(gone);
      for (const auto& source : known->listed)
        if (source.has_ledger) return redirect("id/" + source.from.entry.hex() + "/ledger");
      return lacks_ledger();
    }
    const auto clean = find_document();
    if (!clean) return problem_answer(clean.error());
    const auto ledger = reader_.ledger(ref_.record);
    if (!ledger) return problem_answer(ledger.error());
    if (clean->is_null() || ledger->is_null()) return lacks_ledger();
    return send_ledger(*clean, *ledger);
  }

  [[nodiscard]] http_response lacks_ledger() const {
    return problem_answer(404,
                          path_.hash + " has no ledger: nothing was repaired or left out while it was read");
  }

  http_response send_ledger(const content_digest& clean, const content_digest& ledger) {
    const auto known = reader_.clean(clean);
    if (!known) return problem_answer(known.error());
    if (auto gone = refuse_removed(*known)) return *std::move(gone);
    const auto form = choose_form(ledger_forms(), path_.extension, accept());
    if (!form)
      return problem_answer(path_.extension.empty() ? 406 : 404, "there is: " + list_forms(ledger_forms()));
    auto stored = store_.find_ledger(clean, ledger);
    if (!stored) return problem_answer(stored.error());
    return answer_with_stored(request_, {*std::move(stored), std::nullopt, ledger.hex()},
                              {{"Content-Type", std::string{form->media_type}},
                               {"Vary", "Accept, Accept-Encoding"},
                               no_guessing,
                               {"Cache-Control", "max-age=3600"},
                               {"Link", '<' + base_ + "id/" + path_.hash + ">; rel=\"describes\""}});
  }

  journal& from_;
  journal_reader reader_;
  const clean_store& store_;
  const std::filesystem::path& data_;
  metadata_names names_;
  const http_request& request_;
  const published_path& path_;
  const std::string base_;
  std::string extension_;  ///< of the form; empty: Accept chooses it
  record_ref ref_;
  entry_record entry_;
  std::string why_not_;
};

}  // namespace

document_service::document_service(std::filesystem::path data, std::string_view public_base)
    : data_(std::move(data)), base_path_(path_of_base(public_base)) {}

std::optional<http_response> document_service::answer(const http_request& request) const {
  const auto path = read_published_path(request.path, base_path_);
  if (!path) return std::nullopt;
  if (auto other = answer_other_methods(request)) return *std::move(other);
  auto data = open_served_data(data_);
  if (!data) return data.error();
  return document_answer{data->from, data->store, data_, data->published.names(), request, *path}.answer();
}

}  // namespace laundromat
