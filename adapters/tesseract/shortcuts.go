package tesseract

// #cgo CFLAGS: -O3
// #cgo LDFLAGS: -lleptonica -ltesseract
import "C"
