// Package objectstore starts a real S3 server for tests: versitygw, over a
// folder, built from the module beside this package.
package objectstore

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	"github.com/cotejo/cotejo/testkit/program"
)

// Access and Secret are the keys that every Server knows its clients by.
const (
	Access = "cotejo-test"
	Secret = "a secret of the object store of tests"
)

// Server is a running store.
type Server struct {
	Endpoint string // http://127.0.0.1:PORT

	command []string
	process *exec.Cmd
	client  *s3.Client
}

// Start starts a store that ends with the test.
func Start(t testing.TB) *Server {
	t.Helper()
	binary, err := program.Tool("testkit/objectstore/server", "versitygw")
	if err != nil {
		t.Fatalf("%v\nThe object store of the tests is built with Go from the module in testkit/objectstore/server.", err)
	}
	address := program.FreeAddress(t)
	s := &Server{Endpoint: "http://" + address, command: []string{binary, "--port", address, "--access", Access, "--secret", Secret,
		"--quiet", "--keep-alive", "posix", "--sidecar", t.TempDir(), t.TempDir()}}
	s.client = s3.New(s3.Options{BaseEndpoint: &s.Endpoint, UsePathStyle: true, Region: "us-east-1",
		Credentials: credentials.NewStaticCredentialsProvider(Access, Secret, "")})
	s.Resume(t)
	t.Cleanup(s.Stop)
	return s
}

// Stop ends the store as a power cut would. What was stored stays.
func (s *Server) Stop() {
	if s.process != nil {
		s.process.Process.Kill()
		s.process.Wait()
		s.process = nil
	}
}

// Resume starts a store that was stopped, at the same address.
func (s *Server) Resume(t testing.TB) {
	t.Helper()
	s.process = exec.Command(s.command[0], s.command[1:]...)
	s.process.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	s.process.Stderr = os.Stderr
	if err := s.process.Start(); err != nil {
		t.Fatal(err)
	}
	s.awaitAnswer(t)
}

// Bucket makes a bucket and returns its address for SVC_BLOB_URL.
func (s *Server) Bucket(t testing.TB, name string) string {
	t.Helper()
	if _, err := s.client.CreateBucket(t.Context(), &s3.CreateBucketInput{Bucket: aws.String(name)}); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("s3://%s?endpoint=%s", name, s.Endpoint)
}

func (s *Server) awaitAnswer(t testing.TB) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	for {
		_, err := s.client.ListBuckets(ctx, &s3.ListBucketsInput{})
		if err == nil {
			return
		}
		select {
		case <-ctx.Done():
			t.Fatalf("the object store does not answer: %v", err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}
