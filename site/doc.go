// Package site is the web reference: a page for every message at every version,
// and the pages around them, as static files or as a handler.
//
//	s, err := site.New(codec, site.Options{})
//	s.Write("out")                     files that any web server, or none, can show
//	http.ListenAndServe(addr, s)       the same pages, made when somebody asks
//
// # Terminology
//
// A file is one address of the site and what writes it. A page is a file of
// HTML: a body, in the frame that all pages have. Addresses are relative, so
// that a site works from any folder, a file manager included.
//
//	index.html                         what there is
//	BeginQuorumEpoch/index.html        the newest version
//	BeginQuorumEpoch/1/index.html      a version; records and headers likewise: PartitionRecord/1
//	BeginQuorumEpoch/1/full/index.html the same, its full sample
//	ApiVersions/3@3.3/index.html       the layout that releases up to 3.3 had, where it differs
//	BeginQuorumEpoch/1/diff/index.html what version 1 changed, side by side
//	releases/4.0/index.html            what a release changed
//	matrix/, errors/, types/, coverage/, diff/, play/
//	kscope.css, kscope.js              one style sheet, one script
//	search.js                          the index, fetched when somebody searches
//	engine.js                          kscope as WebAssembly, fetched when somebody edits
//
// # Markup
//
// What the script builds on, and what package view writes. A section is one
// message, with its name and version in data-message and data-version:
//
//	<article class="kscope">
//	  <section id="request" data-message="BeginQuorumEpochRequest" data-version="1">
//	    <pre class="k-grid"> <span class="k-header" data-off="4" data-end="6">00 35</span>
//	    <pre class="k-tree"> <span class="k-node" id="request:Topics[0].TopicName" data-off="21" data-end="22"
//	                               data-why="compact" data-mark="new in v1">...</span>
//	    <pre class="k-schema">
//
// data-space is the byte space, where it is not the input. The id of a node is
// its section's, a colon, and its path, as nodes (package view) have it.
// data-why names the lesson that tells how such bytes are read; data-mark says
// what the version changed.
//
// State is in the fragment, so that a link is all that a view needs:
//
//	#f=Topics[0].TopicName             a field; &in=response where the request has one of that path too
//	#b=0x1b-0x2a                       bytes, the last included; &space=1 of unpacked data
//	#sample=random:7                   another sample, made in the page
//	play/#in=...&as=...                see play.js
//
// # Adding pages
//
// A part of the site is a method that gives its files; New lists the parts. A
// page is made with its folder, title, a sentence about it (about), the folder
// of its entry in the navigation (nav) and a function that writes its body, and
// becomes a file by page.file. Bodies are templates of their own,
// templates/NAME.html, which get the page for its ways to others: Page.Root,
// Page.To "types". The frame brings head, navigation and footer; a body begins
// with its h1. What the site is about comes from Site.subjects.
//
// Colours are the variables of view.Style (--k-ground, --k-ink, --k-line, ...),
// layers its classes; prose stands in a .prose, wide tables in a .wide.
//
// # Guarantees
//
// Pages are complete without the script: it adds pointing, searching and
// editing. Nothing is fetched from elsewhere. A page's text is what the command
// line shows. Output depends on the catalog and the options only.
package site
