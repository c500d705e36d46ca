package main

import (
	"math"
	"runtime"
	"time"
)

// sample is what an operation took: nanoseconds, bytes and a number of allocations.
type sample struct {
	wall, cpu, bytes, allocations uint64
}

func (s sample) write(to *writer) {
	to.long(s.wall)
	to.long(s.cpu)
	to.long(s.bytes)
	to.long(s.allocations)
	// The peak is not known: the collector alone knows what is alive.
	to.long(math.MaxUint64)
}

// measure runs an operation. Wall time is the inner clock: reading it is no system call.
func measure(operation func()) sample {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	ran, known := threadTime()
	started := time.Now()
	operation()
	wall := time.Since(started)
	cpu := uint64(math.MaxUint64)
	if now, still := threadTime(); known && still {
		cpu = uint64(now - ran)
	}
	runtime.ReadMemStats(&after)
	return sample{
		wall:        uint64(wall),
		cpu:         cpu,
		bytes:       after.TotalAlloc - before.TotalAlloc,
		allocations: after.Mallocs - before.Mallocs,
	}
}
