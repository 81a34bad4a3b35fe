import { execFileSync } from 'node:child_process';
import { defineConfig } from 'playwright/test';

/** Debian's Chromium; Playwright's own cannot be had everywhere. */
const executablePath =
  process.env.CHROMIUM ?? execFileSync('sh', ['-c', 'command -v chromium']).toString().trim();

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
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    timezoneId: 'America/New_York',
    locale: 'en-US',
    // Filming every window costs a third of the time of a machine with few processors.
    trace: { mode: 'retain-on-failure', screenshots: false },
  },
});
