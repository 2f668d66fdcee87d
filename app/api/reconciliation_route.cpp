// Reads batches of names, and answers with candidates.
// SPDX-License-Identifier: Apache-2.0
#include "app/api/reconciliation_route.hpp"

#include "app/api/api_service.hpp"
#include "app/api/http_answers.hpp"
#include "core/http/query_text.hpp"

namespace laundromat {
namespace {

constexpr std::string_view form_type = "application/x-www-form-urlencoded";

service_description described(std::string name) {
  service_description service;
  service.name = std::move(name);
  service.identifier_space = "http://www.w3.org/2002/07/owl#Thing";
  service.schema_space = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
  service.type = {"http://www.w3.org/2002/07/owl#Thing", "Thing"};
  service.view_url = "{{id}}";  // an id is an IRI
  return service;
}

}  // namespace

reconciliation_route::reconciliation_route(label_index labels, std::string name)
    : labels_(std::move(labels)), service_(described(std::move(name)), labels_) {}

http_response reconciliation_route::answer(const http_request& request) const {
  if (request.method == "OPTIONS") return options_answer({"GET", "POST"}, true);
  const bool is_post = request.method == "POST";
  if (!is_post && request.method != "GET") return wrong_method(request, {"GET", "POST"});
  const auto type = request.field("content-type");
  if (is_post && !equals_ignoring_case(trim(type.substr(0, type.find(';'))), form_type))
    return problem_answer(415, "queries are sent as a form: Content-Type: " + std::string{form_type});
  // A batch of names in percent-encoding may be as long as a body.
  const auto parameters =
      parse_query(is_post ? request.body : request.query, {request.body.size() + (64U << 10), 256});
  if (!parameters) return problem_answer(400, "the parameters cannot be read: " + parameters.error().detail);
  for (const auto& [name, value] : *parameters) {
    if (name != "queries") continue;
    auto answers = service_.answer_queries(value);
    if (!answers) return problem_answer(400, answers.error().detail);
    return text_answer(request, *std::move(answers), "application/json");
  }
  return text_answer(request, service_.manifest(), "application/json");
}

}  // namespace laundromat
