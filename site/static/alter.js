// Changing values in the playground's tree, where they stand, and what joins its
// two panes: what is pinned in one comes into sight in the other.
document.addEventListener('DOMContentLoaded', () => {
  const {play, el} = kscope;
  if (!play) return;
  const {section, grid, tree} = play;

  // An editor lies below the line of the value.
  let editor = null;
  const shut = () => {
    editor?.remove();
    editor = null;
  };
  // back gives the focus back to the line.
  const back = async line => {
    shut();
    const at = await play.place({line});
    at?.node?.el.focus({preventScroll: true});
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
      if (field.value === v.text) return back(v.line);
      try {
        await play.edit('set', {line: v.line, value: field.value});
        back(v.line);
      } catch (e) {
        error.textContent = v.long ? e.message : e.message.replace(/^json line \d+, column \d+: /, '');
        field.setAttribute('aria-invalid', 'true');
      }
    };
    const box = el('div', {class: 'x p-edit'},
      el('label', {}, el('span', {}, `${v.name} ${v.type}`), field),
      el('button', {type: 'button', title: v.long ? 'Ctrl + Enter' : 'Enter', onclick: commit}, 'set'),
      el('button', {type: 'button', onclick: () => back(v.line)}, 'cancel'), error);
    box.addEventListener('keydown', e => {
      e.stopPropagation();
      if (e.key === 'Escape') back(v.line);
      else if (e.key === 'Enter' && e.target === field && (!v.long || e.ctrlKey || e.metaKey)) commit();
      else return;
      e.preventDefault();
    });
    box.style.top = `${(v.line + 1) * tree.height + 2}px`;
    box.style.left = `${tree.scroller.scrollLeft + Math.min(depth * 20, 80)}px`;
    tree.scroller.append(box);
    editor = box;
    tree.reveal(v.line);
    box.scrollIntoView({block: 'nearest', inline: 'nearest'});
    field.focus({preventScroll: true});
    field.select();
  };
  play.on.shown.push(shut); // lines are others then
  tree.scroller.addEventListener('dblclick', e => {
    const t = play.target(e.target.closest?.('.k-node'));
    if (!t?.node) return;
    getSelection().removeAllRanges();
    alter(t);
  });
  tree.scroller.addEventListener('keydown', e => {
    if (e.key !== 'Enter' && e.key !== 'F2' || e.ctrlKey || e.metaKey || e.altKey) return;
    const t = play.target(e.target);
    if (!t?.node) return;
    e.preventDefault();
    e.stopPropagation();
    alter(t);
  });

  // What is pinned in one pane is brought into sight in the other.
  const follow = async () => {
    const t = kscope.bytes.pinned();
    if (t?.section.element !== section) return;
    if (t.node && t.space === play.space() && grid.sees(Math.floor(t.off / 16)) && tree.sees(rowOf(t.node.el))) return;
    await play.place(t.node ? {line: rowOf(t.node.el)} : {space: t.space, offset: t.off}, !t.node && t.end - t.off === 1);
  };
  section.addEventListener('click', () => setTimeout(follow));
  section.addEventListener('keyup', e => e.key.startsWith('Arrow') && follow());

  // The card stands below the bytes where there is room beside the tree.
  const card = document.querySelector('.k-card'), wide = kscope.card.beside;
  const settle = () => card && (wide.matches ? section.querySelector('.p-bytes') : document.body).append(card);
  wide.addEventListener('change', settle);
  settle();

  // Buttons on the card, for who has no keys and no double click.
  document.querySelector('.k-card-tools')?.prepend(
    el('button', {type: 'button', onclick: () => kscope.bytes.pinned()?.node && alter(kscope.bytes.pinned())}, 'edit value'),
    el('button', {type: 'button', onclick: () => kscope.bytes.pinned()?.space === 0 && play.editBytes(kscope.bytes.pinned().off)}, 'edit bytes'));

  kscope.keys.push(['Enter or F2 on a line', 'change its value'], ['Ctrl + Z, Ctrl + Y', 'undo, redo']);
});
