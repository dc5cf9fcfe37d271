// What the playground's form says, and how it was before: one object, so that
// undoing, links and reloading are all the same.
//
//	{text, file, name, as, request, guess, input, release, topic, reveal}
//
// A file that is too large to be text in a form is base64, and has a name.
{
  const {hex, base64} = kscope.codes;
  const largest = 64 << 10; // bytes that a form holds as text

  const perRow = 32;
  const hexRows = bytes => {
    const rows = [];
    for (let i = 0; i < bytes.length; i += perRow) rows.push(hex(bytes.slice(i, i + perRow)));
    return rows.join('\n');
  };

  // text gives the text that bytes are, null for others.
  const text = bytes => {
    try {
      const decoded = new TextDecoder('utf-8', {fatal: true}).decode(bytes);
      return /[\x00-\x08\x0e-\x1f\x7f]/.test(decoded) ? null : decoded;
    } catch {
      return null;
    }
  };

  // ofBytes and ofFile are what of a source changes when such are its input.
  const ofBytes = (bytes, name) => bytes.length > largest
    ? {file: base64(bytes), name, text: '', input: 'raw'}
    : {file: null, name: '', text: hexRows(bytes), input: ''};
  const ofFile = async file => {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const dump = text(bytes);
    if (dump === null) return ofBytes(bytes, file.name);
    if (dump.length <= 4 * largest) return {file: null, name: '', text: dump, input: ''};
    return {file: base64(bytes), name: file.name, text: '', input: ''};
  };

  // Steps is what can be undone. Typing becomes one step when it pauses.
  const pause = 800, most = 200; // milliseconds, steps
  class Steps {
    constructor(changed) {
      Object.assign(this, {past: [], future: [], now: null, typed: 0, changed});
    }

    take(source, typing) {
      const next = {...source}, {now} = this;
      if (now && Object.keys({...now, ...next}).every(key => now[key] === next[key])) return;
      const goesOn = typing && Date.now() - this.typed < pause;
      this.typed = typing ? Date.now() : 0;
      if (now && !goesOn) this.past.push(now);
      if (this.past.length > most) this.past.shift();
      this.future = [];
      this.now = next;
      this.changed();
    }

    // begin forgets what was: the present is the first step.
    begin() {
      this.past = [];
      this.changed();
    }

    undo() {
      return this.travel(this.past, this.future);
    }

    redo() {
      return this.travel(this.future, this.past);
    }

    travel(from, to) {
      if (!from.length) return null;
      to.push(this.now);
      this.now = from.pop();
      this.typed = 0;
      this.changed();
      return this.now;
    }
  }

  kscope.source = {hexRows, ofBytes, ofFile, Steps};
}
