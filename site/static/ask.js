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
    const hex = section.data().map(b => b.toString(16).padStart(2, '0')).join('');
    kscope.share.write({text: hex, as: `${message}@${version}`}).then(fragment => {
      link.href = `${kscope.root}play/index.html${fragment}`;
      link.hidden = false;
    });
  };

  // sample shows another instance in the place of the page's own:
  // #sample=random:7.
  const sample = async () => {
    const kind = kscope.fragment.read().get('sample');
    const article = document.querySelector('article.kscope:has([data-message])');
    if (!kind || !article) return;
    try {
      const call = await kscope.engine();
      const {html} = await call('sample', {kind, message: subject(article), release: document.documentElement.dataset.release || ''});
      const made = new DOMParser().parseFromString(html, 'text/html').querySelector('article');
      article.replaceChildren(...made.childNodes);
      kscope.bytes.scan();
      kscope.fragment.follow();
      links();
    } catch (e) {
      kscope.say(e.message);
    }
  };

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
