package sqlstore_test

import (
	"context"
	"testing"
	"time"
)

func TestHeavyReadsLeaveConnections(t *testing.T) {
	t.Parallel()
	o := inFile(t)
	o.Readers, o.HeavyReaders = 1, 3
	db := open(t, o)
	began, release, ends := make(chan struct{}), make(chan struct{}), make(chan error)
	for range o.HeavyReaders {
		go func() {
			ends <- db.InView(t.Context(), func(context.Context) error {
				began <- struct{}{}
				<-release
				return nil
			})
		}()
		<-began
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := db.Ping(ctx); err != nil {
		t.Errorf("a light read beside heavy ones: %v", err)
	}
	close(release)
	for range o.HeavyReaders {
		if err := <-ends; err != nil {
			t.Error(err)
		}
	}
}
