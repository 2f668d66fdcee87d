// Remembers the payloads that were stored last, also by earlier runs, so that a repeated one is stored once.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <string>

#include "core/base/digest.hpp"
#include "core/base/keyed_table.hpp"
#include "core/base/time.hpp"
#include "core/records/segment_place.hpp"

namespace laundromat {

/// The records of the last `most_payloads` different payloads. Memory: about 300 bytes each, 120 of those of earlier runs.
class payload_memory {
 public:
  static constexpr std::size_t most_payloads = 32'768;

  struct record {
    segment_place place;
    std::string id, uri;  ///< empty for a record of an earlier run: they are in its segment
    timestamp date{};
  };

  /// Documents and other answers are remembered apart, so that no record that is always kept points to one that may be removed.
  struct key {
    content_digest payload;
    bool is_document = true;

    friend bool operator==(const key&, const key&) = default;
  };

  /// Null: not known. Valid until the next `add`.
  [[nodiscard]] const record* find(const key& payload) const {
    const auto found = records_.find(payload);
    return found == records_.end() ? nullptr : &found->second;
  }
  /// Remembers the newest record of a payload. Forgets the oldest payload when there are too many.
  void add(const key& payload, record one) {
    if (!records_.insert_or_assign(payload, std::move(one)).second) return;
    order_.push_back(payload);
    if (order_.size() <= most_payloads) return;
    records_.erase(order_.front());
    order_.pop_front();
  }

 private:
  struct hasher {
    std::size_t operator()(const key& one) const {
      return keyed_hash(one.payload.view()) ^ static_cast<std::size_t>(one.is_document);
    }
  };

  keyed_map<key, record, hasher> records_;
  std::deque<key> order_;
};

}  // namespace laundromat
