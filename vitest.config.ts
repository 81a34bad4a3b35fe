import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

/**
 * When a test counts as hung, in milliseconds. Waiting ends with its event, so a bound says nothing about speed:
 * tests start programs and browsers, which take ten times as long where as many others want the processor.
 */
const BOUNDS: TestProjectInlineConfiguration['test'] = {
  testTimeout: 20_000,
  hookTimeout: 20_000,
  expect: { poll: { timeout: 10_000 } },
};

export default defineConfig({
  test: {
    // Tests on real services wait more than they calculate: two run side by side even where there are two processors.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          ...BOUNDS,
          name: 'unit',
          include: [
            'common/**/*.test.ts',
            'embedded/**/*.test.ts',
            'scripts/**/*.test.ts',
            'chaos/**/*.test.ts',
          ],
          // Modules here keep no state of their own, so that one process can run many files.
          isolate: false,
        },
      },
      {
        test: {
          ...BOUNDS,
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          setupFiles: ['web/testing/set-up-dom.ts'],
          // Stores are modules: each file has its own, in a thread, which starts sooner than a process.
          pool: 'threads',
        },
      },
      {
        test: {
          ...BOUNDS,
          name: 'integration',
          include: ['server/**/*.test.ts', 'workers/**/*.test.ts'],
          globalSetup: ['server/testing/start-services.ts'],
          setupFiles: ['server/testing/test-env.ts', 'server/testing/fail-on-noise.ts'],
          sequence: { setupFiles: 'list' },
        },
      },
    ],
  },
});
