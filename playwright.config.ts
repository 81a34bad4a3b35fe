import { defineConfig } from 'playwright/test';
import { installedChromium } from './embedded/testing/installed-chromium.ts';

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/browser',
  globalSetup: './e2e/start-marquee.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  // A test is a flow of dozens of steps, each with a limit of ten seconds.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json']],
  use: {
    actionTimeout: 10_000,
    launchOptions: installedChromium(),
    // Endless animations are drawn sixty times a second in every open window. The tests `ride`, `home` and
    // `toasts` run with motion.
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'America/New_York',
    locale: 'en-US',
    // Recording takes a tenth of the time on a machine with few processors. Use `--trace on`
    // for a failed test.
    trace: 'off',
  },
});
