package filings

import "github.com/cotejo/cotejo/core/document"

// Bundle returns filings as one file, each on pages of its own. Its gold is that of the first.
func Bundle(all ...Filing) Filing {
	whole := all[0]
	for _, f := range all[1:] {
		whole.Text += document.PageBreak + f.Text
		whole.Blocks = append(append(whole.Blocks[:len(whole.Blocks):len(whole.Blocks)], Block{Style: PageBreak}), f.Blocks...)
	}
	return whole
}
