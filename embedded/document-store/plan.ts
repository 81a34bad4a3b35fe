import { serialize } from 'bson';
import { invertKey, keyOf } from './bson-key.ts';
import type { CollectionIndex, IndexField } from './collection-index.ts';
import { type Bound, type Constraint, clausesOf, constraintsOf, operatorsOf } from './constraints.ts';
import type { Doc } from './doc.ts';
import { compileFilter } from './filter.ts';
import type { Directions } from './shapes.ts';

/** How to reach the candidates of a query: ranges of one index, which may also bring them in the order of the sort. */
export type Plan = {
  index: CollectionIndex;
  ranges: [from: string, to: string][];
  isReverse: boolean;
  isSorted: boolean;
};

const MAX_RANGES = 500;

/** Above every byte that a key can go on with: behind all entries that begin like this. */
const END = '\xff';

/** Chooses the index that narrows a query most, or sorts it. `undefined`: look at every document. */
export function planQuery(
  indexes: Iterable<CollectionIndex>,
  filter: Doc,
  sort: Directions,
): Plan | undefined {
  const constraints = constraintsOf(filter);
  let best: { plan: Plan; score: number } | undefined;
  for (const index of indexes) {
    const candidate = planIndex(index, constraints, sort);
    if (!candidate || !holdsAllMatches(index, filter, constraints)) continue;
    if (!best || candidate.score > best.score) best = candidate;
  }
  return best?.plan;
}

function planIndex(index: CollectionIndex, constraints: Map<string, Constraint>, sort: Directions) {
  let prefixes = [''];
  let equalities = 0;
  for (const { path, isDescending } of index.fields) {
    const values = constraints.get(path)?.equals;
    if (!values || prefixes.length * values.length > MAX_RANGES) break;
    const keys = new Set(values.map((value) => (isDescending ? invertKey(keyOf(value)) : keyOf(value))));
    prefixes = prefixes.flatMap((prefix) => [...keys].map((key) => prefix + key));
    equalities++;
  }
  const next = index.fields[equalities];
  const range = next && rangeOf(next, constraints.get(next.path), index.isMultikey);
  const ranges = prefixes.map((prefix): [string, string] =>
    range ? [prefix + range.from, prefix + range.to] : [prefix, prefix + END],
  );
  const order =
    prefixes.length <= 1 && !index.isMultikey ? orderOf(index.fields, equalities, sort) : undefined;
  const score = equalities * 4 + (range ? 2 : 0) + (order === undefined ? 0 : 3);
  if (score === 0) return undefined;
  return { plan: { index, ranges, isReverse: order === 'reverse', isSorted: order !== undefined }, score };
}

/** The stretch of keys between two bounds of one type. On a multikey index other elements may meet the other bound. */
function rangeOf({ isDescending }: IndexField, { lower, upper }: Constraint = {}, isMultikey: boolean) {
  const first = lower ?? upper;
  if (!first) return undefined;
  const type = keyOf(first.value).charAt(0);
  const isUsable = (bound: Bound | undefined): bound is Bound =>
    bound !== undefined && (bound === first || !isMultikey) && keyOf(bound.value).startsWith(type);

  const encode = (key: string) => (isDescending ? invertKey(key) : key);
  const edge = ({ value }: Bound, isAfter: boolean) => encode(keyOf(value)) + (isAfter ? END : '');
  const [low, high] = isDescending ? [upper, lower] : [lower, upper];
  const start = encode(type);
  return {
    from: isUsable(low) ? edge(low, !low.isInclusive) : start,
    to: isUsable(high) ? edge(high, high.isInclusive) : following(start),
  };
}

const following = (type: string) => String.fromCharCode(type.charCodeAt(0) + 1);

/** Whether walking the index gives the sort: paths held to one value do not matter, the rest must follow in turn. */
function orderOf(
  fields: IndexField[],
  equalities: number,
  sort: Directions,
): 'forward' | 'reverse' | undefined {
  const held = new Set(fields.slice(0, equalities).map(({ path }) => path));
  const wanted = Object.entries(sort).filter(([path]) => !held.has(path));
  const directions = wanted.map(([path, direction], at) => {
    const field = fields[equalities + at];
    if (field?.path !== path) return undefined;
    return direction < 0 === field.isDescending ? 'forward' : 'reverse';
  });
  const [first = 'forward'] = directions;
  return Object.keys(sort).length > 0 && directions.every((direction) => direction === first)
    ? first
    : undefined;
}

/** A partial index may serve a query only if it holds every document that the query can match. */
function holdsAllMatches(index: CollectionIndex, filter: Doc, constraints: Map<string, Constraint>): boolean {
  const { partialFilterExpression } = index.spec;
  return !partialFilterExpression || implies(filter, constraints, partialFilterExpression);
}

function mustExist(constraint: Constraint | undefined): boolean {
  if (!constraint) return false;
  if (constraint.lower || constraint.upper) return true;
  return constraint.equals?.every((value) => value !== null && value !== undefined) ?? false;
}

function implies(filter: Doc, constraints: Map<string, Constraint>, partial: Doc): boolean {
  const asked = new Set(
    clausesOf(filter).flatMap(([path, condition]) => operatorsOf(condition).map(clauseKey(path))),
  );
  return clausesOf(partial).every(([path, condition]) => {
    const operators = operatorsOf(condition);
    if (operators.map(clauseKey(path)).every((clause) => asked.has(clause))) return true;
    const constraint = constraints.get(path);
    if (mustExist(constraint) && operators.every(([operator]) => operator === '$exists')) return true;
    const matches = compileFilter({ value: condition });
    return mustExist(constraint) && (constraint?.equals?.every((value) => matches({ value })) ?? false);
  });
}

const clauseKey =
  (path: string) =>
  ([operator, operand]: [string, unknown]) =>
    Buffer.from(serialize({ [path]: { [operator]: operand } })).toString('latin1');
