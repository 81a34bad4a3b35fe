/**
 * Checks which files may import which: `node scripts/check-boundaries.mjs [--root <folder>]`. Includes type
 * imports and `import()`, excludes tests.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createImportRules } from './import-rules.mjs';
import { findCycles, graphOf, readSources } from './imports.mjs';
import { ROOT } from './setup.mjs';

const { values: options } = parseArgs({
  options: { root: { type: 'string', default: ROOT } },
});

const sources = readSources(resolve(options.root));
const byFile = new Map(sources.map((source) => [source.file, source]));
const imports = sources.flatMap((source) => source.imports);
const fileImports = imports.filter(({ isPackage }) => !isPackage);
const packageImports = imports.filter(({ isPackage, to }) => isPackage && !to.startsWith('node:'));

/** Rules about the whole source tree. */
const SHAPE_RULES = [
  { rule: 'Leaflet is loaded late, by import()', broken: earlyLeaflet },
  {
    rule: 'no barrel files',
    broken: () =>
      imports.filter(({ isReexport }) => isReexport).map(({ from, to }) => `${from} exports ${to} again`),
  },
  {
    rule: 'no import cycle between files',
    broken: () =>
      findCycles(graphOf(fileImports.map(({ from, to }) => [from, to]))).map((cycle) => cycle.join(', ')),
  },
  {
    rule: 'no import cycle between folders',
    broken: () => {
      const pairs = fileImports
        .filter(({ to }) => byFile.has(to))
        .map(({ from, to }) => [byFile.get(from).folder, byFile.get(to).folder])
        .filter(([from, to]) => from !== to);
      return findCycles(graphOf(pairs)).map((cycle) => `${cycle.join(', ')} (npm run structure shows why)`);
    },
  },
  { rule: 'no base name twice in one root', broken: repeatedNames },
];

/** Finds files that load Leaflet together with a page, before a map is needed. */
function earlyLeaflet() {
  const pages = sources.map(({ file }) => file).filter((file) => /^web\/(app\/|main\.tsx$)/.test(file));
  const users = packageImports
    .filter(({ to, isType }) => !isType && /leaflet/.test(to))
    .map(({ from }) => from);
  return [...loadedAtOnce(pages)]
    .filter(([file]) => users.includes(file))
    .map(([file, page]) => `${file} comes with ${page}`);
}

/**
 * Returns the files that load together with these entries, through static imports of values,
 * each with its entry.
 */
function loadedAtOnce(entries) {
  const found = new Map();
  for (const entry of entries) {
    const ahead = [entry];
    for (let file = ahead.pop(); file; file = ahead.pop()) {
      if (found.has(file)) continue;
      found.set(file, entry);
      const next = byFile.get(file)?.imports.filter(({ isType, isDynamic }) => !isType && !isDynamic) ?? [];
      ahead.push(...next.filter(({ isPackage }) => !isPackage).map(({ to }) => to));
    }
  }
  return found;
}

/**
 * Finds base names that occur twice in a root. `index.ts` is the name of a program, which no file imports.
 */
function repeatedNames() {
  const named = new Map();
  for (const { file, root } of sources) {
    const name = file.slice(file.lastIndexOf('/') + 1).replace(/\.tsx?$/, '');
    if (name === 'index' && !fileImports.some(({ to }) => to === file)) continue;
    const key = `${root} ${name}`;
    named.set(key, [...(named.get(key) ?? []), file]);
  }
  return [...named.values()].filter((all) => all.length > 1).map((all) => all.join(' and '));
}

/** Collects the violations by rule. Rules of the same name, such as one per noun or feature, are merged. */
function judge() {
  const findings = new Map();
  for (const { rule, broken } of [...createImportRules(sources), ...SHAPE_RULES]) {
    findings.set(rule, [...(findings.get(rule) ?? []), ...broken()]);
  }
  return findings;
}

const findings = judge();

let failures = 0;
for (const [rule, found] of findings) {
  if (found.length === 0) continue;
  failures += found.length;
  for (const each of found) console.error(`${each}: ${rule}.`);
}
if (failures > 0) process.exit(1);
console.log(`${imports.length} imports of ${sources.length} files keep to ${findings.size} rules.`);
