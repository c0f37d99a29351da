package ports

import "github.com/cotejo/cotejo/core/receipt"

// ReceiptReader reads messages that come back for e-mails.
type ReceiptReader interface {
	// ReadReceipt returns what is to be judged of a message. Fault: Unprocessable if the message
	// cannot be read.
	ReadReceipt(content []byte) (receipt.Message, error)
}
