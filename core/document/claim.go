package document

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"
)

// Claim is a request with an idempotency key: sending it again has no second effect.
type Claim struct {
	Owner     string // user who chose the key
	Key       string
	Digest    string // of the request
	Result    string // response, in the service's encoding
	ExpiresAt time.Time
}

// Digest returns a digest of the entry; equal digests mean equal entries.
func (e Entry) Digest() string {
	h := sha256.New()
	fmt.Fprintf(h, "entry %q", e.TypeName)
	for _, f := range Fields() {
		fmt.Fprintf(h, " %s=%q", f, e.Fields[f])
	}
	return hex.EncodeToString(h.Sum(nil))
}
