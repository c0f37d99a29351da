package users_test

import (
	"os"
	"testing"

	"github.com/cotejo/cotejo/testkit/cotejo"
)

func TestMain(m *testing.M) { os.Exit(cotejo.Main(m)) }
