// Any two versions side by side, and any two releases: what is asked for is in
// the fragment, #from=Metadata@8&to=Metadata@12.
{
  const {el, fragment: {read, escape}} = kscope;
  const form = document.querySelector('[data-compare]');
  if (form) {
    const {from, to} = form.elements, place = form.querySelector('[data-compared]');

    const show = async () => {
      const asked = read();
      if (!asked.has('from') || !asked.has('to')) return;
      [from.value, to.value] = [asked.get('from'), asked.get('to')];
      place.replaceChildren(el('p', {class: 'muted'}, 'comparing…'));
      try {
        const call = await kscope.engine();
        const {parts} = await call('compare', {from: from.value, to: to.value, release: kscope.release});
        place.replaceChildren(...parts.map(part));
      } catch (e) {
        place.replaceChildren(el('p', {class: 'k-error'}, e.message));
      }
    };
    // part is HTML of package view, which escapes what it writes.
    const part = ({title, html}) => {
      const section = el('section', {}, el('h2', {}, title));
      section.append(...new DOMParser().parseFromString(html, 'text/html').body.childNodes);
      return section;
    };

    // The names come from the links of the page.
    const names = [...document.querySelectorAll('.by dt')].flatMap(dt =>
      ['v0', ...[...dt.nextElementSibling.children].map(a => a.textContent)].map(v => `${dt.id}@${v.slice(1)}`));
    form.append(el('datalist', {id: 'comparable'}, ...names.map(value => el('option', {value}))));

    form.addEventListener('submit', event => {
      event.preventDefault();
      location.hash = `from=${escape(from.value.trim())}&to=${escape(to.value.trim())}`;
    });
    addEventListener('hashchange', show);
    show();
  }
}
