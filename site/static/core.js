'use strict';
// The script of the site, in parts that share the object kscope. Pages are
// complete without it; what it adds has the class x, which neither copying nor
// printing takes.
const kscope = {root: document.documentElement.dataset.root || ''};

// release is the one that the site is about, '' for all.
kscope.release = document.documentElement.dataset.release || '';

// el makes an element. Attributes whose names begin with "on" are listeners;
// those that are false, null or undefined are left out, like such children.
kscope.el = (name, attributes = {}, ...children) => {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) e.addEventListener(key.slice(2), value);
    else if (value != null && value !== false) e.setAttribute(key, value === true ? '' : value);
  }
  e.append(...children.filter(c => c != null && c !== false));
  return e;
};

// load runs a script of the site, once. A script element, unlike fetch, works
// for pages that were opened as files too.
kscope.loads = {};
kscope.load = name => kscope.loads[name] ??= new Promise((resolve, reject) => {
  const failed = () => {
    delete kscope.loads[name];
    reject(new Error(`${name} could not be loaded`));
  };
  document.head.append(kscope.el('script', {src: kscope.root + name, onload: () => resolve(), onerror: failed}));
});

// say tells something in passing, screen readers included.
kscope.say = text => {
  const old = document.getElementById('k-say');
  const say = old || kscope.el('p', {id: 'k-say', class: 'x', role: 'status'});
  if (!old) document.body.append(say);
  say.textContent = text;
  say.classList.remove('fading');
  void say.offsetWidth; // so that the animation begins anew
  say.classList.add('fading');
};

// keys lists the keys of all parts for the help; parts add theirs.
kscope.keys = [['?', 'these keys'], ['t', 'theme: auto, light, dark']];

// pressed maps single keys to what they do where no field takes text.
kscope.pressed = {};

{
  const {el} = kscope;
  const themes = ['auto', 'light', 'dark'];

  // Pages that were opened as files may have no storage; then the theme lasts
  // as long as the page.
  const stored = () => {
    try {
      return localStorage.getItem('kscope.theme');
    } catch {
      return null;
    }
  };
  const store = theme => {
    try {
      localStorage.setItem('kscope.theme', theme);
    } catch { /* not kept */ }
  };
  let theme = themes.includes(stored()) ? stored() : 'auto';
  const themeButton = el('button', {type: 'button', class: 'x k-theme', onclick: () => nextTheme()});

  const applyTheme = () => {
    if (theme === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    themeButton.textContent = `◐ ${theme}`;
    themeButton.setAttribute('aria-label', `theme: ${theme}`);
  };
  const nextTheme = () => {
    theme = themes[(themes.indexOf(theme) + 1) % themes.length];
    store(theme);
    applyTheme();
  };
  applyTheme(); // before the body shows
  kscope.pressed.t = nextTheme;

  const showKeys = () => {
    if (document.querySelector('dialog[open]')) return;
    const rows = kscope.keys.flatMap(([key, does]) => [el('dt', {}, el('kbd', {}, key)), el('dd', {}, does)]);
    const dialog = el('dialog', {class: 'x k-keys', 'aria-label': 'Keys', onclose: () => dialog.remove()},
      el('dl', {}, ...rows),
      el('form', {method: 'dialog'}, el('button', {}, 'close')));
    document.body.append(dialog);
    dialog.showModal();
  };
  kscope.pressed['?'] = showKeys;

  // typing tells whether a key belongs to the element that has the focus.
  const typing = e => e.ctrlKey || e.metaKey || e.altKey ||
    e.target.closest?.('input, textarea, select, dialog, [contenteditable]');

  document.addEventListener('keydown', e => {
    const does = kscope.pressed[e.key];
    if (!does || typing(e)) return;
    e.preventDefault();
    does(e);
  });

  // reach lets Tab come to what scrolls and has nothing else that takes the
  // focus, so that keys can scroll it.
  const reach = () => {
    for (const e of document.querySelectorAll('main pre, main .scroll')) {
      const scrolls = e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight;
      if (scrolls && !e.querySelector('a[href], button, [tabindex]')) e.tabIndex = 0;
    }
  };
  addEventListener('load', reach);
  addEventListener('resize', reach);

  document.addEventListener('DOMContentLoaded', () => {
    const {protocol, pathname, search, hash} = location;
    if (protocol.startsWith('http') && pathname.endsWith('/index.html')) {
      history.replaceState(history.state, '', pathname.slice(0, -'index.html'.length) + search + hash);
    }
    document.querySelector('header.top')?.append(el('div', {class: 'x k-tools'}, themeButton,
      el('button', {type: 'button', 'aria-label': 'keys', onclick: showKeys}, '?')));
  });
}
