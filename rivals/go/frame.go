package main

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// reader reads the fields of a request. After the end of it all fields are empty, and short is set.
type reader struct {
	rest  []byte
	short bool
}

func (r *reader) take(length int) []byte {
	if length > len(r.rest) {
		r.short = true
		length = 0
	}
	taken := r.rest[:length]
	r.rest = r.rest[length:]
	return taken
}

func (r *reader) octet() byte {
	if taken := r.take(1); len(taken) == 1 {
		return taken[0]
	}
	return 0
}

func (r *reader) word() uint32 {
	if taken := r.take(4); len(taken) == 4 {
		return binary.BigEndian.Uint32(taken)
	}
	return 0
}

func (r *reader) field() []byte {
	return r.take(int(r.word()))
}

func (r *reader) end() error {
	if r.short {
		return errors.New("the frame ends within a field")
	}
	if len(r.rest) > 0 {
		return fmt.Errorf("the frame has %d bytes too many", len(r.rest))
	}
	return nil
}

// writer puts an answer together.
type writer struct {
	bytes []byte
}

func (w *writer) octet(octet byte)   { w.bytes = append(w.bytes, octet) }
func (w *writer) word(word uint32)   { w.bytes = binary.BigEndian.AppendUint32(w.bytes, word) }
func (w *writer) long(long uint64)   { w.bytes = binary.BigEndian.AppendUint64(w.bytes, long) }
func (w *writer) field(bytes []byte) { w.word(uint32(len(bytes))); w.bytes = append(w.bytes, bytes...) }

func (w *writer) state(of key) {
	index, remaining := of.state()
	w.long(index)
	w.long(remaining)
}
