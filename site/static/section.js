// What the markup of a section says: the lines of its tree as nodes, and its
// bytes as spans, each of which belongs to one leaf of the tree.
//
//   node    {el, path, space, off, end, depth, parent, leaf}
//   span    {el, off, end, leaf}
//   target  {section, space, off, end, node}    what one points at; without node a run of bytes

{
  // extent is which bytes an element says it shows.
  const extent = ({dataset}) => ({space: +(dataset.space || 0), off: +dataset.off, end: +dataset.end});

  // place has an element say which bytes it shows, if the page leaves that to
  // its text.
  const place = (el, off, size) => {
    el.dataset.off ??= off;
    el.dataset.end ??= off + size;
  };
  const placeLine = el => {
    if (el.dataset.off) return;
    const [, off, size] = /0x([0-9a-f]+), (\d+)B\]$/.exec(el.querySelector('i').textContent);
    place(el, parseInt(off, 16), +size);
  };
  const placeRows = grid => {
    let at = 0;
    for (const el of grid.children) {
      const text = el.textContent;
      if (el.localName === 'i') { // the head of a row, unless it is that of columns
        at = /^[0-9a-f]+$/.test(text) ? parseInt(text, 16) : at;
        continue;
      }
      place(el, at, (text.length + 1) / 3);
      at = +el.dataset.end;
    }
  };

  kscope.Section = class {
    constructor(element) {
      this.element = element;
      this.id = element.id;
      this.nodes = [];
      this.leaves = []; // in the tree's order, those that have bytes in a grid
      this.spaces = []; // by number: spans in order of their bytes
      this.of = new Map(); // from elements to nodes and spans
      this.readTree();
      this.readGrid();
    }

    // readTree reads one node a line; how deep a line is says what is drawn in
    // front of it, four characters a level.
    readTree() {
      const open = [];
      let lead = '';
      for (const el of this.element.querySelector('.k-tree').childNodes) {
        if (!el.dataset?.why) {
          lead = (lead + el.textContent).split('\n').pop();
          continue;
        }
        placeLine(el);
        const depth = lead.length / 4;
        const parent = open[depth - 1];
        const node = {el, ...extent(el), path: el.id.slice(this.id.length + 1), depth, parent, leaf: true};
        if (parent && parent.space === node.space) parent.leaf = false;
        open[depth] = node;
        this.nodes.push(node);
        this.of.set(el, node);
        lead = '';
      }
    }

    readGrid() {
      this.element.querySelectorAll('.k-grid').forEach(placeRows);
      for (const el of this.element.querySelectorAll('.k-grid [data-off]')) {
        const {space, off, end} = extent(el);
        (this.spaces[space] ??= []).push({el, off, end});
      }
      for (const [space, spans] of this.spaces.entries()) {
        for (const span of spans || []) this.of.set(span.el, span);
        const own = this.nodes.filter(n => n.space === space && n.leaf && n.off < n.end);
        for (const leaf of own) {
          for (const span of this.cut(space, leaf.off, leaf.end)) {
            span.leaf = leaf;
            leaf.first ??= span.el;
          }
        }
      }
      this.leaves = this.nodes.filter(n => n.first);
    }

    // index is the place of the first span that ends behind off.
    index(space, off) {
      const spans = this.spaces[space] || [];
      let lo = 0, hi = spans.length;
      while (lo < hi) {
        const mid = (lo + hi) >> 1;
        if (spans[mid].end <= off) lo = mid + 1;
        else hi = mid;
      }
      return lo;
    }

    // within lists the spans that have bytes of off to end.
    within(space, off, end) {
      const spans = this.spaces[space] || [];
      const from = this.index(space, off);
      let to = from;
      while (to < spans.length && spans[to].off < end) to++;
      return spans.slice(from, to);
    }

    // leavesIn lists the leaves that have bytes of off to end.
    leavesIn(space, off, end) {
      return this.leaves.filter(n => n.space === space && n.off < end && n.end > off);
    }

    // cut is within for bytes that may lie inside spans, which are then split.
    cut(space, off, end) {
      this.split(space, off);
      this.split(space, end);
      return this.within(space, off, end);
    }

    split(space, at) {
      const i = this.index(space, at);
      const span = this.spaces[space]?.[i];
      if (!span || span.off >= at) return;
      const text = span.el.textContent, n = 3 * (at - span.off); // "00 " a byte
      const rest = {...span, el: span.el.cloneNode(false), off: at};
      for (const name of ['id', 'role', 'tabindex']) rest.el.removeAttribute(name);
      rest.el.dataset.off = at;
      rest.el.textContent = text.slice(n);
      span.end = at;
      span.el.dataset.end = at;
      span.el.textContent = text.slice(0, n - 1);
      span.el.after(' ', rest.el);
      this.of.set(rest.el, rest);
      this.spaces[space].splice(i + 1, 0, rest);
    }

    // data is the bytes of a target, or of the input.
    data({space = 0, off = 0, end = Infinity} = {}) {
      const bytes = [];
      for (const span of this.within(space, off, end)) {
        span.el.textContent.split(' ').forEach((hex, i) => {
          if (span.off + i >= off && span.off + i < end) bytes.push(parseInt(hex, 16));
        });
      }
      return bytes;
    }

    // target is what an element in the section stands for.
    target(el) {
      const thing = this.of.get(el);
      if (!thing) return null;
      if (thing.path !== undefined) return this.at(thing);
      return thing.leaf ? this.at(thing.leaf) : this.run(extent(el).space, thing.off, thing.end);
    }

    at(node) {
      return {section: this, space: node.space, off: node.off, end: node.end, node};
    }

    // run is the target of some bytes: a leaf, where they are just that.
    run(space, off, end) {
      const exact = this.leaves.find(n => n.space === space && n.off === off && n.end === end);
      return exact ? this.at(exact) : {section: this, space, off, end};
    }
  };
}
