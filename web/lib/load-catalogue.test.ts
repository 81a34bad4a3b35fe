import { expect, onTestFinished, test, vi } from 'vitest';
import { SEEDED_RATES } from '#common/fares/rates.ts';
import { PATIENCE } from '#web/testing/gateway.ts';
import { serveApi } from '#web/testing/serve-api.ts';

const NEXT = { ...SEEDED_RATES, id: 'n'.repeat(24), effectiveFrom: '2026-12-01' };
const MINUTE_MS = 60_000;

/**
 * Simulates a page just loaded at 11:58 PM in Las Vegas, on the evening before new rates, and an API that
 * answers with these statuses in turn.
 */
async function visit(...statuses: number[]) {
  vi.resetModules();
  vi.useFakeTimers({
    now: new Date('2026-12-01T07:58:00Z'),
    toFake: ['Date', 'setInterval', 'clearInterval'],
  });
  onTestFinished(() => void vi.useRealTimers());
  const calls: string[] = [];
  await serveApi((req, res) => {
    const status = statuses[Math.min(calls.push(req.url ?? ''), statuses.length) - 1] ?? 200;
    res.writeHead(status).end(JSON.stringify({ current: SEEDED_RATES, next: [NEXT] }));
  });
  const { useCatalogueStore } = await import('./catalogue-store.ts');
  return {
    calls,
    ratesId: () => useCatalogueStore.getState().rates.id,
    ...(await import('./load-catalogue.ts')),
  };
}

test('a page that is open past midnight switches to the next rates', async () => {
  const { loadCatalogue, ratesId } = await visit(200);
  await loadCatalogue();
  expect(ratesId()).toBe('seeded');

  vi.advanceTimersByTime(MINUTE_MS);
  expect(ratesId()).toBe('seeded');
  vi.advanceTimersByTime(MINUTE_MS);

  expect(ratesId()).toBe(NEXT.id);
});

test('the catalogue is loaded once for concurrent callers, and again after a failure or on refresh', async () => {
  const { calls, loadCatalogue, refreshCatalogue } = await visit(503, 200);

  await expect(loadCatalogue()).rejects.toThrow('503');
  await Promise.all([loadCatalogue(), loadCatalogue()]);
  expect(calls).toHaveLength(2);
  expect(await refreshCatalogue()).toBe(true);
  expect(calls).toHaveLength(3);
});

test('a refresh loads nothing on a page that has not loaded the catalogue', async () => {
  const { calls, refreshCatalogue } = await visit(200);

  expect(await refreshCatalogue()).toBe(true);

  expect(calls).toEqual([]);
});

test('after a failed refresh, the next refresh loads the catalogue again', async () => {
  const { calls, loadCatalogue, refreshCatalogue } = await visit(200, 503, 200);
  await loadCatalogue();

  expect(await refreshCatalogue()).toBe(false);
  expect(await refreshCatalogue()).toBe(true);

  expect(calls).toHaveLength(3);
});

test('refreshCatalogueSoon retries until the catalogue is loaded', async () => {
  const { calls, loadCatalogue, refreshCatalogueSoon } = await visit(200, 503, 200);
  await loadCatalogue();

  refreshCatalogueSoon();

  await vi.waitUntil(() => calls.length === 3, PATIENCE);
});
