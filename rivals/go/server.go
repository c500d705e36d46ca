package main

import (
	"errors"
	"fmt"
	"math"
)

// protocol is the version that is spoken.
const protocol = 2

// library is an implementation that is measured.
type library interface {
	describe() description
	generate(set string, entropy []byte) (key, error)
	generateFromSeed(set string, seed []byte) (key, error)
	verify(set string, publicKey, message, signature []byte) bool
}

// description is what a library says of itself.
type description struct {
	name, version, features, hash string
	sets                          []string
}

// key is a private key.
type key interface {
	publicKey() []byte
	// sign signs, with these bytes as randomness of the signature if they are given.
	sign(message, given []byte) ([]byte, error)
	// state has the index of the next signature, and how many are left; without state the highest numbers.
	state() (index, remaining uint64)
}

// stateless is the state of a key that has none.
const stateless = math.MaxUint64

// unsupported is what a library cannot do.
type unsupported string

func (what unsupported) Error() string { return string(what) }

var errExhausted = errors.New("the key has no index left")

type server struct {
	library library
	keys    map[uint32]key
	next    uint32
	quit    bool
}

// answer is the answer to a request, without its length.
func (s *server) answer(frame []byte) (answer []byte) {
	request := &reader{rest: frame}
	id := request.word()
	defer func() {
		// A library that panics has failed at this.
		if panicked := recover(); panicked != nil {
			answer = refusal(id, fmt.Errorf("panic: %v", panicked))
		}
	}()
	body := &writer{}
	body.word(id)
	body.octet(0)
	var err error
	switch kind := request.octet(); kind {
	case 1:
		s.describe(request, body)
	case 2:
		err = s.generate(request, body)
	case 3:
		err = s.sign(request, body)
	case 4:
		err = s.verify(request, body)
	case 5:
		err = s.drop(request)
	case 6:
		s.quit = true
	default:
		err = fmt.Errorf("there is no request %d", kind)
	}
	if err == nil {
		err = request.end()
	}
	if err != nil {
		return refusal(id, err)
	}
	return body.bytes
}

func refusal(id uint32, err error) []byte {
	body := &writer{}
	body.word(id)
	var cannot unsupported
	switch {
	case errors.As(err, &cannot):
		body.octet(1)
	case errors.Is(err, errExhausted):
		body.octet(2)
	default:
		body.octet(3)
	}
	body.field([]byte(err.Error()))
	return body.bytes
}

func (s *server) describe(request *reader, body *writer) {
	request.word()
	it := s.library.describe()
	body.word(protocol)
	for _, text := range []string{it.name, it.version, "Go", it.features, it.hash} {
		body.field([]byte(text))
	}
	body.word(uint32(len(it.sets)))
	for _, set := range it.sets {
		body.field([]byte(set))
	}
}

func (s *server) generate(request *reader, body *writer) error {
	set := string(request.field())
	kind, origin, count := request.octet(), request.field(), request.word()
	if request.short || kind > 1 || count == 0 {
		return errors.New("there is no such origin, or no key to be made")
	}
	body.word(count)
	var made key
	for range count {
		var err error
		sample := measure(func() {
			if kind == 0 {
				made, err = s.library.generate(set, origin)
			} else {
				made, err = s.library.generateFromSeed(set, origin)
			}
		})
		if err != nil {
			return err
		}
		sample.write(body)
		body.word(s.next)
		body.field(made.publicKey())
		s.keys[s.next] = made
		s.next++
	}
	body.state(made)
	return nil
}

func (s *server) sign(request *reader, body *writer) error {
	number := request.word()
	kind, given := request.octet(), request.field()
	if kind != 2 {
		given = nil
	}
	count := request.word()
	key, known := s.keys[number]
	if !known {
		return fmt.Errorf("there is no key %d", number)
	}
	body.word(count)
	for range count {
		message := request.field()
		if request.short {
			break
		}
		if _, remaining := key.state(); remaining == 0 {
			return errExhausted
		}
		var signature []byte
		var err error
		sample := measure(func() { signature, err = key.sign(message, given) })
		if err != nil {
			return err
		}
		sample.write(body)
		body.field(signature)
	}
	body.state(key)
	return nil
}

func (s *server) verify(request *reader, body *writer) error {
	set := string(request.field())
	count := request.word()
	body.word(count)
	for range count {
		publicKey, message, signature := request.field(), request.field(), request.field()
		if request.short {
			break
		}
		var verifies bool
		sample := measure(func() { verifies = s.library.verify(set, publicKey, message, signature) })
		sample.write(body)
		if verifies {
			body.octet(1)
		} else {
			body.octet(0)
		}
	}
	return nil
}

func (s *server) drop(request *reader) error {
	number := request.word()
	if _, known := s.keys[number]; !known {
		return fmt.Errorf("there is no key %d", number)
	}
	delete(s.keys, number)
	return nil
}
