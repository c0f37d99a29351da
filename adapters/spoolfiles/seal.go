package spoolfiles

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"

	"github.com/cotejo/cotejo/core/fault"
)

// sealer encrypts passwords with AES-256 in Galois/Counter mode, under a key
// that is derived from a secret. What is sealed for one task opens for no other.
type sealer struct{ aead cipher.AEAD }

func newSealer(secret []byte) (sealer, error) {
	key, err := hkdf.Key(sha256.New, secret, nil, "cotejo: passwords of tasks", 32)
	if err != nil {
		return sealer{}, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return sealer{}, err
	}
	aead, err := cipher.NewGCM(block)
	return sealer{aead}, err
}

func (s sealer) seal(taskID, password string) []byte {
	nonce := make([]byte, s.aead.NonceSize())
	_, _ = rand.Read(nonce) // never fails
	return s.aead.Seal(nonce, nonce, []byte(password), []byte(taskID))
}

var errOtherSecret = fault.New(fault.Unprocessable, "pdf_password_lost",
	"La clave de este PDF ya no se puede leer, porque el secreto del servicio cambió; envíe el PDF otra vez con su clave.")

func (s sealer) open(taskID string, sealed []byte) (string, error) {
	n := s.aead.NonceSize()
	if len(sealed) < n {
		return "", errOtherSecret
	}
	password, err := s.aead.Open(nil, sealed[:n], sealed[n:], []byte(taskID))
	if err != nil {
		return "", errOtherSecret
	}
	return string(password), nil
}
