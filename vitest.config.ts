import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Tests on real services wait more than they reckon: two go side by side even where there are two processors.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'common/**/*.test.ts',
            'embedded/**/*.test.ts',
            'scripts/**/*.test.ts',
            'chaos/**/*.test.ts',
          ],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          setupFiles: ['web/testing/set-up-dom.ts'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['server/**/*.test.ts', 'workers/**/*.test.ts'],
          globalSetup: ['server/testing/start-services.ts'],
          setupFiles: ['server/testing/test-env.ts', 'server/testing/fail-on-noise.ts'],
          sequence: { setupFiles: 'list' },
          testTimeout: 20_000,
          hookTimeout: 20_000,
        },
      },
    ],
  },
});
