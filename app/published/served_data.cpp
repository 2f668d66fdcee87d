// Opens journal and documents.
// SPDX-License-Identifier: Apache-2.0
#include "app/published/served_data.hpp"

#include "app/api/http_answers.hpp"
#include "storage/journal/journal_presence.hpp"
#include "storage/stores/data_stores.hpp"

namespace laundromat {

tl::expected<served_data, http_response> open_served_data(const std::filesystem::path& data) {
  auto from = open_journal_to_read(data);
  if (!from)
    return tl::unexpected(
        problem_answer(503, "the journal cannot be read: " + std::string{to_string(from.error().code)}));
  auto store = open_documents_to_read(data);
  if (!store) return tl::unexpected(fault_answer(store.error()));
  auto published = from->published_as();
  if (!published) return tl::unexpected(fault_answer(published.error()));
  return served_data{*std::move(from), *std::move(store), *std::move(published)};
}

}  // namespace laundromat
