package main

import (
	"encoding/binary"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"slices"

	xmss "github.com/bwesterb/go-xmssmt"
)

// xmssmt is go-xmssmt, on one thread, with keys in memory: what it costs to keep them on a disk is not
// measured here.
type xmssmt struct{}

func (xmssmt) describe() description {
	return description{
		name:     "go-xmssmt",
		version:  version("github.com/bwesterb/go-xmssmt"),
		features: runtime.Version() + ", Threads = 1, keys in memory",
		hash:     "SHA-2 of Go's library, Keccak x4 of its own with AVX2",
		sets:     xmss.ListNames(),
	}
}

func context(set string) (*xmss.Context, error) {
	context := xmss.NewContextFromName(set)
	if context == nil {
		return nil, unsupported("there is no " + set)
	}
	context.Threads = 1
	return context, nil
}

func (library xmssmt) generate(set string, entropy []byte) (key, error) {
	context, err := context(set)
	if err != nil {
		return nil, err
	}
	var seed [32]byte
	copy(seed[:], entropy)
	three := make([]byte, 3*hashLength(context))
	if _, err := rand.NewChaCha8(seed).Read(three); err != nil {
		return nil, err
	}
	return library.generateFromSeed(set, three)
}

// generateFromSeed takes SK_SEED ‖ SK_PRF ‖ SEED.
func (xmssmt) generateFromSeed(set string, seed []byte) (key, error) {
	context, err := context(set)
	if err != nil {
		return nil, err
	}
	n := hashLength(context)
	private, public, failed := context.DeriveInto(newMemory(), seed[2*n:3*n], seed[:n], seed[n:2*n])
	if failed != nil {
		return nil, failed
	}
	encoded, err := public.MarshalBinary()
	if err != nil {
		return nil, err
	}
	binary.BigEndian.PutUint32(encoded, context.Oid())
	// The container keeps nothing for longer than the process: one write for all indices.
	if failed := private.BorrowExactly(borrowed); failed != nil {
		return nil, failed
	}
	return &xmssKey{private: private, public: encoded, last: last(context)}, nil
}

// borrowed indices are taken from the container at once.
const borrowed = 1000

func (xmssmt) verify(set string, publicKey, message, signature []byte) bool {
	context, err := context(set)
	if err != nil {
		panic(err)
	}
	if len(publicKey) != code+2*hashLength(context) {
		return false
	}
	// The library has a code of its own for the set, before public keys where the standard has the OID, and
	// before signatures.
	named := xmss.NewContextFromOid(context.MT(), binary.BigEndian.Uint32(publicKey))
	if named == nil {
		return false
	}
	own, err := xmss.ParamsFromName(named.Name()).MarshalBinary()
	if err != nil {
		return false
	}
	ok, failed := xmss.Verify(slices.Concat(own, publicKey[code:]), slices.Concat(own, signature), message)
	return failed == nil && ok
}

type xmssKey struct {
	private *xmss.PrivateKey
	public  []byte
	last    uint64
}

func (k *xmssKey) publicKey() []byte { return k.public }

func (k *xmssKey) sign(message, given []byte) ([]byte, error) {
	if given != nil {
		return nil, unsupported("the standard derives r")
	}
	signature, failed := k.private.Sign(message)
	if failed != nil {
		return nil, failed
	}
	encoded, err := signature.MarshalBinary()
	if err != nil {
		return nil, err
	}
	return encoded[code:], nil
}

// code is how long the code of the set is before public keys and signatures.
const code = 4

func (k *xmssKey) state() (uint64, uint64) {
	next := uint64(k.private.SeqNo())
	// The library refuses the last index.
	if next >= k.last {
		return next, 0
	}
	return next, k.last - next
}

// hashLength is n.
func hashLength(context *xmss.Context) int {
	return int(xmss.ParamsFromName(context.Name()).N)
}

// last is the last index of a key.
func last(context *xmss.Context) uint64 {
	return 1<<xmss.ParamsFromName(context.Name()).FullHeight - 1
}

// version of a module that this program is built with.
func version(module string) string {
	if build, ok := debug.ReadBuildInfo(); ok {
		for _, dependency := range build.Deps {
			if dependency.Path == module {
				return dependency.Version
			}
		}
	}
	return "unknown"
}
