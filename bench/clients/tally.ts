const MARK = Buffer.from('"#');
const ZERO = '0'.charCodeAt(0);
const NINE = '9'.charCodeAt(0);

/** A change's number, as it stands at the head of its pickup location: every view of a ride has one. */
export const marked = (number: number, location: string): string => `#${number} ${location}`;

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
      let at = bytes.indexOf(MARK, start);
      while (at >= 0 && at < end) {
        let number = 0;
        for (at += MARK.length; ; at += 1) {
          const digit = bytes[at] ?? 0;
          if (digit < ZERO || digit > NINE) break;
          number = number * 10 + digit - ZERO;
        }
        if (expected !== null && number !== expected) this.faults += 1;
        expected = number + 1;
        this.delivered += 1;
        this.#onDelivery(number);
        at = bytes.indexOf(MARK, at);
      }
    };
  }
}
