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
  std::string_view media_type;  ///< without parameters
  std::string_view vary;        ///< all fields, joined by commas
  bool has_rdf_alternate =
      false;                    ///< a link of the response or page announces RDF: `alternate`, `describedby`
  bool has_statements = false;  ///< RDFa, microdata or JSON-LD was found in the page
  bool asked_for_rdf_only = false;  ///< with `rdf_only_accept`
};

enum class negotiation_step : std::uint8_t {
  keep,              ///< the answer is the document
  follow_alternate,  ///< request the announced RDF instead: this costs one request that surely brings something
  ask_again,         ///< request the same URI once more with `rdf_only_accept`
};

/// A page is asked for once more only where that may help: the server says that its answer depends on Accept (`Vary: Accept` or `*`), or
/// answered 300 Multiple Choices or 406. Without that a second request of each page would double the load of a site for nothing. Never twice.
[[nodiscard]] negotiation_step next_negotiation_step(const negotiated_answer& answer);

}  // namespace laundromat
