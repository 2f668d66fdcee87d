// Writes the page.
// SPDX-License-Identifier: Apache-2.0
#include "app/published/document_page.hpp"

#include <map>

#include "app/console/page_parts.hpp"
#include "app/publish/page_text.hpp"
#include "app/terminal/terminal.hpp"
#include "core/base/count_words.hpp"

namespace laundromat {

namespace {

std::string row(std::string_view name, const std::string& html) {
  return "<tr><th>" + std::string{name} + "</th><td>" + html + "</td></tr>\n";
}

std::string source_rows(const published_document& known, const std::string& id_path) {
  std::string html;
  for (const auto& source : known.listed) {
    const auto entry = id_path + source.from.entry.hex();
    html += "<tr><td>" + stranger_link(source.from.uri).text + "</td><td>" +
            html_link(entry + "/metadata", "how it was crawled") +
            (source.has_ledger ? ", " + html_link(entry + "/ledger", "what was wrong") : "") + "</td></tr>\n";
  }
  if (const auto more = known.sources - known.listed.size(); more > 0)
    html += "<tr><td>and " + number_of(more, "other source") + "</td></tr>\n";
  return html;
}

std::string defect_rows(const published_document& known) {
  std::map<std::string_view, std::uint64_t> counts;
  for (const auto& source : known.listed)
    for (const auto& one : source.defects) counts[to_string(one.counted.rule)] += one.counted.count;
  if (counts.empty()) return "<p>No defects were found.</p>\n";
  std::string html = "<table>\n<tr><th>rule</th><th>found</th></tr>\n";
  for (const auto& [rule, count] : counts)
    html +=
        "<tr><td><code>" + escape_html(rule) + "</code></td>" + html_number(human_count(count)) + "</tr>\n";
  return html + "</table>\n";
}

}  // namespace

std::string document_page(const published_document& known, const metadata_names& names,
                          std::span<const document_form> forms, const std::string& id_path) {
  const auto& clean = known.clean;
  const auto hex = clean.hash.hex();
  const auto title = known.listed.empty() ? "Clean document " + hex : plain(known.listed[0].from.uri).text;
  std::string links, licences;
  for (const auto& form : forms)
    if (form.extension != "html")
      links += (links.empty() ? "" : ", ") +
               html_link(id_path + hex + '.' + std::string{form.extension}, std::string{form.name});
  for (const auto& licence : known.licences)
    licences += (licences.empty() ? "" : "<br>") + stranger_link(licence).text;
  return std::string{html_head} + "<title>" + title + "</title>\n</head>\n<body>\n<h1>" + title +
         "</h1>\n<table>\n" + row("document", "<code>" + escape_html(names.id(hex)) + "</code>") +
         row("written", to_iso8601(clean.written)) + row("statements", human_count(clean.statements)) +
         (clean.quads > 0 ? row("of them in named graphs", human_count(clean.quads)) : "") +
         row("size",
             human_bytes(clean.content.bytes) + ", compressed " + human_bytes(clean.compressed_bytes)) +
         (licences.empty() ? "" : row("licence that it states", licences)) + row("statements as", links) +
         row("metadata", html_link(id_path + hex + "/metadata", "metrics and provenance")) +
         "</table>\n<h2>Sources</h2>\n<table>\n" + source_rows(known, id_path) +
         "</table>\n<h2>Defects of the sources</h2>\n" + defect_rows(known) + "</body>\n</html>\n";
}

}  // namespace laundromat
