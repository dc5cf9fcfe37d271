// Search over kscope.index, whose rows are [kind, name, detail, where, about]
// (see search.go). The index is fetched when somebody begins to search.
{
  const {el} = kscope;
  const perKind = 8; // rows shown of each kind
  const kinds = {
    api: 'APIs', message: 'Messages', version: 'Versions', field: 'Fields', error: 'Errors', kip: 'KIPs',
    release: 'Releases', type: 'Types', page: 'Pages',
  };

  // prepare makes of a row what is compared: in small letters, with the words
  // of names that are written as one. Some codes are below zero.
  const wordsOf = text => ' ' + (text.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|(?<!\w)-\d+|\d+/g) || []).join(' ').toLowerCase() + ' ';
  const prepare = rows => rows.map(([kind, name, detail, where, about]) => {
    const text = typeof about === 'number' ? rows[about][4] : about;
    return {
      kind, name, detail, where, about: text,
      lower: name.toLowerCase(), words: wordsOf(name), more: wordsOf(`${kind} ${detail}`), rest: `${detail} ${text}`.toLowerCase(),
    };
  });

  // rank is how well a row has a word, 0 the best; NaN if it has not.
  const rank = (row, word) => {
    const {lower, words} = row;
    if (lower === word) return 0;
    if (lower.endsWith('.' + word)) return 1;
    if (lower.startsWith(word)) return 2;
    if (words.includes(` ${word} `)) return 3;
    if (row.more.includes(` ${word} `)) return 4;
    if (words.includes(' ' + word)) return 5;
    if (lower.includes(word)) return 6;
    return row.rest.includes(word) ? 7 : NaN;
  };

  // find gives the rows that have all words of a query, the best first.
  const find = (rows, query) => {
    const all = query.trim().toLowerCase(), words = all.split(/\s+/).filter(Boolean);
    if (!words.length) return [];
    const found = [];
    for (const row of rows) {
      let sum = row.lower === all ? -1 : 0;
      for (const word of words) sum += rank(row, word);
      if (!Number.isNaN(sum)) found.push({row, sum});
    }
    found.sort((a, b) => a.sum - b.sum || a.row.name.length - b.row.name.length);
    return found.map(f => f.row);
  };

  let prepared;
  const index = () => prepared ??= kscope.load('search.js').then(() => prepare(kscope.index), error => {
    prepared = undefined;
    throw error;
  });
  const address = ({where}) => {
    const [, folder, fragment] = /^([^#]*)(.*)$/.exec(where);
    return `${kscope.root}${folder.endsWith('.html') ? folder : (folder ? folder + '/' : '') + 'index.html'}${fragment}`;
  };

  // The field is a combobox: it keeps the focus, and says which of the options
  // below it is meant.
  const hits = el('div', {id: 'k-hits', role: 'listbox', 'aria-label': 'Results', hidden: true});
  const input = el('input', {
    type: 'search', role: 'combobox', 'aria-label': 'Search', 'aria-autocomplete': 'list', 'aria-controls': 'k-hits',
    'aria-expanded': 'false', placeholder: 'Search  /', autocomplete: 'off', spellcheck: 'false',
  });
  const count = el('p', {class: 'k-count', role: 'status'});
  const options = () => [...hits.querySelectorAll('[role=option]')];

  const option = (row, i) => el('a', {id: `k-hit-${i}`, role: 'option', href: address(row), tabindex: -1, 'aria-selected': 'false'},
    el('b', {}, row.name), ' ', el('span', {class: 'k-detail'}, row.detail), row.about && el('span', {class: 'k-about'}, row.about));

  const draw = rows => {
    const groups = new Map();
    for (const row of rows) {
      const group = groups.get(row.kind) || groups.set(row.kind, []).get(row.kind);
      if (group.length < perKind) group.push(row);
    }
    let i = 0;
    const nothing = el('p', {'aria-hidden': 'true'}, 'nothing found'); // count says so to who cannot see
    hits.replaceChildren(...groups.size ? [] : [nothing], ...[...groups].map(([kind, group]) => el('div', {role: 'group', 'aria-label': kinds[kind] || kind},
      el('p', {'aria-hidden': 'true'}, kinds[kind] || kind), ...group.map(row => option(row, i++)))));
    open(input.value.trim() !== '');
    choose(0);
    count.textContent = input.value.trim() === '' ? '' : rows.length ? `${rows.length} found` : 'nothing found';
  };

  const open = yes => {
    hits.hidden = !yes || !hits.firstChild;
    input.setAttribute('aria-expanded', String(!hits.hidden));
    if (hits.hidden) input.removeAttribute('aria-activedescendant');
  };
  const chosen = () => hits.querySelector('[aria-selected=true]');
  const choose = i => {
    const all = options();
    chosen()?.setAttribute('aria-selected', 'false');
    const next = all[(i + all.length) % all.length];
    if (!next || hits.hidden) return;
    next.setAttribute('aria-selected', 'true');
    input.setAttribute('aria-activedescendant', next.id);
    next.scrollIntoView({block: 'nearest'});
  };

  const search = async () => {
    try {
      const rows = await index();
      draw(find(rows, input.value));
    } catch (error) {
      kscope.say(error.message);
    }
  };
  // go follows the chosen result, also where the index is still on its way.
  const go = async () => {
    if (hits.hidden) await search();
    chosen()?.click();
  };
  const onKey = e => {
    const at = options().indexOf(chosen());
    const does = {
      ArrowDown: () => hits.hidden ? search() : choose(at + 1),
      ArrowUp: () => choose(at - 1),
      Enter: go,
      Escape: () => {
        if (hits.hidden) input.value = '';
        open(false);
        count.textContent = '';
      },
    }[e.key];
    if (!does) return;
    e.preventDefault();
    does();
  };
  input.addEventListener('focus', () => index().catch(() => {})); // search tells of it
  input.addEventListener('input', search);
  input.addEventListener('keydown', onKey);
  hits.addEventListener('mousedown', e => e.preventDefault()); // the field keeps the focus
  hits.addEventListener('click', () => open(false)); // a result may be on this page

  kscope.pressed['/'] = () => {
    input.focus();
    input.select();
  };
  kscope.keys.unshift(['/', 'search; arrows choose, Enter goes there']);
  kscope.search = {find, index};

  document.addEventListener('DOMContentLoaded', () => {
    const field = el('div', {class: 'x k-search', role: 'search'}, input, hits, count);
    field.addEventListener('focusout', e => field.contains(e.relatedTarget) || open(false));
    document.querySelector('header.top')?.append(field);
  });
}
