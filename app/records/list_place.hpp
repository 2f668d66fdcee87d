// The text of a place in a list of documents, with which the next page is asked for.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "storage/journal/document_list.hpp"

namespace laundromat {

/// The name of an order, as `--sort` takes it; nothing for another name.
[[nodiscard]] std::optional<document_order> order_from_name(std::string_view name);
[[nodiscard]] std::string_view to_string(document_order by);

/// The place of a row: `uri.x68747470.17` in the list by URI. Letters, digits, dots and `-` only.
[[nodiscard]] std::string place_text(const document_row& row, const document_filter& filter,
                                     document_order by);
/// The place that such a text names; nothing for any other text, and for one of another order.
[[nodiscard]] std::optional<document_place> place_from_text(std::string_view text,
                                                            const document_filter& filter, document_order by);

}  // namespace laundromat
