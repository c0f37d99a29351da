// Package ports declares what the product offers (inbound: Intake, Auth) and
// what it needs (outbound: stores, reader, queue, clock). "Port" always means
// the interface; some books call the HTTP handlers ports, here they are
// adapters.
//
// The package holds interfaces only. The types in their signatures belong to
// the vocabulary (core/account, core/document, core/fault) and the engines.
package ports
