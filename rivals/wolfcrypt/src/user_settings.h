/* What of wolfCrypt is compiled: LMS, XMSS, their hashes, and a generator. */
#ifndef RIVAL_USER_SETTINGS_H
#define RIVAL_USER_SETTINGS_H

#define WOLFCRYPT_ONLY
#define SINGLE_THREADED
#define NO_FILESYSTEM_CERTS
#define WOLFSSL_IGNORE_FILE_WARN

#define WOLFSSL_HAVE_LMS
#define WOLFSSL_WC_LMS
#define WOLFSSL_LMS_SHA256_192
#define WOLFSSL_LMS_LARGE_CACHES

#define WOLFSSL_HAVE_XMSS
#define WOLFSSL_WC_XMSS
#define WC_XMSS_SHA512
#define WC_XMSS_SHAKE256
#define WC_XMSS_SHAKE128

#define WOLFSSL_SHA512
#define WOLFSSL_SHA3
#define WOLFSSL_SHAKE128
#define WOLFSSL_SHAKE256
#define WOLFSSL_HASH_FLAGS

#define HAVE_HASHDRBG
#define NO_AES
#define NO_RSA
#define NO_DH
#define NO_DSA
#define NO_RC4
#define NO_MD4
#define NO_MD5
#define NO_SHA
#define NO_DES3
#define NO_ASN
#define NO_PWDBASED
#define NO_CERTS
#define NO_HMAC_KDF
#define WC_NO_ASYNC_THREADING

#if defined(__x86_64__)
#define WOLFSSL_X86_64_BUILD
#define USE_INTEL_SPEEDUP
#define WOLFSSL_USE_ALIGN
#endif

#endif
