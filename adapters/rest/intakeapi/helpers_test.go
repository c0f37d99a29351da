package intakeapi_test

import "strings"

func repeat(s string, n int) string { return strings.Repeat(s, n) }

func nested(depth int) string { return repeat("[", depth) + repeat("]", depth) }
