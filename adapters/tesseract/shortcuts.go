package tesseract

// #cgo CFLAGS: -O3
// #cgo LDFLAGS: -lleptonica -ltesseract
// void keep_memory(void);
import "C"

// keepMemory is for the process that reads: see memory.c.
func keepMemory() { C.keep_memory() }
