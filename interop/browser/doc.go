// Package browser opens the pages of the web reference in a headless Chromium,
// points, types, and asks what came of it.
//
//	b, err := browser.Start(ctx)                 one Chromium; need.ErrTool where there is none
//	p := b.Page(t, base)                         a tab, closed at the end of the test
//	p.Open("BeginQuorumEpoch/1/index.html")      loaded, scripts included
//	p.Hover("[data-off='21']")
//	p.Wait("document.querySelectorAll('.lit').length == 2")
//	p.Text("aside")
//
// # Terminology
//
// A place is where a site is: the address of a server, or of a folder. A page
// is a tab at a place; everything that is opened in it is below the place. A
// condition is JavaScript whose value says whether something has come about.
//
// # Guarantees
//
// Nothing sleeps: Wait looks at each frame that the browser draws, and fails
// the test after thirty seconds with what it waited for. A test fails if one of
// its pages wrote an error to the console, threw, or asked for anything outside
// of its place. Methods of a page end the test when the browser does not do what they
// ask; a selector that matches nothing is named.
//
// Chromium runs with a profile of its own that is removed when it is closed, and ends
// with the process that started it.
//
// axe-core, which knows what makes pages hard to use for some, comes from npm
// and is kept beside the jars (package jars).
package browser
