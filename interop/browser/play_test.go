package browser_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/kscope/kscope/interop/browser"
	"github.com/kscope/kscope/interop/need"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/sample"
)

const apiVersions = "00000010001200000000000100066b73636f7065"

// playing opens the playground and waits until its engine runs.
func playing(t *testing.T, fragment string) *browser.Page {
	t.Helper()
	withEngine(t)
	p := page(t, "play/index.html"+fragment)
	p.Wait("document.querySelector('#play[data-ready]')")
	return p
}

// put puts a value into a field of the form, as pasting does.
func put(p *browser.Page, field, value string) {
	p.Eval(fmt.Sprintf(`(e => { e.value = %s; e.dispatchEvent(new Event(e.type === "checkbox" ? "change" : "input", {bubbles: true})) })(document.querySelector("#p-%s"))`,
		js(value), field), nil)
}

func js(v any) string {
	text, _ := json.Marshal(v)
	return string(text)
}

// verdict waits until the verdict is complete and has some words in it.
func verdict(p *browser.Page, words string) {
	p.Eval(fmt.Sprintf(`new Promise((done, fail) => {
		const box = document.querySelector("#p-verdict"), until = performance.now() + 8000;
		const look = () => {
			if (!box.querySelector(".p-wait") && box.textContent.includes(%s)) return done();
			if (performance.now() > until) return fail(new Error("the verdict is: " + box.textContent.slice(0, 500)));
			requestAnimationFrame(look);
		};
		look();
	})`, js(words)), nil)
}

// doubleClick double-clicks on what a selector matches, so far from its left
// end as a share of its width.
func doubleClick(p *browser.Page, selector string, share float64) {
	p.Click(selector)
	p.Eval(fmt.Sprintf(`(e => { const r = e.getClientRects()[0];
		e.dispatchEvent(new MouseEvent("dblclick", {bubbles: true, cancelable: true, clientX: r.left + r.width * %g, clientY: r.top + r.height / 2})) })(document.querySelector(%s))`, share, js(selector)), nil)
}

func line(path string) string { return fmt.Sprintf("[id='bytes:%s']", path) }

// bytesNow are the bytes of the form, without blanks.
func bytesNow(p *browser.Page) (text string) {
	p.Eval("document.querySelector('#p-text').value.replace(/\\s/g, '')", &text)
	return text
}

// fullSample is the full sample of a message, whole.
func fullSample(t *testing.T, name string, version int16) []byte {
	t.Helper()
	s, err := open(t).codec.Spec(name, version)
	if err != nil {
		t.Fatal(err)
	}
	data, err := s.Append(nil, sample.Source(sample.Full), s.Whole(), message.Header{ClientID: new(string)})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestPlayTyping(t *testing.T) {
	p := playing(t, "")
	p.Focus("#p-text")
	p.Press(apiVersions[:30])
	verdict(p, "damaged")
	p.Press(apiVersions[30:])
	verdict(p, "ApiVersionsRequest@0 in a frame, 20 bytes, from hex: fine")
	if got := strings.Join(p.Texts("#bytes .k-grid [data-off]"), " "); got != "00 00 00 10 00 12 00 00 00 00 00 01 00 06 6b 73 63 6f 70 65" {
		t.Errorf("grid: %s", got)
	}
	if got := p.Text(line("RequestHeader.client_id")); !strings.Contains(got, `client_id nullable_string = "kscope" (int16 len=6) [0x000c, 8B]`) {
		t.Errorf("tree: %s", got)
	}
	p.Wait("location.hash === '#in=" + apiVersions + "'")
}

// TestPlayForms pastes the same bytes in every form that they come in.
func TestPlayForms(t *testing.T) {
	p := playing(t, "")
	for form, text := range map[string]string{
		"hex":       "0x00,0x00,0x00,0x10,0x00,0x12,0x00,0x00,0x00,0x00,0x00,0x01,0x00,0x06,0x6b,0x73,0x63,0x6f,0x70,0x65",
		"xxd":       "00000000: 0000 0010 0012 0000 0000 0001 0006 6b73  ..............ks\n00000010: 636f 7065                                cope",
		"hexdump":   "00000000  00 00 00 10 00 12 00 00  00 00 00 01 00 06 6b 73  |..............ks|\n00000010  63 6f 70 65                                       |cope|\n00000014",
		"tcpdump":   "\t0x0000:  0000 0010 0012 0000 0000 0001 0006 6b73  ..............ks\n\t0x0010:  636f 7065                                cope",
		"wireshark": "0000   00 00 00 10 00 12 00 00 00 00 00 01 00 06 6b 73   ..............ks\n0010   63 6f 70 65                                       cope",
		"go":        `[]byte{0x0, 0x0, 0x0, 0x10, 0x0, 0x12, 0x0, 0x0, 0x0, 0x0, 0x0, 0x1, 0x0, 0x6, 0x6b, 0x73, 0x63, 0x6f, 0x70, 0x65}`,
		"rust":      `b"\x00\x00\x00\x10\x00\x12\x00\x00\x00\x00\x00\x01\x00\x06kscope"`,
		"python":    `b'\x00\x00\x00\x10\x00\x12\x00\x00\x00\x00\x00\x01\x00\x06kscope'`,
		"java":      `[0, 0, 0, 16, 0, 18, 0, 0, 0, 0, 0, 1, 0, 6, 107, 115, 99, 111, 112, 101]`,
		"c":         `{0x00, 0x00, 0x00, 0x10, 0x00, 0x12, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01, 0x00, 0x06, 'k', 's', 'c', 'o', 'p', 'e'}`,
		"erlang":    `<<0,0,0,16,0,18,0,0,0,0,0,1,0,6,"kscope">>`,
		"node":      `<Buffer 00 00 00 10 00 12 00 00 00 00 00 01 00 06 6b 73 63 6f 70 65>`,
		"base64":    "AAAAEAASAAAAAAABAAZrc2NvcGU=",
	} {
		put(p, "text", "")
		p.Wait("!document.querySelector('#p-verdict').textContent")
		put(p, "text", text)
		verdict(p, "ApiVersionsRequest@0 in a frame, 20 bytes, from "+form+": fine")
	}
	put(p, "text", "what is this")
	verdict(p, "fits no format")
	p.Wait("document.querySelector('#bytes.stale') && document.querySelector('#p-text[aria-invalid]')")
}

func TestPlayBroken(t *testing.T) {
	p := playing(t, "#in=002300000000&as=body:ApiVersionsResponse@3")
	verdict(p, "hint: this is the body of ApiVersionsResponse@0")
	for selector, want := range map[string]string{
		".p-state": "damaged", ".p-fault": "0x0002 ApiKeys expected []ApiVersion that is not null, found null",
		".p-caret": "0000  00 23 00 00 00 00", "#bytes .k-tree": "!! offset 0x0002: ApiKeys",
	} {
		if got := p.Text(selector); !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", selector, got, want)
		}
	}
	p.Click(".p-place")
	p.Wait("document.querySelector('#bytes .k-grid .pin')?.textContent === '00 00 00 00'")
	put(p, "as", "body:ApiVersionsResponse@0")
	verdict(p, "the body of ApiVersionsResponse@0, 6 bytes, from hex: fine")
}

func TestPlayGuess(t *testing.T) {
	text := fmt.Sprintf("%x", fullSample(t, "MetadataResponse", 12))
	p := playing(t, "#in="+text)
	verdict(p, "What it could be:")
	p.Click("#p-guess")
	verdict(p, "guessed: MetadataResponse@12 in a frame")
	p.Click("#p-guess")
	verdict(p, "not known")
	p.Click(".p-candidates button")
	verdict(p, "MetadataResponse@12 in a frame")
	p.Wait("document.querySelector('#p-as').value === 'frame:MetadataResponse@12'")
}

func TestPlayEditValue(t *testing.T) {
	p := playing(t, "#in="+apiVersions)
	p.Click(line("RequestHeader.client_id"))
	p.Press(browser.Enter)
	p.Wait("document.activeElement.closest('.p-edit')")
	p.Press("you", browser.Enter)
	p.Wait("document.querySelector('#bytes .k-grid .flash')")
	if got := strings.Join(p.Texts("#bytes .k-grid .flash"), " "); got != "00 00 00 0d 00 03 79 6f 75" {
		t.Errorf("flash: %s", got)
	}
	if got := bytesNow(p); got != "0000000d001200000000000100037"+"96f75" {
		t.Errorf("bytes: %s", got)
	}
	p.Wait("!document.querySelector('.p-edit') && location.hash.startsWith('#in=0000000d00120000000000010003796f75')")
	// What does not fit is refused, and says why.
	doubleClick(p, line("RequestHeader.request_api_version"), 0.2)
	p.Wait("document.activeElement.closest('.p-edit')")
	p.Press("70000", browser.Enter)
	p.Wait("document.querySelector('.p-edit .p-error').textContent.includes('does not fit')")
	p.Press(browser.Escape)
	p.Wait("!document.querySelector('.p-edit') && document.activeElement.id === 'bytes:RequestHeader.request_api_version'")
	p.Click("#p-undo")
	p.Wait("document.querySelector('#p-text').value === '" + apiVersions + "'")
	p.Click("#p-redo")
	p.Wait("document.querySelector('#p-text').value !== '" + apiVersions + "'")
}

func TestPlayEditBytes(t *testing.T) {
	p := playing(t, "#in="+apiVersions)
	doubleClick(p, "#bytes .k-grid [data-off='6']", 0.9) // 00 00: the version
	p.Wait("document.activeElement.classList.contains('p-cursor')")
	p.Press("03")
	verdict(p, "ApiVersionsRequest@3 in a frame")
	if got := bytesNow(p); !strings.HasPrefix(got, "0000001000120003") {
		t.Errorf("bytes: %s", got)
	}
	p.Press(browser.Escape)
	// A digit on the byte that was clicked changes that one.
	p.Click("#bytes .k-grid [data-off='12']") // 00 06 6b 73: in the middle
	p.Press("00", "07")
	p.Wait("document.querySelector('#p-text').value.includes('00060007636f7065')")
	p.Wait(`document.querySelector("[id='bytes:RequestHeader.client_id']").textContent.includes('= "\\x00\\acope"')`)
	// Keys remove and insert.
	p.Press(browser.Escape)
	p.Click("#bytes .k-grid [data-off='0']")
	p.Press(browser.Home)
	p.Eval(`document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key: "Delete", bubbles: true, cancelable: true}))`, nil)
	verdict(p, "damaged")
	p.Click("#p-undo")
	verdict(p, "ApiVersionsRequest@3 in a frame")
}

func TestPlayJSON(t *testing.T) {
	hex := fmt.Sprintf("%x", fullSample(t, "BeginQuorumEpochRequest", 1))
	p := playing(t, "#in="+hex)
	p.Click("#p-tab-json")
	p.Wait("document.querySelector('#p-json').value.includes('\"voterId\"')")
	p.Eval(`(e => { e.focus(); e.value = e.value.replace(/"clusterId": "[^"]*"/, '"clusterId": "mine"'); e.dispatchEvent(new Event("input")) })(document.querySelector("#p-json"))`, nil)
	p.Wait("document.querySelector('#bytes .k-grid .flash')")
	p.Wait("document.querySelector('#p-text').value.replace(/\\s/g, '').includes('056d696e65')")
	p.Eval(`(e => { e.value = e.value.replace("{", "{ oh"); e.dispatchEvent(new Event("input")) })(document.querySelector("#p-json"))`, nil)
	p.Wait("document.querySelector('#p-json-error').textContent.includes('line 1')")
	p.Click("#p-tab-tree")
	if got := p.Text(line("ClusterId")); !strings.Contains(got, `"mine"`) {
		t.Errorf("tree: %s", got)
	}
}

// drop drops a file on the page.
func drop(p *browser.Page, name string, data []byte) {
	p.Eval(fmt.Sprintf(`(() => { const d = new DataTransfer();
		d.items.add(new File([Uint8Array.from(atob(%s), c => c.charCodeAt(0))], %s));
		document.dispatchEvent(new DragEvent("drop", {bubbles: true, cancelable: true, dataTransfer: d})) })()`, js(base64.StdEncoding.EncodeToString(data)), js(name)), nil)
}

func TestPlayFiles(t *testing.T) {
	p := playing(t, "")
	drop(p, "frame.bin", fullSample(t, "BeginQuorumEpochRequest", 1))
	verdict(p, "BeginQuorumEpochRequest@1 in a frame")
	drop(p, "dump.txt", []byte("00000000: 0000 0010 0012 0000 0000 0001 0006 6b73  ..............ks\n00000010: 636f 7065                                cope\n"))
	verdict(p, "20 bytes, from xxd: fine")
	drop(p, "00000000000000000000.log", segment(t, 1000))
	verdict(p, "taken as record batches")
	p.Wait("document.querySelector('#p-text').hidden && document.querySelector('#p-file').textContent.includes('00000000000000000000.log, ')")
	p.Click("#p-undo")
	verdict(p, "from xxd")
}

// segment is a file of so many equal batches.
func segment(t *testing.T, batches int) []byte {
	t.Helper()
	data := fullSample(t, "ProduceRequest", 9)
	at := strings.Index(string(data), "\x00\x00\x00\x50\x00\x00\x00\x00\x02") - 8 // length, epoch, magic
	if at < 0 {
		t.Fatal("no batch in the sample")
	}
	return []byte(strings.Repeat(string(data[at:at+12+0x50]), batches))
}

func TestPlayLinks(t *testing.T) {
	request := fmt.Sprintf("%x", fullSample(t, "MetadataRequest", 12))
	response := fmt.Sprintf("%x", fullSample(t, "MetadataResponse", 12))
	p := playing(t, "")
	put(p, "text", strings.Repeat(response, 3)) // long, so that it is packed
	p.Wait("location.hash.startsWith('#in=z:')")
	put(p, "text", response)
	put(p, "request", request)
	verdict(p, "it answers the request given")
	p.Click(line("ClusterId"))
	p.Wait("location.hash.startsWith('#in=00000135') && location.hash.includes('&request=') && location.hash.includes('&f=ClusterId')")
	again := playing(t, p.Address()[strings.Index(p.Address(), "#"):])
	verdict(again, "it answers the request given")
	again.Wait("document.querySelector('#bytes .k-tree .pin')?.id === 'bytes:ClusterId'")
	if a, b := p.Fragment(), again.Fragment(); a != b {
		t.Errorf("the link\n%s became\n%s", a, b)
	}
	again.Follow("#in=" + apiVersions)
	verdict(again, "ApiVersionsRequest@0")
	put(again, "text", "0000   00 00 00 10 00 12 00 00 00 00 00 01 00 06 6b 73\n0010   63 6f 70 65") // a dump without text
	again.Wait("decodeURIComponent(location.hash).includes('0000   00 00')")
	again.Follow("#in=z:nonsense")
	verdict(again, "cut or damaged")
}

// TestPlayFromFolder opens the written site without a server.
func TestPlayFromFolder(t *testing.T) {
	withEngine(t)
	p := open(t).Page(t, "file://"+written(t))
	p.Open("play/index.html#in=" + apiVersions)
	verdict(p, "ApiVersionsRequest@0 in a frame, 20 bytes, from hex: fine")
	p.Open(quorum + "#sample=random:7")
	p.Wait("document.querySelector('article').textContent.includes('seed 7')")
}

func TestPlayFromPages(t *testing.T) {
	withEngine(t)
	p := page(t, quorum)
	p.Wait("document.querySelector('[data-edit=response]').href.includes('#in=')")
	p.Click("[data-edit=response]")
	p.Wait("document.querySelector('#play[data-ready]')")
	verdict(p, "BeginQuorumEpochResponse@1 in a frame")
}

func TestSamples(t *testing.T) {
	withEngine(t)
	p := page(t, quorum)
	before := p.Text("article")
	p.Click("[data-sample]")
	p.Wait("document.querySelector('article').textContent.includes('seed 1 ')")
	p.Click("[data-sample]")
	p.Wait("document.querySelector('article').textContent.includes('seed 2 ')")
	p.Hover("#request .k-grid [data-off='4']")
	p.Wait("document.querySelector('#request .k-tree .lit')")
	p.Follow("#")
	p.Wait("!document.querySelector('article').textContent.includes('seed')")
	if after := p.Text("article"); after != before {
		t.Error("the page is not what it was")
	}
}

// TestPlayMarkup shows bytes that are markup: as text.
func TestPlayMarkup(t *testing.T) {
	p := playing(t, "#as=string&in="+fmt.Sprintf("%x", "\x00\x1e<img src=x onerror=alert(1)>\"&"))
	verdict(p, "fine")
	if got := p.Text("#bytes .k-tree"); !strings.Contains(got, `"<img src=x onerror=alert(1)>\"&"`) {
		t.Errorf("tree: %s", got)
	}
	put(p, "text", "<img src=x onerror=alert(1)>")
	verdict(p, "fits no format")
	put(p, "as", "<img src=x onerror=alert(1)>")
	verdict(p, "<img")
	p.Wait("!document.querySelector('main img')")
}

func TestPlayWithoutScript(t *testing.T) {
	l := open(t)
	p := l.Page(t, l.server.URL)
	p.NoScript()
	p.Open("play/index.html")
	if got := p.Text("main"); !strings.Contains(got, "kscope decode") {
		t.Errorf("the page says %q", got)
	}
}

// metadata is the body of a MetadataResponse of 100 topics with 10 partitions
// each: 50 KB.
func metadata(t *testing.T) []byte {
	t.Helper()
	var topics []any
	for i := range 100 {
		var partitions []any
		for n := range 10 {
			partitions = append(partitions, map[string]any{"partitionIndex": n, "leaderId": 1, "leaderEpoch": i, "replicaNodes": []int{1, 2, 3, 4}, "isrNodes": []int{1, 2, 3}})
		}
		topics = append(topics, map[string]any{"name": fmt.Sprintf("topic-name-%03d", i), "partitions": partitions})
	}
	s, err := open(t).codec.Spec("MetadataResponse", 12)
	if err != nil {
		t.Fatal(err)
	}
	data, err := s.Encode(nil, []byte(js(map[string]any{"topics": topics})), message.Body, message.Header{})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestPlayLarge scrolls through what is larger than the page shows at once, and
// times a key.
func TestPlayLarge(t *testing.T) {
	data := metadata(t)
	p := playing(t, "")
	put(p, "as", "body:MetadataResponse@12")
	put(p, "text", fmt.Sprintf("%x", data))
	verdict(p, "fine")
	lines := len(p.Texts("#bytes .k-node"))
	if lines > 500 {
		t.Errorf("%d lines are in the page", lines)
	}
	p.Eval("document.querySelector('#p-tree').scrollTo(0, 1e9)", nil)
	p.Wait(`document.querySelector("[id='bytes:Topics[99].TopicAuthorizedOperations']")`)
	p.Eval("document.querySelector('#p-grid').scrollTo(0, 0)", nil)
	p.Wait("document.querySelector('#bytes .k-grid [data-off=\"0\"]')")
	p.Click(`[id="bytes:Topics[99].TopicAuthorizedOperations"]`)
	p.Wait("document.querySelector('#bytes .k-grid .pin')")
	p.Eval("document.querySelector('#p-grid').scrollTo(0, 0)", nil)
	p.Wait("document.querySelector('#bytes .k-grid [data-off=\"64\"]')")
	p.Click("#bytes .k-grid [data-off='64']")
	p.Wait("document.querySelector('#bytes .k-tree .pin')")

	keystrokes(t, p, len(data))
}

// keystrokes measures what a key pressed in the text costs, in milliseconds: the
// browser lays out the text, the engine answers, and the answer is shown.
func keystrokes(t *testing.T, p *browser.Page, size int) {
	var times struct{ Text, Engine, Shown, Whole []float64 }
	p.Eval(`(async () => {
		const area = document.querySelector("#p-text"), {parse} = JSON, now = () => performance.now();
		const times = {text: [], engine: [], shown: [], whole: []};
		for (let i = 0; i < 40; i++) {
			const text = area.value, at = 2000 + 2 * i, begun = now();
			area.value = text.slice(0, at) + (i % 10) + text.slice(at + 1);
			area.scrollHeight; // laid out
			const asked = now();
			let answered = 0;
			JSON.parse = text => { answered ||= now(); return parse(text) };
			area.dispatchEvent(new Event("input"));
			await new Promise(done => new MutationObserver((_, o) => { o.disconnect(); done() }).observe(document.querySelector("#p-verdict"), {childList: true}));
			document.querySelector("#bytes .k-tree").offsetHeight;
			const ended = now();
			JSON.parse = parse;
			times.text.push(asked - begun);
			times.engine.push(answered - asked);
			times.shown.push(ended - answered);
			times.whole.push(ended - begun);
			await new Promise(done => requestAnimationFrame(() => setTimeout(done))); // drawn, as between two keys
		}
		return times;
	})()`, &times)
	figures := fmt.Sprintf("a key in %d bytes, best and median:", size)
	for i, all := range [][]float64{times.Text, times.Engine, times.Shown, times.Whole} {
		slices.Sort(all)
		name := [...]string{"text laid out", "engine", "shown", "whole"}[i]
		figures += fmt.Sprintf(" %s %.1f, %.1f ms;", name, all[0], all[len(all)/2])
	}
	t.Log(strings.TrimSuffix(figures, ";"))
	if times.Whole[0] > 50 {
		t.Errorf("a key takes %.0f ms at best", times.Whole[0])
	}
}

// TestPlayAccessible looks at the playground's states.
func TestPlayAccessible(t *testing.T) {
	axe, err := browser.Axe(t.Context())
	need.Met(t, err)
	states := []struct {
		name, fragment string
		make           func(p *browser.Page)
	}{
		{"fine", "#in=" + apiVersions, func(p *browser.Page) { p.Click(line("RequestHeader.client_id")) }},
		{"broken", "#in=002300000000&as=body:ApiVersionsResponse@3", func(p *browser.Page) { verdict(p, "hint") }},
		{"guess", "#in=" + fmt.Sprintf("%x", fullSample(t, "MetadataResponse", 12)), func(p *browser.Page) { verdict(p, "What it could be") }},
		{"value", "#in=" + apiVersions, func(p *browser.Page) {
			p.Click(line("RequestHeader.client_id"))
			p.Press(browser.Enter)
			p.Wait("document.activeElement.closest('.p-edit')")
		}},
		{"byte", "#in=" + apiVersions, func(p *browser.Page) { doubleClick(p, "#bytes .k-grid [data-off='6']", 0.1) }},
		{"json", "#in=" + apiVersions, func(p *browser.Page) { p.Click("#p-tab-json") }},
		{"complaint", "#in=what", func(p *browser.Page) { p.Click("#p-more summary") }},
	}
	for _, state := range states {
		t.Run(state.name, func(t *testing.T) {
			t.Parallel()
			p := playing(t, state.fragment)
			state.make(p)
			wantAccessible(t, p, axe)
		})
	}
}
