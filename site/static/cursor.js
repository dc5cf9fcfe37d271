// Changing bytes in the playground's grid. A field of two digits lies over the
// byte that is being changed; its place follows from the offset, because digits
// have one width.
document.addEventListener('DOMContentLoaded', () => {
  const {play, el, codes} = kscope;
  if (!play) return;
  const {grid} = play;
  const perRow = 16;
  const cursor = el('input', {class: 'p-cursor', maxlength: 2, size: 2, inputmode: 'text', spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off', hidden: true});
  grid.scroller.append(cursor);
  let at = 0, inserting = false;

  const widthOf = () => {
    const probe = el('span', {}, '0'.repeat(64));
    grid.pre.append(probe);
    const width = probe.getBoundingClientRect().width / 64;
    probe.remove();
    return width;
  };
  const put = async (offset, text = '') => {
    const end = play.data().length;
    at = Math.max(0, Math.min(offset, end));
    if (play.space() !== 0) return;
    grid.reveal(Math.floor(at / perRow));
    const left = play.digits() + 2 + 3 * (at % perRow), pad = parseFloat(getComputedStyle(grid.pre).paddingLeft);
    Object.assign(cursor.style, {left: `${pad + left * widthOf()}px`, top: `${Math.floor(at / perRow) * grid.height}px`, height: `${grid.height}px`});
    cursor.hidden = false;
    cursor.classList.toggle('inserting', inserting || at === end);
    cursor.value = text;
    cursor.setAttribute('aria-label', `byte at ${codes.offset(at)}${inserting ? ', inserting' : ''}`);
    cursor.focus({preventScroll: true});
    if (!text && at < end && !inserting) cursor.placeholder = codes.hex([play.data()[at]]);
    else if (!text) cursor.placeholder = '··';
  };
  const close = back => {
    if (cursor.hidden) return;
    cursor.hidden = true;
    inserting = false;
    if (back) targetElement(at)?.focus({preventScroll: true});
  };
  const targetElement = offset => {
    return play.live()?.within(0, offset, offset + 1)[0]?.leaf?.first;
  };
  const splice = async (offset, remove, insert, then) => {
    put(then);
    try {
      await play.edit('splice', {offset, remove, insert});
      if (!cursor.hidden) put(at, cursor.value);
      await play.place({space: 0, offset: Math.min(offset, play.data().length - 1)});
    } catch (e) {
      kscope.say(e.message);
    }
  };

  cursor.addEventListener('input', () => {
    cursor.value = cursor.value.replace(/[^0-9a-f]/gi, '').toLowerCase();
    if (cursor.value.length < 2) return;
    const over = !inserting && at < play.data().length;
    splice(at, over ? 1 : 0, cursor.value, at + 1);
  });
  const moves = {ArrowLeft: -1, ArrowRight: 1, ArrowUp: -perRow, ArrowDown: perRow};
  const keys = {
    Escape: () => close(true),
    Enter: () => close(true),
    Delete: () => at < play.data().length && splice(at, 1, '', at),
    Backspace: () => cursor.value ? put(at) : at > 0 && splice(at - 1, 1, '', at - 1),
    Insert: () => {
      inserting = !inserting;
      put(at);
    },
    Home: () => put(at - at % perRow),
    End: () => put(at - at % perRow + perRow - 1),
  };
  cursor.addEventListener('keydown', e => {
    e.stopPropagation();
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const does = keys[e.key] ?? (e.key in moves && (() => put(at + moves[e.key])));
    if (!does) return;
    e.preventDefault();
    does();
  });
  cursor.addEventListener('blur', () => close(false));

  // byteAt is the offset of the byte under the pointer.
  const byteAt = e => {
    const box = grid.pre.getBoundingClientRect(), width = widthOf();
    const column = (e.clientX - box.left - parseFloat(getComputedStyle(grid.pre).paddingLeft)) / width - play.digits() - 2;
    const row = Math.floor((e.clientY - box.top) / grid.height);
    const i = Math.max(0, Math.min(perRow - 1, Math.floor((column + 0.5) / 3)));
    return Math.min(row * perRow + i, play.data().length);
  };
  let clicked = -1; // offset
  grid.scroller.addEventListener('click', e => {
    if (e.target !== cursor) clicked = byteAt(e);
  });
  grid.scroller.addEventListener('dblclick', e => {
    if (e.target === cursor || play.space() !== 0) return;
    getSelection().removeAllRanges();
    put(byteAt(e));
  });
  grid.scroller.addEventListener('keydown', e => {
    if (e.ctrlKey || e.metaKey || e.altKey || e.target === cursor) return;
    const t = play.target(e.target);
    if (!t || t.space !== 0) return;
    const {off = -1} = kscope.bytes.pinned() ?? {};
    const offset = [clicked, off].find(at => t.off <= at && at < t.end) ?? t.off;
    if (/^[0-9a-f]$/i.test(e.key)) put(offset, e.key.toLowerCase());
    else if (e.key === 'Delete') splice(offset, 1, '', offset);
    else if (e.key === 'Insert') {
      inserting = true;
      put(offset);
    } else return;
    e.preventDefault();
    e.stopPropagation();
  });

  play.editBytes = put;
  kscope.keys.push(['0–9 a–f on a byte', 'change it'], ['Del, Ins on a byte', 'remove it, insert before it']);
});
