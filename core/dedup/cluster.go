package dedup

import (
	"cmp"
	"maps"
	"slices"
)

// Edge is a verified pair: two filings, by number, and how surely they are
// duplicates.
type Edge struct {
	A, B  uint32
	Score float32
}

// Cluster is a set of filings that are duplicates of one another.
type Cluster struct {
	// Representative is the member that most others were verified against.
	Representative uint32
	// Members are all of them, the representative too, sorted.
	Members []uint32
	// Edges are the verified pairs among the members.
	Edges []Edge
}

// Clusters joins filings along verified edges (union-find; Tarjan, 1975). Similarity
// is not transitive: along a chain of accidents a whole collection could become one
// cluster. So every member must be a duplicate of the representative, by an edge or
// by verify, which compares the two and returns their score. The others form
// clusters of their own. In an edge, A is less than B.
//
// Clusters come in the order of their first members.
func Clusters(edges []Edge, verify func(representative, member uint32) (score float32, duplicate bool)) []Cluster {
	var clusters []Cluster
	for _, component := range components(edges) {
		clusters = append(clusters, divide(component, verify)...)
	}
	slices.SortFunc(clusters, func(a, b Cluster) int { return cmp.Compare(a.Members[0], b.Members[0]) })
	return clusters
}

// components sorts the edges into those of each connected component.
func components(edges []Edge) [][]Edge {
	parent := map[uint32]uint32{}
	find := func(x uint32) uint32 {
		for {
			p, ok := parent[x]
			if !ok || p == x {
				return x
			}
			if grand, ok := parent[p]; ok {
				parent[x] = grand // halve the path
			}
			x = p
		}
	}
	for _, e := range edges {
		if a, b := find(e.A), find(e.B); a != b {
			parent[max(a, b)] = min(a, b)
		}
	}
	sorted := slices.Clone(edges)
	slices.SortFunc(sorted, func(x, y Edge) int {
		return cmp.Or(cmp.Compare(find(x.A), find(y.A)), cmp.Compare(x.A, y.A), cmp.Compare(x.B, y.B))
	})
	var all [][]Edge
	for len(sorted) > 0 {
		n := 1
		for n < len(sorted) && find(sorted[n].A) == find(sorted[0].A) {
			n++
		}
		all = append(all, sorted[:n:n])
		sorted = sorted[n:]
	}
	return all
}

// divide makes clusters of a connected component: the filing with the weightiest
// edges represents the first, the filings that are not its duplicates are left for the next.
func divide(component []Edge, verify func(representative, member uint32) (float32, bool)) []Cluster {
	near, weight := map[uint32][]uint32{}, map[uint32]float64{}
	scores := map[[2]uint32]float32{}
	for _, e := range component {
		near[e.A], near[e.B] = append(near[e.A], e.B), append(near[e.B], e.A)
		weight[e.A] += float64(e.Score)
		weight[e.B] += float64(e.Score)
		scores[[2]uint32{e.A, e.B}] = e.Score
	}
	nodes := slices.SortedFunc(maps.Keys(weight), func(a, b uint32) int {
		return cmp.Or(cmp.Compare(weight[b], weight[a]), cmp.Compare(a, b))
	})
	cluster := map[uint32]int{} // from 1
	var clusters []Cluster
	for _, representative := range nodes {
		if cluster[representative] != 0 {
			continue
		}
		number := len(clusters) + 1
		c := Cluster{Representative: representative, Members: []uint32{representative}}
		cluster[representative] = number
		refused := map[uint32]bool{}
		for i := 0; i < len(c.Members); i++ {
			for _, n := range near[c.Members[i]] {
				if cluster[n] != 0 || refused[n] {
					continue
				}
				pair := [2]uint32{min(representative, n), max(representative, n)}
				if _, ok := scores[pair]; !ok {
					score, duplicate := verify(representative, n)
					if !duplicate {
						refused[n] = true
						continue
					}
					scores[pair] = score
					c.Edges = append(c.Edges, Edge{pair[0], pair[1], score})
				}
				cluster[n] = number
				c.Members = append(c.Members, n)
			}
		}
		clusters = append(clusters, c)
	}
	for _, e := range component {
		if n := cluster[e.A]; n == cluster[e.B] {
			clusters[n-1].Edges = append(clusters[n-1].Edges, e)
		}
	}
	for _, c := range clusters {
		slices.Sort(c.Members)
		slices.SortFunc(c.Edges, func(x, y Edge) int { return cmp.Or(cmp.Compare(x.A, y.A), cmp.Compare(x.B, y.B)) })
	}
	return slices.DeleteFunc(clusters, func(c Cluster) bool { return len(c.Members) < 2 })
}
