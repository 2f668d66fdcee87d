// Recognises a catalogue by its members while it is read.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/catalogue/json_catalogue.hpp"

#include <array>
#include <charconv>
#include <vector>

#include "core/base/count_words.hpp"
#include "core/discovery/catalogue/json_dataset.hpp"
#include "core/discovery/links/json_units.hpp"
#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

using nlohmann::json;
using kind = json_catalogue_kind;

constexpr std::array<std::string_view, 6> catalogue_kind_names{"unknown",      "ckan_search", "ckan_list",
                                                               "ckan_package", "dcat",        "lod_cloud"};

class catalogue_reader final : public json_unit_handler {
 public:
  catalogue_reader(std::string_view address, json_catalogue& out, const announcement_limits& limits)
      : address_(address), out_(out), limits_(limits), datasets_(address, out.found, limits) {}

  bool is_unit(unit_path path, bool is_object) override {
    if (!is_object || path.empty()) return false;
    if (path.size() == 1) return path[0] != "result" && path[0] != "error";
    if (path.back() != "[]") return false;
    if (path.size() == 2) return path[0] == "dataset" || path[0] == "result";
    return path.size() == 3 && path[0] == "result" && path[1] == "results";
  }

  void on_unit(unit_path path, json value, std::uint64_t line) override {
    const bool is_in_dcat = path.front() == "dataset";
    if (is_ckan_package(value))
      take_package(value, line, path.front() == "result" ? kind::ckan_search : kind::ckan_package);
    else if (is_dcat_dataset(value) || (is_in_dcat && value.contains("title")))
      take_dataset(value, line);
    else if (path.size() == 1 && is_cloud_entry(value))
      take_entry(value, line);
  }

  void on_large_unit(unit_path /*path*/, std::uint64_t line) override {
    ++out_.found.left_out;
    note(out_.found, limits_,
         {errc::announcement_limit, line, "a dataset is larger than the limit; it is not used"});
  }

  void finish(const json_reading& read) {
    const auto& rest = read.rest;
    if (is_ckan_package(rest)) take_package(rest, 1, kind::ckan_package);
    if (is_dcat_dataset(rest) && datasets_.count() == 0) take_dataset(rest, 1);
    if (rest.is_object() && rest.contains("result")) take_result(rest["result"]);
    if (rest.is_object() && rest.contains("success") && rest["success"] == false) take_error(rest);
    if (!read.error.empty())
      defect(read.error_line, read.error + "; what is before is used");
    else if (read.is_too_long || read.lost_values)
      note(
          out_.found, limits_,
          {errc::announcement_limit, 0, "the catalogue is larger than the limits; a part of it is not used"});
    else if (out_.kind == kind::unknown && out_.found.defects_found == 0)
      defect(1, "the JSON text is no catalogue that is known");
    out_.listed = std::max(out_.listed, datasets_.count());
    if (out_.kind == kind::ckan_search) out_.next = next_ckan_page(address_, out_.count, out_.listed);
    if (!out_.next.empty())
      announce(out_.found, limits_,
               {out_.next, announced_as::next_page, {}, "application/json", "next page"});
  }

 private:
  void defect(std::uint64_t line, std::string message) {
    note(out_.found, limits_, {errc::announcement_syntax, line, std::move(message)});
  }

  void take_package(const json& value, std::uint64_t line, kind found) {
    out_.kind = found;
    datasets_.add_ckan_package(value, line);
  }
  void take_dataset(const json& value, std::uint64_t line) {
    out_.kind = kind::dcat;
    datasets_.add_dcat_dataset(value, line);
  }
  void take_entry(const json& value, std::uint64_t line) {
    out_.kind = kind::lod_cloud;
    datasets_.add_cloud_entry(value, line);
  }

  void take_result(const json& result) {
    if (is_ckan_package(result)) return take_package(result, 1, kind::ckan_package);
    if (result.is_object() && result.contains("count") && result["count"].is_number_unsigned()) {
      out_.kind = kind::ckan_search;
      out_.count = result["count"].get<std::uint64_t>();
    }
    if (!result.is_array() || result.empty() || !result.front().is_string()) return;
    out_.kind = kind::ckan_list;
    out_.listed = result.size();
    out_.next = ckan_search_of(address_);
    if (out_.next.empty())
      defect(1, number_of(out_.listed, "name") +
                    " of packages, but not from the action `package_list`; they are not used");
  }

  void take_error(const json& rest) {
    auto why = rest.contains("error") ? text_of(rest["error"], "message") : std::string{};
    if (why.empty() && rest.contains("error")) why = text_of(rest["error"], "__type");
    defect(1, "the API answered with an error" + (why.empty() ? std::string{} : ": " + why.substr(0, 200)));
  }

  std::string address_;
  json_catalogue& out_;
  const announcement_limits& limits_;
  json_dataset_sink datasets_;
};

/// The parameters of a query, as they are written.
std::vector<std::string> parameters_of(std::string_view query) {
  std::vector<std::string> out;
  while (!query.empty()) {
    const auto end = std::min(query.find('&'), query.size());
    if (end > 0) out.emplace_back(query.substr(0, end));
    query.remove_prefix(std::min(end + 1, query.size()));
  }
  return out;
}

std::uint64_t number_in(const std::vector<std::string>& parameters, std::string_view name) {
  for (const auto& one : parameters) {
    if (!one.starts_with(name) || one.size() <= name.size() || one[name.size()] != '=') continue;
    std::uint64_t value = 0;
    const auto text = std::string_view(one).substr(name.size() + 1);
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    if (read.ec == std::errc{} && read.ptr == text.data() + text.size()) return value;
  }
  return 0;
}

}  // namespace

std::string_view to_string(json_catalogue_kind kind) {
  const auto index = static_cast<std::size_t>(kind);
  return index < catalogue_kind_names.size() ? catalogue_kind_names[index] : "unknown";
}

result<json_catalogue> read_json_catalogue(byte_source& text, std::string_view address,
                                           const announcement_limits& limits) {
  json_catalogue out;
  catalogue_reader reader{address, out, limits};
  json_limits of_text;
  of_text.bytes = limits.bytes;
  const auto read = read_json_units(text, reader, of_text);
  if (!read) return tl::unexpected(read.error());
  reader.finish(*read);
  return out;
}

std::string next_ckan_page(std::string_view address, std::uint64_t count, std::uint64_t received) {
  // A server may give the same page whatever it is asked for.
  constexpr std::uint64_t most_pages = 10'000;
  if (received == 0) return {};
  auto parts = split_uri(address);
  auto parameters = parameters_of(parts.query.value_or(""));
  // A search states how many there are; the other action ends with an empty page. What is at other addresses, as a stored answer, has no pages.
  const bool is_search = parts.path.ends_with("package_search");
  if (!is_search && !parts.path.ends_with("current_package_list_with_resources")) return {};
  const std::string_view name = is_search ? "start" : "offset";
  const auto start = number_in(parameters, name);
  if (start > UINT64_MAX - received || start / received >= most_pages) return {};
  if (start + received >= count && (is_search || count > 0)) return {};
  const auto is_start = [name](const std::string& one) {
    return one.starts_with(name) && (one.size() == name.size() || one[name.size()] == '=');
  };
  std::erase_if(parameters, is_start);
  parameters.push_back(std::string(name) + "=" + std::to_string(start + received));
  std::string query;
  for (const auto& one : parameters) query += (query.empty() ? "" : "&") + one;
  parts.query = query;
  parts.fragment.reset();
  return recompose(parts);
}

std::string ckan_search_of(std::string_view address) {
  constexpr std::string_view action = "package_list";
  auto parts = split_uri(address);
  if (!parts.path.ends_with(action)) return {};
  const auto path = std::string(parts.path.substr(0, parts.path.size() - action.size())) + "package_search";
  const auto query = "rows=" + std::to_string(ckan_page_rows) + "&start=0";
  parts.path = path;
  parts.query = query;
  parts.fragment.reset();
  return recompose(parts);
}

}  // namespace laundromat
