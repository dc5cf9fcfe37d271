// Copying: bytes in the forms that programs take, commands, links.
{
  const {el} = kscope;
  const {hex} = kscope.codes;
  const perRow = 16;

  const rows = (bytes, one, indent = '\t') => {
    const lines = [];
    for (let i = 0; i < bytes.length; i += perRow) lines.push(indent + bytes.slice(i, i + perRow).map(one).join(', ') + ',\n');
    return lines.join('');
  };
  const x = b => '0x' + hex([b]);

  // literals are bytes as languages write them.
  const literals = {
    Go: bytes => `[]byte{\n${rows(bytes, x)}}`,
    Java: bytes => `new byte[] {\n${rows(bytes, b => b < 128 ? x(b) : '(byte) ' + x(b), '    ')}}`,
    Python: bytes => {
      const lines = [];
      for (let i = 0; i < bytes.length; i += perRow) {
        lines.push(`    b"${bytes.slice(i, i + perRow).map(b => '\\' + x(b).slice(1)).join('')}"\n`);
      }
      return `(\n${lines.join('')})`;
    },
    Rust: bytes => `[\n${rows(bytes, x, '    ')}]`,
  };

  // command shows the section, or the target's field in it.
  const command = (section, t) => {
    const {message, version} = section.element.dataset;
    const path = t?.node?.path ? ` --path '${t.node.path}'` : '';
    return `kscope decode --as ${message}@${version} ${hex(section.data())}${path}`;
  };

  // json is the message as Kafka's tools write it.
  const json = async section => {
    const {message, version} = section.element.dataset;
    const call = await kscope.engine();
    await call('decode', {text: hex(section.data()), input: 'hex', as: `${message}@${version}`, quick: true});
    return (await call('json')).json;
  };

  const forms = (section, t) => {
    const bytes = section.data(t ?? {});
    const all = [['hex', () => hex(bytes)]];
    for (const [language, write] of Object.entries(literals)) all.push([`${language} bytes`, () => write(bytes)]);
    if (section.element.dataset.message) {
      if (!t && document.querySelector('[data-sample]')) all.push(['JSON', () => json(section)]);
      all.push(['kscope command', () => command(section, t)]);
    }
    all.push(['link', () => new URL(t ? kscope.fragment.link(t) : `#${section.id}`, location.href).href]);
    return all;
  };

  // Pages that were opened as files may be kept from the clipboard; the old way
  // works there.
  const copyText = async text => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = el('textarea', {class: 'x', 'aria-hidden': 'true'});
      area.value = text;
      document.body.append(area);
      area.select();
      document.execCommand('copy');
      area.remove();
    }
  };

  // menu opens the list of forms below a button; keys work as in any menu.
  const menu = (button, items) => {
    const close = () => {
      list.remove();
      button.setAttribute('aria-expanded', 'false');
      button.focus({preventScroll: true});
    };
    const take = async ([name, write]) => {
      close();
      try {
        await copyText(await write());
        kscope.say(`copied: ${name}`);
      } catch (error) {
        kscope.say(error.message);
      }
    };
    const list = el('div', {class: 'x k-menu', role: 'menu', 'aria-label': 'Copy as'}, ...items.map(item =>
      el('button', {type: 'button', role: 'menuitem', tabindex: -1, onclick: () => take(item)}, item[0])));
    list.addEventListener('keydown', e => {
      const all = [...list.children], at = all.indexOf(document.activeElement);
      const next = {ArrowDown: at + 1, ArrowUp: at - 1 + all.length, Home: 0, End: all.length - 1}[e.key];
      if (next !== undefined) all[next % all.length].focus();
      else if (e.key === 'Escape' || e.key === 'Tab') close();
      else return;
      e.preventDefault();
    });
    list.addEventListener('focusout', e => {
      if (e.relatedTarget && !list.contains(e.relatedTarget)) list.remove();
    });
    (document.querySelector('main') || document.body).append(list);
    const box = button.getBoundingClientRect();
    const below = box.bottom + list.offsetHeight < innerHeight;
    const rightmost = document.documentElement.clientWidth - list.offsetWidth - 8; // the menu's ring is around it
    list.style.left = `${Math.max(0, Math.min(box.left, rightmost)) + scrollX}px`;
    list.style.top = `${(below ? box.bottom : box.top - list.offsetHeight) + scrollY}px`;
    button.setAttribute('aria-expanded', 'true');
    list.firstChild.focus({preventScroll: true});
  };

  kscope.copy = (button, t, section = t.section) => menu(button, forms(section, t));
  kscope.copy.forms = forms;
  kscope.copy.literals = literals;
  kscope.copy.text = copyText;

  // offer puts a button into each section.
  kscope.copy.offer = section => {
    if (section.element.querySelector('.k-copy')) return; // it has one
    const before = section.element.querySelector('.k-grid');
    const button = el('button', {type: 'button', class: 'x k-copy', 'aria-haspopup': 'menu', 'aria-expanded': 'false',
      onclick: () => kscope.copy(button, null, section)}, 'copy');
    before?.before(button);
  };
  kscope.pressed.c = () => {
    const t = kscope.bytes.pinned();
    if (t) document.querySelector('.k-card [aria-haspopup]').click();
    else document.querySelector('.k-copy')?.click();
  };
  kscope.keys.push(['c', 'copy what is pinned, or the message']);
}
