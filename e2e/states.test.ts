import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { build, type PreviewServer, preview } from 'vite';
import { accessibilityFaults, COLOURS, untilAtRest, WCAG } from './testing/accessibility-faults.ts';
import { expect, test } from './testing/test.ts';
import { toggleTheme } from './testing/theme.ts';
import { watchNoise } from './testing/watch-noise.ts';

let folder: string;
let server: PreviewServer;
let address: string;

/**
 * Restores NODE_ENV, because Vite sets it to production in this process, and programs that later tests start
 * would inherit that.
 */
async function keepingNodeEnv<Result>(run: () => Promise<Result>): Promise<Result> {
  const before = process.env.NODE_ENV;
  try {
    return await run();
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
}

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'marquee-states-'));
  const config = { configFile: 'vite.config.ts', logLevel: 'error' } as const;
  await keepingNodeEnv(() =>
    build({
      ...config,
      // Enables React's own warnings.
      define: { 'process.env.NODE_ENV': '"development"' },
      build: {
        outDir: folder,
        emptyOutDir: true,
        // The chunks of the site suit its pages, not this one.
        rolldownOptions: { input: 'web/dev/states.html', output: { codeSplitting: true } },
      },
    }),
  );
  server = await keepingNodeEnv(() =>
    preview({
      ...config,
      build: { outDir: folder },
      preview: { port: 0, host: '127.0.0.1', proxy: {} },
    }),
  );
  address = new URL('dev/states.html', server.resolvedUrls?.local[0]).href;
});

test.afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the URLs of requests that the page sends from now on. */
function watchCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (['fetch', 'xhr', 'websocket'].includes(request.resourceType())) calls.push(request.url());
  });
  return calls;
}

/**
 * How many parts the groups of the page are checked in, because axe is slow on a document with all frames.
 */
const PARTS = 4;

/** Keeps every fourth group of the page, starting at `part`. */
const keepPart = (page: Page, part: number): Promise<void> =>
  page.evaluate(
    ([kept, parts]) => {
      const groups = [...document.querySelectorAll('main > section')];
      if (groups.length < parts) throw new Error('the page of states has lost its groups');
      for (const [index, group] of groups.entries()) if (index % parts !== kept) group.remove();
    },
    [part, PARTS] as const,
  );

/** Loads the frames one after the other. Each marks when it shows its state. */
async function openFrames(page: Page): Promise<void> {
  for (const frame of await page.locator('iframe').all()) {
    await frame.evaluate((element) => element.setAttribute('loading', 'eager'));
    await expect(frame).toHaveAttribute('data-shown');
  }
}

/** Returns the URLs of frames whose content is wider than they are, including the page itself. */
async function overflows(page: Page): Promise<string[]> {
  const found = await Promise.all(
    page.frames().map(async (frame) => {
      const isWider = await frame.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
      return isWider ? [frame.url()] : [];
    }),
  );
  return found.flat();
}

const LOOKS = [390, 1440].flatMap((width) => Array.from({ length: PARTS }, (_, part) => ({ width, part })));

for (const { width, part } of LOOKS) {
  test(`every component state at ${width} px fits, is accessible in both themes, and logs no errors: part ${part + 1}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: width < 500 ? 844 : 900 });
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    const noise = await watchNoise(page);
    const calls = watchCalls(page);

    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: 'States' })).toBeVisible();
    await keepPart(page, part);
    await openFrames(page);
    await untilAtRest(page);

    expect.soft(await overflows(page)).toEqual([]);
    expect.soft(await accessibilityFaults(page, WCAG)).toEqual([]);
    await toggleTheme(page);
    expect.soft(await accessibilityFaults(page, COLOURS)).toEqual([]);
    expect.soft(calls).toEqual([]);
    expect(noise).toEqual([]);
  });
}
