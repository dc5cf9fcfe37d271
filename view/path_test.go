package view

import (
	"io"
	"strings"
	"testing"
)

func TestPathErrors(t *testing.T) {
	d := zooDoc(t, 1, head1+"00 00 03 00000001 00000002 03 02 61 00 02 62 00 ff 00 01 00 03 036f 6b")
	for path, want := range map[string]string{
		"Cgaes":              `path "Cgaes": the input has no Cgaes; did you mean Cages?`,
		"Cages[0].Animol":    `path "Cages[0].Animol": Cages[0] has no Animol; did you mean Animal?`,
		"Cages[0].Xyzzy":     `path "Cages[0].Xyzzy": Cages[0] has no Xyzzy (it has Animal, tagged_fields)`,
		"Cages[7]":           `path "Cages[7]": Cages has 2 elements, no [7]`,
		"Cages.Animal":       `path "Cages.Animal": Cages has no Animal (it has length)`,
		"Name.First":         `path "Name.First": Name has no First`,
		"Mottto":             `path "Mottto": the input has no Mottto; did you mean Motto?`,
		"Cages[":             `path "Cages[": expected a number or * in brackets, found ""`,
		"Cages[-1]":          `path "Cages[-1]": expected a number or * in brackets, found "-1"`,
		"Cages[x]":           `path "Cages[x]": expected a number or * in brackets, found "x"`,
		"Cages[0]Animal":     `path "Cages[0]Animal": expected a dot before "Animal"`,
		"Cages..Animal":      `path "Cages..Animal": expected a name at ".Animal"`,
		".Cages":             `path ".Cages": expected a name at ".Cages"`,
		"Cages[0].Animal[1]": `path "Cages[0].Animal[1]": Cages[0].Animal has no [1]`,
	} {
		err := Tree(io.Discard, d, Options{Path: path})
		if err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", path, err, want)
		}
	}
}

func TestPathMatches(t *testing.T) {
	d := zooDoc(t, 1, head1+"00 00 03 00000001 00000002 03 02 61 00 02 62 00 ff 00 01 00 03 036f 6b")
	for path, want := range map[string]string{
		"ages[*]":         "Ages[0] Ages[1]",
		"Cages[1].animal": "Cages[1].Animal",
		"Cages[*].*":      "Cages[0].Animal Cages[0].tagged_fields Cages[1].Animal Cages[1].tagged_fields",
		"Ages.length":     "Ages.length",
		"motto.size":      "Motto.size",
		"tagged_fields":   "tagged_fields",
	} {
		var names []string
		for line := range strings.Lines(tree1(t, d, Options{Path: path})) {
			if !strings.HasPrefix(line, "+--") && !strings.HasPrefix(line, "|") && !strings.HasPrefix(line, " ") {
				names = append(names, strings.Fields(line)[0])
			}
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s selects %q, want %q", path, got, want)
		}
	}
}

// TestErrorPath holds that an error's path is that of a thing beside it.
func TestErrorPath(t *testing.T) {
	whole := zooDoc(t, 1, head1+"00 00 03 00000001 00000002 03 02 61 00 02 62 00 01 02 61 00 00 00")
	if whole.Tape.Err != nil {
		t.Fatal(whole.Tape.Err)
	}
	cut := *whole
	cut.Tape = zooDoc(t, 1, head1+"00 00 03 00000001 00000002 03 02 61 00 02").Tape
	if cut.Tape.Err == nil {
		t.Fatal("a cut input has no error")
	}
	if err := Tree(io.Discard, whole, Options{Path: cut.Tape.Err.Path}); err != nil {
		t.Errorf("the path of an error leads nowhere: %v", err)
	}
}

// TestLimitKeepsFindings holds that a damaged batch is shown among many.
func TestLimitKeepsFindings(t *testing.T) {
	d := zooDoc(t, 1, head1+"00 00 00 00 ff "+batches()+" 00")
	got := tree1(t, d, Options{Limit: 1})
	for _, want := range []string{"RecordBatch[0]", "RecordBatch[1]", "! offset 0x008f: crc", "… 1 more\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}
