/* A key of either kind, stateful or SPHINCS+, without its layout. Private keys stay in memory: what storing costs is
   not measured. */
#include <stdlib.h>
#include <string.h>

#include <oqs/oqs.h>

typedef struct {
    OQS_SIG_STFL *stateful;
    OQS_SIG_STFL_SECRET_KEY *kept;
    OQS_SIG *stateless;
    uint8_t *private_key;
    uint8_t *stored;
    size_t stored_len;
} rival_key;

/* Where the library has its random bytes from. */
void rival_draw_from(void (*source)(uint8_t *, size_t)) {
    OQS_init();
    OQS_randombytes_custom_algorithm(source);
}

/* Name of a scheme: stateful ones first. NULL after the last; those that are not compiled have names too. */
const char *rival_name(size_t i) {
    size_t stateful = (size_t) OQS_SIG_STFL_alg_count();
    if (i < stateful) {
        return OQS_SIG_STFL_alg_identifier(i);
    }
    i -= stateful;
    return i < (size_t) OQS_SIG_alg_count() ? OQS_SIG_alg_identifier(i) : NULL;
}

void rival_free(rival_key *key) {
    if (key == NULL) {
        return;
    }
    OQS_SIG_STFL_SECRET_KEY_free(key->kept);
    OQS_SIG_STFL_free(key->stateful);
    if (key->stateless != NULL) {
        OQS_MEM_secure_free(key->private_key, key->stateless->length_secret_key);
    }
    OQS_SIG_free(key->stateless);
    free(key->stored);
    free(key);
}

/* A key without content. NULL if the scheme is not there. */
rival_key *rival_new(const char *name) {
    rival_key *key = calloc(1, sizeof *key);
    if (key == NULL) {
        return NULL;
    }
    if (OQS_SIG_STFL_alg_is_enabled(name)) {
        key->stateful = OQS_SIG_STFL_new(name);
    } else if (OQS_SIG_alg_is_enabled(name)) {
        key->stateless = OQS_SIG_new(name);
    }
    if (key->stateful == NULL && key->stateless == NULL) {
        rival_free(key);
        return NULL;
    }
    return key;
}

size_t rival_public_key_len(const rival_key *key) {
    return key->stateful != NULL ? key->stateful->length_public_key
                                 : key->stateless->length_public_key;
}

size_t rival_signature_len(const rival_key *key) {
    return key->stateful != NULL ? key->stateful->length_signature
                                 : key->stateless->length_signature;
}

static OQS_STATUS keep(uint8_t *bytes, size_t len, void *of) {
    rival_key *key = of;
    if (key->stored_len != len) {
        uint8_t *more = realloc(key->stored, len);
        if (more == NULL) {
            return OQS_ERROR;
        }
        key->stored = more;
        key->stored_len = len;
    }
    memcpy(key->stored, bytes, len);
    return OQS_SUCCESS;
}

/* Room for a private key; 0 if all is well. */
int rival_prepare(rival_key *key) {
    if (key->stateful == NULL) {
        key->private_key = OQS_MEM_malloc(key->stateless->length_secret_key);
        return key->private_key == NULL ? OQS_ERROR : OQS_SUCCESS;
    }
    key->kept = OQS_SIG_STFL_SECRET_KEY_new(key->stateful->method_name);
    if (key->kept == NULL) {
        return OQS_ERROR;
    }
    OQS_SIG_STFL_SECRET_KEY_SET_store_cb(key->kept, keep, key);
    return OQS_SUCCESS;
}

/* Generates, after rival_prepare. */
int rival_generate(rival_key *key, uint8_t *public_key) {
    return key->stateful != NULL ? OQS_SIG_STFL_keypair(key->stateful, public_key, key->kept)
                                 : OQS_SIG_keypair(key->stateless, public_key, key->private_key);
}

/* Signs. The length is what the library writes, and 0 if it writes none. */
int rival_sign(rival_key *key, const uint8_t *message, size_t message_len, uint8_t *signature,
               size_t *len) {
    *len = 0;
    return key->stateful != NULL
               ? OQS_SIG_STFL_sign(key->stateful, signature, len, message, message_len, key->kept)
               : OQS_SIG_sign(key->stateless, signature, len, message, message_len,
                              key->private_key);
}

int rival_verify(const rival_key *key, const uint8_t *message, size_t message_len,
                 const uint8_t *signature, size_t len, const uint8_t *public_key) {
    return key->stateful != NULL
               ? OQS_SIG_STFL_verify(key->stateful, message, message_len, signature, len,
                                     public_key)
               : OQS_SIG_verify(key->stateless, message, message_len, signature, len, public_key);
}
