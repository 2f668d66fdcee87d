// Writes HTML and SVG.
// SPDX-License-Identifier: Apache-2.0
#include "app/pages/page_parts.hpp"

#include <algorithm>
#include <array>

#include "app/terminal/terminal.hpp"
#include "core/base/count_words.hpp"

namespace laundromat {

namespace {

std::string escape_html(std::string_view text) {
  std::string out;
  for (const char c : harmless(text)) switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  return out;
}

}  // namespace

html plain(std::string_view text) {
  return {escape_html(text)};
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

std::string table_begin(std::string_view caption, std::span<const column_head> heads) {
  std::string out = "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"" +
                    plain(caption).text + "\"><table>\n<caption>" + plain(caption).text +
                    "</caption>\n<thead><tr>";
  for (const auto& head : heads)
    out += std::string{"<th scope=\"col\""} + (head.kind == column_kind::number ? " class=\"n\"" : "") + '>' +
           plain(head.text).text + "</th>";
  return out + "</tr></thead>\n<tbody>\n";
}

std::string table_row(std::span<const column_head> heads, const std::vector<html>& cells) {
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

std::string table_end() {
  return "</tbody></table></div>\n";
}

html table(std::string_view caption, std::span<const column_head> heads,
           std::span<const std::vector<html>> rows) {
  auto out = table_begin(caption, heads);
  for (const auto& row : rows) out += table_row(heads, row);
  return {out + table_end()};
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

std::string whole_page(const page_frame& frame, const html& content) {
  return page_begin(frame) + content.text + page_end(frame);
}

std::string page_begin(const page_frame& frame) {
  const auto root = escape_html(frame.root);
  std::string links;
  for (const auto& [path, text] : frame.navigation)
    links += "<li><a href=\"" + root + escape_html(path) + '"' +
             (path == frame.here ? " aria-current=\"page\"" : "") + '>' + escape_html(text) + "</a></li>\n";
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
         "content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light "
         "dark\">\n<link rel=\"stylesheet\" href=\"" +
         root + "style.css\">\n<link rel=\"icon\" href=\"" + root + "icon.svg\">\n" +
         (frame.has_script ? "<script src=\"" + root + "script.js\" defer></script>\n" : "") + "<title>" +
         plain(frame.title).text + (frame.site.empty() ? "" : " - " + plain(frame.site).text) +
         "</title>\n</head>\n<body data-root=\"" + root +
         "\">\n<a class=\"skip\" href=\"#content\">Skip to the content</a>\n<header>\n<p class=\"brand\">" +
         plain(frame.site.empty() ? frame.title : frame.site).text +
         "</p>\n<nav aria-label=\"Pages of this site\"><ul>\n" + links +
         "</ul></nav>\n</header>\n<main id=\"content\">\n<h1>" + plain(frame.title).text + "</h1>\n";
}

std::string page_end(const page_frame& frame) {
  return "</main>\n<footer><p>" + frame.foot.text + "</p></footer>\n</body>\n</html>\n";
}

std::string_view page_icon() {
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 16 16\"><rect x=\"1\" y=\"0\" width=\"14\" "
         "height=\"16\" "
         "rx=\"2\" fill=\"#0550ae\"/><circle cx=\"8\" cy=\"9\" r=\"4.5\" fill=\"#fff\"/><path d=\"M4 9a4 4 0 "
         "0 0 8 0q-2-1-4 0t-4 0\" "
         "fill=\"#79b8ff\"/><circle cx=\"4\" cy=\"2.5\" r=\"1\" fill=\"#fff\"/></svg>\n";
}

}  // namespace laundromat
