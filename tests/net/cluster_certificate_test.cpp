// Tests of the certificates of a cluster: correct ones are accepted, and faults are reported.
// SPDX-License-Identifier: Apache-2.0
#include "net/cluster/certificate.hpp"

#include <gtest/gtest.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <array>
#include <filesystem>
#include <fstream>

#include "net/cluster/bundle.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {
namespace {

using std::chrono::days;
using std::chrono::hours;

const timestamp noon = from_ms(1'795'348'800'000);  // 2026-11-22T12:00:00Z

/// The blocks of a PEM text: for a bundle certificate, key, CA.
std::vector<std::string> blocks_of(const std::string& pem) {
  constexpr std::string_view begin = "-----BEGIN";
  std::vector<std::string> blocks;
  for (std::size_t at = 0; at < pem.size();) {
    const auto next = std::min(pem.find(begin, at + 1), pem.size());
    blocks.push_back(pem.substr(at, next - at));
    at = next;
  }
  return blocks;
}

std::string why_refused(const std::string& bundle, timestamp now = noon) {
  const auto checked = check_bundle(bundle, now);
  if (checked) return "";
  EXPECT_EQ(checked.error().code, errc::configuration);
  return checked.error().detail;
}

struct certificates : testing::Test {
  authority ours = make_authority(noon).value();
  authority theirs = make_authority(noon).value();
  invitation alpha = invite_machine(ours, "alpha", noon).value();
  invitation beta = invite_machine(ours, "beta.example.org", noon).value();
  std::string certificate = blocks_of(alpha.bundle)[0], key = blocks_of(alpha.bundle)[1],
              ca = blocks_of(alpha.bundle)[2];

  /// A file with that text, as for CAF.
  tls_files file_with(const std::string& text) {
    const auto path = (folder.path() / (std::to_string(++files) + ".pem")).string();
    std::ofstream{path} << text;
    return {path, path, path};
  }
  temporary_folder folder;
  int files = 0;
};

TEST_F(certificates, a_bundle_of_the_program_is_accepted_and_has_the_name_of_its_machine) {
  const auto facts = check_bundle(beta.bundle, noon);
  ASSERT_TRUE(facts) << to_string(facts.error());
  EXPECT_EQ(*facts, beta.facts);
  EXPECT_EQ(facts->name, "beta.example.org");
  EXPECT_EQ(facts->from, noon - hours{1});
  EXPECT_EQ(facts->until, noon + machine_days);
  EXPECT_NE(alpha.facts.serial, beta.facts.serial);
  EXPECT_EQ(*read_certificate(alpha.certificate), alpha.facts);
  EXPECT_EQ(read_certificate(ours.certificate)->until, noon + authority_days);
  EXPECT_EQ(why_refused("carried by hand\n" + certificate + "\n" + key + "\r\n" + ca + "end\n"), "");
}

TEST_F(certificates, a_certificate_is_valid_for_its_use_only) {
  const auto flags_of = [](const std::string& pem) {
    BIO* in = BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size()));
    X509* read = PEM_read_bio_X509(in, nullptr, nullptr, nullptr);
    const std::array<std::uint32_t, 3> flags{static_cast<std::uint32_t>(X509_check_ca(read)),
                                             X509_get_key_usage(read), X509_get_extended_key_usage(read)};
    EXPECT_EQ(X509_get_pathlen(read), flags[0] == 1 ? 0 : -1);
    X509_free(read);
    BIO_free(in);
    return flags;
  };
  EXPECT_EQ(flags_of(ours.certificate), (std::array<std::uint32_t, 3>{1, KU_KEY_CERT_SIGN, UINT32_MAX}));
  EXPECT_EQ(flags_of(alpha.certificate),
            (std::array<std::uint32_t, 3>{0, KU_DIGITAL_SIGNATURE, XKU_SSL_SERVER | XKU_SSL_CLIENT}));
}

TEST_F(certificates, openssl_does_not_take_the_ca_for_a_part_of_the_chain_of_the_machine) {
  const auto path = file_with(alpha.bundle).ca;
  SSL_CTX* context = SSL_CTX_new(TLS_method());
  ASSERT_EQ(SSL_CTX_use_certificate_chain_file(context, path.c_str()), 1);
  ASSERT_EQ(SSL_CTX_use_PrivateKey_file(context, path.c_str(), SSL_FILETYPE_PEM), 1);
  ASSERT_EQ(SSL_CTX_load_verify_locations(context, path.c_str(), nullptr), 1);
  char name[64];
  X509_NAME_get_text_by_NID(X509_get_subject_name(SSL_CTX_get0_certificate(context)), NID_commonName, name,
                            sizeof name);
  EXPECT_STREQ(name, "alpha");
  EXPECT_EQ(X509_check_host(SSL_CTX_get0_certificate(context), "alpha", 5, 0, nullptr), 1);
  STACK_OF(X509)* chain = nullptr;
  SSL_CTX_get_extra_chain_certs(context, &chain);
  EXPECT_LE(sk_X509_num(chain), 0);
  SSL_CTX_get0_chain_certs(context, &chain);
  EXPECT_LE(sk_X509_num(chain), 0);
  SSL_CTX_free(context);
}

TEST_F(certificates, members_of_a_cluster_connect_and_others_do_not) {
  const auto a = file_with(alpha.bundle);
  const auto b = file_with(beta.bundle);
  const auto stranger = file_with(invite_machine(theirs, "alpha", noon).value().bundle);
  EXPECT_TRUE(perform_handshake(a, a, noon));
  EXPECT_TRUE(perform_handshake(a, b, noon));
  EXPECT_TRUE(perform_handshake(b, a, noon));
  for (const auto& [caller, called] : {std::pair{a, stranger}, std::pair{stranger, a}}) {
    const auto met = perform_handshake(caller, called, noon);
    ASSERT_FALSE(met);
    EXPECT_EQ(met.error().code, errc::configuration);
  }
  EXPECT_FALSE(perform_handshake(a, a, alpha.facts.until + hours{1}));
  EXPECT_FALSE(perform_handshake(a, a, noon - hours{2}));
}

TEST_F(certificates, a_chain_made_by_other_tools_is_accepted) {
  const auto plain = alpha.certificate + key + ours.certificate;
  EXPECT_EQ(why_refused(plain), "");
  const auto file = file_with(plain);
  EXPECT_TRUE(perform_handshake(file, file_with(beta.bundle), noon));
}

TEST_F(certificates, the_fault_of_a_bundle_is_reported_with_what_to_do) {
  const auto foreign_ca = blocks_of(invite_machine(theirs, "alpha", noon)->bundle)[2];
  const auto other_key = blocks_of(beta.bundle)[1];
  const struct {
    std::string what, bundle, message;
  } cases[]{
      {"nothing", "", "is no PEM: take the whole file"},
      {"no PEM", std::string("\x30\x82\0\n", 4), "is no PEM"},
      {"no certificate", key, "holds no certificate"},
      {"no key", certificate + ca, "holds no private key"},
      {"no CA", certificate + key, "lacks the certificate of the CA"},
      {"two keys", certificate + key + ca + other_key, "2 private keys"},
      {"three certificates", certificate + key + ca + certificate, "holds 3 certificates"},
      {"key of another", certificate + other_key + ca, "belongs to another certificate than that of alpha"},
      {"foreign CA", certificate + key + foreign_ca, "alpha is not signed by the CA in the file"},
      {"CA as machine", ours.certificate + ours.key + ca, "the first certificate is a CA certificate"},
      {"CA first", ca + key + certificate, "the first certificate is a CA certificate"},
      {"machine as CA", certificate + key + beta.certificate,
       "the second certificate is not a CA certificate"},
      {"cut off", alpha.bundle.substr(0, alpha.bundle.size() - 100), "is cut off or damaged"},
      {"damaged", std::string{certificate}.replace(100, 4, "****") + key + ca, "is cut off or damaged"},
      {"locked key",
       certificate + "-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIHs\n-----END ENCRYPTED PRIVATE KEY-----\n" +
           ca,
       "has a passphrase"},
      {"locked key of old",
       certificate +
           "-----BEGIN EC PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\nMIHs\n"
           "-----END EC PRIVATE KEY-----\n" +
           ca,
       "has a passphrase"},
  };
  for (const auto& c : cases)
    EXPECT_NE(why_refused(c.bundle).find(c.message), std::string::npos)
        << c.what << ": " << why_refused(c.bundle);
}

TEST_F(certificates, a_certificate_that_is_not_valid_now_is_refused_with_its_dates) {
  EXPECT_NE(why_refused(alpha.bundle, noon + days{731})
                .find("alpha expired on 2028-11-21T12:00:00.000Z: make another"),
            std::string::npos)
      << why_refused(alpha.bundle, noon + days{731});
  EXPECT_NE(why_refused(alpha.bundle, noon - hours{2}).find("is not valid before 2026-11-22T11:00:00.000Z"),
            std::string::npos);
  const auto late = invite_machine(ours, "late", noon + days{3'000}, days{653});
  ASSERT_TRUE(late) << to_string(late.error());
  EXPECT_EQ(why_refused(late->bundle, noon + days{3'652}), "");
  const auto too_late = invite_machine(ours, "late", noon + days{3'000}, days{654});
  ASSERT_FALSE(too_late);
  EXPECT_NE(too_late.error().detail.find("give at most 653 days"), std::string::npos)
      << too_late.error().detail;
  EXPECT_EQ(invite_machine(ours, "late", noon + days{4'000}).error().code, errc::configuration);
}

TEST_F(certificates, no_prefix_of_a_bundle_is_accepted) {
  // The last character is a line break, which is not needed.
  for (std::size_t size = 0; size + 1 < alpha.bundle.size(); ++size)
    ASSERT_NE(why_refused(alpha.bundle.substr(0, size)), "") << size;
}

TEST_F(certificates, only_a_ca_with_its_own_key_signs) {
  EXPECT_EQ(invite_machine({ours.certificate, theirs.key}, "x", noon).error().code, errc::configuration);
  EXPECT_EQ(invite_machine({certificate, key}, "x", noon).error().code, errc::configuration);
  EXPECT_EQ(invite_machine({"", ours.key}, "x", noon).error().code, errc::configuration);
  EXPECT_EQ(invite_machine({ours.certificate, ""}, "x", noon).error().code, errc::configuration);
}

TEST(machine_name, is_a_lower_case_host_name) {
  for (const auto good : {"a", "washer-1", "w.example.org", "7", "10.0.0.7"})
    EXPECT_TRUE(is_machine_name(good)) << good;
  for (const auto bad :
       {"", "-a", "a-", "A", "a b", "a/b", ".", "..", "a..b", ".a", "a.", "a_b", "ä", "a,DNS:b"})
    EXPECT_FALSE(is_machine_name(bad)) << bad;
  EXPECT_TRUE(is_machine_name(std::string(63, 'a')));
  EXPECT_FALSE(is_machine_name(std::string(64, 'a')));
  EXPECT_FALSE(is_machine_name(std::string(32, 'a') + "." + std::string(32, 'a')));
  EXPECT_EQ(invite_machine(make_authority(noon).value(), "a,DNS:b", noon).error().code,
            errc::invalid_argument);
}

}  // namespace
}  // namespace laundromat
