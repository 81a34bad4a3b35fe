import { CommandError } from './command-error.ts';
import { type Doc, isDoc } from './doc.ts';
import type { Matches } from './filter.ts';

const POSITION = /^\d+$/;
const ELEMENTS = /^\$\[(\w*)\]$/;
const MAX_PADDING = 1_500_000;

/** A place in a document that an operator reads and writes. */
export class Place {
  readonly path: string;
  readonly #holder: Doc | unknown[];
  readonly #name: string;

  constructor(path: string, holder: Doc | unknown[], name: string) {
    this.path = path;
    this.#holder = holder;
    this.#name = name;
  }

  get(): unknown {
    if (Array.isArray(this.#holder)) return this.#holder[Number(this.#name)];
    return Object.hasOwn(this.#holder, this.#name) ? this.#holder[this.#name] : undefined;
  }

  set(value: unknown): void {
    if (!Array.isArray(this.#holder)) {
      this.#holder[this.#name] = value;
      return;
    }
    const position = Number(this.#name);
    if (position > this.#holder.length + MAX_PADDING) {
      throw new CommandError('BadValue', `Cannot pad the array at '${this.path}' that far`);
    }
    while (this.#holder.length < position) this.#holder.push(null);
    this.#holder[position] = value;
  }

  /** Removes a field; an element becomes null, so that the others keep their positions. */
  unset(): void {
    if (!Array.isArray(this.#holder)) delete this.#holder[this.#name];
    else if (Number(this.#name) < this.#holder.length) this.#holder[Number(this.#name)] = null;
  }
}

/**
 * Finds the place of a path. On the way it makes the documents that are missing if `creates`; else a path that leads nowhere
 * gives `undefined`.
 *
 * @throws CommandError (PathNotViable) if `creates` and something that is no document stands in the way
 */
export function locate(doc: Doc, path: string, creates: boolean): Place | undefined {
  const parts = path.split('.');
  let holder: unknown = doc;
  for (const [at, part] of parts.entries()) {
    if (!canHold(holder, part)) {
      if (!creates) return undefined;
      throw new CommandError(
        'PathNotViable',
        `Cannot create field '${part}' in element {${parts[at - 1]}: ${JSON.stringify(holder)}} of '${path}'`,
      );
    }
    const place: Place = new Place(path, holder, part);
    if (at === parts.length - 1) return place;
    holder = place.get();
    if (holder === undefined && creates) {
      holder = {};
      place.set(holder);
    }
  }
  return undefined;
}

function canHold(holder: unknown, part: string): holder is Doc | unknown[] {
  return isDoc(holder) || (Array.isArray(holder) && POSITION.test(part));
}

/** Resolves `$[]` and `$[name]` in a path to the positions they stand for in this document. */
export function concretePaths(doc: Doc, path: string, elements: Map<string, Matches>): string[] {
  if (!path.includes('$')) return [path];
  let reached: { path: string; value: unknown }[] = [{ path: '', value: doc }];
  for (const part of path.split('.')) {
    const named = ELEMENTS.exec(part)?.[1];
    if (named === undefined && part.startsWith('$')) {
      throw new CommandError(
        'BadValue',
        `'${part}' in the update path '${path}' is not supported by this document store; use arrayFilters`,
      );
    }
    reached = reached.flatMap(({ path: base, value }) => {
      const join = (name: string | number) => (base === '' ? String(name) : `${base}.${name}`);
      if (named === undefined) return [{ path: join(part), value: childOf(value, part) }];
      return elementsOf(value, named, elements, path).map(([at, element]) => ({
        path: join(at),
        value: element,
      }));
    });
  }
  return reached.map((place) => place.path);
}

function childOf(value: unknown, part: string): unknown {
  if (Array.isArray(value)) return POSITION.test(part) ? value[Number(part)] : undefined;
  return isDoc(value) && Object.hasOwn(value, part) ? value[part] : undefined;
}

function elementsOf(
  value: unknown,
  name: string,
  elements: Map<string, Matches>,
  path: string,
): [number, unknown][] {
  if (!Array.isArray(value)) {
    throw new CommandError(
      'BadValue',
      `The path '${path}' must exist and lead through an array to apply array updates`,
    );
  }
  const entries = [...value.entries()];
  if (name === '') return entries;
  const matches = elements.get(name);
  if (!matches) {
    throw new CommandError('BadValue', `No array filter found for identifier '${name}' in path '${path}'`);
  }
  return entries.filter(([, element]) => matches({ [name]: element }));
}
