package smtp

import "crypto/x509"

// Trust has the mailer believe certificates of these authorities alone. Call it before the first connection.
func (m *Mailer) Trust(authorities *x509.CertPool) { m.tls.RootCAs = authorities }
