package rest

import (
	"encoding/json"

	"github.com/danielgtaylor/huma/v2"
)

// Change is a text in a body of PATCH (RFC 7396): absent, which leaves a value as it is, null,
// which deletes it, or the new value.
type Change struct{ Value *string }

// UnmarshalJSON implements json.Unmarshaler.
func (c *Change) UnmarshalJSON(data []byte) error {
	var text *string
	if err := json.Unmarshal(data, &text); err != nil {
		return err
	}
	if text == nil {
		text = new(string)
	}
	c.Value = text
	return nil
}

// Schema implements huma.SchemaProvider.
func (Change) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Nullable: true}
}
