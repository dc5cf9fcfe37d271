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
//	BeginQuorumEpoch/1/full.html       the same, its full sample
//	ApiVersions/3@3.3/index.html       the layout that releases up to 3.3 had, where it makes other bytes
//	AlterIsr/index.html                leads on to the name that the API has now
//	BeginQuorumEpoch/1/diff.html       what version 1 changed, side by side
//	releases/4.0/index.html            what a release changed
//	matrix/index.html                  which release has which versions; matrix/Fetch.html what two releases share
//	errors/index.html#e74              an error code; by name too: #FENCED_LEADER_EPOCH
//	types/, records/, kips/, coverage/, diff/, play/
//	kscope.css, kscope.js, icon.svg    one style sheet, one script
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
//	    <pre class="k-grid"> <i>0000</i> <span class=k-header>00 35</span>
//	    <pre class="k-tree"> <span id="request:Topics[0].TopicName" data-mark="new in v1" data-why=c1>
//	                           <b class=k-request>TopicName</b> ... <i>[0x0015, 1B]</i> ...</span>
//	    <pre class="k-schema">
//
// Which bytes a span stands for is read off the text, where it is anyway, and
// attributes have no quotes where they need none: markup makes up half of the
// site. The script notes them as data-off and data-end, which the playground's
// sections have from the start. Full samples leave the schema to the version's
// page.
//
// On the root element, data-root leads to the site's root, and data-release is
// the release that the site is about, where it is about one.
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
//	play/#in=...&as=...                see static/share.js
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
// Colours are the variables of view.Style (--k-ground, --k-plain, --k-line, ...),
// layers its classes; prose stands in a .prose, a wide table in a .scroll, what
// only a script can do has the class needs-script.
//
// # Serving
//
// Site is an http.Handler. Besides the files it knows short ways: names in any
// case, /53, /Fetch@17, /fetchrequest/17 lead to their pages. What is not there
// is answered with what may have been meant. Files have tags, so that browsers
// ask for them only once, and are compressed for those who take that.
//
// # Guarantees
//
// Pages are complete without the script: it adds pointing, searching and
// editing. Nothing is fetched from elsewhere. An article's text is what the
// command line shows, word for word, of every message at every version. Ids on
// a page are unique. Output depends on the catalog and the options only.
package site
