// One record.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "app/console/console_pages.hpp"
#include "app/console/page_fields.hpp"
#include "core/base/count_words.hpp"

namespace laundromat {

namespace {

/// The forms of a document, from its page.
html downloads_of(const std::string& hash) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 8> forms{{{"N-Quads", ".nq"},
                                                                                {"N-Quads in gzip", ".nq.gz"},
                                                                                {"N-Triples", ".nt"},
                                                                                {"Turtle", ".ttl"},
                                                                                {"TriG", ".trig"},
                                                                                {"JSON-LD", ".jsonld"},
                                                                                {"HDT", ".hdt"},
                                                                                {"metadata", "/metadata"}}};
  std::string out = "<p>Statements as ";
  for (const auto& [name, ending] : forms)
    out += link_to("../../id/" + hash + std::string{ending}, name).text + ", ";
  return {out + link_to("../../fragments/" + hash, "fragments").text + "</p>\n"};
}

/// The plots of the metadata of a clean document.
html statistics_of(const console_facts& facts, const std::string& hash) {
  struct plot {
    const char *rows, *name, *value;
    std::string_view title;
  };
  constexpr std::array plots{plot{"property_partitions", "property", "statements", "Statements by property"},
                             plot{"class_partitions", "class", "entities", "Things by class"},
                             plot{"datatype_partitions", "datatype", "statements", "Literals by datatype"},
                             plot{"language_partitions", "language", "statements", "Texts by language"},
                             plot{"namespace_partitions", "namespace", "occurrences", "IRIs by namespace"}};
  const auto metrics = part_of(facts.ask("statistics", {}, {hash}).object(), "metrics");
  if (metrics.empty()) return {};
  html out{"<h2>Statistics</h2>\n<ul class=\"cards\">\n"};
  constexpr std::array<std::pair<const char*, std::string_view>, 6> counts{
      {{"subjects", "different subjects"},
       {"objects", "different objects"},
       {"iris", "different IRIs"},
       {"blank_nodes", "blank nodes"},
       {"literals", "different literals"},
       {"graphs", "named graphs"}}};
  for (const auto& [name, words] : counts) out.text += card(words, number_of_fact(metrics, name));
  out.text += "</ul>\n";
  for (const auto& one : plots)
    out.text += chart_of(one.title, part_of(metrics, one.rows), one.name, one.value).text;
  return out;
}

html table_with_title(std::string_view title, std::string_view caption, std::span<const column_head> heads,
                      const std::vector<std::vector<html>>& rows) {
  if (rows.empty()) return {};
  return {"<h2>" + plain(title).text + "</h2>\n" + table(caption, heads, rows).text};
}

html sources_of(const json_fact& about) {
  std::vector<std::vector<html>> rows;
  for (const auto& source : part_of(about, "sources"))
    rows.push_back({stranger_link(text_of(source, "uri")),
                    link_to(text_of(source, "entry"), "how it was crawled"),
                    number(number_of_fact(source, "read"))});
  return table_with_title(
      "Sources", "Documents that gave these statements",
      std::vector<column_head>{{"URI"}, {"Crawl"}, {"Statements read", column_kind::number}}, rows);
}

/// From who announced the seed to the clean documents.
html tree_of(const console_facts& facts, const std::string& record) {
  const auto tree = facts.ask("tree", {}, {record});
  if (tree.rows.empty()) return {};
  html out{"<h2>Chain</h2>\n<ul class=\"tree\">\n"};
  for (const auto& row : tree.rows) {
    const auto hash = text_of(row, "hash"), name = text_of(row, "name");
    const auto depth = number_of_fact(row, "depth");
    std::string before;
    for (std::uint64_t level = 0; level < std::min<std::uint64_t>(depth, 12); ++level)
      before += level + 1 == depth ? "\xE2\x94\x94 " : "\xC2\xA0\xC2\xA0 ";
    const auto shown = name.empty() ? short_hash(hash) : name;
    out.text += "<li><span aria-hidden=\"true\">" + before + "</span>" + plain(text_of(row, "kind")).text +
                ' ' + (hash.empty() ? plain(shown).text : link_to(hash, shown).text) + ": " +
                plain(text_of(row, "status")).text +
                (text_of(row, "cause").empty() ? "" : ", " + code_of(text_of(row, "cause")).text) + "</li>\n";
  }
  out.text += "</ul>\n";
  if (tree.is_cut) out.text += "<p>There are more members than are shown.</p>\n";
  return out;
}

html hops_of(const json_fact& about) {
  std::vector<std::vector<html>> rows;
  for (const auto& hop : part_of(about, "http_hops"))
    rows.push_back({stranger_link(text_of(hop, "uri")), plain(text_of(hop, "status")),
                    number(number_of_fact(hop, "ms")), number(number_of_fact(hop, "wire_bytes")),
                    plain(text_of(hop, "address")), plain(text_of(hop, "error")),
                    plain(text_of(hop, "note"))});
  return table_with_title("Requests", "Requests, with redirects",
                          std::vector<column_head>{{"URI"},
                                                   {"Status"},
                                                   {"Milliseconds", column_kind::number},
                                                   {"Bytes", column_kind::number},
                                                   {"Address"},
                                                   {"Error"},
                                                   {"Note"}},
                          rows);
}

html evidence_of(const json_fact& about) {
  std::vector<std::vector<html>> rows;
  for (const auto& one : part_of(about, "evidence"))
    rows.push_back({plain(text_of(one, "of")),
                    plain(text_of(one, "source")),
                    plain(text_of(one, "value")),
                    {text_of(one, "chosen") == "true" ? "<strong>chosen</strong>" : ""},
                    plain(text_of(one, "note"))});
  return table_with_title("Evidence", "What speaks for an encoding and a format",
                          std::vector<column_head>{{"Of"}, {"Source"}, {"Value"}, {"Chosen"}, {"Note"}},
                          rows);
}

html attempts_of(const json_fact& about) {
  std::vector<std::vector<html>> rows;
  for (const auto& one : part_of(about, "attempts"))
    rows.push_back({plain(text_of(one, "stage")), plain(text_of(one, "attempt")),
                    time_of(text_of(one, "begun")), plain(text_of(one, "what_happened")),
                    plain(text_of(one, "error"))});
  return table_with_title(
      "Attempts", "What was tried",
      std::vector<column_head>{
          {"Stage"}, {"Attempt", column_kind::number}, {"Begun"}, {"What happened"}, {"Error"}},
      rows);
}

/// What the newest crawl has changed.
html changes_of(const console_facts& facts, const std::string& seed) {
  const auto changes = facts.ask("changes", {}, {seed});
  if (!changes.problem.empty() || changes.rows.empty()) return {};
  constexpr std::size_t most = 100;
  html out{
      "<h3>Since the crawl before</h3>\n<pre class=\"scroll\" tabindex=\"0\" role=\"region\" "
      "aria-label=\"Changed statements\">"};
  std::size_t shown = 0;
  for (const auto& row : changes.rows)
    if (const auto line = text_of(row, "statement"); !line.empty() && shown < most) {
      out.text += plain(text_of(row, "change") + ' ' + line).text + '\n';
      ++shown;
    }
  return shown == 0 ? html{} : html{out.text + "</pre>\n"};
}

/// The downloads of a seed, the newest first, each with its document and what changed.
html versions_of(const console_facts& facts, const json_fact& about) {
  std::string seed = text_of(about, "kind") == "seed" ? text_of(about, "hash") : std::string{};
  for (const auto& one : part_of(about, "chain"))
    if (seed.empty() && text_of(one, "kind") == "seed") seed = text_of(one, "hash");
  if (seed.empty())
    for (const auto& source : part_of(about, "sources"))
      for (const auto& one : part_of(facts.ask("record", {}, {text_of(source, "entry")}).object(), "chain"))
        if (seed.empty() && text_of(one, "kind") == "seed") seed = text_of(one, "hash");
  if (seed.empty()) return {};
  const auto known = text_of(about, "kind") == "seed" ? about : facts.ask("record", {}, {seed}).object();
  std::vector<std::vector<html>> rows;
  for (const auto& one : part_of(known, "downloads")) {
    const auto clean = text_of(one, "clean");
    rows.push_back({time_of(text_of(one, "begun")), plain(text_of(one, "status")),
                    link_to(text_of(one, "hash"), "how it was crawled"),
                    clean.empty() ? html{} : link_to(clean, short_hash(clean)),
                    clean.empty()
                        ? html{}
                        : link_to("../../api/v1/records/" + text_of(one, "hash") + "/changes", "changes")});
  }
  auto out = table_with_title(
      "Versions", "Downloads of " + text_of(known, "uri"),
      std::vector<column_head>{{"Begun"}, {"Status"}, {"Crawl"}, {"Document"}, {"Since the crawl before"}},
      rows);
  if (rows.size() > 1) out.text += changes_of(facts, seed).text;
  return out;
}

/// A line with its span marked.
html marked(const json_fact& excerpt) {
  const auto text = text_of(excerpt, "text");
  const auto at = std::min<std::size_t>(number_of_fact(excerpt, "at"), text.size());
  const auto length = std::min<std::size_t>(number_of_fact(excerpt, "length"), text.size() - at);
  return {"<code>" + std::string{excerpt.contains("begins_later") ? "&hellip;" : ""} +
          plain(text.substr(0, at)).text + "<mark>" + plain(text.substr(at, length)).text + "</mark>" +
          plain(text.substr(at + length)).text + (excerpt.contains("ends_earlier") ? "&hellip;" : "") +
          "</code>"};
}

/// Each defect with its line, and the line as it was repaired beside it.
html defects_of(const console_facts& facts, const std::string& record) {
  html page{"<h2>Defects</h2>\n"};
  const auto answer = facts.ask("defects", "limit=100&lines=true", {record});
  std::vector<std::vector<html>> rows;
  for (const auto& row : answer.rows) {
    const auto excerpt = part_of(row, "excerpt");
    const auto before = text_of(row, "before");
    rows.push_back({plain(text_of(row, "line")), code_of(text_of(row, "rule")), plain(text_of(row, "done")),
                    plain(text_of(row, text_of(row, "message").empty() ? "meaning" : "message")),
                    plain(text_of(row, "hint")),
                    !excerpt.empty() ? marked(excerpt)
                    : before.empty() ? html{}
                                     : code_of(before),
                    excerpt.contains("repaired")    ? code_of(text_of(excerpt, "repaired"))
                    : text_of(row, "after").empty() ? html{}
                                                    : code_of(text_of(row, "after"))});
  }
  if (rows.empty()) return {page.text + "<p>No defects were found.</p>\n"};
  const std::vector<column_head> heads{{"Line", column_kind::number},
                                       {"Rule"},
                                       {"Done"},
                                       {"What is wrong", column_kind::prose},
                                       {"How to mend it", column_kind::prose},
                                       {"As it was", column_kind::prose},
                                       {"As it is", column_kind::prose}};
  return {page.text + table("The first " + number_of(rows.size(), "defect"), heads, rows).text +
          "<p>All of them: " + link_to("../../api/v1/records/" + record + "/sarif", "SARIF").text + ", " +
          link_to("../../api/v1/records/" + record + "/defects", "JSON").text + ".</p>\n"};
}

}  // namespace

html record_content(const console_facts& facts, const std::string& record) {
  const auto known = facts.ask("record", {}, {record});
  if (!known.problem.empty()) return problem(known.problem);
  if (known.rows.empty()) return problem("there is no record " + record);
  const auto about = known.object();
  const auto hash = text_of(about, "hash");
  const bool is_clean = text_of(about, "kind") == "clean";
  html page;
  std::vector<std::vector<html>> rows;
  for (const auto& [name, value] : about.items())
    if (value.is_primitive() && !value.is_null()) {
      const auto text = value.is_string() ? value.get<std::string>() : value.dump();
      if (!text.empty()) rows.push_back({plain(name), name == "uri" ? stranger_link(text) : plain(text)});
    }
  page.text += table("What is known of it", std::vector<column_head>{{"Fact"}, {"Value"}}, rows).text;
  if (is_clean) page.text += downloads_of(hash).text;
  page.text += sources_of(about).text + tree_of(facts, hash).text + hops_of(about).text +
               evidence_of(about).text + attempts_of(about).text + defects_of(facts, hash).text +
               versions_of(facts, about).text;
  if (is_clean) page.text += statistics_of(facts, hash).text;
  return page;
}

}  // namespace laundromat
