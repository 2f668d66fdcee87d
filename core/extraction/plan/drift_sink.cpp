// Implements drift_sink.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/plan/drift_sink.hpp"

#include "core/base/count_words.hpp"
#include "core/extraction/model/record_defect.hpp"

namespace laundromat {

result<void> drift_sink::on_record(data_record& record) {
  if (!record.is_empty()) {
    static_cast<void>(checker_.check(record.root(), record.place.line));
    places_.resize(checker_.report().sums.size(), record.place);
  }
  return next_.on_record(record);
}

void drift_sink::finish() {
  const auto& all = report();
  const auto note = [&](const record_place& place, std::string message) {
    next_.on_defect(defect_at(place, errc::schema_drift, treatment::note, std::move(message)));
  };
  for (std::size_t i = 0; i < places_.size(); ++i) note(places_[i], drift_message(all.sums[i], all.records));
  if (all.not_listed > 0) note({}, number_of(all.not_listed, "deviation") + " of other fields");
}

}  // namespace laundromat
