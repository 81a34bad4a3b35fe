import { CommandError } from './command-error.ts';
import { type Doc, isDoc } from './doc.ts';

/** The paths of a projection, part by part; `true` where one ends. */
type Tree = Map<string, Tree | true>;

/**
 * Compiles a projection that includes or excludes dotted paths. What is left keeps the order of the document.
 *
 * @throws CommandError for expressions ($slice, $elemMatch, computed fields) and for a mixture of both kinds
 */
export function compileProjection(projection: Doc): (doc: Doc) => Doc {
  const { _id: id, ...fields } = Object.fromEntries(Object.entries(projection).map(readField));
  const kinds = new Set(Object.values(fields));
  if (kinds.size > 1) {
    throw new CommandError('BadValue', 'A projection either includes or excludes fields, not both');
  }
  const [isInclusive = id ?? false] = kinds;

  const tree: Tree = new Map();
  // An id comes along unless it is declined.
  if ((id ?? true) === isInclusive) tree.set('_id', true);
  for (const path of Object.keys(fields)) addPath(tree, path);
  return (doc) => cutFields(doc, tree, isInclusive);
}

function readField([path, isWanted]: [string, unknown]): [string, boolean] {
  const isExpression = typeof isWanted !== 'number' && typeof isWanted !== 'boolean';
  if (isExpression || path.split('.').some((part) => part === '' || part.startsWith('$'))) {
    throw new CommandError(
      'BadValue',
      `The projection of '${path}' by an expression is not supported by this document store`,
    );
  }
  return [path, Boolean(isWanted)];
}

function addPath(tree: Tree, path: string): void {
  const parts = path.split('.');
  const last = parts.pop() ?? '';
  let node = tree;
  for (const part of parts) {
    const next = node.get(part) ?? new Map();
    if (next === true) throw new CommandError('BadValue', `Path collision at ${path}`);
    node.set(part, next);
    node = next;
  }
  if (node.has(last)) throw new CommandError('BadValue', `Path collision at ${path}`);
  node.set(last, true);
}

function cutFields(doc: Doc, tree: Tree, isInclusive: boolean): Doc {
  const kept = Object.entries(doc).map(
    ([name, value]) => [name, cut(value, tree.get(name), isInclusive)] as const,
  );
  return Object.fromEntries(kept.filter(([, value]) => value !== undefined));
}

/** What is left of a value on a path, or `undefined`. Below an array only documents can hold a path. */
function cut(value: unknown, node: Tree | true | undefined, isInclusive: boolean): unknown {
  if (node === undefined || node === true) return (node === true) === isInclusive ? value : undefined;
  if (Array.isArray(value)) {
    return value.map((element) => cut(element, node, isInclusive)).filter((element) => element !== undefined);
  }
  if (isDoc(value)) return cutFields(value, node, isInclusive);
  return isInclusive ? undefined : value;
}
