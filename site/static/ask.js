// The engine, for all pages: it is loaded when it is first needed. What needs
// it outside of the playground are links that make another sample.
//
//	const call = await kscope.engine();
//	const answer = await call('decode', {text: '00…'});    methods: package play
{
  // engine gives the function that calls; it rejects where there is no engine.
  kscope.engine = async () => {
    await kscope.load('engine.js');
    return kscope.engineReady;
  };

  // edit links: data-edit is the id of the section whose bytes the playground
  // is to begin with.
  const lead = link => {
    const section = kscope.bytes.sections().find(s => s.id === link.dataset.edit);
    if (!section?.spaces[0]) return;
    const {message, version} = section.element.dataset;
    kscope.share.write({text: kscope.codes.hex(section.data()), as: `${message}@${version}`}).then(fragment => {
      link.href = `${kscope.root}play/index.html${fragment}`;
    });
  };

  // sample shows another instance in the place of the page's own, as long as
  // the fragment says so: #sample=random:7. Links to such samples lead to the
  // next seed then.
  let own = null; // what the article had
  const sample = async () => {
    const kind = kscope.fragment.read().get('sample');
    const article = document.querySelector('article.kscope:has([data-message])');
    if (!article || !kind && !own) return;
    try {
      const nodes = kind ? await made(kind, article) : own;
      own ??= [...article.childNodes];
      article.replaceChildren(...nodes);
      kscope.bytes.scan();
      kscope.fragment.follow();
      const [, seed] = /^random:(\d+)$/.exec(kind) || [];
      if (seed) document.querySelectorAll('[data-sample]').forEach(a => a.href = `#sample=random:${+seed + 1}`);
      links();
    } catch (e) {
      kscope.say(e.message);
    }
  };
  const made = async (kind, article) => {
    const call = await kscope.engine();
    const {html} = await call('sample', {kind, message: subject(article), release: release()});
    return [...new DOMParser().parseFromString(html, 'text/html').querySelector('article').childNodes];
  };
  // release is that of a layout's page, or of the site.
  const release = () => /@([\d.]+)\//.exec(location.pathname)?.[1] ?? kscope.release;

  // subject is what the page is about: a message, or an API where it shows two.
  const subject = article => {
    const [first, second] = article.querySelectorAll('[data-message]');
    const {message, version} = first.dataset;
    return `${second ? message.replace(/Request$/, '') : message}@${version}`;
  };

  const links = () => document.querySelectorAll('[data-edit]').forEach(lead);
  document.addEventListener('DOMContentLoaded', () => {
    links();
    sample();
  });
  addEventListener('hashchange', sample);
}
