import { defineConfig } from 'vitest/config';

/** `npm run keep:release`: no test, but made with the tests' builders and on their services. */
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
