package scanprep

import "image"

// tones are the grays of a picture.
type tones struct {
	paper int
	ink   int // the darkest five-hundredth
	grain int // deviation of the paper
}

func (t tones) contrast() int { return t.paper - t.ink }

// measureTones measures the grain on the light side of the paper, where there is
// no ink.
func measureTones(img *image.Gray) tones {
	var histogram [256]int
	for _, v := range img.Pix {
		histogram[v]++
	}
	t := tones{paper: int(paperGray(img)), ink: darkest(histogram[:], len(img.Pix))}
	lighter := 0
	for _, n := range histogram[t.paper+1:] {
		lighter += n
	}
	// A half-normal's 68th percentile is one deviation.
	seen := 0
	for t.paper+t.grain < 255 && seen < lighter*68/100 {
		t.grain++
		seen += histogram[t.paper+t.grain]
	}
	return t
}

// darkest is the gray of the darkest five-hundredth of a picture.
func darkest(histogram []int, pixels int) int {
	v, seen := 0, histogram[0]
	for v < len(histogram)-1 && seen < pixels/500 {
		v++
		seen += histogram[v]
	}
	return v
}
