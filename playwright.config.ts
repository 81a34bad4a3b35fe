import { defineConfig } from 'playwright/test';
import { installedChromium } from './embedded/testing/installed-chromium.ts';

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/browser',
  globalSetup: './e2e/start-marquee.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json']],
  use: {
    actionTimeout: 10_000,
    launchOptions: installedChromium(),
    timezoneId: 'America/New_York',
    locale: 'en-US',
    // Filming every window costs a third of the time of a machine with few processors.
    trace: { mode: 'retain-on-failure', screenshots: false },
  },
});
