// Reads keys, certificates and errors with OpenSSL.
// SPDX-License-Identifier: Apache-2.0
#include "net/cluster/openssl_handles.hpp"

#include <ctime>

namespace laundromat::openssl {
namespace {

timestamp timestamp_of(const ASN1_TIME* time) {
  std::tm parts{};
  if (ASN1_TIME_to_tm(time, &parts) != 1) return {};
  return timestamp{seconds{timegm(&parts)}};
}

std::string common_name(const X509* certificate) {
  const auto* subject = X509_get_subject_name(certificate);
  const auto at = X509_NAME_get_index_by_NID(subject, NID_commonName, -1);
  if (at < 0) return {};
  unsigned char* text = nullptr;
  const auto size = ASN1_STRING_to_UTF8(&text, X509_NAME_ENTRY_get_data(X509_NAME_get_entry(subject, at)));
  if (size < 0) return {};
  std::string name{reinterpret_cast<const char*>(text), static_cast<std::size_t>(size)};
  OPENSSL_free(text);
  return name;
}

std::string serial_of(const X509* certificate) {
  const bignum number{ASN1_INTEGER_to_BN(X509_get0_serialNumber(certificate), nullptr)};
  char* digits = number ? BN_bn2hex(number.get()) : nullptr;
  std::string hex = digits ? digits : "";
  OPENSSL_free(digits);
  for (auto& c : hex)
    if (c >= 'A' && c <= 'F') c = static_cast<char>(c - 'A' + 'a');
  return hex;
}

}  // namespace

int no_passphrase(char* /*buffer*/, int /*size*/, int /*is_writing*/, void* /*data*/) {
  return -1;
}

std::string reason() {
  const auto code = ERR_peek_last_error();
  const char* words = ERR_reason_error_string(code);
  std::string text = words ? words : ERR_SYSTEM_ERROR(code) ? "the file cannot be read" : "no reason given";
  ERR_clear_error();
  return text;
}

bio reader_of(std::string_view text) {
  return bio{BIO_new_mem_buf(text.data(), static_cast<int>(text.size()))};
}

key first_key(std::string_view pem) {
  const auto in = reader_of(pem);
  key found{PEM_read_bio_PrivateKey(in.get(), nullptr, no_passphrase, nullptr)};
  ERR_clear_error();
  return found;
}

x509 first_certificate(std::string_view pem) {
  const auto in = reader_of(pem);
  x509 found{PEM_read_bio_X509_AUX(in.get(), nullptr, no_passphrase, nullptr)};
  ERR_clear_error();
  return found;
}

certificate_facts facts_of(const X509* certificate) {
  return {common_name(certificate), serial_of(certificate), timestamp_of(X509_get0_notBefore(certificate)),
          timestamp_of(X509_get0_notAfter(certificate))};
}

}  // namespace laundromat::openssl
