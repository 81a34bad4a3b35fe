import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { Cursors } from '#embedded/document-store/cursors.ts';
import { DocumentStore } from '#embedded/document-store/document-store.ts';
import { serve } from '#embedded/document-store/wire-server.ts';
import { schemaFinding } from '../diagnosis/examine-mongo.ts';
import { env } from '../env.ts';
import { connectMongo, disconnectMongo } from '../infra/mongo.ts';
import { startNode } from '../start-node.ts';
import { findRideDifferences } from '../testing/pay-ride.ts';
import { requireOwnProcess } from '../testing/require-own-process.ts';
import { migrateSchema } from './migrate-schema.ts';
import { snapshotUserViews } from './testing/look.ts';
import { keptReleases, RELEASES, readSeen } from './testing/releases.ts';

requireOwnProcess('a database of its own for each release');

/** Starts a document store on a release's data directory. */
async function openRelease(release: string): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), `marquee-${release}-`));
  writeFileSync(join(dir, 'log'), gunzipSync(readFileSync(join(RELEASES, release, 'log.gz'))));
  const store = new DocumentStore(dir);
  const server = serve(store, new Cursors()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  env.MONGO_URL = `mongodb://127.0.0.1:${Object(server.address()).port}/marquee`;
  await connectMongo();
  onTestFinished(async () => {
    await disconnectMongo();
    server.close();
    store.close();
    rmSync(dir, { recursive: true });
  });
}

test('the test data of every release in the changelog is kept', () => {
  const released = [...readFileSync('CHANGELOG.md', 'utf8').matchAll(/^## (\d\S*) - /gm)].map(
    ([, version]) => version,
  );

  expect(keptReleases()).toEqual(released.toReversed());
});

test.each(keptReleases())(
  'the data directory of release %s is upgraded and shows the same views as before',
  async (release) => {
    await openRelease(release);
    const seen = readSeen(release);

    await migrateSchema();

    expect(await schemaFinding()).toMatchObject({ state: 'well' });
    const node = await startNode({ port: 0, host: '127.0.0.1' });
    onTestFinished(() => node.close());
    const now = await snapshotUserViews({
      url: `http://127.0.0.1:${node.port}`,
      rider: seen.rider,
      driver: seen.driver,
      codes: Object.keys(seen.giftCards),
    });
    expect(now).toEqual(seen);
    expect(await findRideDifferences()).toEqual([]);
  },
);
