import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { ROOT } from '../root.ts';
import { type Mutation, mutating } from './mutating.ts';

const MONEY: Mutation = {
  file: 'common/money.ts',
  statement: 'Math.round(amount)',
  replacement: 'Math.floor(amount)',
};

const buildWith = async (mutation: Mutation) => {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: ['common/money.ts'],
    bundle: true,
    write: false,
    packages: 'external',
    format: 'esm',
    plugins: [mutating(mutation)],
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
};

test('a build is wrong in the one statement', async () => {
  const built = await buildWith(MONEY);
  expect(built).toContain('Math.floor(amount)');
  expect(built).not.toContain('Math.round(amount)');
});

test.each([
  ['does not hold exactly once', { ...MONEY, statement: 'nothing of the kind' }],
  ['does not hold exactly once', { ...MONEY, statement: 'Cents' }],
  ['is not part of this build', { ...MONEY, file: 'server/index.ts' }],
])('a mutation that would leave the product as it is fails: %s', async (says, mutation) => {
  await expect(buildWith(mutation)).rejects.toThrow(says);
});
