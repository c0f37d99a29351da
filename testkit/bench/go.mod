// The peers that the engine is measured against are requirements of this
// module alone: no program or test of the product downloads them.
module github.com/cotejo/cotejo/testkit/bench

go 1.26.0

require (
	github.com/cotejo/cotejo v0.0.0
	github.com/dgryski/go-minhash v0.0.0-20170608043002-7fe510aff544
	github.com/ekzhu/minhash-lsh v0.0.0-20171225071031-5c06ee8586a1
)

require (
	github.com/dgryski/go-metro v0.0.0-20250106013310-edb8663e5e33 // indirect
	github.com/dgryski/go-spooky v0.0.0-20170606183049-ed3d087f40e2 // indirect
	golang.org/x/text v0.43.0 // indirect
)

replace github.com/cotejo/cotejo => ../..
