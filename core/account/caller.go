package account

// Caller describes the client that sent a password, before it is checked. The zero value is a
// program on this machine.
type Caller struct {
	Client  string // the network address; empty when there is none
	Suspect bool   // the client sent a wrong password or an unknown name lately
}
