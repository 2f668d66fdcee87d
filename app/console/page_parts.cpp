// Writes HTML and SVG.
// SPDX-License-Identifier: Apache-2.0
#include "app/console/page_parts.hpp"

#include <algorithm>
#include <array>

#include "app/publish/catalogue_files.hpp"
#include "app/terminal/terminal.hpp"
#include "core/base/count_words.hpp"

namespace laundromat {

namespace {

struct navigation_entry {
  std::string_view path, text;
};
constexpr std::array<navigation_entry, 5> navigation{
    {{"", "Overview"}, {"documents", "Documents"}, {"find", "Find"}, {"hosts", "Hosts"}, {"seeds", "Seeds"}}};

std::string row_of(const std::vector<html>& cells, std::span<const column_head> heads) {
  std::string out = "<tr>";
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto kind = i < heads.size() ? heads[i].kind : column_kind::words;
    out += (kind == column_kind::number  ? "<td class=\"n\">"
            : kind == column_kind::prose ? "<td class=\"long\">"
                                         : "<td>") +
           cells[i].text + "</td>";
  }
  return out + "</tr>\n";
}

}  // namespace

html plain(std::string_view text) {
  return {escape_html(harmless(text))};
}

html link_to(const std::string& to, std::string_view text) {
  return {"<a href=\"" + escape_html(to) + "\">" + plain(text).text + "</a>"};
}

html stranger_link(const std::string& uri) {
  const auto text = plain(uri).text;
  if (!uri.starts_with("http://") && !uri.starts_with("https://")) return {text};
  return {"<a rel=\"noreferrer nofollow\" href=\"" + text + "\">" + text + "</a>"};
}

html number(std::uint64_t value) {
  return {"<data value=\"" + std::to_string(value) + "\">" + human_count(value) + "</data>"};
}

html table(std::string_view caption, std::span<const column_head> heads,
           std::span<const std::vector<html>> rows) {
  std::string out = "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"" +
                    plain(caption).text + "\"><table>\n<caption>" + plain(caption).text +
                    "</caption>\n<thead><tr>";
  for (const auto& head : heads)
    out += std::string{"<th scope=\"col\""} + (head.kind == column_kind::number ? " class=\"n\"" : "") + '>' +
           plain(head.text).text + "</th>";
  out += "</tr></thead>\n<tbody>\n";
  for (const auto& row : rows) out += row_of(row, heads);
  return {out + "</tbody></table></div>\n"};
}

html bar_chart(std::string_view title, std::span<const std::pair<std::string, std::uint64_t>> bars) {
  constexpr int line = 24, label_width = 220, bar_width = 380, number_width = 110;
  constexpr int width = label_width + bar_width + number_width;
  std::uint64_t most = 1;
  for (const auto& [name, value] : bars) most = std::max(most, value);
  const auto height = static_cast<int>(bars.size()) * line + 4;
  std::string words;
  for (const auto& [name, value] : bars)
    words += (words.empty() ? "" : ", ") + name + ": " + human_count(value);
  std::string out = "<figure><figcaption>" + plain(title).text +
                    "</figcaption>\n<svg role=\"img\" viewBox=\"0 0 " + std::to_string(width) + ' ' +
                    std::to_string(height) + "\" aria-label=\"" +
                    plain(std::string{title} + ": " + words).text + "\">\n";
  int y = 2;
  for (const auto& [name, value] : bars) {
    const auto length = static_cast<int>(static_cast<double>(bar_width) * static_cast<double>(value) /
                                         static_cast<double>(most));
    const auto middle = std::to_string(y + line / 2 + 4);
    constexpr std::size_t most_label_bytes = 32;
    const auto label = name.size() > most_label_bytes ? name.substr(0, most_label_bytes - 3) + "..." : name;
    out += "<text class=\"label\" x=\"" + std::to_string(label_width - 8) + "\" y=\"" + middle + "\">" +
           plain(label).text + "</text><rect x=\"" + std::to_string(label_width) + "\" y=\"" +
           std::to_string(y + 3) + "\" width=\"" + std::to_string(std::max(length, 1)) + "\" height=\"" +
           std::to_string(line - 6) + "\"/><text x=\"" + std::to_string(label_width + length + 6) +
           "\" y=\"" + middle + "\">" + human_count(value) + "</text>\n";
    y += line;
  }
  return {out + "</svg></figure>\n"};
}

std::string console_page(std::string_view title, std::string_view here, const html& content,
                         const std::string& root) {
  std::string links;
  for (const auto& [path, text] : navigation)
    links += std::string{"<li><a href=\""} + escape_html(root + std::string{path}) + '"' +
             (path == here ? " aria-current=\"page\"" : "") + '>' + std::string{text} + "</a></li>\n";
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
         "content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light "
         "dark\">\n<link "
         "rel=\"stylesheet\" href=\"" +
         escape_html(root) + "style.css\">\n<link rel=\"icon\" href=\"" + escape_html(root) +
         "icon.svg\">\n<script src=\"" + escape_html(root) + "script.js\" defer></script>\n<title>" +
         plain(title).text + " - LOD Laundromat</title>\n</head>\n<body data-root=\"" + escape_html(root) +
         "\">\n<a class=\"skip\" href=\"#content\">Skip to the "
         "content</a>\n<header>\n<p "
         "class=\"brand\">LOD Laundromat</p>\n<nav aria-label=\"Console\"><ul>\n" +
         links + "</ul></nav>\n</header>\n<main id=\"content\">\n<h1>" + plain(title).text + "</h1>\n" +
         content.text + "</main>\n<footer><p>Every number here is that of the <a href=\"" +
         escape_html(root) +
         "../api/v1/openapi.json\">API</a> and "
         "of the "
         "command line.</p></footer>\n</body>\n</html>\n";
}

html change_form(std::string_view title, std::string_view field,
                 std::span<const std::pair<std::string_view, std::string_view>> buttons) {
  if (buttons.empty()) return {};
  std::string out =
      "<form hidden class=\"change\" data-change=\"" + plain(buttons.front().first).text + "\">\n<h2>" +
      plain(title).text + "</h2>\n<label>" + plain(field).text +
      " <textarea name=\"what\" rows=\"3\" required></textarea></label>\n<label>Token of the campaign "
      "(<code>http.token_file</code>) <input name=\"token\" type=\"password\" "
      "autocomplete=\"off\"></label>\n<p>";
  for (const auto& [path, text] : buttons)
    out += "<button value=\"" + plain(path).text + "\">" + plain(text).text + "</button>\n";
  return {out + "</p>\n<p role=\"status\"></p>\n</form>\n"};
}

std::string_view console_icon() {
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 16 16\"><rect x=\"1\" y=\"0\" width=\"14\" "
         "height=\"16\" "
         "rx=\"2\" fill=\"#0550ae\"/><circle cx=\"8\" cy=\"9\" r=\"4.5\" fill=\"#fff\"/><path d=\"M4 9a4 4 0 "
         "0 0 8 0q-2-1-4 0t-4 0\" "
         "fill=\"#79b8ff\"/><circle cx=\"4\" cy=\"2.5\" r=\"1\" fill=\"#fff\"/></svg>\n";
}

std::string_view console_style() {
  return R"css(:root{color-scheme:light dark;--back:#fff;--text:#1b1f24;--soft:#57606a;--line:#d0d7de;--accent:#0550ae;--bar:#0969da;--head:#f6f8fa;--bad:#a40e26}
@media (prefers-color-scheme:dark){:root{--back:#0d1117;--text:#e6edf3;--soft:#9da7b3;--line:#30363d;--accent:#79b8ff;--bar:#388bfd;--head:#161b22;--bad:#ff7b72}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--text);font:1rem/1.5 system-ui,sans-serif}
a{color:var(--accent)}
a:focus-visible,button:focus-visible,input:focus-visible,select:focus-visible,.scroll:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.skip{position:absolute;left:-999rem}
.skip:focus{left:1rem;top:1rem;background:var(--back);padding:.5rem}
header{display:flex;flex-wrap:wrap;gap:.5rem 2rem;align-items:center;padding:.5rem 1.5rem;background:var(--head);border-bottom:1px solid var(--line)}
.brand{font-weight:700;margin:0}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;list-style:none;margin:0;padding:0}
nav a{display:inline-block;padding:.4rem 0;text-decoration:none}
nav a[aria-current]{border-bottom:3px solid var(--accent);font-weight:600}
main,footer{padding:0 1.5rem;max-width:100rem;margin:auto}
footer{color:var(--soft);border-top:1px solid var(--line);margin-top:2rem}
h1{font-size:1.6rem}
h2{font-size:1.2rem;margin-top:2rem}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(11rem,1fr));gap:1rem;padding:0;list-style:none}
.cards li{border:1px solid var(--line);border-radius:.5rem;padding:.75rem 1rem}
.cards b{display:block;font-size:1.5rem;font-weight:600}
.cards span{color:var(--soft)}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%}
caption{text-align:left;color:var(--soft);padding:.25rem 0}
th,td{padding:.35rem .9rem .35rem 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}
td{overflow-wrap:break-word}
td.long{min-width:14rem}
time{white-space:nowrap}
.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
code{font-size:.9em;overflow-wrap:anywhere}
form{display:flex;flex-wrap:wrap;gap:.75rem 1rem;align-items:end;margin:1rem 0}
label{display:grid;gap:.2rem;color:var(--soft);font-size:.9rem}
input,select,button{font:inherit;color:var(--text);background:var(--back);border:1px solid var(--soft);border-radius:.35rem;padding:.35rem .6rem;min-height:2.25rem}
button{background:var(--accent);color:var(--back);border-color:var(--accent);cursor:pointer}
form.change{display:block;max-width:45rem;border:1px solid var(--line);border-radius:.5rem;padding:0 1rem}
form[hidden],section[hidden]{display:none}
textarea{font:inherit;color:var(--text);background:var(--back);border:1px solid var(--soft);border-radius:.35rem;padding:.35rem .6rem;width:100%}
polyline{fill:none;stroke:var(--bar);stroke-width:2}
figure{margin:1rem 0;max-width:45rem}
figcaption{font-size:1.2rem;font-weight:600;margin:1.5rem 0 .5rem}
svg{width:100%;height:auto;font-size:13px;fill:var(--text)}
svg rect{fill:var(--bar)}
svg .label{text-anchor:end}
.bad{color:var(--bad);font-weight:600}
)css";
}

}  // namespace laundromat
