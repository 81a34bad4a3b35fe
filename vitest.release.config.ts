import { defineConfig } from 'vitest/config';

/** Config of `npm run keep:release`. Not a test, but it needs the builders and services of the tests. */
export default defineConfig({
  test: {
    include: ['server/schema/testing/keep-release.ts'],
    globalSetup: ['server/testing/start-services.ts'],
    setupFiles: ['server/testing/test-env.ts', 'server/testing/fail-on-noise.ts'],
    sequence: { setupFiles: 'list' },
    env: { MARQUEE_OWN_PROCESS: '1' },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
