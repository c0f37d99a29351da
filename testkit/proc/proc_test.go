package proc_test

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"testing"

	"github.com/cotejo/cotejo/testkit/proc"
)

func TestAProcessIsSeenWhileItLives(t *testing.T) {
	c := exec.Command("sleep", "1000")
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	pid := c.Process.Pid
	if !slices.Contains(proc.Children(os.Getpid()), pid) {
		t.Errorf("%d is not among %v", pid, proc.Children(os.Getpid()))
	}
	if m := proc.MemoryOf(os.Getpid()); m.Now < 1 || m.Most < m.Now {
		t.Errorf("this test holds %+v", m)
	}
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	c.Wait()
	if slices.Contains(proc.Children(os.Getpid()), pid) || proc.MemoryOf(pid) != (proc.Memory{}) || proc.Busy(pid) != 0 || proc.Arguments(pid) != nil {
		t.Error("the killed process is still seen")
	}
}

func ExampleArguments() {
	fmt.Println(proc.Arguments(os.Getpid())[0] == os.Args[0])
	// Output: true
}
