// Metadata documents as JSON objects with a context. Source: Metadata Vocabulary for Tabular Data, section 5.2.
// SPDX-License-Identifier: Apache-2.0
#include "core/csvw/context.hpp"
#include "core/csvw/metadata_reading.hpp"
#include "core/rdf/values/language_tag.hpp"

namespace laundromat::csvw {

std::optional<json_value> parse_json(const reading& in, std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  if (text.size() > in.limits.document_bytes) {
    in.fail("", "the document is larger than the limit");
    return std::nullopt;
  }
  auto value = json_value::parse(text, nullptr, false);
  if (!value.is_discarded() && value.is_object()) return value;
  in.fail("", value.is_discarded() ? "the document is no JSON" : "the document has to be a JSON object");
  return std::nullopt;
}

void read_context(reading& in, const json_value& document) {
  const auto found = document.find("@context");
  constexpr std::string_view wanted =
      "the @context has to be \"http://www.w3.org/ns/csvw\", or a list of that and an object with @base and "
      "@language";
  if (found == document.end()) return in.fail("/@context", std::string(wanted));
  const bool is_list = found->is_array() && !found->empty() && found->size() <= 2;
  const auto& name = is_list ? (*found)[0] : *found;
  if (name != csvw_context) return in.fail("/@context", std::string(wanted));
  if (!is_list || found->size() == 1) return;
  const auto& local = (*found)[1];
  if (!local.is_object()) return in.fail("/@context/1", std::string(wanted));
  for (const auto& [key, value] : local.items()) {
    const auto path = below("/@context/1", key);
    if (key == "@base") {
      if (const auto base = read_text(in, value, path)) in.base = in.resolved(*base);
    } else if (key == "@language") {
      const auto tag = read_text(in, value, path);
      if (tag && !is_well_formed_language_tag(*tag))
        in.warn(path, "this language is ignored: write a language tag of BCP 47, such as en");
      else if (tag)
        in.language = *tag == "und" ? std::string{} : *tag;
    } else {
      in.fail(path, std::string(wanted));
    }
  }
}

std::optional<json_value> load_object(const reading& in, const json_value& value, std::string_view path,
                                      reading& inner) {
  const auto url = in.resolved(value.get<std::string>());
  const auto bytes = in.loader.load(url);
  if (!bytes) {
    in.warn(path, url + " is ignored, because it could not be loaded: " + to_string(bytes.error()));
    return std::nullopt;
  }
  inner.url = inner.base = url;
  inner.language.clear();
  auto object = parse_json(inner, *bytes);
  if (object && object->contains("@context")) read_context(inner, *object);
  return object;
}

}  // namespace laundromat::csvw
