// What a client of one release and a broker of another share: two choices above
// the matrix, and a column with the range of versions and the one to take. The
// cells of the table are all that is known here.
{
  const {el} = kscope;
  const table = document.querySelector('table.matrix[data-choose]');
  if (table) {
    const releases = [...table.tHead.rows[0].cells].slice(2).map(th => th.textContent);

    // versions are those of a row in a release, [lowest, highest], stable ones;
    // a cell stands for as many releases as it is wide.
    const versions = (row, release) => {
      let at = releases.indexOf(release);
      const cell = [...row.querySelectorAll('td[colspan]')].find(td => (at -= td.colSpan) < 0);
      const [, low, high, unstable] = /(\d+)(?:-(\d+))?(!?)/.exec(cell.textContent) || [];
      if (low === undefined) return null;
      return [+low, (high ?? low) - (unstable ? 1 : 0)];
    };
    const shared = (row, client, broker) => {
      const [a, b] = [versions(row, client), versions(row, broker)];
      if (!a || !b) return ['–', ''];
      const [low, high] = [Math.max(a[0], b[0]), Math.min(a[1], b[1])];
      return low > high ? ['none', ''] : [low === high ? `${low}` : `${low}-${high}`, `takes ${high}`];
    };

    const choice = label => el('select', {'aria-label': label, onchange: () => show()},
      el('option', {value: ''}, label), ...releases.toReversed().map(r => el('option', {}, r)));
    const client = choice('client'), broker = choice('broker');

    const show = () => {
      const chosen = client.value && broker.value;
      document.querySelectorAll('.both').forEach(cell => cell.remove());
      if (!chosen) return;
      table.tHead.rows[0].cells[1].after(el('th', {class: 'both'}, `${client.value} to ${broker.value}`));
      for (const row of table.tBodies[0].rows) {
        const [range, best] = shared(row, client.value, broker.value);
        row.cells[1].after(el('td', {class: 'both'}, range, best && el('small', {}, best)));
      }
    };
    table.parentElement.before(el('p', {class: 'x choose'}, 'A client of ', client, ' and a broker of ', broker));
  }
}
