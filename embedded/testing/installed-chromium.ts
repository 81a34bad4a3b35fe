import { execFileSync } from 'node:child_process';
import type { LaunchOptions } from 'playwright';

/**
 * How to start Chromium, without background network traffic: the one of `CHROMIUM`, else the one on PATH, which is Debian's.
 * Playwright's own cannot be had everywhere.
 *
 * @throws where there is none
 */
export const installedChromium = (): Pick<LaunchOptions, 'executablePath' | 'args'> => ({
  executablePath: process.env.CHROMIUM ?? execFileSync('sh', ['-c', 'command -v chromium']).toString().trim(),
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
