// Command rival lets libraries in Go be measured by hbs-bench: it reads requests from standard input and
// answers on standard output, as the documentation of the crate `rival` says.
//
//	rival circl | go-xmssmt
package main

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"runtime"
)

// most bytes of a frame after its length.
const most = 64 << 20

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: rival circl | go-xmssmt")
		os.Exit(2)
	}
	var library library
	switch os.Args[1] {
	case "circl":
		library = circl{}
	case "go-xmssmt":
		library = xmssmt{}
	default:
		fmt.Fprintf(os.Stderr, "rival: no library %q; there are circl and go-xmssmt\n", os.Args[1])
		os.Exit(2)
	}
	// The CPU clock is that of a thread.
	runtime.LockOSThread()
	if err := serve(library, bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)); err != nil {
		fmt.Fprintln(os.Stderr, "rival:", err)
		os.Exit(1)
	}
}

// serve answers requests until it is told to quit, or there are no more.
func serve(library library, from io.Reader, to *bufio.Writer) error {
	server := server{library: library, keys: make(map[uint32]key)}
	for !server.quit {
		var length uint32
		if err := binary.Read(from, binary.BigEndian, &length); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		if length > most {
			return fmt.Errorf("a frame of %d bytes", length)
		}
		frame := make([]byte, length)
		if _, err := io.ReadFull(from, frame); err != nil {
			return err
		}
		answer := server.answer(frame)
		if err := binary.Write(to, binary.BigEndian, uint32(len(answer))); err != nil {
			return err
		}
		if _, err := to.Write(answer); err != nil {
			return err
		}
		if err := to.Flush(); err != nil {
			return err
		}
	}
	return nil
}
