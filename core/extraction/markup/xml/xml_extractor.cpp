// Implements xml_extractor.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/markup/xml/xml_extractor.hpp"

#include <algorithm>
#include <utility>

#include "core/extraction/markup/xml/record_stream.hpp"

namespace laundromat {

namespace {

/// Offsets in a tree have 32 bits.
constexpr std::uint64_t most_record_bytes = std::uint64_t{1} << 30;

class xml_extractor final : public reader {
 public:
  xml_extractor(const xml_options& options, markup::selector records, markup::field_reader fields,
                std::unique_ptr<markup::xpath_values> xpaths, record_sink& sink)
      : stream_(options, std::move(records), std::move(fields), std::move(xpaths), sink) {}

  result<void> push(std::string_view bytes) override { return stream_.push(bytes); }
  result<void> finish() override { return stream_.finish(); }

 private:
  markup::record_stream stream_;
};

}  // namespace

result<std::unique_ptr<reader>> make_xml_extractor(xml_options options, record_sink& sink) {
  std::unique_ptr<markup::xpath_values> xpaths;
  if (options.xpaths) {
    auto made = markup::xpath_values::compile(*options.xpaths);
    if (!made) return tl::unexpected(made.error());
    xpaths = *std::move(made);
    options.records = xpaths->selector();
    options.fields.clear();
    if (options.records == ".") {
      options.limits.record_bytes = options.limits.document_bytes;
      constexpr std::uint64_t usual_bytes = 32;  // of an element or text
      options.limits.record_values = static_cast<std::uint32_t>(
          std::max<std::uint64_t>(options.limits.record_values, options.limits.document_bytes / usual_bytes));
    }
  }
  options.limits.record_bytes = std::min(options.limits.record_bytes, most_record_bytes);
  auto records = markup::selector::parse(options.records, true);
  if (!records) return tl::unexpected(records.error());
  if (records->takes_attribute())
    return fail(errc::configuration,
                "records are elements: the selector \"" + options.records + "\" takes an attribute");
  if (records->asks_for_end())
    return fail(errc::configuration, "the selector \"" + options.records +
                                         "\" asks what follows an element, which is not known yet when a "
                                         "record is read: count from the beginning, as with :nth-child(2)");
  auto fields = markup::field_reader::compile(options.fields, true, options.tables);
  if (!fields) return tl::unexpected(markup::failure_of(fields.error()));
  return std::make_unique<xml_extractor>(options, *std::move(records), *std::move(fields), std::move(xpaths),
                                         sink);
}

}  // namespace laundromat
