//go:build !soak

package blackbox

// everyDatabase is true in the soak tier.
const everyDatabase = false
