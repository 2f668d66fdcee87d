// A page about one document, for people.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "app/published/document_form.hpp"
#include "app/published/published_document.hpp"

namespace laundromat {

/// The Content-Security-Policy of the page: only the style and the icon of this server are loaded, nothing is run, nor is it shown within another page.
inline constexpr std::string_view document_page_policy =
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'";

/// HTML without scripts. `base` leads from the address of the page to the folder of `id/`; `forms`: those of the document. Texts of strangers are escaped,
/// and only addresses of http and https are links.
[[nodiscard]] std::string document_page(const published_document& known, const metadata_names& names,
                                        std::span<const document_form> forms, const std::string& base);

}  // namespace laundromat
