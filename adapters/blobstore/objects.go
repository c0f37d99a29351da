package blobstore

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/feature/s3/transfermanager"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

// Objects keeps each blob as an object of an S3 bucket, named by its key. It is
// safe for concurrent use, by several machines too.
type Objects struct {
	client  *s3.Client
	uploads *transfermanager.Client
	bucket  *string
	prefix  string
}

// Keys are what an S3 store knows its clients by. Without them the SDK's usual
// places are asked: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, the files in
// ~/.aws, the role of the machine.
type Keys struct{ Access, Secret string }

const (
	// connectWithin and answerWithin bound how long a store that does not answer
	// is waited for: to accept a connection, and to take or send a byte on it.
	connectWithin = 5 * time.Second
	answerWithin  = 15 * time.Second
	// retryWithin bounds the pause before each of two more tries.
	retryWithin = time.Second
	// abortWithin bounds how long the parts of an upload that failed are cleared away.
	abortWithin = 5 * time.Second
	// partSize is how much of a blob is in memory at a time. A larger one is sent
	// in parts and appears when all have arrived.
	partSize = 8 << 20
)

// openObjects opens the store at an address. A bucket that does not exist or
// does not open to the keys is an error; a store that does not answer at all is
// none, for it may come back.
func openObjects(ctx context.Context, a address, k Keys) (*Objects, error) {
	options := []func(*config.LoadOptions) error{
		config.WithRegion(a.region),
		config.WithHTTPClient(awshttp.NewBuildableClient().
			WithTransportOptions(func(t *http.Transport) {
				t.DialContext = dialPatiently(&net.Dialer{Timeout: connectWithin}, answerWithin)
			})),
	}
	options = append(options, config.WithRetryer(func() aws.Retryer {
		return retry.NewStandard(func(o *retry.StandardOptions) { o.MaxBackoff = retryWithin })
	}))
	if k.Access != "" {
		options = append(options, config.WithCredentialsProvider(credentials.NewStaticCredentialsProvider(k.Access, k.Secret, "")))
	}
	c, err := config.LoadDefaultConfig(ctx, options...)
	if err != nil {
		return nil, err
	}
	client := s3.NewFromConfig(c, func(o *s3.Options) {
		o.DisableLogOutputChecksumValidationSkipped = true // not every store keeps checksums
		if a.endpoint != "" {
			o.BaseEndpoint = aws.String(a.endpoint)
			o.UsePathStyle = true // few stores but Amazon's have a host name for each bucket
		}
	})
	o := &Objects{client: client, bucket: aws.String(a.bucket), prefix: a.prefix,
		uploads: transfermanager.New(client, func(o *transfermanager.Options) {
			o.PartSizeBytes, o.MultipartUploadThreshold = partSize, partSize
			o.Concurrency = 1
			o.FailTimeout = abortWithin
		})}
	if err := o.head(ctx); refused(err) {
		return nil, refusal(err)
	}
	return o, nil
}

// Put implements ports.Blobs. An object appears whole or not at all, once the
// store has said that it has it; what it got is checked against a CRC.
func (o *Objects) Put(ctx context.Context, key string, r io.Reader) error {
	if err := checkKey(key); err != nil {
		return err
	}
	source := &remembering{r: untilDone{ctx, r}}
	_, err := o.uploads.UploadObject(ctx, &transfermanager.UploadObjectInput{
		Bucket: o.bucket, Key: o.name(key), Body: source, ContentType: aws.String("application/octet-stream"),
	})
	if source.err != nil {
		return fmt.Errorf("storing %s: %w", key, source.err)
	}
	return translateObject(err, "storing "+key)
}

// Open implements ports.Blobs. An object is read for as long as it is open, however
// soon ctx ends.
func (o *Objects) Open(ctx context.Context, key string) (io.ReadCloser, int64, error) {
	if err := checkKey(key); err != nil {
		return nil, 0, err
	}
	reading, end := context.WithCancel(context.WithoutCancel(ctx))
	opened := context.AfterFunc(ctx, end)
	got, err := o.client.GetObject(reading, &s3.GetObjectInput{Bucket: o.bucket, Key: o.name(key)})
	if !opened() && err == nil {
		err = errors.Join(ctx.Err(), got.Body.Close())
	}
	if err != nil {
		end()
		return nil, 0, translateObject(err, "opening "+key)
	}
	return object{got.Body, key, end}, aws.ToInt64(got.ContentLength), nil
}

// Delete implements ports.Blobs. A store does not report whether there was
// something to delete, so it is asked first.
func (o *Objects) Delete(ctx context.Context, key string) error {
	if err := checkKey(key); err != nil {
		return err
	}
	if _, err := o.client.HeadObject(ctx, &s3.HeadObjectInput{Bucket: o.bucket, Key: o.name(key)}); err != nil {
		return translateObject(err, "looking for "+key)
	}
	_, err := o.client.DeleteObject(ctx, &s3.DeleteObjectInput{Bucket: o.bucket, Key: o.name(key)})
	return translateObject(err, "deleting "+key)
}

// Each implements ports.Blobs, in the order of keys. What appears or goes away
// in the meantime may be visited or not.
func (o *Objects) Each(ctx context.Context, visit func(key string, modified time.Time) error) error {
	pages := s3.NewListObjectsV2Paginator(o.client, &s3.ListObjectsV2Input{Bucket: o.bucket, Prefix: aws.String(o.prefix)})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return translateObject(err, "listing blobs")
		}
		for _, found := range page.Contents {
			key := strings.TrimPrefix(aws.ToString(found.Key), o.prefix)
			if checkKey(key) != nil {
				continue // not ours
			}
			if err := visit(key, aws.ToTime(found.LastModified)); err != nil {
				return err
			}
		}
	}
	return nil
}

// Ping implements ports.RemoteBlobs. It tries once.
func (o *Objects) Ping(ctx context.Context) error {
	if err := o.head(ctx); err != nil {
		return unavailable(err, "asking for the bucket")
	}
	return nil
}

// Close implements io.Closer. There is nothing to let go of.
func (o *Objects) Close() error { return nil }

func (o *Objects) head(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, connectWithin)
	defer cancel()
	_, err := o.client.HeadBucket(ctx, &s3.HeadBucketInput{Bucket: o.bucket}, func(o *s3.Options) { o.RetryMaxAttempts = 1 })
	return err
}

func (o *Objects) name(key string) *string { return aws.String(o.prefix + key) }

// object is an open blob whose errors are faults.
type object struct {
	io.ReadCloser

	key string
	end context.CancelFunc
}

func (o object) Close() error {
	defer o.end()
	return o.ReadCloser.Close()
}

func (o object) Read(p []byte) (int, error) {
	n, err := o.ReadCloser.Read(p)
	if err == nil || errors.Is(err, io.EOF) {
		return n, err
	}
	return n, translateObject(err, "reading "+o.key)
}

// remembering is a reader that keeps the error it ended with, which what sends
// its bytes away replaces by its own.
type remembering struct {
	r   io.Reader
	err error
}

func (r *remembering) Read(p []byte) (int, error) {
	n, err := r.r.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		r.err = err
	}
	return n, err
}
