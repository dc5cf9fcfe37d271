'use strict';
// The script of the site, in parts that share the object kscope. Pages are
// complete without it.
const kscope = {root: document.documentElement.dataset.root || ''};
