// What the detector takes an unlabelled text for, and whether the text bears it out.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace laundromat {

/// What uchardet names: canonical where iconv knows it, else as it says; empty for nothing.
[[nodiscard]] std::string ask_detector(std::string_view sample);

/// The encoding to read `sample` in, which is no UTF-8, where the detector names `detected`: `windows-1252`, as the Web reads text
/// without a label, or the detector's where the characters that it gives are strong evidence. Those are words of another script, two
/// dozen bytes of them; or in a Latin script of ISO 8859 and Windows many letters, with the same answer for either half. Empty when
/// there is no such evidence. Names change where another encoding has the same characters and more. Errors: none. Memory: four times
/// the sample. Source: WHATWG Encoding, section 4.2, and "determining the character encoding" of HTML.
[[nodiscard]] std::string judge_detected(std::string_view sample, std::string_view detected);

}  // namespace laundromat
