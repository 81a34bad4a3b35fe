import { type Doc, isDoc } from './doc.ts';

/** One end of a range. */
export type Bound = { value: unknown; isInclusive: boolean };

/** What a filter demands of one path, as far as an index can use it: one of these values, or one between these bounds. */
export type Constraint = { equals?: unknown[]; lower?: Bound; upper?: Bound };

/** A condition that every match meets. The path is that of a field, or `$or`. */
export type Clause = [path: string, condition: unknown];

/** The clauses of a filter, with `$and` taken apart. */
export function clausesOf(filter: Doc): Clause[] {
  return Object.entries(filter).flatMap(([path, condition]): Clause[] =>
    path === '$and' && Array.isArray(condition)
      ? condition.filter(isDoc).flatMap(clausesOf)
      : [[path, condition]],
  );
}

/** The operators of a condition; a plain value stands for `$eq`. */
export function operatorsOf(condition: unknown): [operator: string, operand: unknown][] {
  const hasOperators = isDoc(condition) && Object.keys(condition).some((name) => name.startsWith('$'));
  if (hasOperators) return Object.entries(condition);
  return [['$eq', condition]];
}

/** Arrays are indexed by element, so none can be looked up as a whole. */
function isIndexable(value: unknown): boolean {
  return !Array.isArray(value);
}

/** Gathers what a filter demands of each path. It may demand more than is said here, never less. */
export function constraintsOf(filter: Doc): Map<string, Constraint> {
  const constraints = new Map<string, Constraint>();
  for (const [path, condition] of clausesOf(filter)) {
    const constraint = constraints.get(path) ?? {};
    for (const [operator, operand] of operatorsOf(condition)) constrain(constraint, operator, operand);
    constraints.set(path, constraint);
  }
  return constraints;
}

function constrain(constraint: Constraint, operator: string, operand: unknown): void {
  if (operator === '$in' && Array.isArray(operand) && operand.every(isIndexable)) {
    constraint.equals ??= operand;
    return;
  }
  if (!isIndexable(operand)) return;
  if (operator === '$eq') constraint.equals = [operand];
  // A bound of null means null itself, or a missing field; no range of an index says that.
  if (operand === null || operand === undefined) return;
  const bound = { value: operand, isInclusive: operator === '$gte' || operator === '$lte' };
  if (operator === '$gt' || operator === '$gte') constraint.lower ??= bound;
  if (operator === '$lt' || operator === '$lte') constraint.upper ??= bound;
}
