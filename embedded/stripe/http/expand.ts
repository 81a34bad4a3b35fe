import type { Books } from '../store/store.ts';
import { ParameterError } from './api-error.ts';

const TABLES = {
  latest_charge: 'charges',
  charge: 'charges',
  payment_intent: 'payment_intents',
  payment_method: 'payment_methods',
} as const;

const isExpandable = (field: string): field is keyof typeof TABLES => Object.hasOwn(TABLES, field);

/**
 * A copy of a reply in which the ids at these paths (`latest_charge`, `data.payment_intent.latest_charge`) are replaced
 * by what they point at.
 * @throws ParameterError for a path that cannot be expanded
 */
export function expand(books: Books, reply: object, paths: string[]): object {
  return paths.reduce((expanded, path) => expandPath(books, expanded, path.split('.'), path), reply);
}

function expandPath(books: Books, object: object, [field = '', ...rest]: string[], path: string): object {
  const value: unknown = Reflect.get(object, field);
  if (field === 'data' && Array.isArray(value) && rest.length > 0) {
    return { ...object, data: value.map((item) => expandPath(books, item, rest, path)) };
  }
  if (!isExpandable(field) || value === undefined) {
    throw new ParameterError(`This property cannot be expanded (${path}).`, undefined, 'expand');
  }
  if (value === null) return object;
  const found = typeof value === 'string' ? books.get(TABLES[field], value) : value;
  if (typeof found !== 'object' || found === null) throw new Error(`${path}: ${value} is not in the books`);
  return { ...object, [field]: rest.length > 0 ? expandPath(books, found, rest, path) : found };
}
