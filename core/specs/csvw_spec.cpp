// Finds the metadata of a document through the loader of its reader.
// SPDX-License-Identifier: Apache-2.0
#include "core/specs/csvw_spec.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/count_words.hpp"
#include "core/base/http_status_of.hpp"
#include "core/csvw/find_metadata.hpp"

namespace laundromat {

namespace {

/// Whether an error means that there is no such document, or that robots.txt keeps it from us.
bool is_known_absent(const failure& why) {
  if (why.code == errc::not_found || why.code == errc::robots_refused || why.code == errc::empty_body)
    return true;
  const auto status = http_status_of(why.code, why.detail);
  return status == "404" || status == "410" || status == "401" || status == "403";
}

/// What some servers answer for what they have not.
bool is_page(std::string_view bytes) {
  const auto first = bytes.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  return first != bytes.npos && bytes[first] == '<';
}

/// Loads metadata as the reader of a document loads what it refers to.
class companion_loader final : public csvw::metadata_loader {
 public:
  explicit companion_loader(context_loader* from) : from_(from) {}

  result<std::string> load(std::string_view url) override {
    constexpr std::size_t most_loads = 10;
    if (from_ == nullptr) return remember({errc::not_found, "nothing can be loaded"});
    if (std::ranges::any_of(url, [](char c) { return static_cast<unsigned char>(c) <= ' '; }))
      return fail(errc::not_found, "no IRI: " + std::string(url));
    if (++loads_ > most_loads) return remember({errc::limit_exceeded, "too many documents of metadata"});
    auto bytes = from_->load(url);
    if (bytes && is_page(*bytes)) return fail(errc::not_found, std::string(url) + " is a page");
    if (bytes) return bytes;
    if (!doubt_ && !is_known_absent(bytes.error()))
      doubt_ = failure{bytes.error().code, std::string(url) + ": " + to_string(bytes.error())};
    return bytes;
  }
  /// The first error after which it is not known what a document says.
  [[nodiscard]] const std::optional<failure>& doubt() const { return doubt_; }

 private:
  tl::unexpected<failure> remember(failure why) {
    if (!doubt_ && !is_known_absent(why)) doubt_ = why;
    return tl::unexpected(std::move(why));
  }

  context_loader* from_;
  std::size_t loads_ = 0;
  std::optional<failure> doubt_;
};

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// The place and the message of a problem.
std::string text_of(const csvw::problem& one) {
  return one.document + one.path + ": " + one.message;
}

/// Metadata have no place in the table: its first byte stands for it.
void report_warnings(const csvw::problem_list& problems, account_sink& account) {
  defect found;
  found.rule = errc::unmapped_key;
  found.done = treatment::note;
  for (const auto& one : problems.all()) {
    found.message = text_of(one);
    account.on_defect(found);
  }
  const auto all = problems.count(csvw::severity::warning) + problems.count(csvw::severity::invalid);
  if (all <= problems.all().size()) return;
  found.message = number_of(all - problems.all().size(), "further warning") + " of metadata";
  account.on_defect(found);
}

result<std::unique_ptr<reader>> read_described_table(const document_hints& hints, reader_options options,
                                                     statement_sink& sink) {
  const auto url = std::string(hints.address.substr(0, hints.address.find('#')));
  const bool is_at_site =
      (url.starts_with("http://") || url.starts_with("https://")) && url.find("!/") == url.npos;
  companion_loader loader(is_at_site ? options.contexts : nullptr);
  auto found = find_described_table(url, lines_of(hints.described_by), hints.media_type, loader, sink);
  if (!found) return tl::unexpected(found.error());
  if (*found) return make_csvw_reader(**std::move(found), std::move(options), sink);
  if (loader.doubt())
    return fail(errc::context_unavailable,
                "whether the table has metadata is not known: " + loader.doubt()->detail);
  csvw_options undescribed;
  undescribed.group = csvw::undescribed_table(url);
  undescribed.media_type = hints.media_type;
  return make_csvw_reader(std::move(undescribed), std::move(options), sink);
}

}  // namespace

result<std::optional<csvw_options>> find_described_table(std::string_view url,
                                                         std::span<const std::string> links,
                                                         std::string_view media_type,
                                                         csvw::metadata_loader& loader,
                                                         account_sink& account) {
  csvw::problem_list problems;
  auto group = csvw::find_metadata(url, links, loader, problems);
  for (const auto& one : problems.all())
    if (one.level == csvw::severity::error)
      return fail(errc::context_unavailable, "its metadata " + one.document + " cannot be used: " +
                                                 (one.path.empty() ? "" : one.path + ": ") + one.message);
  report_warnings(problems, account);
  const auto table = group ? csvw::find_table(*group, url) : std::nullopt;
  if (!table) return std::nullopt;
  csvw_options options;
  options.group = *std::move(group);
  options.table = *table;
  options.media_type = media_type;
  return options;
}

hinted_reader_maker described_table_readers() {
  return read_described_table;
}

}  // namespace laundromat
