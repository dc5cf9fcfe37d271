// Starts the engine in a worker and defines kscope.engineReady: a promise of
// call(method, request), which gives a promise of the answer. Calls are answered
// in order. An answer that is an error rejects with that, its fields in failure.
//
// The two arguments are appended when this file becomes engine.js.
((support, module) => {
  // What the worker runs; Go's script comes in front of it.
  const work = async base64 => {
    const packed = Uint8Array.from(atob(base64), c => c.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    const go = new Go();
    const {instance} = await WebAssembly.instantiate(await new Response(stream).arrayBuffer(), go.importObject);
    go.run(instance).then(() => postMessage({ended: true}), () => postMessage({ended: true}));
    onmessage = ({data: {id, method, request}}) => postMessage({id, answer: kscopeCall(method, request)});
    postMessage({ready: true});
  };

  const source = new Blob([support, '\n(', String(work), ')("', module, '")']);
  let worker = null;
  const waiting = new Map(); // from ids to {resolve, reject}
  let last = 0;

  // stop ends a worker that has failed. The next call starts another.
  const stop = why => {
    worker?.terminate();
    worker = null;
    for (const {reject} of waiting.values()) reject(new Error(why));
    waiting.clear();
  };

  const start = () => new Promise((resolve, reject) => {
    const url = URL.createObjectURL(source);
    worker = new Worker(url);
    worker.onmessage = ({data}) => {
      URL.revokeObjectURL(url);
      if (data.ready) return resolve();
      if (data.ended) return stop('the engine has stopped');
      const {resolve: done} = waiting.get(data.id);
      waiting.delete(data.id);
      done(data.answer);
    };
    worker.onerror = e => {
      e.preventDefault();
      stop(e.message || 'the engine cannot start');
      reject(new Error(e.message || 'the engine cannot start'));
    };
  });

  const send = (method, request) => new Promise((resolve, reject) => {
    const id = ++last;
    waiting.set(id, {resolve, reject});
    worker.postMessage({id, method, request: JSON.stringify(request)});
  });

  const call = async (method, request = {}) => {
    if (!worker) await start();
    const answer = JSON.parse(await send(method, request));
    if (answer.error) throw Object.assign(new Error(answer.error.text), {failure: answer.error});
    return answer;
  };

  kscope.engineReady = start().then(() => call);
});
