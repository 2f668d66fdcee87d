// Many leaves by the multi-buffer library on x86-64; few leaves, other machines and inner nodes by OpenSSL.
// SPDX-License-Identifier: Apache-2.0
#include "core/base/tree_digest.hpp"

#include <bit>
#include <span>
#include <utility>

#if defined(__x86_64__)
#include <intel-ipsec-mb.h>

#include "core/base/vector_state.hpp"
#endif

namespace laundromat {

namespace {

/// From this many leaves on, setting up the lanes takes less time than they save.
constexpr std::size_t least_leaves_for_lanes = 256;

content_digest node_above(const content_digest& left, const content_digest& right) {
  std::string both(left.view());
  return sha256(both.append(right.view()));
}

}  // namespace

#if defined(__x86_64__)
/// Hashes several leaves at the same time. Not thread-safe.
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
  std::array<content_digest, 64> leaves;
  while (!whole.empty()) {
    const auto some = whole.substr(0, leaves.size() * tree_leaf_bytes);
    whole.remove_prefix(some.size());
    const std::span found{leaves.data(), some.size() / tree_leaf_bytes};
    if (!lanes_ && leaves_ >= least_leaves_for_lanes) lanes_ = std::make_unique<lanes>();
    if (!lanes_ || !lanes_->hash(some, found.data()))
      for (std::size_t i = 0; i < found.size(); ++i)
        found[i] = sha256(some.substr(i * tree_leaf_bytes, tree_leaf_bytes));
    for (const auto& leaf : found) add_leaf(leaf);
  }
}

/// Adds a leaf as one is added to a binary number: two nodes of a level carry one to the next level.
void tree_hasher::add_leaf(content_digest leaf) {
  const auto level = static_cast<std::size_t>(std::countr_one(leaves_++));
  for (std::size_t i = 0; i < level; ++i) leaf = node_above(nodes_[i], leaf);
  nodes_[level] = leaf;
}

content_digest tree_hasher::finish() {
  if (!started_.empty() || leaves_ == 0) add_leaf(sha256(std::exchange(started_, {})));
  const auto count = std::exchange(leaves_, 0);
  const int lowest = std::countr_zero(count), height = static_cast<int>(std::bit_width(count - 1));
  const auto others = count & (count - 1);
  auto root = nodes_[static_cast<std::size_t>(lowest)];
  content_digest filler;
  for (int level = 0; level < height; ++level, filler = node_above(filler, filler))
    if (level >= lowest)
      root = (others >> level & 1) != 0 ? node_above(nodes_[static_cast<std::size_t>(level)], root)
                                        : node_above(root, filler);
  return root;
}

content_digest tree_digest(std::string_view bytes) {
  tree_hasher hasher;
  hasher.update(bytes);
  return hasher.finish();
}

}  // namespace laundromat
