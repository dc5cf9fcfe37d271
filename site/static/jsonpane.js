// The message as JSON, which can be changed: what is typed becomes bytes.
document.addEventListener('DOMContentLoaded', () => {
  const {play} = kscope;
  if (!play) return;
  const {section, tree} = play;
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
  play.on.settled.push(fillJSON);
  play.on.shown.push(() => stale = true);
});
