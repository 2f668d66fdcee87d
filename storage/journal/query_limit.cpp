// Keeps the limit of each thread.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/query_limit.hpp"

#include <utility>

namespace laundromat {
namespace {

thread_local query_limit* limit_of_thread = nullptr;

}  // namespace

query_limit::query_limit(std::function<bool()> is_over) : is_over_(std::move(is_over)) {
  limit_of_thread = this;
}

query_limit::~query_limit() {
  limit_of_thread = nullptr;
}

query_limit* query_limit::of_this_thread() {
  return limit_of_thread;
}

}  // namespace laundromat
