// Reads the parts of a bundle and checks each of them.
// SPDX-License-Identifier: Apache-2.0
#include "net/cluster/bundle.hpp"

#include <vector>

#include "core/base/count_words.hpp"
#include "net/cluster/openssl_handles.hpp"

namespace laundromat {
namespace {

constexpr std::string_view advice = ": take the whole file that `laundromat cluster invite` makes";

tl::unexpected<failure> refuse_bundle(std::string what) {
  return fail(errc::configuration, std::move(what));
}

struct bundle_parts {
  std::vector<openssl::x509> certificates;
  std::size_t keys = 0;
  bool is_locked = false;  ///< a key needs a passphrase
};

struct openssl_free {
  void operator()(void* memory) const { OPENSSL_free(memory); }
};

/// Reads the next PEM block; false at the end.
result<bool> take_block(BIO* from, bundle_parts& into) {
  char* label_memory = nullptr;
  char* header_memory = nullptr;
  unsigned char* bytes_memory = nullptr;
  long size = 0;
  ERR_clear_error();
  if (PEM_read_bio(from, &label_memory, &header_memory, &bytes_memory, &size) != 1) {
    const bool is_end = ERR_GET_REASON(ERR_peek_last_error()) == PEM_R_NO_START_LINE;
    const auto why = openssl::reason();
    if (is_end) return false;
    return refuse_bundle("is cut off or damaged (" + why + ")" + std::string{advice});
  }
  const std::unique_ptr<char, openssl_free> label_owner{label_memory};
  const std::unique_ptr<char, openssl_free> header_owner{header_memory};
  const std::unique_ptr<unsigned char, openssl_free> bytes_owner{bytes_memory};
  const std::string_view label{label_memory};
  if (label.ends_with(PEM_STRING_PKCS8INF)) {
    ++into.keys;
    into.is_locked |= label == PEM_STRING_PKCS8 ||
                      std::string_view{header_memory}.find("ENCRYPTED") != std::string_view::npos;
  } else if (label.ends_with(PEM_STRING_X509)) {
    const unsigned char* at = bytes_memory;
    openssl::x509 read{label == PEM_STRING_X509_TRUSTED ? d2i_X509_AUX(nullptr, &at, size)
                                                        : d2i_X509(nullptr, &at, size)};
    if (!read)
      return refuse_bundle("holds a damaged certificate (" + openssl::reason() + ")" + std::string{advice});
    into.certificates.push_back(std::move(read));
  }
  return true;
}

result<bundle_parts> take_apart(std::string_view pem) {
  bundle_parts parts;
  const auto from = openssl::reader_of(pem);
  if (!from) return fail(errc::internal, "OpenSSL: " + openssl::reason());
  for (;;) {
    const auto taken = take_block(from.get(), parts);
    if (!taken) return tl::unexpected(taken.error());
    if (!*taken) return parts;
  }
}

result<void> check_shape(const bundle_parts& parts) {
  const auto count = parts.certificates.size();
  if (count == 0 && parts.keys == 0) return refuse_bundle("is no PEM" + std::string{advice});
  if (count == 0) return refuse_bundle("holds no certificate" + std::string{advice});
  if (parts.keys == 0) return refuse_bundle("holds no private key" + std::string{advice});
  if (parts.is_locked)
    return refuse_bundle("the private key has a passphrase: write it without one (`openssl pkey`)");
  if (X509_check_ca(parts.certificates[0].get()) != 0)
    return refuse_bundle(
        "the first certificate is a CA certificate: use that of the machine, which `laundromat cluster "
        "invite "
        "NAME` makes");
  if (count == 1) return refuse_bundle("lacks the certificate of the CA" + std::string{advice});
  if (count > 2 || parts.keys > 1)
    return refuse_bundle("holds " + number_of(count, "certificate") + " and " +
                         number_of(parts.keys, "private key") +
                         ": keep only the certificate and the key of the machine and the certificate of the "
                         "CA");
  return {};
}

result<void> check_time(const certificate_facts& facts, std::string_view whose, std::string_view make,
                        timestamp now) {
  if (now > facts.until)
    return refuse_bundle("the certificate of " + std::string{whose} + " expired on " +
                         to_iso8601(facts.until) + ": make another with " + std::string{make});
  if (now < facts.from)
    return refuse_bundle("the certificate of " + std::string{whose} + " is not valid before " +
                         to_iso8601(facts.from) + ", and now it is " + to_iso8601(now) + ": set the clock");
  return {};
}

result<void> check_pair(X509* machine, X509* ca, std::string_view pem, const std::string& name) {
  const auto key = openssl::first_key(pem);
  if (!key) return refuse_bundle("the private key cannot be read" + std::string{advice});
  const bool is_own_key = X509_check_private_key(machine, key.get()) == 1;
  const bool is_ca = X509_check_ca(ca) == 1;
  const bool is_signed =
      X509_check_issued(ca, machine) == X509_V_OK && X509_verify(machine, X509_get0_pubkey(ca)) == 1;
  ERR_clear_error();
  if (!is_own_key)
    return refuse_bundle("the private key belongs to another certificate than that of " + name +
                         std::string{advice});
  if (!is_ca) return refuse_bundle("the second certificate is not a CA certificate" + std::string{advice});
  if (!is_signed)
    return refuse_bundle(
        "the certificate of " + name +
        " is not signed by the CA in the file: a machine and its engine are invited by the same "
        "`laundromat cluster`");
  return {};
}

}  // namespace

result<certificate_facts> check_bundle(std::string_view pem, timestamp now) {
  const auto parts = take_apart(pem);
  if (!parts) return tl::unexpected(parts.error());
  if (auto fine = check_shape(*parts); !fine) return tl::unexpected(fine.error());
  auto* machine = parts->certificates[0].get();
  auto* ca = parts->certificates[1].get();
  auto facts = openssl::facts_of(machine);
  if (facts.name.empty()) return refuse_bundle("the certificate names no machine" + std::string{advice});
  if (auto fine = check_pair(machine, ca, pem, facts.name); !fine) return tl::unexpected(fine.error());
  if (auto fine = check_time(facts, facts.name, "`laundromat cluster invite`", now); !fine)
    return tl::unexpected(fine.error());
  if (auto fine = check_time(openssl::facts_of(ca), "the CA", "`laundromat cluster init`", now); !fine)
    return tl::unexpected(fine.error());
  return facts;
}

}  // namespace laundromat
