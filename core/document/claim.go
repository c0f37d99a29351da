package document

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"
)

// Claim is a request that its sender gave a key, so that sending it again does
// nothing twice.
type Claim struct {
	Owner     string // whose key it is
	Key       string
	Digest    string // of the request
	Result    string // what came of it, as the service writes it
	ExpiresAt time.Time
}

// Digest is the same for two entries only if they say the same.
func (e Entry) Digest() string {
	h := sha256.New()
	fmt.Fprintf(h, "entry %q", e.TypeName)
	for _, f := range Fields() {
		fmt.Fprintf(h, " %s=%q", f, e.Fields[f])
	}
	return hex.EncodeToString(h.Sum(nil))
}
