// Digests of many texts by the multi-buffer code of Intel's IPsec library, else one by one.
// SPDX-License-Identifier: Apache-2.0
#include "core/base/digest_batch.hpp"

#include <memory>

#include "core/base/vector_state.hpp"

#if defined(LAUNDROMAT_HAS_IPSEC_MB)
#include <intel-ipsec-mb.h>
#endif

namespace laundromat {

namespace {

void hash_one_by_one(std::span<const std::string_view> texts, std::span<content_digest> to) {
  content_hasher hasher;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    hasher.update(texts[i]);
    to[i] = hasher.finish();
  }
}

#if defined(LAUNDROMAT_HAS_IPSEC_MB)

struct manager_deleter {
  void operator()(IMB_MGR* manager) const { free_mb_mgr(manager); }
};
using manager_ptr = std::unique_ptr<IMB_MGR, manager_deleter>;

/// Null without memory for it.
manager_ptr make_manager() {
  manager_ptr made{alloc_mb_mgr(0)};
  if (made) init_mb_mgr_auto(made.get(), nullptr);
  return made && imb_get_errno(made.get()) == 0 ? std::move(made) : nullptr;
}

IMB_MGR* manager_of_thread() {
  thread_local const manager_ptr manager = make_manager();
  return manager.get();
}

void submit(IMB_MGR& manager, std::string_view text, content_digest& to) {
  auto& job = *IMB_GET_NEXT_JOB(&manager);
  job = {};
  job.cipher_direction = IMB_DIR_ENCRYPT;
  job.cipher_mode = IMB_CIPHER_NULL;
  job.chain_order = IMB_ORDER_HASH_CIPHER;
  job.hash_alg = IMB_AUTH_SHA_256;
  job.src = reinterpret_cast<const std::uint8_t*>(text.data());
  job.msg_len_to_hash_in_bytes = text.size();
  job.auth_tag_output = to.bytes.data();
  job.auth_tag_output_len_in_bytes = to.bytes.size();
  IMB_SUBMIT_JOB_NOCHECK(&manager);
}

#endif

}  // namespace

void sha256_each(std::span<const std::string_view> texts, std::span<content_digest> to) {
#if defined(LAUNDROMAT_HAS_IPSEC_MB)
  // One after the other, few texts take less time than the preparation.
  constexpr std::size_t few = 64;
  if (auto* const manager = texts.size() > few ? manager_of_thread() : nullptr) {
    for (std::size_t i = 0; i < texts.size(); ++i) submit(*manager, texts[i], to[i]);
    while (IMB_FLUSH_JOB(manager) != nullptr) {
    }
    clear_upper_vectors();
    return;
  }
#endif
  hash_one_by_one(texts, to);
}

}  // namespace laundromat
