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

/** Finds the place of a path; on the way, creates missing documents if `creates`. */
export function locate(doc: Doc, path: string, creates: boolean): Place | undefined {
  const parts = path.split('.');
  const name = parts.pop() ?? '';
  let holder: Doc | unknown[] = doc;
  for (const part of parts) {
    if (!creates && isUnreachable(holder, part)) return undefined;
    const place: Place = placeIn(holder, part, path);
    let next = place.get();
    if (next === undefined) {
      if (!creates) return undefined;
      next = {};
      place.set(next);
    }
    if (!isDoc(next) && !Array.isArray(next)) {
      if (!creates) return undefined;
      throw new CommandError(
        'PathNotViable',
        `Cannot create field in element {${part}: ${JSON.stringify(next)}} of '${path}'`,
      );
    }
    holder = next;
  }
  if (!creates && isUnreachable(holder, name)) return undefined;
  return placeIn(holder, name, path);
}

function isUnreachable(holder: Doc | unknown[], name: string): boolean {
  return Array.isArray(holder) && !POSITION.test(name);
}

function placeIn(holder: Doc | unknown[], name: string, path: string): Place {
  if (isUnreachable(holder, name)) {
    throw new CommandError('PathNotViable', `Cannot create field '${name}' in the array of '${path}'`);
  }
  return new Place(path, holder, name);
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
  if (!matches)
    throw new CommandError('BadValue', `No array filter found for identifier '${name}' in path '${path}'`);
  return entries.filter(([, element]) => matches({ [name]: element }));
}
