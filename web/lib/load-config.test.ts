import { expect, test, vi } from 'vitest';
import { buildConfig } from '#web/testing/build-config.ts';
import { serveApi } from '#web/testing/serve-api.ts';

const config = buildConfig({ mapTileUrl: 'https://tiles.example/{z}/{x}/{y}.png' });

/** Simulates a page just loaded, and an API that answers with these statuses in turn, repeating the last. */
async function visit(...statuses: number[]) {
  vi.resetModules();
  const calls: string[] = [];
  await serveApi((req, res) => {
    const status = statuses[Math.min(calls.push(req.url ?? ''), statuses.length) - 1] ?? 200;
    res.writeHead(status).end(JSON.stringify(config));
  });
  return { calls, ...(await import('./config-store.ts')), ...(await import('./load-config.ts')) };
}

test('the configuration is fetched once for any number of callers', async () => {
  const { calls, loadConfig, useConfigStore } = await visit(200);

  expect(await Promise.all([loadConfig(), loadConfig()])).toEqual([config, config]);
  expect(await loadConfig()).toEqual(config);
  expect(useConfigStore.getState().config).toEqual(config);
  expect(calls).toEqual(['/api/config']);
});

test('after a failed load of the configuration, the next caller tries again', async () => {
  const { calls, loadConfig } = await visit(503, 200);

  await expect(loadConfig()).rejects.toThrow('503');
  expect(await loadConfig()).toEqual(config);
  expect(calls).toHaveLength(2);
});
