import { CommandError } from './command-error.ts';
import { type Doc, isDoc } from './doc.ts';

type Tree = Map<string, Tree | true>;

/** Cuts a document down to the projected fields, in the document's own order. */
export type Project = (doc: Doc) => Doc;

/**
 * Compiles a projection that includes or excludes dotted paths. `undefined` for an empty one: all fields.
 *
 * @throws CommandError for expressions ($slice, $elemMatch, computed fields) and for a mixture of both kinds
 */
export function compileProjection(projection: Doc): Project | undefined {
  const paths = Object.entries(projection).map(([path, wanted]) => [path, isWanted(path, wanted)] as const);
  if (paths.length === 0) return undefined;

  const kinds = new Set(paths.filter(([path]) => path !== '_id').map(([, wanted]) => wanted));
  if (kinds.size > 1)
    throw new CommandError('BadValue', 'A projection either includes or excludes fields, not both');
  const [idIsWanted] = paths.filter(([path]) => path === '_id').map(([, wanted]) => wanted);
  const includes = [...kinds][0] ?? idIsWanted ?? true;

  const tree: Tree = new Map();
  for (const [path, wanted] of paths) if (wanted === includes) addPath(tree, path);
  if (idIsWanted !== undefined && idIsWanted !== includes) tree.delete('_id');
  if (includes && idIsWanted !== false) tree.set('_id', true);
  if (!includes && idIsWanted === false) tree.set('_id', true);
  return (doc) => (includes ? include(doc, tree) : exclude(doc, tree));
}

function isWanted(path: string, wanted: unknown): boolean {
  if (typeof wanted !== 'number' && typeof wanted !== 'boolean') {
    throw new CommandError(
      'BadValue',
      `The projection of '${path}' by an expression is not supported by this document store`,
    );
  }
  if (path.split('.').some((part) => part === '' || part.startsWith('$'))) {
    throw new CommandError(
      'BadValue',
      `The projection path '${path}' is not supported by this document store`,
    );
  }
  return Boolean(wanted);
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

function include(doc: Doc, tree: Tree): Doc {
  const kept: Doc = {};
  for (const [name, value] of Object.entries(doc)) {
    const node = tree.get(name);
    if (node === true) kept[name] = value;
    else if (node && isDoc(value)) kept[name] = include(value, node);
    else if (node && Array.isArray(value)) kept[name] = includeElements(value, node);
  }
  return kept;
}

/** Below an array only documents can hold the path; other elements fall away. */
function includeElements(elements: unknown[], tree: Tree): unknown[] {
  return elements.flatMap((element) => {
    if (isDoc(element)) return [include(element, tree)];
    return Array.isArray(element) ? [includeElements(element, tree)] : [];
  });
}

function exclude(doc: Doc, tree: Tree): Doc {
  const kept: Doc = {};
  for (const [name, value] of Object.entries(doc)) {
    const node = tree.get(name);
    if (node === true) continue;
    kept[name] = node ? excludeWithin(value, node) : value;
  }
  return kept;
}

function excludeWithin(value: unknown, tree: Tree): unknown {
  if (Array.isArray(value)) return value.map((element) => excludeWithin(element, tree));
  return isDoc(value) ? exclude(value, tree) : value;
}
