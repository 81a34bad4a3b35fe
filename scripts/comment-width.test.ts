import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The line width of `biome.json`, which Biome enforces for code only. */
const WIDTH = 110;

const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(ts|tsx|mjs|css)$/.test(file) && existsSync(file));

/** Whether a line belongs to a comment. A suppression must stay on one line. */
const isComment = (line: string) => /^\s*(\*|\/[/*]|\{\/\*)/.test(line) && !line.includes('biome-ignore');

test('comments are at most as wide as code, 110 columns', () => {
  const tooWide = sources.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, i) => (isComment(line) && line.length > WIDTH ? [`${file}:${i + 1}`] : [])),
  );

  expect(sources).not.toHaveLength(0);
  expect(tooWide).toEqual([]);
});
