package sqlstore

// Watched returns options with which every statement is told of.
func Watched(o Options, each func(statement string)) Options {
	o.watch = &watcher{each}
	return o
}
