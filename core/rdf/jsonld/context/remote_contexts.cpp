// Implements remote_contexts: loads and parses contexts within their limits, each once.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/context/remote_contexts.hpp"

#include "core/rdf/jsonld/json/json_parser.hpp"
#include "core/rdf/jsonld/json/json_syntax.hpp"

namespace laundromat::jsonld {

result<std::shared_ptr<const json_document>> remote_contexts::load(std::string_view iri) {
  iri = iri.substr(0, iri.find('#'));
  const std::string key(iri);
  if (const auto known = known_.find(key); known != known_.end()) return known->second;
  auto loaded = fetch(iri);
  if (known_.size() < 1'000) known_.emplace(key, loaded);
  return loaded;
}

result<std::shared_ptr<const json_document>> remote_contexts::fetch(std::string_view iri) {
  auto document = std::make_shared<json_document>();
  const auto name = [&] { return std::string(cut_text(iri, 200)); };
  if (const auto bundled = find_bundled_context(iri); !bundled.empty()) {
    document->text = bundled;
  } else {
    if (options_->contexts == nullptr)
      return fail(errc::context_unavailable, "loading remote context failed: no loader: " + name());
    if (loads_ >= options_->limits.remote_contexts)
      return fail(errc::context_unavailable,
                  "loading remote context failed: more contexts than the limit: " + name());
    ++loads_;
    auto text = options_->contexts->load(iri);
    if (!text)
      return fail(errc::context_unavailable, "loading remote context failed: " + to_string(text.error()));
    document->text = std::move(*text);
  }
  if (document->text.size() > options_->limits.context_bytes)
    return fail(errc::context_unavailable, "loading remote context failed: larger than the limit: " + name());
  json_parser parser(options_->profile, options_->limits);
  if (!parser.parse(document->text, json_chunk::value, document->tree))
    return fail(errc::context_unavailable, "loading remote context failed: no JSON: " + name());
  return document;
}

}  // namespace laundromat::jsonld
