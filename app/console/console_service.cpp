// Finds the page of a path.
// SPDX-License-Identifier: Apache-2.0
#include "app/console/console_service.hpp"

#include <array>

#include "app/api/api_route.hpp"
#include "app/api/api_service.hpp"
#include "app/api/http_answers.hpp"
#include "app/console/console_frame.hpp"
#include "app/console/console_pages.hpp"
#include "app/published/joined_download.hpp"
#include "app/published/published_path.hpp"

namespace laundromat {

namespace {

constexpr std::string_view console_path = "console";

http_response redirect(const std::string& to) {
  return {303, {{"Location", to}, {"Cache-Control", "no-cache"}}, std::string{}};
}

http_response page_answer(const http_request& request, std::string_view title, std::string_view here,
                          const html& content, const std::string& root) {
  auto answer = text_answer(request, console_page(title, here, content, root), "text/html;charset=utf-8");
  answer.fields.push_back({"Content-Security-Policy", std::string{console_policy}});
  answer.fields.push_back({"Referrer-Policy", "no-referrer"});
  return answer;
}

std::optional<http_response> answer_page(const console_facts& facts, const http_request& request,
                                         std::string_view page) {
  if (page == "style.css") return text_answer(request, std::string{page_style()}, "text/css;charset=utf-8");
  if (page == "script.js")
    return text_answer(request, std::string{console_script()}, "text/javascript;charset=utf-8");
  if (page == "icon.svg") return text_answer(request, std::string{page_icon()}, "image/svg+xml");
  if (page.empty()) return page_answer(request, "Overview", "", overview_content(facts), "./");
  if (page == "documents")
    return page_answer(request, "Documents", page, documents_content(facts, request.query), "./");
  if (page == "find") return page_answer(request, "Find", page, find_content(facts, request.query), "./");
  if (page == "hosts") return page_answer(request, "Hosts", page, hosts_content(facts, request.query), "./");
  if (page == "host")
    return page_answer(request, "Report on a host", "hosts", host_content(facts, request.query), "./");
  if (page == "settings") return page_answer(request, "Settings", page, settings_content(facts), "./");
  if (page == "download") return joined_download(facts.data(), request);
  if (page == "seeds") return page_answer(request, "Seeds", page, seeds_content(facts, request.query), "./");
  constexpr std::string_view documents = "documents/";
  if (page.starts_with(documents))
    if (const auto record = decode_segment(page.substr(documents.size())); record && !record->empty())
      return page_answer(request, "Document", "documents", record_content(facts, *record), "../");
  return std::nullopt;
}

}  // namespace

console_service::console_service(std::filesystem::path data, std::string_view public_base)
    : facts_(std::move(data)), base_path_(path_of_base(public_base)) {}

std::optional<http_response> console_service::answer(const http_request& request) const {
  for (const auto below : paths_below(request.path, base_path_)) {
    const bool is_own =
        below.empty() || below == console_path || below.starts_with(std::string{console_path} + '/');
    if (!is_own) continue;
    if (auto other = answer_other_methods(request)) return *std::move(other);
    if (below.empty() || below == console_path) return redirect(std::string{console_path} + '/');
    return answer_page(facts_, request, below.substr(console_path.size() + 1));
  }
  return std::nullopt;
}

}  // namespace laundromat
