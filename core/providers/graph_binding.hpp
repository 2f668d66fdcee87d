// Who may write to the named graph of a provider.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace laundromat {

/// A graph belongs to the location of the VoID file with which its provider was registered. Returns why a file must not change the graph that came from
/// `final_uri` after redirects: another host or port, or plain http after https. Nothing: it may. Source: GeoLink Harvester, open question 2.
[[nodiscard]] std::optional<std::string> refuse_source(std::string_view registered,
                                                       std::string_view final_uri);

/// Whether a redirect led from https to plain http, where everybody on the way may have changed what came.
[[nodiscard]] bool is_downgraded(std::string_view from, std::string_view to);

}  // namespace laundromat
