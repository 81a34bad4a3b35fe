import { EMPTY_ARRAY_KEY, keyOf } from './bson-key.ts';
import { type Doc, isDoc } from './doc.ts';

const POSITION = /^\d+$/;

function collect(value: unknown, parts: string[], depth: number, found: unknown[]): void {
  const part = parts[depth];
  if (part === undefined) {
    found.push(value);
  } else if (Array.isArray(value)) {
    if (POSITION.test(part) && Number(part) < value.length) {
      collect(value[Number(part)], parts, depth + 1, found);
    }
    for (const element of value) if (isDoc(element)) collect(element, parts, depth, found);
  } else {
    const isReachable = isDoc(value) && Object.hasOwn(value, part);
    if (isReachable) collect(value[part], parts, depth + 1, found);
    else found.push(undefined);
  }
}

/**
 * What a dotted path points at: one value, or one per element where it crosses arrays. A path that ends before its last
 * part gives `undefined`; elements that are no documents give nothing.
 */
export function valuesAt(doc: Doc, path: string): unknown[] {
  const found: unknown[] = [];
  if (path.includes('.')) collect(doc, path.split('.'), 0, found);
  else found.push(Object.hasOwn(doc, path) ? doc[path] : undefined);
  return found;
}

/** True if an array lies on the way to the value, even one that led to a single value. */
function crossesArray(doc: Doc, path: string): boolean {
  let value: unknown = doc;
  for (const part of path.split('.')) {
    value = isDoc(value) && Object.hasOwn(value, part) ? value[part] : undefined;
    if (Array.isArray(value)) return true;
  }
  return false;
}

/** The keys under which an index or a sort sees a path: one per element of an array, null for a missing field. */
export function keysAt(doc: Doc, path: string): { keys: string[]; isMultiple: boolean } {
  const keys = valuesAt(doc, path).flatMap((value) => {
    if (!Array.isArray(value)) return [keyOf(value)];
    return value.length === 0 ? [EMPTY_ARRAY_KEY] : value.map(keyOf);
  });
  if (keys.length === 0) keys.push(keyOf(null));
  return { keys: keys.length === 1 ? keys : [...new Set(keys)], isMultiple: crossesArray(doc, path) };
}
