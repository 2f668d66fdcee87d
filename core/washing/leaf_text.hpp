// Common to the stages: the text of a leaf, damage as defects, and whether a failure is the document's.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/machine_fault.hpp"
#include "core/codec/compression/stream_warning.hpp"
#include "core/records/outcomes.hpp"
#include "core/washing/ports.hpp"

namespace laundromat {

/// `source`, which fails with `cancelled` once `cancelled` is set.
[[nodiscard]] byte_source_ptr make_cancellable(byte_source_ptr source, const std::atomic<bool>* cancelled);

/// The text of a leaf in UTF-8. `charset` was declared by the server; `warnings` and the ports outlive the source.
/// `decoded`, which outlives it too: the bytes of the view, where they are known; the view is then not opened.
[[nodiscard]] result<byte_source_ptr> open_text(const view& content, const std::string& encoding,
                                                const std::string& charset, const washing_ports& ports,
                                                warning_log& warnings,
                                                std::optional<std::string_view> decoded = std::nullopt);

/// The treatment of stream damage, the same in every profile: `skip` for damage that the taxonomy does not list.
[[nodiscard]] treatment treatment_of_warning(errc code);
[[nodiscard]] std::vector<defect> to_defects(const warning_log& warnings);

/// Whether a failure is the engine's, and a retry may help; all others are the document's.
[[nodiscard]] inline bool is_local(errc code, const washing_ports& ports) {
  if (code == errc::out_of_memory) return !ports.memory_is_the_documents;
  return code == errc::cancelled || code == errc::internal || is_machine_fault(code);
}

/// A failure of the document becomes an outcome; a failure of the engine remains an error.
template <class Outcome>
result<Outcome> judge(Outcome out, const failure& why, const washing_ports& ports) {
  if (is_local(why.code, ports)) return tl::unexpected(why);
  out.on = event::failed_for_good;
  out.cause = why.code;
  out.detail = why.detail;
  return out;
}

}  // namespace laundromat
