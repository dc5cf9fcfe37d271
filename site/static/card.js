// The card says what the value means that one points at: beside the page where
// there is room, else at the edge of the window that the value is not at.
{
  const {el, codes} = kscope;
  const maxHex = 64; // bytes shown

  const body = el('div', {'aria-live': 'polite'});
  const tools = el('p', {class: 'k-card-tools'},
    el('button', {type: 'button', 'aria-label': 'previous', onclick: () => kscope.bytes.step(-1)}, '‹'),
    el('button', {type: 'button', 'aria-label': 'next', onclick: () => kscope.bytes.step(1)}, '›'),
    el('button', {type: 'button', 'aria-haspopup': 'menu', onclick: e => kscope.copy(e.currentTarget, kscope.bytes.pinned())}, 'copy'),
    el('button', {type: 'button', onclick: () => kscope.bytes.unpin()}, 'close'));
  const card = el('aside', {class: 'x k-card', 'aria-label': 'What the value means', hidden: true}, body, tools);
  const beside = matchMedia(`(min-width: ${document.getElementById('play') ? 80 : 100}rem)`);
  const hint = 'Point at a byte or at a line. A click pins it, the arrow keys walk on, ? shows all keys.';

  // words takes a line of the tree apart: NAME TYPE = VALUE (NOTE) [OFFSET, SIZE] ABOUT.
  const words = line => {
    const [name, ...rest] = line.childNodes;
    const where = rest.findIndex(n => n.nodeType === 1 && n.textContent.startsWith('['));
    const text = nodes => nodes.map(n => n.textContent).join('').trim();
    const [type, ...after] = text(rest.slice(0, where)).split(' = ');
    const [, value, note] = /^("(?:[^"\\]|\\.)*"|.*?)(?: \((.*)\))?$/s.exec(after.join(' = '));
    return {name: name.textContent, layer: name.className, type, value, note, about: text(rest.slice(where + 1))};
  };

  const bitsOf = bytes => bytes.map(b => b.toString(2).padStart(8, '0')).join(' ');
  const hexRow = (bytes, layer) => {
    const more = bytes.length - maxHex;
    return el('code', {class: layer}, codes.hex(bytes.slice(0, maxHex), ' ') + (more > 0 ? ` … ${more} more` : ''));
  };
  const place = t => {
    const n = t.end - t.off;
    return `${codes.offset(t.off)}${n > 1 ? `–${codes.offset(t.end - 1)}` : ''}, ${n} byte${n === 1 ? '' : 's'}` +
      (t.space ? `, of unpacked data ${t.space}` : '');
  };

  // forms are other ways to write a value, by its type.
  const forms = ({type, value, note, name}, bytes) => {
    const rows = [];
    if (type === 'uuid') rows.push(['base64url', codes.base64url(bytes)]);
    if (/^u?int\d+$/.test(type) && Math.abs(value) > 9) {
      rows.push(['hex', '0x' + codes.hex(bytes)]);
      if (bytes.length < 3) rows.push(['bits', bitsOf(bytes)]);
    }
    if (/^u?var(int|long)$/.test(type) && (bytes.length > 1 || type[0] === 'v')) rows.push(['bits', bitsOf(bytes)]);
    const time = /\d{4}-\d\d-\d\dT[\d:.]+Z/.exec(note);
    if (time) rows.push(['your time', new Date(time[0]).toLocaleString()]);
    if (type === 'int16' && /error_?code$/i.test(name)) {
      rows.push(['error', el('a', {href: `${kscope.root}errors/index.html#e${value}`}, note || (value === '0' ? 'none' : value))]);
    }
    return rows;
  };

  const list = rows => el('dl', {}, ...rows.flatMap(([label, value]) => [el('dt', {}, label), el('dd', {}, value)]));

  const ofNode = t => {
    const line = t.node.el, w = words(line), bytes = t.section.data(t);
    const lesson = kscope.lessons?.[line.dataset.why];
    return [
      el('p', {class: 'k-card-path'}, t.node.path || w.name),
      el('p', {class: 'k-card-value'}, el('b', {class: w.layer}, w.name), ` ${w.type}`, w.value && ' = ', w.value && el('b', {}, w.value), w.note && ` (${w.note})`),
      lesson && el('p', {class: 'k-card-lesson'}, lesson),
      w.about && el('p', {}, w.about),
      line.dataset.mark && el('p', {class: 'k-card-mark'}, line.dataset.mark),
      list([['bytes', hexRow(bytes, w.layer)], ['at', place(t)], ...forms(w, bytes)]),
    ];
  };

  const ofRun = t => {
    const bytes = t.section.data(t);
    const text = bytes.every(b => b >= 32 && b < 127) && String.fromCharCode(...bytes);
    const number = [2, 4, 8].includes(bytes.length) && BigInt.asIntN(8 * bytes.length, bytes.reduce((n, b) => n << 8n | BigInt(b), 0n));
    const names = t.section.leavesIn(t.space, t.off, t.end).map(n => n.path || words(n.el).name);
    const more = names.length - 8;
    return [
      el('p', {class: 'k-card-value'}, el('b', {}, `${bytes.length} byte${bytes.length === 1 ? '' : 's'}`)),
      list([['bytes', hexRow(bytes)], ['at', place(t)], text && ['text', text],
        number !== false && [`as int${8 * bytes.length}`, String(number)],
        ['of', names.slice(0, 8).join(', ') + (more > 0 ? ` and ${more} more` : '')]].filter(Boolean)),
    ];
  };

  // settle keeps the card off what it explains: a card that is only shown gives
  // way to the other edge, under one that is pinned the page scrolls.
  const settle = (element, pinned) => {
    document.documentElement.style.setProperty('--k-card', beside.matches || card.hidden ? '0px' : `${card.offsetHeight}px`);
    if (beside.matches || !element) return;
    const box = element.getBoundingClientRect(), edge = innerHeight - card.offsetHeight;
    const under = box.bottom > edge && box.top < innerHeight;
    card.classList.toggle('above', under && !pinned);
    if (under && pinned) kscope.bytes.bring(element, 'nearest');
  };

  const show = (t, pinned, element) => {
    card.hidden = !t && !beside.matches;
    card.classList.toggle('pinned', !!t && pinned);
    tools.hidden = !t || !pinned;
    body.replaceChildren(...(t ? (t.node ? ofNode(t) : ofRun(t)).filter(Boolean) : [el('p', {class: 'k-card-hint'}, hint)]));
    settle(t && (element ?? t.node?.el ?? t.section.within(t.space, t.off, t.end)[0]?.el), pinned);
  };

  kscope.card = {show, words, beside};
  const begin = () => {
    if (!document.documentElement.classList.contains('k-live')) return;
    document.body.append(card);
    if (!kscope.bytes.pinned()) show(null);
  };
  document.addEventListener('DOMContentLoaded', begin);
  beside.addEventListener('change', () => show(kscope.bytes.pinned(), true));
}
