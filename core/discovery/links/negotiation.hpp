// Content negotiation: what to do when a URI that was requested for RDF answers with a page.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace laundromat {

/// An Accept field with the RDF formats only: no HTML, and nothing else. A server without RDF for the URI answers 406, or ignores it.
/// Source: RFC 9110 section 12.5.1.
[[nodiscard]] std::string rdf_only_accept();

/// What is known after an answer.
struct negotiated_answer {
  int status = 0;
  std::string_view media_type;      ///< without parameters
  std::string_view vary;            ///< all fields, joined by commas
  bool has_rdf_alternate = false;   ///< a link of the response announces RDF: `alternate`, `describedby`
  bool asked_for_rdf_only = false;  ///< with `rdf_only_accept`
};

/// Whether a page is requested once more with `rdf_only_accept`: only where that may help. The server says that its answer depends on Accept
/// (`Vary: Accept` or `*`), or answered 300 Multiple Choices or 406, and has announced no RDF, which becomes a seed of its own. Without that a second
/// request of each page would double the load of a site for nothing. Never twice.
[[nodiscard]] bool asks_again_for_rdf(const negotiated_answer& answer);

}  // namespace laundromat
