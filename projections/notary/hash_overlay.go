package notary

import "golang.org/x/mod/sumdb/tlog"

// hashOverlay reads the hashes of a growing tree. It takes new hashes from memory, and reads each other hash
// once from the stored tree.
type hashOverlay struct {
	below tlog.HashReader
	known map[int64]tlog.Hash
}

func newHashOverlay(below tlog.HashReader) *hashOverlay {
	return &hashOverlay{below: below, known: make(map[int64]tlog.Hash)}
}

func (g *hashOverlay) add(first int64, hashes []tlog.Hash) {
	for i, h := range hashes {
		g.known[first+int64(i)] = h
	}
}

// ReadHashes implements tlog.HashReader.
func (g *hashOverlay) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	out := make([]tlog.Hash, len(indexes))
	var missing []int64
	for _, index := range indexes {
		if _, ok := g.known[index]; !ok {
			missing = append(missing, index)
		}
	}
	if len(missing) > 0 {
		found, err := g.below.ReadHashes(missing)
		if err != nil {
			return nil, err
		}
		for i, index := range missing {
			g.known[index] = found[i]
		}
	}
	for i, index := range indexes {
		out[i] = g.known[index]
	}
	return out, nil
}
