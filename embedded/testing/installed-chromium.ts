import { execFileSync } from 'node:child_process';
import type { LaunchOptions } from 'playwright';

type Launch = Pick<LaunchOptions, 'executablePath' | 'args'>;

/** The first of these programs that is on PATH. */
const onPath = (...programs: string[]): string =>
  execFileSync('sh', ['-c', programs.map((program) => `command -v ${program}`).join(' || ')])
    .toString()
    .trim();

/** How to start a Chromium, without background network traffic. */
const launch = (executablePath: string): Launch => ({
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
});

/**
 * How to start Chromium: the one of `CHROMIUM`, else Debian's on PATH, by its headless shell where that is installed, which draws the
 * same pages with a quarter less of the processor. Playwright's own cannot be had everywhere.
 *
 * @throws where there is none
 */
export const installedChromium = (): Launch =>
  launch(process.env.CHROMIUM ?? onPath('chromium-headless-shell', 'chromium'));

/**
 * How to start the whole browser, for what its headless shell has not: notifications, a profile's settings.
 *
 * @throws where there is none
 */
export const wholeChromium = (): Launch => launch(process.env.CHROMIUM ?? onPath('chromium'));
