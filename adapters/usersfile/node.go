package usersfile

import (
	"bytes"
	"strconv"

	"go.yaml.in/yaml/v3"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
)

// value returns what is under key in a mapping, nil when nothing does.
func value(of *yaml.Node, key string) *yaml.Node {
	if of == nil || of.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(of.Content); i += 2 {
		if of.Content[i].Value == key {
			return resolved(of.Content[i+1])
		}
	}
	return nil
}

// resolved is the node that an alias stands for.
func resolved(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}

// add appends to a list or mapping that may be empty ("users:", "users: []").
func add(to *yaml.Node, name string, kind yaml.Kind, nodes ...*yaml.Node) error {
	if to.Kind == yaml.ScalarNode && to.Tag == "!!null" {
		to.Kind, to.Tag, to.Value = kind, "", ""
	}
	if to.Kind != kind {
		return fault.New(fault.Invalid, "users_file_unusual", "El archivo de usuarios tiene otra cosa en «"+name+"»; corríjalo a mano.")
	}
	if len(to.Content) == 0 {
		to.Style = 0 // not [] or {}
	}
	to.Content = append(to.Content, nodes...)
	return nil
}

// set replaces a value in a mapping; comments on its line stay.
func set(in *yaml.Node, key string, to *yaml.Node) {
	if old := value(in, key); old != nil {
		old.Kind, old.Tag, old.Value, old.Style, old.Content = to.Kind, to.Tag, to.Value, 0, to.Content
		return
	}
	in.Content = append(in.Content, text(key), to)
}

// text is a string, quoted where YAML would take it for something else.
func text(s string) *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: s} }

func flag(b bool) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!bool", Value: strconv.FormatBool(b)}
}

// whenTrue is a flag that mapping leaves out when it is false.
func whenTrue(b bool) *yaml.Node {
	if !b {
		return text("")
	}
	return flag(b)
}

// mapping pairs keys with nodes; empty texts are left out.
func mapping(pairs ...any) *yaml.Node {
	m := &yaml.Node{Kind: yaml.MappingNode}
	for i := 0; i < len(pairs); i += 2 {
		if n := pairs[i+1].(*yaml.Node); n.Kind != yaml.ScalarNode || n.Value != "" {
			m.Content = append(m.Content, text(pairs[i].(string)), n)
		}
	}
	return m
}

// roles is a role as Streamlit-Authenticator writes it.
func roles(r account.Role) *yaml.Node {
	return &yaml.Node{Kind: yaml.SequenceNode, Content: []*yaml.Node{text(string(r))}}
}

// indentOf is how deep the file indents: as its first indented line does.
func indentOf(data []byte) int {
	for line := range bytes.Lines(data) {
		bare := bytes.TrimLeft(line, " ")
		if n := len(line) - len(bare); n > 0 && len(bytes.TrimSpace(bare)) > 0 && bare[0] != '#' {
			return min(max(n, 2), 8)
		}
	}
	return 2
}
