package document

import "io"

// Upload is a file on its way in.
type Upload struct {
	FileName string    // as the client named it; sanitised by the service
	Type     string    // as the client sent it; see ParseType
	Content  io.Reader // read once, to its end
}
