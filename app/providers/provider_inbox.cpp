// Reads VoID files and the heads of their answers.
// SPDX-License-Identifier: Apache-2.0
#include "app/providers/provider_inbox.hpp"

#include <array>

#include "core/providers/graph_binding.hpp"
#include "core/web/link_field.hpp"
#include "core/web/seed_hash.hpp"
#include "core/web/uri_characters.hpp"
#include "net/hop_verdict.hpp"
#include "storage/graphs/clean_lines.hpp"
#include "storage/graphs/seed_crawl.hpp"
#include "storage/journal/journal_reader.hpp"
#include "storage/warc/warc_place.hpp"

namespace laundromat {

namespace {

/// The inbox that the head of an answer names, unless the answer is one of another host.
std::string inbox_of_answer(const http_hop& answer, const stored_provider& provider) {
  if (refuse_source(provider.void_uri, answer.uri)) return {};
  for (const auto& field : answer.headers) {
    if (!equals_ignoring_case(field.name, "Link")) continue;
    if (auto inbox = inbox_of_links(parse_links(field.value), answer.uri); !inbox.empty()) return inbox;
  }
  return {};
}

/// An answer as the journal has it, with its head from the raw store where that has it.
http_hop with_head(http_hop answer, const std::string& raw_path, warc_store* bodies) {
  if (!answer.headers.empty() || bodies == nullptr) return answer;
  const auto capture = warc_capture_of(raw_path);
  if (!capture) return answer;
  if (const auto head = bodies->head(*capture)) answer.headers = read_stored_head(*head).headers;
  return answer;
}

}  // namespace

inbox_finder::inbox_finder(journal& db, const clean_store& documents, warc_store* bodies,
                           polite_requester& requester)
    : db_(db), documents_(documents), bodies_(bodies), requester_(requester) {}

result<provider_inbox> inbox_finder::find(const stored_provider& provider) {
  if (!provider.inbox.empty()) return provider_inbox{provider.inbox, provider.void_uri, true};
  const auto crawl = seed_crawls{db_}.of(seed_hash(provider.void_uri));
  if (!crawl) return tl::unexpected(crawl.error());
  const std::array void_uris{provider.void_uri, crawl->uri};  // before and after redirects
  std::string content;
  const bool is_own = crawl->has_failed || !refuse_source(provider.void_uri, crawl->uri);
  for (const auto& document : crawl->documents) {
    if (!is_own) break;
    content += document.hash.hex();
    if (document.statements == 0) continue;
    auto lines = open_clean_lines(documents_, document.hash);
    if (!lines) return tl::unexpected(lines.error());
    auto inbox = inbox_of_document(**lines, void_uris);
    if (!inbox) return tl::unexpected(inbox.error());
    if (!inbox->empty()) return provider_inbox{*std::move(inbox), provider.void_uri, false};
  }
  const auto stored = of_stored_answers(provider);
  if (!stored) return tl::unexpected(stored.error());
  if (stored->is_known || crawl->has_failed) return provider_inbox{stored->inbox, provider.void_uri, false};
  auto asked = of_request(provider, content);
  if (!asked) return tl::unexpected(asked.error());
  return provider_inbox{*std::move(asked), provider.void_uri, false};
}

result<inbox_finder::answer_head> inbox_finder::of_stored_answers(const stored_provider& provider) {
  const auto seed = seed_hash(provider.void_uri);
  journal_reader reader{db_};
  const auto newest = reader.downloads(seed, 1);
  if (!newest && newest.error().code != errc::not_found) return tl::unexpected(newest.error());
  if (newest && !newest->empty()) {  // perhaps one that says that nothing was modified
    const auto hops = reader.hops(newest->front().hash);
    if (!hops) return tl::unexpected(hops.error());
    if (!hops->empty() && !hops->back().headers.empty())
      if (auto inbox = inbox_of_answer(hops->back(), provider); !inbox.empty())
        return answer_head{true, std::move(inbox)};
  }
  const auto body = reader.last_body(seed);
  if (!body && body.error().code != errc::not_found) return tl::unexpected(body.error());
  if (!body || !*body) return answer_head{};
  const auto answer = with_head((*body)->last_hop, (*body)->download.content.raw_path, bodies_);
  if (answer.headers.empty()) return answer_head{};
  return answer_head{true, inbox_of_answer(answer, provider)};
}

result<std::string> inbox_finder::of_request(const stored_provider& provider, const std::string& content) {
  const auto asked = asked_.find(provider.name);
  if (asked != asked_.end() && asked->second.content == content) return asked->second.inbox;
  const auto got = requester_.get_beginning(provider.void_uri, "*/*");
  if (!got && got.error().code == errc::cancelled) return tl::unexpected(got.error());
  const auto inbox = got && got->hop.error == errc::ok ? inbox_of_answer(got->hop, provider) : std::string{};
  asked_[provider.name] = {content, inbox};
  return inbox;
}

}  // namespace laundromat
