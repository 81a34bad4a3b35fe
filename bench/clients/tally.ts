const QUOTE = '"'.charCodeAt(0);
const MARK = '#'.charCodeAt(0);
const ZERO = '0'.charCodeAt(0);
const NINE = '9'.charCodeAt(0);

/** A change's number, as it stands at the head of its pickup location: every view of a ride has one. */
export const marked = (number: number, location: string): string => `#${number} ${location}`;

/** The place of the next mark that begins a text; -1 without one. A single byte is found ten times faster than two. */
function findMark(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(MARK, from);
  while (at >= 0 && bytes[at - 1] !== QUOTE) at = bytes.indexOf(MARK, at + 1);
  return at;
}

/**
 * Counts what sockets hear. Changes of a room are numbered, so after its first each socket knows which is next: a number that is not is
 * a fault, be it lost, repeated or out of order.
 */
export class Tally {
  delivered = 0;
  faults = 0;
  readonly #onDelivery: (number: number) => void;

  constructor(onDelivery: (number: number) => void = () => {}) {
    this.#onDelivery = onDelivery;
  }

  /** Makes what listens for one socket. */
  listener(): (bytes: Buffer, start: number, end: number) => void {
    let expected: number | null = null;
    return (bytes, start, end) => {
      let at = findMark(bytes, start);
      while (at >= 0 && at < end) {
        let number = 0;
        for (at += 1; ; at += 1) {
          const digit = bytes[at] ?? 0;
          if (digit < ZERO || digit > NINE) break;
          number = number * 10 + digit - ZERO;
        }
        if (expected !== null && number !== expected) this.faults += 1;
        expected = number + 1;
        this.delivered += 1;
        this.#onDelivery(number);
        at = findMark(bytes, at);
      }
    };
  }
}
