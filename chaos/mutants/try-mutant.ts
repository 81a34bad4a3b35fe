import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildScreen } from '../build-screen.ts';
import { runSeed } from '../run-seed.ts';
import { buildMutant } from './build-mutant.ts';
import type { Mutant } from './mutants.ts';

interface Tried {
  /** Where builds go. */
  folder: string;
  /** The bundle of an unchanged page. */
  screenProgram: string;
}

/** Runs a mutant for a while. @returns what the histories of the pages say of its kind against it; nothing, if it was not caught */
export async function tryMutant(
  { name, where, mutation, faults, isFoundAs }: Mutant,
  tried: Tried,
): Promise<string[]> {
  const build = join(tried.folder, name.replaceAll(' ', '-'));
  rmSync(build, { recursive: true, force: true });
  const screenProgram = join(build, 'screen.mjs');
  if (where === 'page') await buildScreen(screenProgram, mutation);
  const programs =
    where === 'page'
      ? { screenProgram }
      : { screenProgram: tried.screenProgram, launcher: await buildMutant(build, mutation) };
  const outcomes = await runSeed({ seed: 1, faults, isWhole: false, ...programs });
  const found = outcomes.flatMap(({ checks }) => checks['changes shown'].problems);
  return found.filter((problem) => problem.includes(`: ${isFoundAs}: `));
}
