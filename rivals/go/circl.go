package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"runtime"

	"github.com/cloudflare/circl/sign/slhdsa"
)

// circl is SLH-DSA of CIRCL: pure, with an empty context.
type circl struct{}

func (circl) describe() description {
	var sets []string
	for id := slhdsa.ID(1); id.IsValid(); id++ {
		sets = append(sets, id.String())
	}
	return description{
		name:     "circl",
		version:  version("github.com/cloudflare/circl"),
		features: runtime.Version(),
		hash:     "SHA-2 of Go's library, SHA-3 of its own",
		sets:     sets,
	}
}

func (circl) generate(set string, entropy []byte) (key, error) {
	var seed [32]byte
	copy(seed[:], entropy)
	return generateSlh(set, rand.NewChaCha8(seed))
}

// generateFromSeed takes SK.seed ‖ SK.prf ‖ PK.seed, in the order in which the library reads them.
func (circl) generateFromSeed(set string, seed []byte) (key, error) {
	return generateSlh(set, bytes.NewReader(seed))
}

func generateSlh(set string, random interface{ Read([]byte) (int, error) }) (key, error) {
	id, err := slhdsa.IDByName(set)
	if err != nil {
		return nil, unsupported("there is no " + set)
	}
	public, private, err := slhdsa.GenerateKey(random, id)
	if err != nil {
		return nil, err
	}
	encoded, err := public.MarshalBinary()
	if err != nil {
		return nil, err
	}
	return &slhKey{private: private, public: encoded}, nil
}

func (circl) verify(set string, publicKey, message, signature []byte) bool {
	id, err := slhdsa.IDByName(set)
	if err != nil {
		panic(fmt.Sprintf("there is no %s", set))
	}
	public := slhdsa.PublicKey{ID: id}
	if public.UnmarshalBinary(publicKey) != nil {
		return false
	}
	return slhdsa.Verify(&public, slhdsa.NewMessage(message), signature, nil)
}

type slhKey struct {
	private slhdsa.PrivateKey
	public  []byte
}

func (k *slhKey) publicKey() []byte { return k.public }

func (k *slhKey) sign(message, given []byte) ([]byte, error) {
	if given != nil {
		return slhdsa.SignRandomized(&k.private, bytes.NewReader(given), slhdsa.NewMessage(message), nil)
	}
	return slhdsa.SignDeterministic(&k.private, slhdsa.NewMessage(message), nil)
}

func (k *slhKey) state() (uint64, uint64) { return stateless, stateless }
