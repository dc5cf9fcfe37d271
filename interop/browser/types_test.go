package browser_test

import "testing"

// TestTypesLightUp: the containers on the page of types are pointed at like
// messages are.
func TestTypesLightUp(t *testing.T) {
	p := page(t, "types/index.html")
	p.Hover("#compact_array-1 .k-grid [data-off='1']")
	p.Wait("document.querySelectorAll('#compact_array-1 .k-tree .lit').length === 1")
	if got := p.Text("#compact_array-1 .k-tree .lit"); got != "Ids[0] int32 = 1 [0x0001, 4B]" {
		t.Errorf("lit: %s", got)
	}
	p.Follow("f=Known&in=tagged_fields-2")
	p.Wait("document.querySelector('#tagged_fields-2 .pin')")
}
