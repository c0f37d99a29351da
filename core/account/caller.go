package account

// Caller is what is known, before a password is checked, of who sent it. The
// zero value is a program on this machine.
type Caller struct {
	Client  string // the network address; empty when there is none
	Suspect bool   // the client sent a wrong password or an unknown name lately
}
