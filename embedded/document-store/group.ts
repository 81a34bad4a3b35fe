import { keyOf } from './bson-key.ts';
import { CommandError } from './command-error.ts';
import { type Doc, isDoc } from './doc.ts';

/** Turns the values of one expression, in document order, into the accumulated one. `undefined` stands for missing. */
type Accumulate = (values: unknown[]) => unknown;

const numbersIn = (values: unknown[]) => values.filter((value) => typeof value === 'number');
const sum = (values: unknown[]) => numbersIn(values).reduce((total, value) => total + value, 0);

const ACCUMULATORS: Record<string, Accumulate> = {
  $sum: sum,
  $avg: (values) => (numbersIn(values).length === 0 ? null : sum(values) / numbersIn(values).length),
  $min: (values) => extreme(values, (key, best) => key < best),
  $max: (values) => extreme(values, (key, best) => key > best),
  $first: (values) => values[0] ?? null,
  $last: (values) => values.at(-1) ?? null,
  $push: (values) => values.filter((value) => value !== undefined),
};

function extreme(values: unknown[], isBetter: (key: string, best: string) => boolean): unknown {
  let best: { key: string; value: unknown } | undefined;
  for (const value of values) {
    if (value === null || value === undefined) continue;
    const key = keyOf(value);
    if (!best || isBetter(key, best.key)) best = { key, value };
  }
  return best?.value ?? null;
}

/** The `$group` stage. Groups appear in the order of their first document. */
export function group(docs: Doc[], { _id: idExpression, ...fields }: Doc): Doc[] {
  if (idExpression === undefined) {
    throw new CommandError('BadValue', 'a group specification must include an _id');
  }
  const identify = compileExpression(idExpression);
  const accumulators = Object.entries(fields).map(([name, field]) => ({
    name,
    accumulate: compileField(name, field),
  }));

  const groups = new Map<string, { _id: unknown; members: Doc[] }>();
  for (const doc of docs) {
    const _id = identify(doc) ?? null;
    const key = keyOf(_id);
    const known = groups.get(key);
    if (known) known.members.push(doc);
    else groups.set(key, { _id, members: [doc] });
  }
  return [...groups.values()].map(({ _id, members }) => {
    const values = accumulators.map(({ name, accumulate }) => [name, accumulate(members)]);
    return { _id, ...Object.fromEntries(values) };
  });
}

function compileField(name: string, field: unknown): (members: Doc[]) => unknown {
  const [[operator, operand] = ['', undefined], ...others] = isDoc(field) ? Object.entries(field) : [];
  const accumulate = Object.hasOwn(ACCUMULATORS, operator) ? ACCUMULATORS[operator] : undefined;
  if (!accumulate || others.length > 0) {
    throw new CommandError(
      'BadValue',
      `The accumulator of '${name}' (${operator}) is not supported by this document store`,
    );
  }
  const evaluate = compileExpression(operand);
  return (members) => accumulate(members.map(evaluate));
}

/** A field path, `$$ROOT`, a constant, or a document of these. Operators are refused. */
function compileExpression(expression: unknown): (doc: Doc) => unknown {
  if (expression === '$$ROOT') return (doc) => doc;
  if (typeof expression === 'string' && expression.startsWith('$')) return compilePath(expression);
  if (!isDoc(expression)) {
    if (Array.isArray(expression)) {
      throw new CommandError('BadValue', 'Arrays in expressions are not supported');
    }
    return () => expression;
  }
  const parts = Object.entries(expression).map(([name, part]) => {
    if (name.startsWith('$')) {
      throw new CommandError('BadValue', `The expression ${name} is not supported by this document store`);
    }
    return [name, compileExpression(part)] as const;
  });
  return (doc) => {
    const values = parts.map(([name, evaluate]) => [name, evaluate(doc)] as const);
    return Object.fromEntries(values.filter(([, value]) => value !== undefined));
  };
}

function compilePath(expression: string): (doc: Doc) => unknown {
  const parts = expression.slice(1).split('.');
  if (parts.some((part) => part === '' || part.startsWith('$'))) {
    throw new CommandError(
      'BadValue',
      `The expression '${expression}' is not supported by this document store`,
    );
  }
  return (doc) => gather(doc, parts);
}

/** In expressions a path across an array gathers what its documents hold; positions are not looked at. */
function gather(value: unknown, [part, ...rest]: string[]): unknown {
  if (part === undefined) return value;
  if (Array.isArray(value)) {
    return value.map((element) => gather(element, [part, ...rest])).filter((found) => found !== undefined);
  }
  return isDoc(value) && Object.hasOwn(value, part) ? gather(value[part], rest) : undefined;
}
