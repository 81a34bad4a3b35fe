import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildMutant, buildScreen, type Mutation } from './builds.ts';
import { type Fault, killBalancer } from './faults.ts';
import type { Violation } from './history/check-history.ts';
import { runSeed } from './run-seed.ts';

/** A build with a bug in its servers and workers, or in the page, and the faults that expose it. */
export interface Mutant {
  name: string;
  where: 'node' | 'page';
  mutation: Mutation;
  faults: readonly Fault[];
  /** The violation that the history checker has to report. */
  isFoundAs: Violation['name'];
}

const PUBLISH = {
  file: 'server/rides/events/publish-ride.ts',
  statement: 'redis.publish(channel(RIDES_CHANGED), composeRideMessage(ride, new Date())),',
};

/** The builds that the suite has to catch: they show that it would notice such a bug. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: 'drops one publish',
    where: 'node',
    mutation: {
      ...PUBLISH,
      replacement: `
        (() => {
          const nth = Number(Reflect.get(globalThis, 'published') ?? 0) + 1;
          Reflect.set(globalThis, 'published', nth);
          return nth === 3;
        })() || ${PUBLISH.statement}`,
    },
    faults: [],
    isFoundAs: 'lost',
  },
  {
    name: 'publishes twice',
    where: 'node',
    mutation: { ...PUBLISH, replacement: `${PUBLISH.statement} ${PUBLISH.statement}` },
    faults: [],
    isFoundAs: 'received twice',
  },
  {
    name: 'skips the resync after a reconnection',
    where: 'page',
    mutation: {
      file: 'web/app/realtime.ts',
      statement: '}),\n    );\n    resyncLists();',
      replacement: '}),\n    );',
    },
    faults: [killBalancer],
    isFoundAs: 'lost',
  },
];

interface MutantRun {
  /** Where builds go. */
  folder: string;
  /** The bundle of the unchanged page. */
  screenProgram: string;
}

/**
 * Builds a mutant and runs it under load.
 *
 * @returns the violations of its kind in the histories of the pages; none if it was not caught
 */
export async function runMutant(mutant: Mutant, run: MutantRun): Promise<string[]> {
  const { name, where, mutation, faults, isFoundAs } = mutant;
  const folder = join(run.folder, name.replaceAll(' ', '-'));
  rmSync(folder, { recursive: true, force: true });
  const screenProgram = join(folder, 'screen.mjs');
  if (where === 'page') await buildScreen(screenProgram, mutation);
  const programs =
    where === 'page'
      ? { screenProgram }
      : { screenProgram: run.screenProgram, launcher: await buildMutant(folder, mutation) };
  const outcomes = await runSeed({ seed: 1, faults, isWhole: false, ...programs });
  const violations = outcomes.flatMap(({ checks }) => checks['changes shown'].problems);
  return violations.filter((violation) => violation.includes(`: ${isFoundAs}: `));
}
