// The fragment of the address says what is pinned, so that a link is all that a
// view needs:
//
//   #f=Topics[0].TopicName    a field; &in=response says which section's
//   #b=0x1b-0x2a              bytes, the last included; &space=1 of unpacked data
//
// Other keys belong to others and stay.
{
  const own = ['f', 'b', 'in', 'space'];
  const sections = () => kscope.bytes.sections();

  // Brackets, which paths have many of, are more readable as they are.
  const escape = text => encodeURIComponent(text).replace(/%(5B|5D|2F|3A|2C|28|29|40)/g, decodeURIComponent);

  // read gives the keys and values of a fragment; text that is no right
  // escape stays as it is.
  const read = (hash = location.hash) => {
    const all = new Map();
    for (const part of hash.replace(/^#/, '').split('&').filter(Boolean)) {
      const [, key, value] = /^([^=]*)=?(.*)$/s.exec(part);
      all.set(key, decode(value));
    }
    return all;
  };
  const decode = text => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  };

  const find = path => sections().flatMap(s => s.nodes.filter(n => n.path === path).map(n => s.at(n)));

  // of is the keys that lead to a target.
  const of = t => {
    const keys = new Map();
    const {section, node, space} = t;
    let first = sections()[0];
    if (node?.path) {
      keys.set('f', node.path);
      first = find(node.path)[0]?.section;
    } else {
      keys.set('b', hex(t.off) + (t.end - t.off > 1 ? '-' + hex(t.end - 1) : ''));
      if (space) keys.set('space', space);
    }
    if (section !== first && section.id) keys.set('in', section.id);
    return keys;
  };
  const hex = n => '0x' + n.toString(16);

  // link is the address of the page with a target in it.
  const link = t => {
    const keys = read();
    for (const key of own) if (key !== 'in' || isSection(keys.get('in'))) keys.delete(key);
    if (t) for (const [key, value] of of(t)) keys.set(key, value);
    const text = [...keys].map(([key, value]) => value === '' ? key : `${key}=${escape(String(value))}`).join('&');
    return location.pathname + location.search + (text && '#' + text);
  };
  // The playground has its input in a key of that name.
  const isSection = id => sections().some(s => s.id === id);

  const write = t => {
    const to = link(t);
    if (to !== location.pathname + location.search + location.hash) history.replaceState(history.state, '', to);
  };

  // wanted is the target that a fragment names; a text that says why there is
  // none; or undefined, if it names nothing.
  const wanted = keys => {
    const id = keys.get('in');
    const among = isSection(id) ? sections().filter(s => s.id === id) : sections();
    if (keys.has('f')) {
      return find(keys.get('f')).find(t => among.includes(t.section)) || `no field ${keys.get('f')} here`;
    }
    if (keys.has('b')) return bytes(keys.get('b'), +(keys.get('space') || 0), among[0]);
    const element = document.getElementById(decode(location.hash.slice(1)));
    const section = sections().find(s => s.of.has(element));
    return section?.target(element);
  };
  const bytes = (text, space, section) => {
    const [, from, to] = /^(0x[0-9a-f]+|\d+)(?:-(0x[0-9a-f]+|\d+))?$/i.exec(text) || [];
    const size = section?.spaces[space]?.at(-1)?.end ?? 0;
    const off = Number(from), end = Number(to ?? from) + 1;
    if (!(off < end && end <= size)) return `no bytes ${text} here`;
    return section.run(space, off, end);
  };

  const follow = () => {
    if (document.getElementById('play')) return; // which has to decode first
    const t = wanted(read());
    if (typeof t === 'string') return kscope.say(t);
    if (!t) return kscope.bytes.pinned() && kscope.bytes.unpin();
    const shown = read().has('b') ? t.section.within(t.space, t.off, t.end)[0]?.el : t.node.el;
    kscope.bytes.pin(t, shown);
    shown?.closest('[tabindex]')?.focus({preventScroll: true});
  };

  // Where another sample is to be made first, its maker follows.
  const arrive = () => read().has('sample') || follow();

  kscope.fragment = {escape, read, write, link, follow};
  document.addEventListener('DOMContentLoaded', arrive);
  addEventListener('hashchange', arrive);
}
