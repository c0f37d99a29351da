package tesseract

// #cgo LDFLAGS: -lleptonica
import "C"
