import { type RunningMarquee, runMarquee } from './run-marquee.ts';
import { test } from './test.ts';

/**
 * A product of its own for the tests of a file: started before the first of them, stopped after the last. To be called once,
 * outside of tests; it can be read once they run.
 *
 * @param how as `runMarquee` takes it
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
