package wire

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// Version is what `make build` links in; read it through Release.
var Version string

// Release names the version of the program: the linked one, else that of the
// module or of the commit it was built from.
func Release() string {
	if Version != "" {
		return Version
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "dev"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	if commit := buildSetting(info, "vcs.revision"); commit != "" {
		return "dev-" + commit[:min(12, len(commit))]
	}
	return "dev"
}

// Build tells what a program was built from and for, in one line.
func Build() string {
	line := fmt.Sprintf("%s (%s, %s/%s", Release(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	if info, ok := debug.ReadBuildInfo(); ok {
		if commit := buildSetting(info, "vcs.revision"); commit != "" {
			line += ", commit " + commit[:min(12, len(commit))]
		}
		if at := buildSetting(info, "vcs.time"); at != "" {
			line += ", " + at
		}
	}
	return line + ")"
}

func buildSetting(info *debug.BuildInfo, key string) string {
	for _, s := range info.Settings {
		if s.Key == key {
			return s.Value
		}
	}
	return ""
}
