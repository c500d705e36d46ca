/* A key of either kind, without its layout. Private keys stay in memory: what storing costs is not measured. */
#include <stdlib.h>
#include <string.h>

#include <wolfssl/wolfcrypt/settings.h>
#include <wolfssl/wolfcrypt/lms.h>
#include <wolfssl/wolfcrypt/wc_lms.h>
#include <wolfssl/wolfcrypt/xmss.h>
#include <wolfssl/wolfcrypt/wc_xmss.h>
#include <wolfssl/wolfcrypt/memory.h>
#include <wolfssl/wolfcrypt/random.h>

#include "heap.h"

/* To be called first, once; 0 if all is well. */
int rival_begin(void) {
    return wolfSSL_SetAllocators(counted_malloc, counted_free, counted_realloc);
}

typedef struct {
    int xmss;
    int begun;
    union {
        LmsKey lms;
        XmssKey xmss;
    } key;
    byte *stored;
    word32 stored_len;
} rival_key;

static int keep(rival_key *key, const byte *bytes, word32 len) {
    if (key->stored_len != len) {
        byte *more = realloc(key->stored, len);
        if (more == NULL) {
            return -1;
        }
        key->stored = more;
        key->stored_len = len;
    }
    memcpy(key->stored, bytes, len);
    return 0;
}

static int give(const rival_key *key, byte *bytes, word32 len) {
    if (key->stored_len != len) {
        return -1;
    }
    memcpy(bytes, key->stored, len);
    return 0;
}

static int lms_write(const byte *bytes, word32 len, void *key) {
    return keep(key, bytes, len) == 0 ? WC_LMS_RC_SAVED_TO_NV_MEMORY : WC_LMS_RC_WRITE_FAIL;
}

static int lms_read(byte *bytes, word32 len, void *key) {
    return give(key, bytes, len) == 0 ? WC_LMS_RC_READ_TO_MEMORY : WC_LMS_RC_READ_FAIL;
}

static enum wc_XmssRc xmss_write(const byte *bytes, word32 len, void *key) {
    return keep(key, bytes, len) == 0 ? WC_XMSS_RC_SAVED_TO_NV_MEMORY : WC_XMSS_RC_WRITE_FAIL;
}

static enum wc_XmssRc xmss_read(byte *bytes, word32 len, void *key) {
    return give(key, bytes, len) == 0 ? WC_XMSS_RC_READ_TO_MEMORY : WC_XMSS_RC_READ_FAIL;
}

void rival_free(rival_key *key) {
    if (key == NULL) {
        return;
    }
    if (key->begun && key->xmss) {
        wc_XmssKey_Free(&key->key.xmss);
    } else if (key->begun) {
        wc_LmsKey_Free(&key->key.lms);
    }
    free(key->stored);
    free(key);
}

/* A key without content: of XMSS if there is a name, else of HSS. NULL if the set is not there. */
rival_key *rival_new(const char *xmss, int levels, int height, int width) {
    rival_key *key = calloc(1, sizeof *key);
    int result;
    if (key == NULL) {
        return NULL;
    }
    key->xmss = xmss != NULL;
    result = key->xmss ? wc_XmssKey_Init(&key->key.xmss, NULL, INVALID_DEVID)
                       : wc_LmsKey_Init(&key->key.lms, NULL, INVALID_DEVID);
    key->begun = result == 0;
    if (result == 0) {
        result = key->xmss ? wc_XmssKey_SetParamStr(&key->key.xmss, xmss)
                           : wc_LmsKey_SetParameters(&key->key.lms, levels, height, width);
    }
    if (result != 0) {
        rival_free(key);
        return NULL;
    }
    return key;
}

/* Generates; 0 if all is well. */
int rival_generate(rival_key *key) {
    WC_RNG rng;
    int result = wc_InitRng(&rng);
    if (result != 0) {
        return result;
    }
    if (key->xmss) {
        XmssKey *xmss = &key->key.xmss;
        result = wc_XmssKey_SetWriteCb(xmss, xmss_write);
        if (result == 0) result = wc_XmssKey_SetReadCb(xmss, xmss_read);
        if (result == 0) result = wc_XmssKey_SetContext(xmss, key);
        if (result == 0) result = wc_XmssKey_MakeKey(xmss, &rng);
    } else {
        LmsKey *lms = &key->key.lms;
        result = wc_LmsKey_SetWriteCb(lms, lms_write);
        if (result == 0) result = wc_LmsKey_SetReadCb(lms, lms_read);
        if (result == 0) result = wc_LmsKey_SetContext(lms, key);
        if (result == 0) result = wc_LmsKey_MakeKey(lms, &rng);
    }
    wc_FreeRng(&rng);
    return result;
}

int rival_public_key(const rival_key *key, unsigned char *out, unsigned *len) {
    return key->xmss ? wc_XmssKey_ExportPubRaw(&key->key.xmss, out, len)
                     : wc_LmsKey_ExportPubRaw(&key->key.lms, out, len);
}

int rival_signature_len(const rival_key *key, unsigned *len) {
    return key->xmss ? wc_XmssKey_GetSigLen(&key->key.xmss, len)
                     : wc_LmsKey_GetSigLen(&key->key.lms, len);
}

int rival_sign(rival_key *key, const unsigned char *message, int message_len, unsigned char *out,
               unsigned *len) {
    return key->xmss ? wc_XmssKey_Sign(&key->key.xmss, out, len, message, message_len)
                     : wc_LmsKey_Sign(&key->key.lms, out, len, message, message_len);
}

/* Takes the public key that a signature is verified by. */
int rival_import(rival_key *key, const unsigned char *public_key, unsigned len) {
    return key->xmss ? wc_XmssKey_ImportPubRaw(&key->key.xmss, public_key, len)
                     : wc_LmsKey_ImportPubRaw(&key->key.lms, public_key, len);
}

int rival_verify(rival_key *key, const unsigned char *message, int message_len,
                 const unsigned char *signature, unsigned len) {
    return key->xmss ? wc_XmssKey_Verify(&key->key.xmss, signature, len, message, message_len)
                     : wc_LmsKey_Verify(&key->key.lms, signature, len, message, message_len);
}
