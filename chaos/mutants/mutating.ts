import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { ROOT } from '../root.ts';

/** One statement of the product's source, and what stands in its place in a build that is to be caught. */
export interface Mutation {
  /** From the project's folder. */
  file: string;
  statement: string;
  replacement: string;
}

/** Builds with a mutation. The build fails unless the statement is found, exactly once, in a file that is part of it. */
export function mutating({ file, statement, replacement }: Mutation): Plugin {
  const path = join(ROOT, file);
  return {
    name: 'mutation',
    setup({ onLoad, onEnd }) {
      let isMutated = false;
      onLoad({ filter: /\.ts$/ }, async (loaded) => {
        if (loaded.path !== path) return null;
        const source = await readFile(path, 'utf8');
        const [before, after, more] = source.split(statement);
        if (before === undefined || after === undefined || more !== undefined) {
          return { errors: [{ text: `${file} does not hold exactly once: ${statement}` }] };
        }
        isMutated = true;
        return { contents: before + replacement + after, loader: 'ts' };
      });
      onEnd(() => (isMutated ? null : { errors: [{ text: `${file} is not part of this build` }] }));
    },
  };
}
