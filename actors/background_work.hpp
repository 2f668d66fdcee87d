// Work that goes on beside the crawl in a thread of its own.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "actors/environment.hpp"
#include "core/base/result.hpp"

namespace laundromat {

/// Made in steps. All that it knows is in the journal, so that it goes on after any stop. Used by one thread.
class background_work {
 public:
  background_work() = default;
  background_work(const background_work&) = delete;
  background_work& operator=(const background_work&) = delete;
  virtual ~background_work() = default;

  /// Does what can be done now. A long step ends soon after `env.cancelled` or `env.draining`. Errors: those of this machine, after which the step is made again later; others,
  /// as of the journal, end the engine.
  [[nodiscard]] virtual result<void> step(timestamp now) = 0;
  /// Whether something is still to be done before a run that ends when nothing is due may end.
  [[nodiscard]] virtual bool has_work() const = 0;
};

/// How one piece of work is begun.
struct background_part {
  std::string name;  ///< for messages: `the harvest`
  /// Called once, by the thread of the work. Errors: why there can be none.
  std::function<result<std::unique_ptr<background_work>>(const environment_ptr&)> make;
};

/// In this order they are asked whether a run may end: each one depends only on those before it.
using background_parts = std::vector<background_part>;

}  // namespace laundromat
