package view

import "github.com/kscope/kscope/tape"

// openerPaths gives the paths of the things that open the spaces, by number.
func openerPaths(d *Doc) map[int]string {
	paths := pathNoter{}
	_ = walk(d, Options{}, paths) // without a path to select there is no error
	return paths
}

// pathNoter is a printer that notes where spaces open.
type pathNoter map[int]string

func (n pathNoter) thing(it *item) {
	if it.opens != 0 {
		n[it.opens] = string(appendPath(nil, it.path))
	}
}

func (n pathNoter) finding([]byte, tape.Finding) {}

func (n pathNoter) gap([]byte, int) {}
