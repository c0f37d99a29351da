//go:build soak

package duplicates_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/testkit/cotejo"
	"github.com/cotejo/cotejo/testkit/proc"
	"github.com/cotejo/cotejo/testkit/program"
)

// zstOfOneLetter is a Zstandard frame (RFC 8878, 3.1.1) of size letters "a", for
// which a decoder keeps 2^windowLog bytes.
func zstOfOneLetter(windowLog byte, size int) []byte {
	const perBlock = 128 << 10
	frame := []byte{0x28, 0xb5, 0x2f, 0xfd, 0, (windowLog - 10) << 3}
	for left := size; left > 0; left -= perBlock {
		head := uint32(min(left, perBlock))<<3 | 1<<1 // one letter repeated
		if left <= perBlock {
			head |= 1 // the last block
		}
		frame = append(frame, byte(head), byte(head>>8), byte(head>>16), 'a')
	}
	return frame
}

// TestCollectionBombsAreBounded reads small files that unpack to far more, and long
// texts: each is refused with what to do, in a bounded part of memory.
func TestCollectionBombsAreBounded(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	const megabyte = 1 << 20
	cotejo.Write(t, folder, "línea.jsonl.zst", string(zstOfOneLetter(23, 600*megabyte)))
	cotejo.Write(t, folder, "ventana.jsonl.zst", string(zstOfOneLetter(29, 600*megabyte)))
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	for range 600 {
		if _, err := io.WriteString(z, strings.Repeat("a", megabyte)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	cotejo.Write(t, folder, "línea.jsonl.gz", b.String())
	cotejo.Write(t, folder, "largo.jsonl", `{"text":"`+strings.Repeat("palabra ", 7*megabyte)+`"}`)

	for _, c := range []struct{ command, file, stderr string }{
		{"dedup", "línea.jsonl.zst", "supera 64 MB"},
		{"dedup", "línea.jsonl.gz", "supera 64 MB"},
		{"dedup", "ventana.jsonl.zst", "--long=27"},
		{"import --create", "línea.jsonl.zst", "supera 64 MB"},
		{"import --create", "línea.jsonl.gz", "supera 64 MB"},
		{"import --create", "ventana.jsonl.zst", "--long=27"},
		{"import --create", "largo.jsonl", "Divídalo en partes"},
	} {
		t.Run(c.command+" "+c.file, func(t *testing.T) {
			run := cotejo.Invocation{Folder: t.TempDir(), Args: append(strings.Fields(c.command), filepath.Join(folder, c.file))}
			command := run.Command(t.Context())
			var stderr bytes.Buffer
			command.Stderr = &stderr
			if err := command.Start(); err != nil {
				t.Fatal(err)
			}
			// Not what the kernel says at the end: that is no less than what this test takes.
			most, ended := 0, make(chan error, 1)
			go func() { ended <- command.Wait() }()
			var err error
			for running := true; running; {
				most = max(most, proc.MemoryOf(command.Process.Pid).Most)
				select {
				case err = <-ended:
					running = false
				case <-time.After(2 * time.Millisecond):
				}
			}
			if command.ProcessState.ExitCode() != 1 || !strings.Contains(stderr.String(), c.stderr) {
				t.Errorf("%v, %q", err, stderr.String())
			}
			if most == 0 || most > program.Memory(500) {
				t.Errorf("it took %d MB", most)
			}
			t.Logf("%d MB", most)
		})
	}
}
