// The playground: what is in the form (the source) is decoded with every key,
// what the engine answers (the reading) is shown, and edits of that become the
// form's text.
document.addEventListener('DOMContentLoaded', () => {
  const root = document.getElementById('play');
  if (!root) return;
  const $ = id => document.getElementById(`p-${id}`);
  const section = document.getElementById('bytes');
  const fields = ['text', 'as', 'input', 'request', 'release', 'topic'];
  const checks = ['guess', 'reveal'];
  const {fromBase64} = kscope.codes;
  const {hexRows, ofBytes, ofFile, Steps} = kscope.source;

  let call = null; // of the engine
  let source = {}; // what the form says
  let reading = null;
  let data = new Uint8Array(); // of the reading
  let space = 0; // that the grid shows

  // Panes.
  const digits = () => Math.max(4, (Math.max(0, size() - 1) & ~15).toString(16).length);
  const size = () => reading?.spaces.find(s => s.number === space)?.size ?? 0;
  const rows = () => Math.ceil(size() / 16);
  const grid = new kscope.Pane($('grid'), () => look());
  const tree = new kscope.Pane($('tree'), () => look());
  const live = () => kscope.bytes.sections().find(s => s.element === section);
  const target = element => live()?.target(element);
  const on = {shown: [], settled: []}; // what is told of a new reading, and of a pause
  const window_ = () => ({space, rows: grid.window(), lines: tree.window(), full: $('full').checked});

  // paint shows a window, keeps the focus and what is pinned where it was.
  const paint = ({grid: bytes, tree: lines, lines: count}, asked) => {
    const pinned = kscope.bytes.pinned();
    const focus = section.contains(document.activeElement) && target(document.activeElement);
    const inGrid = focus && document.activeElement.closest('.k-grid');
    grid.fill(bytes, asked.rows, rows());
    tree.fill(lines, asked.lines, count);
    section.querySelector('.p-heads').textContent = ' '.repeat(digits() + 1) + [...'0123456789ABCDEF'].map(c => `  ${c}`).join('');
    const s = kscope.bytes.renew(section);
    s.data = ({space: of = 0, off = 0, end = Infinity} = {}) =>
      of ? Object.getPrototypeOf(s).data.call(s, {space: of, off, end}) : [...data.subarray(off, end)];
    const again = t => t.node ? s.nodes.find(n => n.path === t.node.path && n.space === t.space && n.off === t.off) ?? s.nodes.find(n => n.path && n.path === t.node.path) : null;
    if (focus) {
      const node = again(focus);
      (inGrid ? node?.first : node?.el)?.focus({preventScroll: true});
    }
    if (pinned) {
      const node = again(pinned);
      if (node) kscope.bytes.pin(s.at(node));
      else if (pinned.end <= size()) kscope.bytes.pin(s.run(pinned.space, pinned.off, pinned.end));
      else kscope.bytes.unpin();
    }
    return s;
  };

  // look asks for what has come into sight; one question at a time.
  let looking = false, lookAgain = false;
  const look = async () => {
    if (!reading) return;
    if (looking) return lookAgain = true;
    looking = true;
    const of = reading, asked = window_();
    const answer = await call('view', asked).catch(() => null);
    looking = false;
    if (answer && of === reading) paint(answer, asked);
    if (lookAgain) {
      lookAgain = false;
      await look();
    }
  };

  const showSpace = async number => {
    if (number === space || !reading?.spaces.some(s => s.number === number)) return;
    space = number;
    grid.scroller.scrollTop = 0;
    grid.total = rows();
    spaces();
    await look();
  };
  const spaces = () => {
    const all = reading.spaces.length > 1 ? reading.spaces : [];
    $('spaces').replaceChildren(...all.slice(0, 20).map(s => kscope.el('button', {type: 'button', class: 'x', title: s.title || 'the bytes themselves',
      'aria-pressed': String(s.number === space), onclick: () => showSpace(s.number)}, s.number ? `unpacked ${s.number}` : 'as they are')));
  };

  // place scrolls both panes to a thing: {path}, or {space, offset}, or {line}.
  const place = async (where, pinIt = false) => {
    const at = await call('locate', where).catch(() => null);
    if (!at) return null;
    await showSpace(at.space);
    grid.reveal(Math.floor(at.off / 16));
    tree.reveal(at.line);
    if (grid.lacks() || tree.lacks()) await look();
    const s = live();
    const node = s?.nodes.find(n => n.path === at.path && n.off === at.off && n.space === at.space);
    if (pinIt && node) kscope.bytes.pin(s.at(node));
    return {...at, node};
  };

  // Showing a reading.
  const show = (answer, asked) => {
    reading = answer;
    data = fromBase64(answer.data);
    if (!answer.spaces.some(s => s.number === space)) { // the answer shows the bytes themselves then
      space = 0;
      asked = {...asked, rows: [0, asked.rows[1] - asked.rows[0]]};
    }
    const [message, version] = (answer.message || '').split('@');
    for (const [key, value] of Object.entries({message, version})) {
      if (value) section.dataset[key] = value;
      else delete section.dataset[key];
    }
    section.hidden = false;
    section.classList.remove('stale');
    $('as').placeholder = source.as ? '' : answer.as || 'found out';
    spaces();
    paint(answer.view, asked);
    if (grid.lacks() || tree.lacks()) look();
    kscope.verdict.show($('verdict'), answer, {go, take: as => change({as})});
    flash(answer.changed || []);
    for (const tell of on.shown) tell();
  };
  const go = async where => {
    const at = await place(where, true);
    at?.node?.el.focus({preventScroll: true});
  };

  // flash shows for a moment which bytes and lines an edit has changed.
  const flash = changed => {
    const s = live();
    const here = changed.filter(([of]) => of === space);
    if (!s || !here.length) return;
    if (!here.some(([, off]) => grid.sees(Math.floor(off / 16)))) grid.reveal(Math.floor(here[0][1] / 16));
    for (const [of, off, end] of here.slice(0, 200)) {
      for (const {el} of [...s.cut(of, off, end), ...s.leavesIn(of, off, end)]) {
        el.classList.add('flash');
        setTimeout(() => el.classList.remove('flash'), 1500);
      }
    }
  };

  const complain = failure => {
    section.classList.add('stale');
    kscope.verdict.complain($('verdict'), failure);
    for (const key of fields) $(key).toggleAttribute('aria-invalid', failure.field === key);
  };

  // release is the one that is chosen, or the site's.
  const release = () => source.release || kscope.release;

  // Decoding. While an answer is awaited, only the last change counts.
  let busy = false, due = false, idle = 0;
  const decode = async () => {
    clearTimeout(idle);
    if (busy || !call) return due = true;
    if (!source.text && !source.file) return empty();
    busy = true;
    due = false;
    const {file, name, text, ...how} = source;
    const asked = window_();
    try {
      const answer = await call('decode', {...how, release: release(), ...(file ? {data: file} : {text}), quick: true, window: asked});
      for (const key of fields) $(key).removeAttribute('aria-invalid');
      if (!due && (source.text !== text || source.file !== file)) due = true; // an edit came in between
      else show(answer, asked);
    } catch (e) {
      complain(e.failure || {text: e.message});
    }
    busy = false;
    if (due) return decode();
    rest();
  };
  // rest does what can wait until nobody types: causes, the address.
  const rest = () => {
    clearTimeout(idle);
    idle = setTimeout(async () => {
      if (reading && !reading.explained && !section.classList.contains('stale')) {
        const of = reading, asked = window_();
        const answer = await call('explain', {window: asked}).catch(() => null);
        if (answer && of === reading && !busy) show(answer, asked);
      }
      await publish();
      for (const tell of on.settled) tell();
    }, 150);
  };
  const empty = () => {
    reading = null;
    section.hidden = true;
    $('verdict').replaceChildren();
    $('as').placeholder = 'found out';
    rest();
  };

  // Edits: each makes new bytes, which become the text.
  let last = Promise.resolve();
  const edit = (method, request) => last = last.catch(() => {}).then(async () => {
    clearTimeout(idle);
    const asked = window_();
    const answer = await call(method, {...request, window: asked});
    accept(fromBase64(answer.data));
    show(answer, asked);
    rest();
    return answer;
  });
  const accept = bytes => {
    set(ofBytes(bytes, 'edited bytes'));
    steps.take(source, false);
  };

  // The form and the source.
  const set = changes => {
    Object.assign(source, changes);
    for (const key of fields) if ($(key).value !== (source[key] || '')) $(key).value = source[key] || '';
    for (const key of checks) $(key).checked = !!source[key];
    if (['request', 'release', 'topic', 'reveal'].some(key => source[key])) $('more').open = true;
    $('text').hidden = !!source.file;
    $('file').hidden = !source.file;
    if (source.file) $('file').firstElementChild.textContent = `${source.name}, ${(source.file.length * 3 / 4 | 0).toLocaleString('en')} bytes`;
  };
  const change = changes => {
    set(changes);
    steps.take(source, false);
    return decode();
  };

  const steps = new Steps(() => {
    $('undo').disabled = !steps.past.length;
    $('redo').disabled = !steps.future.length;
  });
  const travel = to => {
    if (!to) return;
    set({...Object.fromEntries([...fields, ...checks, 'file', 'name'].map(key => [key, undefined])), ...to});
    decode();
  };
  const undo = () => travel(steps.undo()), redo = () => travel(steps.redo());

  // The address.
  const longestLink = 400000; // characters; browsers cut those of some millions
  let published = null;
  const address = async () => {
    let text = source.file && source.input === 'raw' ? hexRows(data) : source.text || '';
    const isHex = reading && (reading.format ?? 'hex') === 'hex' && !section.classList.contains('stale');
    if (isHex && /^[0-9a-f\s]*$/i.test(text)) text = text.replace(/\s+/g, ''); // a dump needs its blanks
    const kept = new Map([...kscope.fragment.read()].filter(([key]) => ['f', 'b', 'space'].includes(key)));
    return kscope.share.write({...source, text, input: source.file ? '' : source.input}, reading ? kept : new Map());
  };
  const publish = async () => {
    const fragment = await address();
    published = fragment.length > longestLink ? '' : fragment;
    if (published !== location.hash) history.replaceState(history.state, '', location.pathname + location.search + published);
    return published === fragment;
  };
  const arrive = async () => {
    let state = null;
    try {
      state = await kscope.share.read();
    } catch {
      return complain({text: 'this link is cut or damaged: its input cannot be unpacked'});
    }
    if (!state) return;
    set({file: null, name: '', ...state});
    steps.take(source, false);
    await decode();
    const keys = kscope.fragment.read();
    if (keys.has('f')) await go({path: keys.get('f')});
    else if (keys.has('b')) await go({space: +(keys.get('space') || 0), offset: parseInt(keys.get('b'))});
  };

  const take = async file => change(await ofFile(file));

  kscope.play = {
    section, grid, tree, edit, place, live, target, on,
    call: (...args) => call(...args), reading: () => reading, space: () => space, data: () => data, digits,
  };

  const listen = () => {
    for (const key of fields) {
      $(key).addEventListener('input', () => {
        source[key] = $(key).value;
        steps.take(source, true);
        decode();
      });
    }
    for (const key of checks) $(key).addEventListener('change', () => change({[key]: $(key).checked}));
    $('as').addEventListener('input', async () => {
      const {names} = await call('complete', {text: $('as').value, release: release()}).catch(() => ({names: []}));
      $('names').replaceChildren(...names.map(name => kscope.el('option', {value: name})));
    });
    $('full').addEventListener('change', () => look());
    $('form').addEventListener('submit', e => e.preventDefault());
    $('open').addEventListener('click', () => $('pick').click());
    $('pick').addEventListener('change', () => $('pick').files[0] && take($('pick').files[0]));
    $('close').addEventListener('click', () => change({file: null, name: '', text: '', input: ''}));
    $('undo').addEventListener('click', undo);
    $('redo').addEventListener('click', redo);
    $('copy').addEventListener('click', () => kscope.copy($('copy'), null, live()));
    $('link').addEventListener('click', async () => {
      const whole = await publish();
      if (!whole) return kscope.say('too large for a link: send the file');
      await kscope.copy.text(location.href);
      kscope.say('copied: link');
    });
    document.addEventListener('keydown', e => {
      if (!(e.ctrlKey || e.metaKey) || e.altKey || e.target.closest?.('.p-edit, #p-json')) return;
      const key = e.key.toLowerCase();
      if (key === 'z' || key === 'y') {
        e.preventDefault();
        (key === 'y' || e.shiftKey ? redo : undo)();
      }
    });
    for (const event of ['dragover', 'drop', 'dragleave']) {
      document.addEventListener(event, e => {
        if (![...e.dataTransfer?.types || []].includes('Files')) return;
        e.preventDefault();
        root.classList.toggle('dropping', event === 'dragover');
        if (event === 'drop' && e.dataTransfer.files[0]) take(e.dataTransfer.files[0]);
      });
    }
    addEventListener('hashchange', () => location.hash !== published && arrive());
  };

  const begin = async () => {
    if (!('engine' in root.dataset)) throw new Error('no engine');
    $('form').hidden = false;
    listen();
    steps.take(source, false);
    $('verdict').replaceChildren(kscope.el('p', {class: 'p-wait'}, 'loading the engine…'));
    call = await kscope.engine();
    $('verdict').replaceChildren();
    if (due) await decode();
    else {
      source.text = $('text').value;
      await (source.text ? decode() : arrive());
    }
    steps.begin(); // with what one arrives with
    root.dataset.ready = '';
  };
  begin().catch(e => {
    $('verdict').replaceChildren();
    $('missing').hidden = false;
    if (e.message !== 'no engine') $('missing').append(` (${e.message})`);
  });
});
