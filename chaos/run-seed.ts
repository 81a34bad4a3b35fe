import { setTimeout } from 'node:timers/promises';
import { examine } from './checks/examine.ts';
import { openQueue } from './checks/open-queue.ts';
import { openDatabase } from './database.ts';
import type { Fault } from './faults/fault.ts';
import { BOUND_MS } from './history/check-history.ts';
import type { Outcome } from './outcome.ts';
import { shuffled } from './random.ts';
import { openScene } from './scene.ts';
import { type Chapter, tellOutcomes } from './tell-outcomes.ts';
import { until } from './until.ts';

/** Load before the first fault, in which everything is told exactly once; and between two. */
const CALM_MS = 4_500;
const PAUSE_MS = 1_200;

/** A page that hears nothing any more knows by then. */
const HEARTBEATS = { what: 'the page that was cut off is back', withinMs: 35_000 };

interface SeedRun {
  seed: number;
  faults: readonly Fault[];
  /** Whether a socket is cut silently beside them, and whether a real browser takes part. */
  isWhole: boolean;
  /** The bundle that each page runs. */
  screenProgram: string;
  /** Another launcher than the project's own. */
  launcher?: string;
}

/** Runs the product under load and lets each fault strike once, in an order that the seed decides. */
export async function runSeed({ seed, faults, isWhole, ...programs }: SeedRun): Promise<Outcome[]> {
  const scene = await openScene({ seed, hasTabs: isWhole, ...programs });
  const { cluster, screens, onlooker, random } = scene;
  const database = await openDatabase(cluster.services.mongo);
  const queue = openQueue(cluster.services.redis);

  const chapters: Chapter[] = [];
  let cutAt: number | null = null;
  const rejoinedAt = () =>
    onlooker.screen.record.find(({ kind, at }) => cutAt !== null && kind === 'joined' && at > cutAt)?.at ??
    null;
  const isCutOff = () => cutAt !== null && rejoinedAt() === null;

  /** Everybody goes about their business for a while; then something happens; then all is looked at. */
  async function live(title: string, loadMs: number, happen?: () => Promise<void>): Promise<void> {
    const beginsAt = Date.now();
    for (const screen of screens) screen.act();
    await setTimeout(loadMs);
    const from = Date.now();
    await happen?.();
    const to = Date.now();
    await Promise.all(screens.map((screen) => screen.rest()));
    const pages = screens.filter((screen) => screen !== onlooker.screen || !isCutOff());
    const { pagesEqualAt, checks } = await examine({ scene, pages, database, queue });
    const fault = happen ? { from, to } : null;
    chapters.push({ title, beginsAt, fault, caughtUpMs: pagesEqualAt - to, checks });
  }

  try {
    await live('none', CALM_MS);
    if (isWhole) {
      cutAt = Date.now();
      onlooker.wire.cutSilently();
    }
    for (const { name, strike } of shuffled(faults, random)) {
      await live(name, PAUSE_MS, async () => {
        await strike(scene);
        await cluster.untilReady();
      });
    }
    const cutOff = cutAt === null ? null : { from: cutAt, to: await until(rejoinedAt, HEARTBEATS) };
    if (cutOff) await live("a page's socket cut silently", 0, async () => {});
    // What came on screen last must have had its time.
    await setTimeout(BOUND_MS);
    return tellOutcomes({
      chapters,
      screens,
      onlooker: onlooker.screen,
      cutOff,
      rides: await database.readRides(),
    });
  } finally {
    await queue.close();
    await database.close();
    await scene.close();
  }
}
