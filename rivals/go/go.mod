module hbs-bench/rival

go 1.25.0

require (
	github.com/bwesterb/go-xmssmt v1.5.2
	github.com/cloudflare/circl v1.6.5
	golang.org/x/sys v0.47.0
)

require (
	github.com/bwesterb/byteswriter v1.0.0 // indirect
	github.com/cespare/xxhash v1.1.0 // indirect
	github.com/edsrzf/mmap-go v1.1.0 // indirect
	github.com/hashicorp/errwrap v1.1.0 // indirect
	github.com/hashicorp/go-multierror v1.1.1 // indirect
	github.com/nightlyone/lockfile v1.0.0 // indirect
	github.com/templexxx/cpu v0.0.9 // indirect
	github.com/templexxx/xorsimd v0.4.1 // indirect
	golang.org/x/crypto v0.54.0 // indirect
)
