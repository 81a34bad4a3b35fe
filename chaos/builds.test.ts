import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { type Mutation, mutationPlugin, ROOT } from './builds.ts';

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
    plugins: [mutationPlugin(mutation)],
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
};

test('a mutation replaces its statement in the build', async () => {
  const built = await buildWith(MONEY);
  expect(built).toContain('Math.floor(amount)');
  expect(built).not.toContain('Math.round(amount)');
});

test.each([
  ['does not contain exactly once', { ...MONEY, statement: 'no such statement' }],
  ['does not contain exactly once', { ...MONEY, statement: 'Cents' }],
  ['is not part of this build', { ...MONEY, file: 'server/index.ts' }],
])('a mutation that would not change the product fails its build: %s', async (message, mutation) => {
  await expect(buildWith(mutation)).rejects.toThrow(message);
});
