// Asks the journal about the document of each label.
// SPDX-License-Identifier: Apache-2.0
#include "app/labels/label_search.hpp"

#include "storage/journal/journal_presence.hpp"
#include "storage/journal/segment_rows.hpp"
#include "storage/stores/data_stores.hpp"

namespace laundromat {

result<label_page> find_labels(label_word_index& index, journal& from, label_question question,
                               std::size_t limit) {
  question.at_once = limit + 1;
  segment_rows rows{from};
  label_page page;
  result<void> asked;
  const auto found = index.find(question, [&](const indexed_label& label) {
    const auto known = rows.documents(label.document - 1, 1);
    if (!known) return asked = tl::unexpected(known.error()), false;
    if (known->rows.empty() || known->rows.front().is_removed) return true;
    page.has_more = page.labels.size() == limit;
    if (!page.has_more) page.labels.push_back({label, known->rows.front().hash});
    return !page.has_more;
  });
  if (!found || !asked) return tl::unexpected(found ? asked.error() : found.error());
  page.ranks_all = *found;
  return page;
}

result<void> update_labels_of(const std::filesystem::path& data, std::function<bool()> goes_on) {
  auto from = open_journal_to_read(data);
  if (!from) return tl::unexpected(from.error());
  const auto choice = from->indexed_labels();
  if (!choice) return tl::unexpected(choice.error());
  if (!choice->is_on) return {};
  const auto store = open_documents_to_read(data);
  if (!store) return tl::unexpected(store.error());
  auto index = label_word_index::open(data, *from, properties_of(*choice));
  if (!index) return tl::unexpected(index.error());
  label_update_options options;
  options.goes_on = std::move(goes_on);
  const auto done = index->update(*from, *store, options);
  return done ? result<void>{} : tl::unexpected(done.error());
}

}  // namespace laundromat
