// The table of causes.
// SPDX-License-Identifier: Apache-2.0
#include "core/records/failure_hint.hpp"

#include <algorithm>
#include <array>

#include "core/rdf/model/hint.hpp"

namespace laundromat {

namespace {

struct cause_row {
  errc cause;
  std::string_view hint;
};

// clang-format off
constexpr std::array causes{
    cause_row{errc::uri_syntax, "Correct the links to this URI: encode spaces and other characters that a URI must not have (RFC 3986)."},
    cause_row{errc::relative_uri, "Publish absolute URIs where catalogues and lists name the document."},
    cause_row{errc::robots_refused, "If the data is meant for everyone, allow its path in robots.txt."},
    cause_row{errc::robots_unreachable, "Answer /robots.txt with 200 or 404; while it is an error, well-behaved crawlers fetch nothing."},
    cause_row{errc::redirect_loop, "Correct the redirects, which lead back to where they began."},
    cause_row{errc::too_many_redirects, "Redirect to the final address at once."},
    cause_row{errc::redirect_scheme, "Redirect to http or https."},
    cause_row{errc::redirect_without_location, "Send a Location field with each redirect."},
    cause_row{errc::location_too_long, "Shorten the target of the redirect."},
    cause_row{errc::host_not_found, "Restore the DNS entry of the host, or publish the new address of the data."},
    cause_row{errc::connection_refused, "Start the server again, or publish the new address of the data."},
    cause_row{errc::connection_reset, "Look in the log of the server why it cuts the connection."},
    cause_row{errc::connection_timed_out, "Check that the server is up, and that its firewall lets crawlers in."},
    cause_row{errc::http_timeout, "Serve the document as a file, or compressed: it arrives too slowly."},
    cause_row{errc::tls_failed, "Renew the certificate, and send it with its whole chain."},
    cause_row{errc::http_status, "Answer with 200 and the data; for what has moved, redirect with 301; remove links to what is gone."},
    cause_row{errc::bad_response, "Repair the server: its answer is not HTTP."},
    cause_row{errc::truncated_body, "Send as many bytes as Content-Length says; look for a limit in a proxy."},
    cause_row{errc::content_encoding, "Send a Content-Encoding that the body really has."},
    cause_row{errc::crawl_delay_too_long, "Lower Crawl-delay in robots.txt."},
    cause_row{errc::head_too_large, "Send fewer or shorter header fields."},
    cause_row{errc::empty_body, "Publish a document that is not empty, or remove links to it."},
    cause_row{errc::endpoint_limit, "Raise the limit of rows of the endpoint, or publish a dump."},
    cause_row{errc::archive_encrypted, "Publish the archive without a password."},
    cause_row{errc::unsupported_archive, "Publish the data in gzip, bzip2, xz, zstd, zip or tar."},
    cause_row{errc::ratio_exceeded, "Publish the data in an archive that expands less."},
    cause_row{errc::no_encoding, "Publish UTF-8, or declare the encoding."},
    cause_row{errc::announcement_syntax, "Correct the syntax of the sitemap, feed, linkset or catalogue."},
    cause_row{errc::announcement_value, "Write dates as 2026-01-31, frequencies and priorities as sitemaps.org has them, and absolute URIs."},
    cause_row{errc::announcement_limit, "Split the list into several, below an index of them."},
    cause_row{errc::outside_uri_space, "Announce only URIs of the host of the sitemap, and below its folder."},
    cause_row{errc::dataset_rule, "Correct the description of the dataset, as the Semantic Sitemaps extension says."},
    cause_row{errc::unconfirmed_join, "Let each of the two sitemaps name the other one."},
    cause_row{errc::non_rdf_format, "Serve RDF at this address, with its media type; remove links from catalogues that call a page for people data."},
};
// clang-format on

}  // namespace

std::string_view failure_hint(errc cause) {
  const auto found = std::ranges::find(causes, cause, &cause_row::cause);
  return found == causes.end() ? hint_on(cause) : found->hint;
}

}  // namespace laundromat
