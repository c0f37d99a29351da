// Package place reads municipalities, courts and addresses.
package place
