import { setTimeout } from 'node:timers/promises';
import { shuffled } from '#common/shuffled.ts';
import type { RideRecord } from '#server/rides/ride-model.ts';
import { examine } from './checks/examine.ts';
import { historyOf, openDatabase, openQueue } from './checks/stores.ts';
import type { Fault } from './faults.ts';
import { BOUND_MS, checkHistory, type Span } from './history/check-history.ts';
import { checkPositions } from './history/check-positions.ts';
import { checkSockets } from './history/check-sockets.ts';
import { entitlements } from './history/entitlements.ts';
import type { Checked, Outcome, RecordCheck } from './outcome.ts';
import { type Topology, until } from './testbed/cluster.ts';
import type { Screen } from './testbed/open-screen.ts';
import { startTestbed } from './testbed/testbed.ts';

/**
 * How long the load lasts before the first fault, when every change has to be delivered exactly once; and
 * between two faults.
 */
const WARM_UP_MS = 4_500;
const BETWEEN_FAULTS_MS = 1_200;

/** By then the users have done everything often enough to expose a mutant. */
const ENOUGH = { what: 'people did what exposes a mutant', withinMs: 90_000 };

/** By then a page with a silently cut socket has missed its heartbeats and reconnected. */
const HEARTBEATS = { what: 'the observer reconnected', withinMs: 35_000 };

interface SeedRun {
  seed: number;
  topology: Topology;
  faults: readonly Fault[];
  /** Whether one socket is cut silently beside the faults and a real browser takes part. */
  isWhole: boolean;
  /** Ends the load before the first fault. By default it lasts 4.5 seconds. */
  isEnough?: (screens: readonly Screen[]) => boolean;
  /** The bundle that each page runs. */
  screenProgram: string;
  /** The launcher of the build that runs. */
  launcher: string;
}

/** The part of a run from one fault to the next, in milliseconds since 1970. */
interface Phase {
  title: string;
  beginsAt: number;
  /** From the fault until recovery; null in the phase without a fault. */
  fault: Span | null;
  /** Whether no page may lose its socket in this phase. */
  keepsSockets: boolean;
  caughtUpMs: number;
  checks: Omit<Outcome['checks'], RecordCheck>;
}

/** Runs the product under load and injects each fault once, in an order determined by the seed. */
export async function runSeed({ faults, isWhole, isEnough, ...run }: SeedRun): Promise<Outcome[]> {
  const testbed = await startTestbed({ hasTabs: isWhole, ...run });
  const { cluster, screens, observer, random } = testbed;
  const database = await openDatabase(cluster.services.mongo);
  const queue = openQueue(cluster.services);

  const phases: Phase[] = [];
  let cutAt: number | null = null;
  const rejoinedAt = () =>
    observer.screen.record.find(({ kind, at }) => cutAt !== null && kind === 'joined' && at > cutAt)?.at ??
    null;
  const isCutOff = () => cutAt !== null && rejoinedAt() === null;

  /** Applies load for a while, injects the fault, then runs every check with the users paused. */
  async function runPhase(
    title: string,
    load: () => Promise<unknown>,
    inject?: () => Promise<void>,
    keepsSockets = false,
  ): Promise<void> {
    const beginsAt = Date.now();
    for (const screen of screens) screen.start();
    await load();
    const from = Date.now();
    await inject?.().catch((error: Error) => {
      throw new Error(`${title}: ${error.message}`, { cause: error });
    });
    const to = Date.now();
    await Promise.all(screens.map((screen) => screen.pause()));
    const pages = screens.filter((screen) => screen !== observer.screen || !isCutOff());
    const { pagesEqualAt, checks } = await examine({ testbed, pages, database, queue });
    const fault = inject ? { from, to } : null;
    phases.push({ title, beginsAt, fault, keepsSockets, caughtUpMs: pagesEqualAt - to, checks });
  }

  try {
    await runPhase('none', () =>
      isEnough ? until(() => isEnough(screens), ENOUGH) : setTimeout(WARM_UP_MS),
    );
    if (isWhole) {
      cutAt = Date.now();
      observer.proxy.cutSilently();
    }
    for (const { name, inject, keepsSockets } of shuffled(faults, random)) {
      await runPhase(
        name,
        () => setTimeout(BETWEEN_FAULTS_MS),
        async () => {
          await inject(testbed);
          await cluster.untilReady();
        },
        keepsSockets,
      );
    }
    const cutOff = cutAt === null ? null : { from: cutAt, to: await until(rejoinedAt, HEARTBEATS) };
    if (cutOff)
      await runPhase(
        "a page's socket cut silently",
        async () => {},
        async () => {},
      );
    // The history check only judges versions whose deadline is over. After this wait it
    // includes the last ones.
    await setTimeout(BOUND_MS);
    return reportOutcomes({
      phases,
      screens,
      observer: observer.screen,
      cutOff,
      rides: await database.readRides(),
    });
  } finally {
    await queue.close();
    await database.close();
    await testbed.close();
  }
}

interface WholeRun {
  phases: readonly Phase[];
  screens: readonly Screen[];
  observer: Screen;
  /** When the observer was cut off; null if it was not. */
  cutOff: Span | null;
  rides: readonly RideRecord[];
}

/** Checks the whole record of every page, and assigns each violation to the phase in which it happened. */
function reportOutcomes({ phases, screens, observer, cutOff, rides }: WholeRun): Outcome[] {
  const nothing = (): Map<Phase, Checked> =>
    new Map(phases.map((phase) => [phase, { count: 0, problems: [] }]));
  const shown = nothing();
  const faults = phases.flatMap(({ fault }) => fault ?? []);
  const until = Date.now();

  for (const screen of screens) {
    const away = screen === observer && cutOff ? [cutOff] : [];
    const isAway = (at: number) => away.some(({ from, to }) => at >= from && at <= to);
    /** What the observer missed while it was cut off belongs to the last phase, in which it reconnected. */
    const checkedAt = (at: number) => {
      const phase = isAway(at) ? phases.at(-1) : phases.findLast(({ beginsAt }) => beginsAt <= at);
      return phase && shown.get(phase);
    };
    const entitled = entitlements(screen.viewer, rides.map(historyOf));
    for (const { at } of entitled.flatMap(({ versions }) => versions)) {
      const checked = checkedAt(at);
      if (checked) checked.count += 1;
    }
    const { record } = screen;
    for (const violation of checkHistory({ record, entitled, faults: [...faults, ...away], until })) {
      const { name, list, rideId, version, at, detail } = violation;
      checkedAt(at)?.problems.push(
        `${screen.name}: ${name}: version ${version} of ${rideId} in ${list}, ${detail}`,
      );
    }
  }

  const seen = nothing();
  const seenAt = (at: number) => {
    const phase = phases.findLast(({ beginsAt }) => beginsAt <= at);
    return phase && seen.get(phase);
  };
  for (const { at } of screens.flatMap((screen) => screen.seen)) {
    const checked = seenAt(at);
    if (checked) checked.count += 1;
  }
  for (const { at, text } of checkPositions({ records: screens, rides: rides.map(historyOf), faults })) {
    seenAt(at)?.problems.push(text);
  }

  const countSockets = ({ keepsSockets, fault }: Phase): Checked => {
    if (!keepsSockets || !fault) return { count: 0, problems: [] };
    const silent = cutOff && { ...cutOff, name: observer.name };
    return { count: screens.length, problems: checkSockets({ pages: screens, fault, cutOff: silent }) };
  };

  return phases.map((phase) => ({
    fault: phase.title,
    outageMs: phase.fault ? phase.fault.to - phase.fault.from : 0,
    caughtUpMs: phase.caughtUpMs,
    checks: {
      ...phase.checks,
      'changes shown': shown.get(phase) ?? { count: 0, problems: [] },
      'sockets kept': countSockets(phase),
      'positions private': seen.get(phase) ?? { count: 0, problems: [] },
    },
  }));
}
