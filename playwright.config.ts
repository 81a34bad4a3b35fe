import { defineConfig } from 'playwright/test';
import { installedChromium } from './embedded/testing/installed-chromium.ts';

/** One after the other in one worker, a minute and more: begun last, they would leave the other worker with nothing to do. */
const LONG = /(states|live|day-by-keys|company|whole-ride|outages|fleet|drive-view)\.test\.ts$/;

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/browser',
  globalSetup: './e2e/start-marquee.ts',
  fullyParallel: true,
  projects: [
    { name: 'long', testMatch: LONG },
    { name: 'others', testIgnore: LONG },
  ],
  workers: 2,
  retries: 0,
  timeout: 60_000,
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
