package blobstore

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
)

// address is where an S3 store is.
type address struct {
	bucket   string
	prefix   string // of all keys, ending in a slash; may be empty
	endpoint string // of a store that is not Amazon's
	region   string
}

// defaultRegion is what stores that have no regions are asked in.
const defaultRegion = "us-east-1"

// CheckAddress reports what is wrong with the address of a store: nil means
// that Open knows what to do with it.
func CheckAddress(location string) error {
	_, err := parse(location)
	return err
}

// parse reads either form of address. folder is empty for a bucket.
func parse(location string) (parsed struct {
	folder string
	object address
}, err error) {
	u, err := url.Parse(location)
	if err != nil {
		return parsed, errors.New("not an address; want file:///FOLDER or s3://BUCKET?endpoint=URL")
	}
	switch u.Scheme {
	case "file":
		if u.Host != "" && u.Host != "localhost" || u.Path == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
			return parsed, errors.New("want file:///FOLDER")
		}
		parsed.folder = u.Path
	case "s3":
		parsed.object, err = parseBucket(u)
	default:
		err = fmt.Errorf("no driver for scheme %q; want file:///FOLDER or s3://BUCKET?endpoint=URL", u.Scheme)
	}
	return parsed, err
}

func parseBucket(u *url.URL) (address, error) {
	a := address{bucket: u.Host, region: defaultRegion}
	switch {
	case u.User != nil:
		return a, errors.New("the keys do not belong in the address, which is shown and logged")
	case a.bucket == "" || u.Port() != "" || u.Opaque != "" || u.Fragment != "":
		return a, errors.New("want s3://BUCKET?endpoint=URL")
	}
	if folder := strings.Trim(u.Path, "/"); folder != "" {
		if checkKey(folder) != nil {
			return a, errors.New("the path after the bucket may have letters, digits and -_. alone")
		}
		a.prefix = folder + "/"
	}
	for name, values := range u.Query() {
		value := values[len(values)-1]
		switch name {
		case "region":
			a.region = value
		case "endpoint":
			e, err := url.Parse(value)
			if err != nil || e.Scheme != "https" && e.Scheme != "http" || e.Host == "" || e.RawQuery != "" || e.User != nil {
				return a, errors.New("the endpoint must be an address such as https://s3.example.org")
			}
			a.endpoint = value
		default:
			return a, fmt.Errorf("unknown parameter %q; known are endpoint and region", name)
		}
	}
	if a.region == "" {
		return a, errors.New("the region is empty")
	}
	return a, nil
}
