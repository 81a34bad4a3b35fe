import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The runtime exports of the files in components/ui, by path. */
const exportsByFile = import.meta.glob<object>(['../components/ui/*.tsx', '!../components/ui/*.test.tsx'], {
  eager: true,
  import: '*',
});

const importsOf = (source: string) =>
  [...source.matchAll(/^import (?!type)\{([^}]*)\} from '#web\/([^']+)';/gm)].flatMap(
    ([, names = '', path]) => names.split(',').map((name) => `${path} ${name.trim()}`),
  );

/** Returns the imports of the page's own files, as `path name`. */
function importedByPage(): Set<string> {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.tsx'));
  return new Set(files.flatMap((file) => importsOf(readFileSync(`${import.meta.dirname}/${file}`, 'utf8'))));
}

test('the states page imports every component of components/ui', () => {
  const components = Object.entries(exportsByFile).flatMap(([path, exports]) =>
    Object.keys(exports)
      .filter((name) => /^[A-Z][a-z]/.test(name))
      .map((name) => `${path.replace('../', '')} ${name}`),
  );
  expect(components).toContain('components/ui/button.tsx Button');

  const imported = importedByPage();
  expect(components.filter((component) => !imported.has(component))).toEqual([]);
});
