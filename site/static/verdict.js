// The playground's verdict: whether the bytes are what they should be, where
// they stop making sense, what was expected there, and the likely cause.
{
  const {el, codes} = kscope;
  const mostFindings = 8;
  const count = n => `${n.toLocaleString('en')} byte${n === 1 ? '' : 's'}`;

  // placed is a button that leads to a place, with its offset and path.
  const placed = ({offset, space, path}, go) => el('button', {type: 'button', class: 'p-place', onclick: () => go({space, offset})},
    `${space ? `${space}:` : ''}${codes.offset(offset)}`, path && ` ${path}`);

  const fault = (f, go) => [
    el('p', {class: 'p-fault'}, placed(f, go), ' expected ', el('b', {}, f.expected), ', found ', el('b', {}, f.found)),
    f.caret && el('pre', {class: 'p-caret', 'aria-hidden': 'true'}, f.caret.replace(/\n$/, '')),
  ];

  const findings = (all, go) => all.length > 0 && el('ul', {class: 'p-findings'},
    ...all.slice(0, mostFindings).map(f => el('li', {class: f.damage ? 'damage' : null}, placed(f, go), ' ', f.text)),
    all.length > mostFindings && el('li', {}, `${all.length - mostFindings} more, in the tree`));

  const candidates = (all, take) => all.length > 0 && el('div', {class: 'p-candidates'}, el('p', {}, 'What it could be:'),
    el('ul', {}, ...all.map(c => el('li', {}, el('button', {type: 'button', class: 'x', onclick: () => take(c.as)}, c.what), ` ${c.sure}: ${c.why}`))));

  // head is one line: what was read, and whether all is well.
  const head = a => {
    const [mark, state] = a.damaged ? ['✗', 'damaged'] : ['✓', 'fine'];
    const form = a.format && a.format !== 'raw' ? `, from ${a.format}` : '';
    return el('p', {class: 'p-state'}, el('span', {class: 'p-mark', 'aria-hidden': 'true'}, mark), ' ', el('b', {}, what(a)), `, ${count(a.size)}${form}: ${state}`);
  };
  const what = a => {
    if (a.as) return a.what;
    return a.unit === 'unknown' ? 'bytes of which it is not known what they are' : `a ${a.unit} whose message is not known`;
  };

  const show = (box, a, {go, take}) => {
    box.className = `p-verdict ${a.damaged ? 'damaged' : 'fine'}`;
    box.replaceChildren(...[
      head(a),
      ...(a.fault ? fault(a.fault, go) : []),
      ...a.hints.map(text => el('p', {class: 'p-cause'}, el('b', {}, 'hint: '), text)),
      !a.explained && el('p', {class: 'p-cause p-wait'}, 'looking for the cause…'),
      a.notes.length > 0 && el('ul', {class: 'p-notes'}, ...a.notes.map(text => el('li', {}, text))),
      findings(a.findings, go),
      candidates(a.candidates, take),
    ].filter(Boolean));
  };

  // complain says why there is nothing to show.
  const complain = (box, {field, line, column, text}) => {
    box.className = 'p-verdict complaint';
    const where = {as: 'what they are: ', request: 'request: ', release: 'release: '}[field] || '';
    const place = line > 1 && !text.includes(`line ${line}`) ? `line ${line}, column ${column}: ` : '';
    box.replaceChildren(el('p', {class: 'p-state'}, el('span', {class: 'p-mark', 'aria-hidden': 'true'}, '!'), ` ${where}${place}${text}`));
  };

  kscope.verdict = {show, complain};
}
