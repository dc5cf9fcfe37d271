// A pane shows rows of a fixed height, of which only those that can be seen are
// in the page: a message of 50 KB has thousands of lines.
{
  const whole = 400; // rows that are shown without a window
  const margin = 16; // rows beyond what can be seen, on both sides: all are laid out with each key
  const tallest = 30e6; // pixels that browsers lay out

  kscope.Pane = class {
    // want is called when rows come into sight that are not there.
    constructor(scroller, want) {
      Object.assign(this, {scroller, pre: scroller.querySelector('pre'), total: 0, from: 0, to: 0});
      scroller.addEventListener('scroll', () => this.lacks() && want(), {passive: true});
    }

    get height() {
      return this.row ??= parseFloat(getComputedStyle(this.pre).lineHeight);
    }

    // seen is the range of rows in sight.
    seen() {
      const first = Math.floor(this.scroller.scrollTop / this.height);
      return [first, first + Math.ceil(this.scroller.clientHeight / this.height) + 1];
    }

    // window is the range of rows to ask for.
    window() {
      if (this.total <= whole) return [0, whole];
      const [first, after] = this.seen();
      return [Math.max(0, first - margin), after + margin];
    }

    lacks() {
      const [first, after] = this.seen();
      return first < this.from || Math.min(after, this.total) > this.to;
    }

    // fill shows rows of which the first is from.
    fill(html, [from, to], total) {
      const {pre} = this;
      Object.assign(this, {total, from: Math.min(from, total), to: Math.min(to, total)});
      pre.innerHTML = html;
      pre.style.paddingTop = `${this.from * this.height}px`;
      pre.style.paddingBottom = `${Math.max(0, Math.min(total * this.height, tallest) - this.to * this.height)}px`;
    }

    sees(row) {
      const top = row * this.height, {scrollTop, clientHeight} = this.scroller;
      return top >= scrollTop && top + this.height <= scrollTop + clientHeight;
    }

    // reveal scrolls until a row can be seen.
    reveal(row) {
      if (!this.sees(row)) this.scroller.scrollTop = (row + 0.5) * this.height - this.scroller.clientHeight / 2;
    }
  };
}
