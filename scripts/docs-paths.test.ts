import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

/** Every file of the project, including those not yet added to git. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file && existsSync(file));

const documents = files.filter((file) => /^(docs\/.*|[A-Z]+)\.md$|^\.env\.example$/.test(file));

/** Files that are created later by hand or by a program, and that git ignores. */
const MADE_LATER = /^(\.data|test-results)\/|^deploy\/certificate\.pem$/;

/** The example of a new file in CONTRIBUTING.md. */
const EXAMPLES = ['server/rides/events/remind-rider.ts'];

const ROOTS = [...new Set(files.filter((file) => file.includes('/')).map((file) => file.split('/')[0]))];

/** Whether a word looks like a path: it has a file extension, or begins with a top-level folder. */
const isPath = (word: string) =>
  /^[\w.-]*[\w/-]+\.(tsx?|mjs|md|css|ya?ml|cfg|json)$/.test(word) ||
  (word.includes('/') && ROOTS.includes(word.split('/')[0] ?? ''));

/**
 * Returns the paths that a document mentions: those marked as code and link targets. In `.env.example`, which
 * has no markup, any word with a slash.
 */
function pathsIn(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const links = [...text.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)].map(([, to = '']) =>
    join(dirname(file), to),
  );
  const code = file.endsWith('.md')
    ? [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, marked = '']) => marked.split(/\s+/))
    : text.split(/[\s,;:()]+/).filter((word) => word.includes('/'));
  const named = code.map((word) => word.replace(/[.,;]$/, '')).filter(isPath);
  return [...links, ...named].filter((path) => !/[*<>{}…]/.test(path) && !MADE_LATER.test(path));
}

/** Whether a path exists: as given, or as the end of a file's path, such as `drive-ride.ts`. */
function leadsSomewhere(path: string): boolean {
  const plain = path.replace(/\/$/, '');
  return files.some(
    (file) => file === plain || file.endsWith(`/${plain}`) || `/${file}`.includes(`/${plain}/`),
  );
}

test('the documents and the paths that they mention are found', () => {
  expect(documents).toContain('docs/architecture.md');
  expect(pathsIn('docs/architecture.md').length).toBeGreaterThan(20);
});

test.each(documents)('every file and folder that %s mentions exists', (document) => {
  const gone = pathsIn(document).filter((path) => !leadsSomewhere(path) && !EXAMPLES.includes(path));

  expect([...new Set(gone)]).toEqual([]);
});
