import { defineConfig } from 'playwright/test';
import { installedChromium } from './embedded/testing/installed-chromium.ts';

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/browser',
  globalSetup: './e2e/start-marquee.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  // A step has ten seconds; a test is a flow of dozens of them.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json']],
  use: {
    actionTimeout: 10_000,
    launchOptions: installedChromium(),
    // What moves without end is drawn sixty times a second in every open window; `ride`, `home` and `toasts` are run as it moves.
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'America/New_York',
    locale: 'en-US',
    // Recording costs a tenth of the time of a machine with few processors: `--trace on` for the test that failed.
    trace: 'off',
  },
});
