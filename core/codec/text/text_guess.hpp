// Detects the encoding of a text without a declaration, and checks that the text confirms it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace laundromat {

/// The answer of uchardet: canonical where iconv supports it, else as returned; empty for none.
[[nodiscard]] std::string ask_detector(std::string_view sample);

/// The encoding to read `sample` in, where it is not UTF-8 and the detector returned `detected`: `windows-1252`, as browsers read text
/// without a declaration, or the detected one where its characters are strong evidence. Strong evidence is words of another script, of
/// 24 bytes or more; or, in a Latin script of ISO 8859 or Windows, many letters, with the same answer for either half. Empty when there
/// is no such evidence. An encoding with the same characters and more may be returned instead. Errors: none. Memory: four times
/// the sample. Source: WHATWG Encoding, section 4.2, and "determining the character encoding" of HTML.
[[nodiscard]] std::string judge_detected(std::string_view sample, std::string_view detected);

}  // namespace laundromat
