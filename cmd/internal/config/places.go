package config

import (
	"errors"
	"net/url"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/cotejo/cotejo/adapters/blobstore"
)

// path is the path of a file or folder; complete makes it absolute.
var path = kind[string]{
	parse: func(text string) (string, error) {
		switch {
		case text == "":
			return "", nil
		case text == ":memory:" || strings.HasPrefix(text, "file:"):
			return "", errors.New("debe ser la ruta de un archivo del disco")
		case strings.HasPrefix(text, "~"):
			return "", errors.New("no puede empezar por ~; escriba la ruta completa")
		case strings.ContainsFunc(text, unicode.IsControl):
			return "", errors.New("tiene caracteres de control")
		}
		return filepath.Clean(text), nil
	},
	format: asIs[string],
}

var blobURL = kind[string]{
	parse: func(text string) (string, error) {
		if text == "" {
			return "", nil
		}
		if strings.HasPrefix(text, "s3:") {
			if blobstore.CheckAddress(text) != nil {
				return "", errors.New("debe ser s3://BUCKET?endpoint=https://SERVIDOR o s3://BUCKET?region=REGION; las claves van en SVC_BLOB_ACCESS_KEY y SVC_BLOB_SECRET_KEY")
			}
			return text, nil
		}
		folder, ok := filePath(text)
		if !ok {
			return "", errors.New("debe ser una carpeta escrita como file:///ruta, o un bucket de S3 como s3://BUCKET?endpoint=https://SERVIDOR")
		}
		if _, err := path.parse(folder); err != nil || folder == "" {
			return "", errors.New("debe nombrar una carpeta del disco")
		}
		return text, nil
	},
	format: asIs[string],
}

// filePath is the folder of a file: address, absolute or relative.
func filePath(address string) (string, bool) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "file" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		return "", false
	}
	switch {
	case u.Opaque != "": // file:data/originals
		folder, err := url.PathUnescape(u.Opaque)
		return filepath.FromSlash(folder), err == nil
	case u.Host == "" || u.Host == "localhost":
		return filepath.FromSlash(u.Path), true
	default: // file://data/originals, file://./data
		return filepath.FromSlash(u.Host + u.Path), true
	}
}

func fileURL(folder string) string {
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(folder)}).String()
}
