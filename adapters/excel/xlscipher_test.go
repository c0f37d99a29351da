package excel_test

import (
	"bytes"
	"crypto/md5"
	"crypto/rc4"
	"crypto/sha1"
	"encoding/binary"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/fault"
)

const defaultPassword = "VelvetSweatshop"

// method is a way to encrypt an old workbook: its keys, the hash of its verifier, and what
// FilePass says of it.
type method func(password string, salt []byte) (key func(block uint32) []byte, sum func([]byte) []byte, describe func(verifier, hash []byte) []any)

func classicKeys(password string, salt []byte) (func(uint32) []byte, func([]byte) []byte, func(v, h []byte) []any) {
	sum := func(b []byte) []byte { s := md5.Sum(b); return s[:] }
	once := append(sum([]byte(wide(password)))[:5], salt...)
	var many []byte
	for range 16 {
		many = append(many, once...)
	}
	short := sum(many)[:5]
	return func(block uint32) []byte { return sum(binary.LittleEndian.AppendUint32(slices.Clone(short), block)) }, sum,
		func(v, h []byte) []any { return []any{uint16(1), uint16(1), uint16(1), salt, v, h} }
}

func cryptoKeys(bits uint32) method {
	return func(password string, salt []byte) (func(uint32) []byte, func([]byte) []byte, func(v, h []byte) []any) {
		sum := func(b []byte) []byte { s := sha1.Sum(b); return s[:] }
		first := sum(append(slices.Clone(salt), wide(password)...))
		key := func(block uint32) []byte {
			long := sum(binary.LittleEndian.AppendUint32(slices.Clone(first), block))
			if bits == 40 {
				return append(long[:5:5], make([]byte, 11)...)
			}
			return long[:bits/8]
		}
		return key, sum, func(v, h []byte) []any {
			name := wide("Microsoft Enhanced Cryptographic Provider v1.0\x00")
			return []any{uint16(1), uint16(2), uint16(2), uint32(4), uint32(32 + len(name)),
				uint32(4), uint32(0), uint32(0x6801), uint32(0x8004), bits, uint32(1), uint32(0), uint32(0), name,
				uint32(16), salt, v, uint32(20), h}
		}
	}
}

// sealed encrypts the records of an old workbook (MS-XLS, 2.2.10).
func sealed(plain []byte, password string, m method) []byte {
	key, sum, describe := m(password, []byte("salt of 16 bytes"))
	verifier := []byte("a verifier of 16")
	both := append(slices.Clone(verifier), sum(verifier)...)
	cipher, _ := rc4.NewCipher(key(0))
	cipher.XORKeyStream(both, both)

	begin := 4 + int(binary.LittleEndian.Uint16(plain[2:]))
	var s stream
	s.Write(plain[:begin])
	s.record(0x002F, describe(both[:16], both[16:])...)
	s.Write(plain[begin:])
	whole := s.Bytes()

	hidden := slices.Clone(whole)
	for from := 0; from < len(hidden); from += 1024 {
		part := hidden[from:min(from+1024, len(hidden))]
		c, _ := rc4.NewCipher(key(uint32(from / 1024)))
		c.XORKeyStream(part, part)
	}
	for at := 0; at < len(whole); {
		kind, end := binary.LittleEndian.Uint16(whole[at:]), at+4+int(binary.LittleEndian.Uint16(whole[at+2:]))
		readable := at + 4
		switch kind {
		case 0x0809, 0x002F, 0x0194, 0x0195, 0x00E1, 0x0196, 0x0138:
			readable = end
		case 0x0085:
			readable += 4
		}
		copy(hidden[at:readable], whole[at:readable])
		at = end
	}
	return hidden
}

// longStream has a sheet's name, records that stay readable, and rows over several blocks.
func longStream() []byte {
	var s stream
	s.begin(5)
	s.record(0x00E1, uint16(1200))
	s.record(0x0085, uint32(77), uint8(0), uint8(0), uint8(2), uint8(1), wide("Añ"))
	s.record(0x0195, strings.Repeat("\x00", 8))
	s.record(0x00FC, uint32(1), uint32(1), uint16(3000), uint8(0), strings.Repeat("a", 2000))
	s.record(0x003C, uint8(0), strings.Repeat("b", 1000))
	s.end()
	s.begin(0x10)
	for row := range uint16(200) {
		s.record(0x0203, row, uint16(0), uint16(0), float64(row))
		s.record(0x00FD, row, uint16(1), uint16(0), uint32(0))
	}
	s.end()
	return s.Bytes()
}

// Excel encrypts an old workbook whose structure is protected with a password of its own.
func TestDefaultPasswordOpensOldWorkbooks(t *testing.T) {
	for name, plain := range map[string][]byte{"kinds of cells": oldStream(), "several blocks": longStream()} {
		want := mustRead(t, compound(plain))
		for method, m := range map[string]method{"RC4": classicKeys, "CryptoAPI, 40 bits": cryptoKeys(40), "CryptoAPI, 128 bits": cryptoKeys(128)} {
			t.Run(name+", "+method, func(t *testing.T) {
				hidden := sealed(plain, defaultPassword, m)
				if bytes.Contains(hidden, []byte("aaaa")) {
					t.Fatal("the sample is not encrypted")
				}
				if got := mustRead(t, compound(hidden)); !reflect.DeepEqual(got, want) {
					t.Errorf("got  %v\nwant %v", got, want)
				}
				_, err := read(t, compound(sealed(plain, "secreto", m)))
				if f, ok := fault.As(err); !ok || f.Code != "workbook_encrypted" {
					t.Errorf("another password: %v", err)
				}
			})
		}
	}
}

// Other methods and records that break off ask for the password.
func TestUnknownCiphersAreRefused(t *testing.T) {
	for name, filePass := range map[string][]any{
		"obfuscation":               {uint16(0), uint32(0)},
		"nothing":                   {},
		"RC4, cut off":              {uint16(1), uint16(1), uint16(1), make([]byte, 40)},
		"CryptoAPI, cut off":        {uint16(1), uint16(2), uint16(2), uint32(4), uint32(32), make([]byte, 60)},
		"CryptoAPI, a header of -1": {uint16(1), uint16(2), uint16(2), uint32(4), uint32(0xFFFFFFFF), make([]byte, 120)},
		"CryptoAPI, no header":      {uint16(1), uint16(2), uint16(2), uint32(4), uint32(0), make([]byte, 120)},
		"another version":           {uint16(1), uint16(4), uint16(4), make([]byte, 120)},
	} {
		var s stream
		s.begin(5)
		s.record(0x002F, filePass...)
		s.end()
		_, err := read(t, compound(s.Bytes()))
		if f, ok := fault.As(err); !ok || f.Code != "workbook_encrypted" {
			t.Errorf("%s: %v", name, err)
		}
	}
}
