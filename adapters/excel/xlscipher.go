package excel

import (
	"bytes"
	"crypto/md5"
	"crypto/rc4"
	"crypto/sha1"
	"crypto/subtle"
	"encoding/binary"
	"slices"
	"unicode/utf16"
)

const (
	cipherBlock = 1024 // bytes of the stream under one key
	saltSize    = 16
)

// xlsCipher decrypts a stream of records: RC4 with a key for each block, as Excel 97 has it, or
// with the keys of CryptoAPI (MS-OFFCRYPTO, 2.3.5 and 2.3.6).
type xlsCipher struct {
	key       func(block uint32) []byte
	block     int64 // of keystream
	keystream [cipherBlock]byte
}

// newXLSCipher returns the cipher that a FilePass record describes (MS-XLS, 2.4.117), nil where
// it does not open with defaultPassword.
func newXLSCipher(filePass []byte) *xlsCipher {
	const rc4Version, cryptoVersion, headerStart, keySizeAt = 0x0001_0001, 0x0002, 14, 16
	le := binary.LittleEndian
	if len(filePass) < headerStart || le.Uint16(filePass) != 1 { // 0 is the obfuscation of Excel 95
		return nil
	}
	password := utf16LE(defaultPassword)
	version, rest := le.Uint32(filePass[2:]), filePass[6:]
	if version == rc4Version {
		const verifiers = saltSize + 16
		if len(rest) < verifiers+md5.Size {
			return nil
		}
		salt := rest[:saltSize]
		hashed := md5.Sum(password)
		hashed = md5.Sum(bytes.Repeat(slices.Concat(hashed[:5], salt), 16))
		return verified(func(block uint32) []byte {
			key := md5.Sum(le.AppendUint32(hashed[:5:5], block))
			return key[:]
		}, rest[saltSize:verifiers], rest[verifiers:verifiers+md5.Size], func(b []byte) []byte { s := md5.Sum(b); return s[:] })
	}
	header := filePass[headerStart:]
	size := int64(le.Uint32(filePass[10:]))
	const verifier, hash = 4 + saltSize, 4 + saltSize + 16 + 4 // behind the header
	if version>>16 != cryptoVersion || size < keySizeAt+4 || int64(len(header)) < size+hash+sha1.Size {
		return nil
	}
	bits := int(le.Uint32(header[keySizeAt:]))
	rest = header[size:]
	hashed := sha1.Sum(slices.Concat(rest[4:verifier], password))
	return verified(func(block uint32) []byte {
		key := sha1.Sum(le.AppendUint32(hashed[:], block))
		if bits == 0 || bits == 40 { // the rest of 128 bits is zero
			return append(key[:5:5], make([]byte, 11)...)
		}
		return key[:max(1, min(bits/8, len(key)))]
	}, rest[verifier:verifier+16], rest[hash:hash+sha1.Size], func(b []byte) []byte { s := sha1.Sum(b); return s[:] })
}

// verified returns the cipher with keys, nil where the hash of the decrypted verifier is another.
func verified(key func(uint32) []byte, verifier, hash []byte, sum func([]byte) []byte) *xlsCipher {
	c := &xlsCipher{key: key, block: -1}
	both := slices.Concat(verifier, hash)
	c.decrypt(both, 0)
	if !bytes.Equal(sum(both[:len(verifier)]), both[len(verifier):]) {
		return nil
	}
	return c
}

// decrypt decrypts in place data that stand in the stream from offset at.
func (c *xlsCipher) decrypt(data []byte, at int64) {
	for len(data) > 0 {
		if block := at / cipherBlock; block != c.block {
			c.block = block
			clear(c.keystream[:])
			stream, err := rc4.NewCipher(c.key(uint32(block)))
			if err != nil {
				panic(err) // a key has 1 to 20 bytes
			}
			stream.XORKeyStream(c.keystream[:], c.keystream[:])
		}
		n := subtle.XORBytes(data, data, c.keystream[at%cipherBlock:])
		data, at = data[n:], at+int64(n)
	}
}

func utf16LE(s string) (b []byte) {
	for _, unit := range utf16.Encode([]rune(s)) {
		b = binary.LittleEndian.AppendUint16(b, unit)
	}
	return b
}
