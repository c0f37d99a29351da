package app

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// Version is the version of this source, in semantic versioning. Programs, their
// description of the interface and packages take it from here; docs/CHANGELOG.md
// has a section of that name.
const Version = "0.1.0"

// Build reports what a program was built from and for, in one line.
func Build() string {
	line := fmt.Sprintf("%s (%s, %s/%s", Version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
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
