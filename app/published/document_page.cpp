// Writes the page.
// SPDX-License-Identifier: Apache-2.0
#include "app/published/document_page.hpp"

#include <map>

#include "app/pages/page_parts.hpp"
#include "app/terminal/terminal.hpp"
#include "core/base/count_words.hpp"

namespace laundromat {

namespace {

const std::vector<column_head> facts{{"Fact"}, {"Value"}};

std::string sources_of(const published_document& known, const std::string& id_path) {
  std::vector<std::vector<html>> rows;
  for (const auto& source : known.listed) {
    const auto entry = id_path + source.from.entry.hex();
    rows.push_back({stranger_link(source.from.uri),
                    {link_to(entry + "/metadata", "how it was crawled").text +
                     (source.has_ledger ? ", " + link_to(entry + "/ledger", "what was wrong").text : "")}});
  }
  auto text =
      table("Documents that gave these statements", std::vector<column_head>{{"URI"}, {"More"}}, rows).text;
  if (const auto more = known.sources - known.listed.size(); more > 0)
    text += "<p>And " + number_of(more, "other source") + ".</p>\n";
  return text;
}

std::string defects_of(const published_document& known) {
  std::map<std::string_view, std::uint64_t> counts;
  for (const auto& source : known.listed)
    for (const auto& one : source.defects) counts[to_string(one.counted.rule)] += one.counted.count;
  if (counts.empty()) return "<p>No defects were found.</p>\n";
  std::vector<std::vector<html>> rows;
  for (const auto& [rule, count] : counts)
    rows.push_back({{"<code>" + plain(rule).text + "</code>"}, number(count)});
  return table("Defects by rule", std::vector<column_head>{{"Rule"}, {"Found", column_kind::number}}, rows)
      .text;
}

}  // namespace

std::string document_page(const published_document& known, const metadata_names& names,
                          std::span<const document_form> forms, const std::string& base) {
  const auto id_path = base + "id/";
  const auto& clean = known.clean;
  const auto hex = clean.hash.hex();
  page_frame frame;
  frame.title = known.listed.empty() ? "Clean document " + hex : known.listed[0].from.uri;
  frame.site = "LOD Laundromat";
  frame.root = base + "console/";
  frame.navigation = {{"", "Overview"}, {"documents", "Documents"}, {"find", "Find"}};
  frame.here = "documents";
  frame.foot = {
      link_to(frame.root + "documents/" + hex, "Its chain, defects in their lines, and statistics").text};
  html links, licences;
  for (const auto& form : forms)
    if (form.extension != "html")
      links.text += (links.text.empty() ? "" : ", ") +
                    link_to(id_path + hex + '.' + std::string{form.extension}, form.name).text;
  for (const auto& licence : known.licences)
    licences.text += (licences.text.empty() ? "" : "<br>") + stranger_link(licence).text;
  std::vector<std::vector<html>> rows{{plain("document"), {"<code>" + plain(names.id(hex)).text + "</code>"}},
                                      {plain("written"), plain(to_iso8601(clean.written))},
                                      {plain("statements"), number(clean.statements)}};
  if (clean.quads > 0) rows.push_back({plain("of them in named graphs"), number(clean.quads)});
  rows.push_back({plain("size"), plain(human_bytes(clean.content.bytes) + ", compressed " +
                                       human_bytes(clean.compressed_bytes))});
  if (!licences.text.empty()) rows.push_back({plain("licence that it states"), licences});
  rows.push_back({plain("statements as"), links});
  rows.push_back({plain("metadata"), link_to(id_path + hex + "/metadata", "metrics and provenance")});
  return whole_page(frame,
                    {table("What is known of it", facts, rows).text + "<h2>Sources</h2>\n" +
                     sources_of(known, id_path) + "<h2>Defects of the sources</h2>\n" + defects_of(known)});
}

}  // namespace laundromat
