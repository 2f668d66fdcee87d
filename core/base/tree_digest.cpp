// Leaves by the multi-buffer library on x86-64, by OpenSSL elsewhere; the few nodes above them by OpenSSL.
// SPDX-License-Identifier: Apache-2.0
#include "core/base/tree_digest.hpp"

#include <algorithm>
#include <utility>

#if defined(__x86_64__)
#include <intel-ipsec-mb.h>

#include "core/base/vector_state.hpp"
#endif

namespace laundromat {

namespace {

/// From here on it pays to set up lanes, which takes as long as they save in so many.
constexpr std::size_t least_leaves_for_lanes = 256;

content_digest node_above(const content_digest& left, const content_digest& right) {
  std::string both(left.view());
  return sha256(both.append(right.view()));
}

}  // namespace

#if defined(__x86_64__)
/// Hashes leaves side by side. One processor's worth: not for two threads at a time.
class tree_hasher::lanes {
 public:
  lanes() {
    if (!manager_) return;
    init_mb_mgr_sse(manager_.get());
    if ((manager_->features & IMB_FEATURE_SHANI) == 0) init_mb_mgr_auto(manager_.get(), nullptr);
    works_ = (manager_->features & IMB_FEATURE_SELF_TEST_PASS) != 0;
  }

  /// False when the library does not pass its own test on this processor.
  [[nodiscard]] bool hash(std::string_view whole, content_digest* to) {
    if (!works_) return false;
    clear_upper_vectors();
    for (; !whole.empty(); whole.remove_prefix(tree_leaf_bytes)) submit(whole.data(), *to++);
    while (IMB_FLUSH_JOB(manager_.get()) != nullptr) continue;
    return true;
  }

 private:
  struct freeing {
    void operator()(IMB_MGR* manager) const { free_mb_mgr(manager); }
  };

  void submit(const char* leaf, content_digest& to) {
    auto* const job = IMB_GET_NEXT_JOB(manager_.get());
    *job = {};
    job->cipher_mode = IMB_CIPHER_NULL;
    job->cipher_direction = IMB_DIR_ENCRYPT;
    job->chain_order = IMB_ORDER_HASH_CIPHER;
    job->hash_alg = IMB_AUTH_SHA_256;
    job->src = reinterpret_cast<const std::uint8_t*>(leaf);
    job->msg_len_to_hash_in_bytes = tree_leaf_bytes;
    job->auth_tag_output = to.bytes.data();
    job->auth_tag_output_len_in_bytes = to.bytes.size();
    IMB_SUBMIT_JOB(manager_.get());
  }

  std::unique_ptr<IMB_MGR, freeing> manager_{alloc_mb_mgr(0)};
  bool works_ = false;
};
#else
class tree_hasher::lanes {
 public:
  [[nodiscard]] bool hash(std::string_view, content_digest*) { return false; }
};
#endif

tree_hasher::tree_hasher() = default;
tree_hasher::~tree_hasher() = default;
tree_hasher::tree_hasher(tree_hasher&&) noexcept = default;
tree_hasher& tree_hasher::operator=(tree_hasher&&) noexcept = default;

void tree_hasher::update(std::string_view bytes) {
  if (!started_.empty()) {
    const auto more = bytes.substr(0, tree_leaf_bytes - started_.size());
    bytes.remove_prefix(more.size());
    if (started_.append(more).size() < tree_leaf_bytes) return;
    add_leaves(std::exchange(started_, {}));
  }
  const auto rest = bytes.size() % tree_leaf_bytes;
  add_leaves(bytes.substr(0, bytes.size() - rest));
  started_.append(bytes.substr(bytes.size() - rest));
}

void tree_hasher::add_leaves(std::string_view whole) {
  const auto before = leaves_.size();
  leaves_.resize(before + whole.size() / tree_leaf_bytes);
  if (!lanes_ && leaves_.size() >= least_leaves_for_lanes) lanes_ = std::make_unique<lanes>();
  auto* to = leaves_.data() + before;
  if (lanes_ && lanes_->hash(whole, to)) return;
  for (; !whole.empty(); whole.remove_prefix(tree_leaf_bytes))
    *to++ = sha256(whole.substr(0, tree_leaf_bytes));
}

content_digest tree_hasher::finish() {
  auto level = std::exchange(leaves_, {});
  if (const auto last = std::exchange(started_, {}); !last.empty() || level.empty())
    level.push_back(sha256(last));
  for (content_digest filler; level.size() > 1; filler = node_above(filler, filler)) {
    if (level.size() % 2 != 0) level.push_back(filler);
    for (std::size_t i = 0; i < level.size(); i += 2) level[i / 2] = node_above(level[i], level[i + 1]);
    level.resize(level.size() / 2);
  }
  return level.front();
}

content_digest tree_digest(std::string_view bytes) {
  tree_hasher hasher;
  hasher.update(bytes);
  return hasher.finish();
}

}  // namespace laundromat
