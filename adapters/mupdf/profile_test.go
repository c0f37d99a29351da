package mupdf

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"
)

func TestPNGProfilesAreNotUnpacked(t *testing.T) {
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 60, 60))); err != nil {
		t.Fatal(err)
	}
	const header = 8 + 25 // signature and IHDR
	profile := []byte("x\x00\x00rubbish")
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(profile)))
	chunk = append(append(append(chunk, "iCCP"...), profile...), 0, 0, 0, 0)
	path := filepath.Join(t.TempDir(), "x.png")
	if err := os.WriteFile(path, bytes.Join([][]byte{b.Bytes()[:header], chunk, b.Bytes()[header:]}, nil), 0o600); err != nil {
		t.Fatal(err)
	}
	d := open(t, path)
	if _, err := d.Render(1, 72); err != nil || !d.Sound() {
		t.Errorf("the profile was looked at: %v", err)
	}
}
