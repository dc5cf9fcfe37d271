// What the playground shows, as a fragment of an address, so that a link is all
// that a report of bytes needs:
//
//	#in=00000010…&as=…&request=…&guess=1&input=…&release=…&topic=…
//
// A long text is z: and its deflated bytes in base64url.
{
  const {codes, fragment: {escape}} = kscope;
  const keys = ['in', 'as', 'request', 'guess', 'input', 'release', 'topic', 'reveal'];
  const longest = 1000; // characters that stand as they are

  const pipe = (bytes, through) => new Response(new Blob([bytes]).stream().pipeThrough(through)).arrayBuffer();

  const pack = async text => {
    if (text.length <= longest && !text.startsWith('z:')) return text;
    return 'z:' + codes.base64url(new Uint8Array(await pipe(text, new CompressionStream('deflate-raw'))));
  };
  const unpack = async text => {
    if (!text.startsWith('z:')) return text;
    return new TextDecoder().decode(await pipe(codes.fromBase64(text.slice(2)), new DecompressionStream('deflate-raw')));
  };

  // write gives the fragment of a state, "" for an empty one. Keys of a
  // fragment that belong to others are kept from the one given.
  const write = async (state, others = new Map()) => {
    const all = new Map();
    const set = (key, value) => value && all.set(key, value === true ? '1' : value);
    set('in', state.text && await pack(state.text));
    set('as', state.as);
    set('request', state.request && await pack(state.request));
    for (const key of ['guess', 'input', 'release', 'topic', 'reveal']) set(key, state[key]);
    for (const [key, value] of others) if (!keys.includes(key)) set(key, value);
    return all.size ? '#' + [...all].map(([key, value]) => `${key}=${escape(value)}`).join('&') : '';
  };

  // read gives the state of a fragment; null where that has none, or is broken.
  const read = async fragment => {
    const all = kscope.fragment.read(fragment);
    if (!keys.some(key => all.has(key))) return null;
    const get = key => all.get(key) || '';
    const [text, request] = await Promise.all([unpack(get('in')), unpack(get('request'))]);
    return {text, request, as: get('as'), input: get('input'), release: get('release'), topic: get('topic'),
      guess: get('guess') === '1', reveal: get('reveal') === '1'};
  };

  kscope.share = {write, read};
}
