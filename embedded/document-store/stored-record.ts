import { type Doc, decode } from './doc.ts';

/** A stored document: its bytes, and a decoded copy made when first asked for. Nobody may change that copy. */
export class StoredRecord {
  readonly key: string;
  #raw: Uint8Array;
  #doc: Doc | undefined;

  constructor(key: string, raw: Uint8Array) {
    this.key = key;
    this.#raw = raw;
  }

  get raw(): Uint8Array {
    return this.#raw;
  }

  set raw(raw: Uint8Array) {
    this.#raw = raw;
    this.#doc = undefined;
  }

  get doc(): Doc {
    this.#doc ??= decode(this.#raw);
    return this.#doc;
  }
}
