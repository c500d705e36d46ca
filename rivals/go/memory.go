package main

import (
	xmss "github.com/bwesterb/go-xmssmt"
)

// memory keeps a private key of go-xmssmt, and the trees that it has built.
type memory struct {
	privateKey []byte
	params     *xmss.Params
	next       xmss.SignatureSeqNo
	trees      map[xmss.SubTreeAddress][]byte
}

func newMemory() *memory {
	return &memory{trees: make(map[xmss.SubTreeAddress][]byte)}
}

func (m *memory) ResetCache() xmss.Error {
	clear(m.trees)
	return nil
}

func (m *memory) GetSubTree(address xmss.SubTreeAddress) ([]byte, bool, xmss.Error) {
	tree, exists := m.trees[address]
	if !exists {
		tree = make([]byte, m.params.CachedSubTreeSize())
		m.trees[address] = tree
	}
	return tree, exists, nil
}

func (m *memory) HasSubTree(address xmss.SubTreeAddress) bool {
	_, exists := m.trees[address]
	return exists
}

func (m *memory) DropSubTree(address xmss.SubTreeAddress) xmss.Error {
	delete(m.trees, address)
	return nil
}

func (m *memory) ListSubTrees() ([]xmss.SubTreeAddress, xmss.Error) {
	var all []xmss.SubTreeAddress
	for address := range m.trees {
		all = append(all, address)
	}
	return all, nil
}

func (m *memory) Reset(privateKey []byte, params xmss.Params) xmss.Error {
	m.privateKey, m.params, m.next = privateKey, &params, 0
	return m.ResetCache()
}

func (m *memory) BorrowSeqNos(amount uint32) (xmss.SignatureSeqNo, xmss.Error) {
	next := m.next
	m.next += xmss.SignatureSeqNo(amount)
	return next, nil
}

func (m *memory) SetSeqNo(next xmss.SignatureSeqNo) xmss.Error {
	m.next = next
	return nil
}

func (m *memory) GetSeqNo() (xmss.SignatureSeqNo, uint32, xmss.Error) {
	return m.next, 0, nil
}

func (m *memory) GetPrivateKey() ([]byte, xmss.Error) {
	return m.privateKey, nil
}

func (m *memory) Initialized() *xmss.Params {
	return m.params
}

func (m *memory) CacheInitialized() bool {
	return true
}

func (m *memory) Close() xmss.Error {
	return nil
}
