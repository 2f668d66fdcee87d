// Makes keys and certificates with OpenSSL 3.
// SPDX-License-Identifier: Apache-2.0
#include "net/cluster/certificate.hpp"

#include <algorithm>
#include <optional>

#include "core/base/count_words.hpp"
#include "net/cluster/openssl_handles.hpp"

namespace laundromat {
namespace {

constexpr std::string_view authority_name = "laundromat cluster";
constexpr std::chrono::hours clocks_differ{1};
constexpr int serial_bits = 128;

tl::unexpected<failure> openssl_failed(std::string_view doing) {
  return fail(errc::internal, "OpenSSL: " + std::string{doing} + ": " + openssl::reason());
}

bool set_serial(X509* certificate) {
  const openssl::bignum number{BN_new()};
  return number && BN_rand(number.get(), serial_bits, BN_RAND_TOP_ANY, BN_RAND_BOTTOM_ANY) == 1 &&
         BN_to_ASN1_INTEGER(number.get(), X509_get_serialNumber(certificate)) != nullptr;
}

bool set_time(ASN1_TIME* field, timestamp t) {
  return ASN1_TIME_set(field, std::chrono::duration_cast<seconds>(t.time_since_epoch()).count()) != nullptr;
}

bool set_name(X509* certificate, std::string_view name) {
  return X509_NAME_add_entry_by_NID(X509_get_subject_name(certificate), NID_commonName, MBSTRING_ASC,
                                    reinterpret_cast<const unsigned char*>(name.data()),
                                    static_cast<int>(name.size()), -1, 0) == 1;
}

bool extend(X509* certificate, X509* issuer, int what, const std::string& value) {
  X509V3_CTX context;
  X509V3_set_ctx_nodb(&context);
  X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
  const openssl::extension made{X509V3_EXT_conf_nid(nullptr, &context, what, value.c_str())};
  return made && X509_add_ext(certificate, made.get(), -1) == 1;
}

/// Makes a certificate without extensions and signature; nothing when OpenSSL fails.
openssl::x509 begin_certificate(EVP_PKEY* key, std::string_view name, timestamp now, timestamp until) {
  openssl::x509 made{X509_new()};
  const bool fine = made && X509_set_version(made.get(), X509_VERSION_3) == 1 && set_serial(made.get()) &&
                    set_time(X509_getm_notBefore(made.get()), now - clocks_differ) &&
                    set_time(X509_getm_notAfter(made.get()), until) &&
                    X509_set_pubkey(made.get(), key) == 1 && set_name(made.get(), name);
  return fine ? std::move(made) : nullptr;
}

bool sign(X509* certificate, X509* issuer, EVP_PKEY* key) {
  return extend(certificate, issuer, NID_subject_key_identifier, "hash") &&
         extend(certificate, issuer, NID_authority_key_identifier, "keyid:always") &&
         X509_sign(certificate, key, EVP_sha256()) > 0;
}

/// Returns the text that `write` writes; nothing when it fails.
template <class Write>
std::optional<std::string> text_of(Write write) {
  const openssl::bio out{BIO_new(BIO_s_mem())};
  if (!out || write(out.get()) != 1) return std::nullopt;
  char* bytes = nullptr;
  const auto size = BIO_get_mem_data(out.get(), &bytes);
  return std::string{bytes, static_cast<std::size_t>(size)};
}
std::optional<std::string> pem_of(X509* certificate) {
  return text_of([&](BIO* out) { return PEM_write_bio_X509(out, certificate); });
}
std::optional<std::string> trusted_pem_of(X509* certificate) {
  return text_of([&](BIO* out) { return PEM_write_bio_X509_AUX(out, certificate); });
}
std::optional<std::string> pem_of(EVP_PKEY* key) {
  return text_of(
      [&](BIO* out) { return PEM_write_bio_PrivateKey(out, key, nullptr, nullptr, 0, nullptr, nullptr); });
}

struct opened_authority {
  openssl::x509 certificate;
  openssl::key key;
  timestamp until;
};

result<opened_authority> open_authority(const authority& from, timestamp now) {
  opened_authority opened{openssl::first_certificate(from.certificate), openssl::first_key(from.key), {}};
  if (!opened.certificate) return fail(errc::configuration, "the certificate of the CA cannot be read");
  if (!opened.key) return fail(errc::configuration, "the private key of the CA cannot be read");
  if (X509_check_ca(opened.certificate.get()) != 1)
    return fail(errc::configuration, "the certificate of the CA is not a CA certificate");
  if (X509_check_private_key(opened.certificate.get(), opened.key.get()) != 1)
    return fail(errc::configuration, "the private key of the CA belongs to another certificate");
  const auto facts = openssl::facts_of(opened.certificate.get());
  if (now < facts.from || now > facts.until)
    return fail(errc::configuration, "the CA is valid from " + to_iso8601(facts.from) + " to " +
                                         to_iso8601(facts.until) + ", and now it is " + to_iso8601(now) +
                                         ": begin another cluster with `laundromat cluster init`");
  opened.until = facts.until;
  return opened;
}

bool is_label(std::string_view text) {
  constexpr std::size_t longest = 63;
  return !text.empty() && text.size() <= longest && text.front() != '-' && text.back() != '-' &&
         std::ranges::all_of(
             text, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; });
}

}  // namespace

bool is_machine_name(std::string_view text) {
  constexpr std::size_t longest = 64;
  if (text.size() > longest) return false;
  for (auto dot = text.find('.'); dot != std::string_view::npos; dot = text.find('.')) {
    if (!is_label(text.substr(0, dot))) return false;
    text.remove_prefix(dot + 1);
  }
  return is_label(text);
}

result<authority> make_authority(timestamp now) {
  const openssl::key key{EVP_EC_gen("P-256")};
  if (!key) return openssl_failed("make a key");
  const auto made = begin_certificate(key.get(), authority_name, now, now + authority_days);
  if (!made || X509_set_issuer_name(made.get(), X509_get_subject_name(made.get())) != 1 ||
      !extend(made.get(), made.get(), NID_basic_constraints, "critical,CA:TRUE,pathlen:0") ||
      !extend(made.get(), made.get(), NID_key_usage, "critical,keyCertSign") ||
      !sign(made.get(), made.get(), key.get()))
    return openssl_failed("make a CA");
  auto certificate = pem_of(made.get());
  auto secret = pem_of(key.get());
  if (!certificate || !secret) return openssl_failed("write a CA");
  return authority{*std::move(certificate), *std::move(secret)};
}

result<invitation> invite_machine(const authority& by, std::string_view name, timestamp now,
                                  std::chrono::days valid) {
  if (!is_machine_name(name))
    return fail(errc::invalid_argument, "`" + std::string{name} +
                                            "` is not a valid machine name: use lower-case letters, digits, "
                                            "`-` and `.`, for example `washer-1.example.org`");
  const auto ca = open_authority(by, now);
  if (!ca) return tl::unexpected(ca.error());
  if (now + valid > ca->until) {
    const auto most = std::chrono::floor<std::chrono::days>(ca->until - now);
    return fail(errc::invalid_argument, "the CA ends on " + to_iso8601(ca->until) +
                                            ", and no certificate may end later: give at most " +
                                            number_of(static_cast<std::uint64_t>(most.count()), "day"));
  }
  const openssl::key key{EVP_EC_gen("P-256")};
  if (!key) return openssl_failed("make a key");
  const auto made = begin_certificate(key.get(), name, now, now + valid);
  if (!made || X509_set_issuer_name(made.get(), X509_get_subject_name(ca->certificate.get())) != 1 ||
      !extend(made.get(), ca->certificate.get(), NID_basic_constraints, "critical,CA:FALSE") ||
      !extend(made.get(), ca->certificate.get(), NID_key_usage, "critical,digitalSignature") ||
      !extend(made.get(), ca->certificate.get(), NID_ext_key_usage, "serverAuth,clientAuth") ||
      !extend(made.get(), ca->certificate.get(), NID_subject_alt_name, "DNS:" + std::string{name}) ||
      !sign(made.get(), ca->certificate.get(), ca->key.get()))
    return openssl_failed("make a certificate");
  auto certificate = pem_of(made.get());
  const auto secret = pem_of(key.get());
  const auto trusted = trusted_pem_of(ca->certificate.get());
  if (!certificate || !secret || !trusted) return openssl_failed("write a certificate");
  auto bundle = *certificate + *secret + *trusted;
  return invitation{*std::move(certificate), std::move(bundle), openssl::facts_of(made.get())};
}

result<certificate_facts> read_certificate(std::string_view pem) {
  const auto found = openssl::first_certificate(pem);
  if (!found) return fail(errc::configuration, "holds no certificate that can be read");
  return openssl::facts_of(found.get());
}

}  // namespace laundromat
