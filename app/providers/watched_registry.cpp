// Looks at the inode, size and time of the file, and compares what it says.
// SPDX-License-Identifier: Apache-2.0
#include "app/providers/watched_registry.hpp"

#include <sys/stat.h>

#include <algorithm>

#include "actors/log.hpp"
#include "app/providers/registry_file.hpp"
#include "app/terminal/terminal.hpp"
#include "core/base/count_words.hpp"

namespace laundromat {

namespace {

const registered_provider* find_provider(const registry& in, const std::string& name) {
  const auto found = std::ranges::find(in.providers, name, &registered_provider::name);
  return found == in.providers.end() ? nullptr : &*found;
}

/// Whether a provider is registered in another way; times of harvests, which the engine writes itself, do not count.
bool differs(const registered_provider& before, const registered_provider& after) {
  return before.void_uri != after.void_uri || before.inbox != after.inbox ||
         before.full_dumps != after.full_dumps;
}

void log_changes(const registry& before, const registry& after) {
  const auto name = [](const char* what, const std::string& provider) {
    log_info("the registry was read again: the provider {} {}", provider, what);
  };
  for (const auto& one : after.providers) {
    const auto* const known = find_provider(before, one.name);
    if (!known)
      name("is new", one.name);
    else if (differs(*known, one))
      name("has changed", one.name);
  }
  for (const auto& one : before.providers)
    if (!find_provider(after, one.name))
      name("is gone: its graph stays, and is not kept up to date", one.name);
}

}  // namespace

void watched_registry::log_new(const std::vector<file_problem>& warnings) {
  std::set<std::string> messages;
  for (const auto& one : warnings) {
    if (!warned_.contains(one.message)) log_warning("{}", harmless(to_string(one)));
    messages.insert(one.message);
  }
  warned_ = std::move(messages);
}

const registry_in_force& watched_registry::read() {
  struct stat now {};
  const auto state = ::stat(file_.c_str(), &now) == 0
                         ? std::tuple{std::uint64_t{now.st_ino}, std::int64_t{now.st_size},
                                      std::int64_t{now.st_mtim.tv_sec}, std::int64_t{now.st_mtim.tv_nsec}}
                         : decltype(state_){};
  if (has_read_ && state == state_) return last_;
  state_ = state;
  auto loaded = load_registry(file_, served_);
  if (loaded) {
    if (log_ == registry_log::changes) {
      if (has_read_) log_changes(last_.content, loaded->content);
      log_new(loaded->warnings);
    }
    ++changes_;
    last_ = {std::move(loaded->content), {}};
  } else {
    last_.problem.clear();
    for (const auto& one : loaded.error())
      last_.problem += (last_.problem.empty() ? "" : "\n") + to_string(one);
    last_.problem = harmless(last_.problem);
  }
  has_read_ = true;
  return last_;
}

}  // namespace laundromat
