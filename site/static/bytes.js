// From bytes to fields and back: pointing lights both, a click pins them, keys
// walk, and what is pinned is in the address.
{
  const {el, Section} = kscope;
  const sections = new Map(); // by element
  let pinned = null; // target
  let pointed = null; // the same, of what is lit
  let anchor = null; // where a run of bytes began: {section, space, off, end}
  let start = null; // the same, for keys, which go by leaves
  let drag = null; // the same, while the button is down

  const sectionOf = element => sections.get(element?.closest?.('section'));
  const targetAt = element => {
    const thing = element?.closest?.('.k-grid [data-off], .k-tree [data-off]');
    return thing && sectionOf(thing)?.target(thing) || null;
  };

  // Marks. A name's old marks go when new ones are set.
  const marked = {lit: [], wash: [], pin: []};
  const mark = (name, elements) => {
    for (const e of marked[name]) e.classList.remove(name);
    for (const e of elements) e.classList.add(name);
    marked[name] = elements;
  };
  const spansOf = t => t.section.cut(t.space, t.off, t.end).map(span => span.el);
  const linesOf = t => t.node ? [t.node.el] : t.section.leavesIn(t.space, t.off, t.end).map(n => n.el);
  const shapeOf = t => [...spansOf(t), ...linesOf(t)];

  // around is what a node is in: the lines of its parents, and the bytes of the
  // nearest one that is larger, unless that is all there is.
  const around = ({section, node}) => {
    const elements = [];
    let near = null;
    for (let p = node?.parent; p; p = p.parent) {
      elements.push(p.el);
      if (!near && p.depth > 0 && p.space === node.space && p.end - p.off > node.end - node.off) near = p;
    }
    return near ? elements.concat(section.within(near.space, near.off, near.end).map(span => span.el)) : elements;
  };

  const same = (a, b) => a === b || !!a && !!b && a.section === b.section && a.space === b.space &&
    a.node === b.node && a.off === b.off && a.end === b.end;

  // point lights a target; the card follows unless something is pinned, and
  // keeps off the element that was pointed at.
  const point = (t, at) => {
    if (same(t, pointed)) return;
    pointed = t;
    mark('lit', t ? shapeOf(t) : []);
    if (pinned) return;
    mark('wash', t ? around(t) : []);
    kscope.card?.show(t, false, at);
  };

  // pin pins a target, null for none. An element to reveal is scrolled into
  // view; without it, the card keeps off the one at which that was asked for.
  const pin = (t, reveal, at = reveal) => {
    pinned = t;
    pointed = null;
    mark('lit', []);
    for (const e of marked.pin) e.removeAttribute('aria-selected');
    mark('pin', t ? shapeOf(t) : []);
    for (const e of marked.pin) if (e.role) e.setAttribute('aria-selected', 'true');
    mark('wash', t ? around(t) : []);
    kscope.card?.show(t, true, at);
    kscope.fragment.write(t);
    if (!t) return;
    t.section.rove(t);
    if (reveal) bring(reveal, 'center');
  };
  const unpin = () => pin(null);

  // bring scrolls an element into view; of a line, which may be wider than the
  // window, its name.
  const bring = (element, block) => (element.firstElementChild || element).scrollIntoView({block, inline: 'nearest'});

  // One element of each grid and each tree can be reached by Tab: the one that
  // was pointed at last.
  Section.prototype.rove = function(t) {
    const leaf = t.node?.first ? t.node : this.leaves.find(n => n.space === t.space && n.off <= t.off && t.off < n.end);
    this.tabStop('grid', leaf?.first);
    this.tabStop('tree', t.node?.el ?? leaf?.el);
  };
  Section.prototype.tabStop = function(part, element) {
    if (!element) return;
    this.stops ??= {};
    this.stops[part]?.setAttribute('tabindex', -1);
    this.stops[part] = element;
    element.setAttribute('tabindex', 0);
  };

  // Roles tell screen readers what the keys do: bytes are options of a list,
  // lines are items of a tree.
  const enliven = element => {
    const s = new Section(element);
    sections.set(element, s);
    const title = element.dataset.message || element.querySelector('h2')?.textContent || 'message';
    const [grid, tree] = ['.k-grid', '.k-tree'].map(name => element.querySelector(name));
    grid?.setAttribute('role', 'listbox');
    grid?.setAttribute('aria-label', `bytes of ${title}`);
    tree.setAttribute('role', 'tree');
    tree.setAttribute('aria-label', `fields of ${title}`);
    for (const leaf of s.leaves) leaf.first.setAttribute('role', 'option');
    for (const n of s.nodes) {
      n.el.setAttribute('role', 'treeitem');
      n.el.setAttribute('aria-level', n.depth + 1);
      n.el.style.setProperty('--k-depth', n.depth); // on paper, where lines wrap
    }
    s.tabStop('grid', s.leaves[0]?.first);
    s.tabStop('tree', s.nodes[0]?.el);
    kscope.copy.offer(s);
    return s;
  };

  // Runs of bytes: by dragging, with Shift and a click, with Shift and arrows.
  const byteAt = e => {
    const element = e.target.closest?.('.k-grid [data-off]');
    const section = sectionOf(element);
    if (!section) return null;
    const {off, end} = section.of.get(element);
    const box = element.getBoundingClientRect();
    const width = box.width / (3 * (end - off) - 1); // of a character
    const i = Math.floor((e.clientX - box.left + width / 2) / (3 * width));
    const at = off + Math.min(Math.max(i, 0), end - off - 1);
    return {section, space: +(element.dataset.space || 0), off: at, end: at + 1};
  };
  const spanning = (a, b) => a && b && a.section === b.section && a.space === b.space
    ? a.section.run(a.space, Math.min(a.off, b.off), Math.max(a.end, b.end)) : null;

  const onDown = e => {
    if (e.button === 0 && e.pointerType !== 'touch' && !e.shiftKey) drag = byteAt(e);
  };
  const onMove = e => {
    if (!e.buttons) drag = null; // it was let go of outside of the window
    if (!drag) return;
    const t = spanning(drag, byteAt(e));
    if (!t || t.end - t.off < 2 && !drag.moved) return;
    drag.moved = t;
    mark('lit', shapeOf(t));
  };
  const onUp = () => {
    if (!drag?.moved) return drag = null;
    anchor = drag;
    pin(drag.moved);
  };

  const onClick = e => {
    const dragged = drag?.moved;
    drag = null;
    if (dragged) return;
    const t = targetAt(e.target);
    if (!t || e.target.closest('a, button')) return;
    const at = byteAt(e);
    if (e.shiftKey) {
      const run = spanning(anchor, at);
      if (run) {
        getSelection().removeAllRanges();
        return pin(run);
      }
    } else if (!getSelection().isCollapsed) {
      return; // text of the tree is being selected
    }
    anchor = at ?? t;
    start = null;
    if (same(t, pinned)) return unpin();
    const element = at ? e.target.closest('[data-off]') : t.node.el;
    pin(t, null, element);
    (at ? t.section.stops?.grid : element)?.focus({preventScroll: true});
  };

  // Keys. In a grid all arrows walk from leaf to leaf; in a tree they go from
  // line to line, and to parents and children.
  const steps = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1};
  const walkGrid = (s, leaf, key) => {
    const i = s.leaves.indexOf(leaf);
    if (key === 'Home') return s.leaves[0];
    if (key === 'End') return s.leaves.at(-1);
    return s.leaves[i + steps[key]];
  };
  const walkTree = (s, node, key) => {
    const i = s.nodes.indexOf(node);
    switch (key) {
      case 'Home': return s.nodes[0];
      case 'End': return s.nodes.at(-1);
      case 'ArrowLeft': return node.parent;
      case 'ArrowRight': return s.nodes[i + 1]?.parent === node ? s.nodes[i + 1] : undefined;
      default: return s.nodes[i + steps[key]];
    }
  };
  const onKey = e => {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const t = targetAt(e.target);
    if (!t?.node) return;
    if (e.key === 'Enter' || e.key === ' ') {
      e.preventDefault();
      anchor = t;
      return same(t, pinned) ? unpin() : pin(t, null, e.target);
    }
    if (!(e.key in steps || e.key === 'Home' || e.key === 'End')) return;
    e.preventDefault();
    const inGrid = !!e.target.closest('.k-grid');
    const next = (inGrid ? walkGrid : walkTree)(t.section, t.node, e.key);
    if (next) walkTo(t, next, inGrid, e.shiftKey);
  };
  const walkTo = (from, node, inGrid, extend) => {
    const to = from.section.at(node);
    from.section.rove(to);
    const element = inGrid ? node.first : node.el;
    element.focus({preventScroll: true});
    bring(element, 'nearest');
    if (inGrid && extend) return pin(spanning(start ??= from, to) || to, null, element);
    start = null;
    anchor = to;
    if (pinned) pin(to, null, element);
  };

  // What is pinned shows already, the focus in it too.
  const onFocus = (t, at) => {
    const shown = pinned && t && t.section === pinned.section && t.space === pinned.space &&
      t.off < pinned.end && t.end > pinned.off;
    if (t && !shown) point(t, at);
  };

  for (const [event, does] of Object.entries({
    mouseover: e => drag || point(targetAt(e.target), e.target),
    focusin: e => onFocus(targetAt(e.target), e.target),
    focusout: e => targetAt(e.target) && point(null),
    pointerdown: onDown,
    pointermove: onMove,
    pointerup: onUp,
    click: onClick,
    keydown: onKey,
  })) document.addEventListener(event, does);
  document.documentElement.addEventListener('mouseleave', () => point(null));

  document.addEventListener('keydown', e => {
    if (e.key === 'Escape' && !e.defaultPrevented && !document.querySelector('dialog[open]')) {
      point(null);
      if (pinned) unpin();
    }
  });
  kscope.keys.push(['← → ↑ ↓ Home End', 'from byte to byte, from line to line'],
    ['Enter', 'pin what has the focus'], ['Shift + arrows', 'select bytes; so do dragging and Shift + click'],
    ['Esc', 'let go']);

  // scan brings new sections to life and lets go of those that have left the page.
  const scan = () => {
    for (const element of sections.keys()) if (!element.isConnected) sections.delete(element);
    if (pinned && !sections.has(pinned.section.element)) pinned = null;
    for (const tree of document.querySelectorAll('section .k-tree')) {
      const element = tree.closest('section');
      if (!sections.has(element)) enliven(element);
    }
    document.documentElement.classList.toggle('k-live', sections.size > 0);
  };

  // renew reads a section again whose contents have changed. What is pinned in
  // it is let go of; whoever changes it knows where that is now.
  const renew = element => {
    if (pinned?.section === sections.get(element)) pinned = null;
    for (const name in marked) marked[name] = [];
    return enliven(element);
  };

  // step pins the next leaf, or the one before.
  const step = by => {
    const all = pinned.section.leaves;
    const at = all.findIndex(n => n.space === pinned.space && n.end > pinned.off);
    const next = all[at + by];
    if (next) pin(pinned.section.at(next), next.first);
  };

  kscope.bytes = {scan, renew, pin, unpin, step, bring, pinned: () => pinned, sections: () => [...sections.values()]};
  document.addEventListener('DOMContentLoaded', scan);
}
