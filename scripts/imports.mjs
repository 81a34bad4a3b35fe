// Reads the project's source files and their imports, for structure.mjs and check-boundaries.mjs.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { parseSync } from 'vite';

/** Folders with source code. Each is a root. */
export const ROOTS = ['common', 'server', 'workers', 'web', 'embedded', 'bench', 'chaos'];

const SOURCE = /\.tsx?$/;
const TEST = /\.test\.tsx?$|(^|\/)testing\//;

/**
 * A source file.
 *
 * @typedef {object} Source
 * @property {string} file path relative to the project's root, with forward slashes
 * @property {string} root one of ROOTS
 * @property {string} folder it belongs to (`folderOf`)
 * @property {number} lines number of lines
 * @property {string[]} exports exported names
 * @property {Import[]} imports its imports, including types and `import()`
 *
 * @typedef {object} Import
 * @property {string} from the importing file
 * @property {string} to the imported file, or the specifier of a package
 * @property {boolean} isPackage whether `to` is a package
 * @property {string[]} names imported names; `*` for the namespace, none for a side effect
 * @property {boolean} isType whether only types are imported
 * @property {boolean} isDynamic whether it is an `import()`
 * @property {boolean} isReexport whether it is a re-export
 */

/**
 * Returns the folder a file belongs to: two segments (`server/rides`, `common/fares`), three for features
 * (`web/features/booking`). A file directly in its root (`server/env.ts`) is its own folder.
 */
function folderOf(file) {
  const folders = file.split('/').slice(0, -1);
  if (folders.length === 1) return file;
  return folders.slice(0, folders[1] === 'features' ? 3 : 2).join('/');
}

function filesUnder(base, path) {
  return readdirSync(join(base, path), { withFileTypes: true }).flatMap((entry) => {
    const file = `${path}/${entry.name}`;
    return entry.isDirectory() ? filesUnder(base, file) : [file];
  });
}

const nameOf = ({ kind, name }) => (kind === 'Name' ? name : kind === 'Default' ? 'default' : '*');

/** Returns the targets of `import('./x.ts').Type`, which the parser's list of imports omits. */
function typeQueriesOf(node, found = []) {
  if (Array.isArray(node)) for (const each of node) typeQueriesOf(each, found);
  else if (node && typeof node === 'object') {
    if (node.type === 'TSImportType') found.push(node.source?.value ?? node.argument?.literal?.value);
    for (const each of Object.values(node)) typeQueriesOf(each, found);
  }
  return found;
}

function parse(file, text) {
  const result = parseSync(file, text);
  if (result.errors.length > 0) throw new Error(`${file}: ${result.errors[0].message}`);
  const { staticImports, staticExports, dynamicImports } = result.module;
  const reexports = staticExports.flatMap(({ entries }) => entries.filter((entry) => entry.moduleRequest));
  const requests = [
    ...staticImports.map(({ moduleRequest, entries }) => ({
      specifier: moduleRequest.value,
      names: entries.map(({ importName }) => nameOf(importName)),
      isType: entries.length > 0 && entries.every((entry) => entry.isType),
    })),
    ...reexports.map(({ moduleRequest, importName, isType }) => ({
      specifier: moduleRequest.value,
      names: [nameOf(importName)],
      isType,
      isReexport: true,
    })),
    ...dynamicImports
      .map(({ moduleRequest: { start, end } }) => /^(['"`])([^$]*)\1$/.exec(text.slice(start, end))?.[2])
      .filter((specifier) => specifier !== undefined)
      .map((specifier) => ({ specifier, names: ['*'], isDynamic: true })),
    ...(/\bimport\(/.test(text) ? typeQueriesOf(result.program) : []).map((specifier) => ({
      specifier,
      names: ['*'],
      isType: true,
    })),
  ];
  const exports = staticExports.flatMap(({ entries }) => entries.map(({ exportName }) => nameOf(exportName)));
  return { requests, exports };
}

/** Reads the targets of aliases such as `#common/*` from `imports` in package.json. */
function readAliases(base) {
  const { imports = {} } = JSON.parse(readFileSync(join(base, 'package.json'), 'utf8'));
  return Object.entries(imports).map(([alias, target]) => [alias.replace('*', ''), target.replace('*', '')]);
}

function createResolver(base) {
  const aliases = readAliases(base);
  return (from, specifier) => {
    const [path] = specifier.split('?');
    const alias = aliases.find(([prefix]) => path.startsWith(prefix));
    if (!alias && !path.startsWith('.')) return { to: specifier, isPackage: true };
    const to = posix.normalize(alias ? path.replace(...alias) : posix.join(dirname(from), path));
    if (!existsSync(join(base, to))) throw new Error(`${from} imports ${specifier}, which does not exist.`);
    return { to, isPackage: false };
  };
}

const rootOf = (file) => file.slice(0, file.indexOf('/'));

/**
 * Reads all source files below `base`, except tests and `testing/`.
 *
 * @param {string} base the project's folder
 * @returns {Source[]}
 * @throws when a file does not parse, or imports a file that does not exist
 */
export function readSources(base) {
  const resolve = createResolver(base);
  return ROOTS.filter((root) => existsSync(join(base, root)))
    .flatMap((root) => filesUnder(base, root))
    .filter((file) => SOURCE.test(file) && !TEST.test(file))
    .map((file) => {
      const text = readFileSync(join(base, file), 'utf8');
      const { requests, exports } = parse(file, text);
      const imports = requests.map(({ specifier, ...request }) => ({
        from: file,
        isType: false,
        isDynamic: false,
        isReexport: false,
        ...request,
        ...resolve(file, specifier),
      }));
      const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
      return { file, root: rootOf(file), folder: folderOf(file), lines, exports, imports };
    });
}

/**
 * Finds the strongly connected components with more than one node, by Tarjan's algorithm.
 *
 * @param {Map<string, Iterable<string>>} graph the nodes that each node points to
 * @returns {string[][]}
 */
export function findCycles(graph) {
  const order = new Map();
  const lowest = new Map();
  const stack = [];
  const onStack = new Set();
  const cycles = [];
  function visit(node) {
    order.set(node, order.size);
    lowest.set(node, order.get(node));
    stack.push(node);
    onStack.add(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (onStack.has(next)) lowest.set(node, Math.min(lowest.get(node), lowest.get(next)));
    }
    if (lowest.get(node) !== order.get(node)) return;
    const group = stack.splice(stack.indexOf(node));
    for (const each of group) onStack.delete(each);
    if (group.length > 1) cycles.push(group.toSorted());
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return cycles;
}

/** Builds a graph for `findCycles` from pairs of nodes. */
export function graphOf(pairs) {
  const graph = new Map();
  for (const [from, to] of pairs) graph.set(from, (graph.get(from) ?? new Set()).add(to));
  return graph;
}
