// Changing what the playground shows: bytes in the grid, values in the tree, the
// message as JSON.
document.addEventListener('DOMContentLoaded', () => {
  const {play, el} = kscope;
  if (!play) return;
  const {section, grid, tree} = play;
  const perRow = 16;

  const targetOf = element => kscope.bytes.sections().find(s => s.element === section)?.target(element);

  // Bytes. A field of two digits lies over the byte that is being changed; its
  // place follows from the offset, because digits have one width.
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
    cursor.setAttribute('aria-label', `byte at 0x${at.toString(16).padStart(4, '0')}${inserting ? ', inserting' : ''}`);
    cursor.focus({preventScroll: true});
    if (!text && at < end && !inserting) cursor.placeholder = play.data()[at].toString(16).padStart(2, '0');
    else if (!text) cursor.placeholder = '··';
  };
  const close = back => {
    if (cursor.hidden) return;
    cursor.hidden = true;
    inserting = false;
    if (back) targetElement(at)?.focus({preventScroll: true});
  };
  const targetElement = offset => {
    const s = kscope.bytes.sections().find(s => s.element === section);
    return s?.within(0, offset, offset + 1)[0]?.leaf?.first;
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
  grid.scroller.addEventListener('dblclick', e => {
    if (e.target === cursor || play.space() !== 0) return;
    getSelection().removeAllRanges();
    put(byteAt(e));
  });
  grid.scroller.addEventListener('keydown', e => {
    if (e.ctrlKey || e.metaKey || e.altKey || e.target === cursor) return;
    const t = targetOf(e.target);
    if (!t || t.space !== 0) return;
    const pinned = kscope.bytes.pinned();
    const offset = pinned && pinned.off >= t.off && pinned.off < t.end ? pinned.off : t.off;
    if (/^[0-9a-f]$/i.test(e.key)) put(offset, e.key.toLowerCase());
    else if (e.key === 'Delete') splice(offset, 1, '', offset);
    else if (e.key === 'Insert') {
      inserting = true;
      put(offset);
    } else return;
    e.preventDefault();
    e.stopPropagation();
  });

  // Values. An editor lies over the line of the tree.
  let editor = null;
  const shut = back => {
    const line = editor?.line;
    editor?.box.remove();
    editor = null;
    if (back !== undefined && line !== undefined) play.place({line}).then(at => at?.node?.el.focus({preventScroll: true}));
  };
  const alter = async t => {
    shut();
    const row = rowOf(t.node.el);
    let v;
    try {
      v = await play.call('value', {line: row});
    } catch (e) {
      return kscope.say(e.message);
    }
    if (v.why) return kscope.say(v.why);
    openEditor(v, t.node.depth);
  };
  // rowOf is the number of an element's line.
  const rowOf = element => {
    const range = document.createRange();
    range.setStart(tree.pre, 0);
    range.setEndBefore(element);
    return tree.from + range.toString().split('\n').length - 1;
  };
  const openEditor = (v, depth) => {
    const error = el('p', {class: 'p-error', role: 'alert', id: 'p-edit-error'});
    const field = el(v.long ? 'textarea' : 'input', {spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off',
      'aria-label': `${v.path || v.name}, ${v.type}`, 'aria-describedby': 'p-edit-error', rows: v.long && Math.min(14, v.text.split('\n').length + 1)});
    field.value = v.text;
    const commit = async () => {
      if (field.value === v.text) return shut(true);
      try {
        await play.edit('set', {line: v.line, value: field.value});
        shut(true);
      } catch (e) {
        const {line, column, path} = e.failure || {};
        error.textContent = (v.long && line ? `line ${line}, column ${column}: ` : '') + (e.message.replace(/^line \d+, column \d+: /, '') || path);
        field.setAttribute('aria-invalid', 'true');
      }
    };
    const box = el('div', {class: 'x p-edit'},
      el('label', {}, el('span', {}, `${v.name} ${v.type}`), field),
      el('button', {type: 'button', onclick: commit}, 'set'),
      el('button', {type: 'button', onclick: () => shut(true)}, 'cancel'), error);
    box.addEventListener('keydown', e => {
      e.stopPropagation();
      if (e.key === 'Escape') shut(true);
      else if (e.key === 'Enter' && e.target === field && (!v.long || e.ctrlKey || e.metaKey)) commit();
      else return;
      e.preventDefault();
    });
    box.style.top = `${(v.line + 1) * tree.height + 2}px`;
    box.style.left = `${tree.scroller.scrollLeft + Math.min(depth * 20, 80)}px`;
    tree.scroller.append(box);
    editor = {box, line: v.line};
    tree.reveal(v.line);
    box.scrollIntoView({block: 'nearest', inline: 'nearest'});
    field.focus({preventScroll: true});
    field.select();
  };
  tree.scroller.addEventListener('dblclick', e => {
    const t = targetOf(e.target.closest?.('.k-node'));
    if (!t?.node) return;
    getSelection().removeAllRanges();
    alter(t);
  });
  tree.scroller.addEventListener('keydown', e => {
    if (e.key !== 'Enter' && e.key !== 'F2' || e.ctrlKey || e.metaKey || e.altKey) return;
    const t = targetOf(e.target);
    if (!t?.node) return;
    e.preventDefault();
    e.stopPropagation();
    alter(t);
  });

  // What is pinned in one pane is brought into sight in the other.
  const follow = async () => {
    const t = kscope.bytes.pinned();
    if (t?.section.element !== section) return;
    if (t.node && t.space === play.space() && grid.sees(Math.floor(t.off / perRow)) && tree.sees(rowOf(t.node.el))) return;
    await play.place(t.node ? {line: rowOf(t.node.el)} : {space: t.space, offset: t.off}, !t.node && t.end - t.off === 1);
  };
  section.addEventListener('click', () => setTimeout(follow));
  section.addEventListener('keyup', e => e.key.startsWith('Arrow') && follow());

  // The card stands below the bytes where there is room beside the tree.
  const card = document.querySelector('.k-card'), wide = matchMedia('(min-width: 80rem)');
  const settle = () => card && (wide.matches ? section.querySelector('.p-bytes') : document.body).append(card);
  wide.addEventListener('change', settle);
  settle();

  // Buttons on the card, for who has no keys and no double click.
  document.querySelector('.k-card-tools')?.prepend(
    el('button', {type: 'button', onclick: () => kscope.bytes.pinned()?.node && alter(kscope.bytes.pinned())}, 'edit value'),
    el('button', {type: 'button', onclick: () => kscope.bytes.pinned()?.space === 0 && put(kscope.bytes.pinned().off)}, 'edit bytes'));

  // JSON.
  const json = document.getElementById('p-json'), jsonError = document.getElementById('p-json-error');
  const tabs = ['tree', 'json'].map(name => document.getElementById(`p-tab-${name}`));
  const panels = [tree.scroller, document.getElementById('p-json-panel')];
  let stale = true, typing = 0;
  const fillJSON = async () => {
    stale = true;
    if (panels[1].hidden || !play.reading() || document.activeElement === json) return;
    stale = false;
    json.value = (await play.call('json').catch(() => ({json: ''}))).json;
    jsonError.textContent = '';
    json.removeAttribute('aria-invalid');
  };
  const choose = i => {
    panels.forEach((panel, j) => panel.hidden = i !== j);
    tabs.forEach((tab, j) => {
      tab.setAttribute('aria-selected', String(i === j));
      tab.tabIndex = i === j ? 0 : -1;
    });
    if (i === 1 && stale) fillJSON();
    section.classList.toggle('p-as-json', i === 1);
  };
  tabs.forEach((tab, i) => {
    tab.addEventListener('click', () => choose(i));
    tab.addEventListener('keydown', e => {
      if (e.key !== 'ArrowLeft' && e.key !== 'ArrowRight') return;
      choose(1 - i);
      tabs[1 - i].focus();
    });
  });
  const encode = async () => {
    try {
      await play.edit('encode', {json: json.value});
      jsonError.textContent = '';
      json.removeAttribute('aria-invalid');
    } catch (e) {
      jsonError.textContent = e.message;
      json.setAttribute('aria-invalid', 'true');
    }
  };
  json.addEventListener('input', () => {
    clearTimeout(typing);
    typing = setTimeout(encode, 250);
  });
  json.addEventListener('blur', () => json.getAttribute('aria-invalid') || fillJSON());
  play.settled = fillJSON;
  play.shown = () => {
    stale = true;
    if (!play.reading()) shut();
  };

  kscope.keys.push(['0–9 a–f on a byte', 'change it (playground)'], ['Enter or F2 on a line', 'change its value (playground)'],
    ['Ctrl + Z, Ctrl + Y', 'undo, redo (playground)']);
});
