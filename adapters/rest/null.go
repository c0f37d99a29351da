package rest

import (
	"encoding/json"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// OrNull is an object or null; a plain pointer would be described as an object
// that is always there.
type OrNull[T any] struct{ Value *T }

func (o OrNull[T]) MarshalJSON() ([]byte, error) { return json.Marshal(o.Value) }

// UnmarshalJSON implements json.Unmarshaler.
func (o *OrNull[T]) UnmarshalJSON(data []byte) error { return json.Unmarshal(data, &o.Value) }

// Schema implements huma.SchemaProvider.
func (OrNull[T]) Schema(r huma.Registry) *huma.Schema {
	return &huma.Schema{AnyOf: []*huma.Schema{r.Schema(reflect.TypeFor[T](), true, ""), {Type: "null"}}}
}
