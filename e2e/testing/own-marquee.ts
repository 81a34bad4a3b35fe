import { type RunningMarquee, runMarquee } from './run-marquee.ts';
import { test } from './test.ts';

/**
 * Starts a separate product before the first test of a file, and stops it after the last. Call it once,
 * outside of tests; its properties are available inside tests.
 *
 * @param how the arguments of `runMarquee`
 */
export function ownMarquee(...how: Parameters<typeof runMarquee>): Omit<RunningMarquee, 'stop'> {
  let running: RunningMarquee | null = null;
  const current = (): RunningMarquee => {
    if (!running) throw new Error('the product is started before the first test');
    return running;
  };
  test.beforeAll(async () => {
    running = await runMarquee(...how);
  });
  test.afterAll(async () => {
    await running?.stop();
  });
  return {
    get services() {
      return current().services;
    },
    get dataDir() {
      return current().dataDir;
    },
    pidOf: (name) => current().pidOf(name),
  };
}
