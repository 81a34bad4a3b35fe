import { ParameterError } from './api-error.ts';

/** Parameters as they arrive: strings, lists and named groups of them. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue };

type Group = { [name: string]: FormValue };

const DEEPEST = 8;
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Reads `a[b][0]=1&a[c]=2` into `{ a: { b: ['1'], c: '2' } }`, as the official clients write bodies and queries.
 * @throws ParameterError on a name that is malformed
 */
export function parseForm(text: string): Group {
  const root: Group = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[');
    if (path.some((part) => FORBIDDEN.has(part)) || path[0] === '' || path.length > DEEPEST) {
      throw new ParameterError(`Invalid parameter name: ${name}`, 'parameter_unknown', name);
    }
    let group = root;
    for (const part of path.slice(0, -1)) {
      const inner = group[part] ?? Object.create(null);
      if (typeof inner === 'string' || Array.isArray(inner)) {
        throw new ParameterError(`Invalid parameter name: ${name}`, 'parameter_unknown', name);
      }
      group[part] = inner;
      group = inner;
    }
    group[path.at(-1) ?? name] = value;
  }
  return withLists(root);
}

/** Groups whose names are 0, 1, 2… are lists; `a[]=x` keeps its last value as a list of one. */
function withLists(group: Group): Group {
  const result: Group = {};
  for (const [name, value] of Object.entries(group)) {
    if (typeof value === 'string' || Array.isArray(value)) {
      result[name] = value;
      continue;
    }
    const inner = withLists(value);
    const isList = Object.keys(inner).every((key) => /^\d*$/.test(key));
    result[name] = isList ? Object.values(inner) : inner;
  }
  return result;
}
