import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildScreen } from './build-screen.ts';
import { FAULTS } from './faults/faults.ts';
import { MUTANTS } from './mutants/mutants.ts';
import { tryMutant } from './mutants/try-mutant.ts';
import { readOptions } from './options.ts';
import type { Outcome } from './outcome.ts';
import { renderTable } from './render-table.ts';
import { ROOT } from './root.ts';
import { runSeed } from './run-seed.ts';

/**
 * The chaos suite: for each seed the whole product under load, with every fault once, and then the builds that it has to catch. Prints what
 * was checked and what was lost; leaves the table and the numbers in `test-results/`.
 */
const { seeds, hasMutants } = readOptions(process.argv.slice(2));
const results = join(ROOT, 'test-results');
const folder = join(results, 'chaos');
mkdirSync(folder, { recursive: true });
const screenProgram = join(folder, 'screen.mjs');
await buildScreen(screenProgram);

let passed = 0;
let failed = 0;
const tell = (isGood: boolean, says: string, problems: readonly string[] = []) => {
  if (isGood) passed += 1;
  else failed += 1;
  console.log(`${isGood ? '✓' : '✗'} ${says}`);
  for (const problem of problems) console.log(`    ${problem}`);
};

/** Runs something to its end; when it cannot be, that has failed. */
const attempt = <Result>(says: string, run: Promise<Result[]>): Promise<Result[]> =>
  run.catch((error: Error) => {
    tell(false, says, [error.stack ?? error.message]);
    return [];
  });

// What the runs have started ends with this process, if it gets to say so.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

const outcomes: Outcome[] = [];
function writeResults(): void {
  writeFileSync(join(results, 'chaos.md'), `${renderTable(outcomes)}\n`);
  writeFileSync(join(results, 'chaos.json'), JSON.stringify({ passed, failed, outcomes }));
}

async function runSeeds(): Promise<void> {
  for (const seed of seeds) {
    const run = runSeed({ seed, faults: FAULTS, isWhole: true, screenProgram });
    for (const outcome of await attempt(`seed ${seed}`, run)) {
      outcomes.push(outcome);
      const problems = Object.values(outcome.checks).flatMap((checked) => checked.problems);
      tell(problems.length === 0, `seed ${seed}: ${outcome.fault}`, problems);
    }
    writeResults();
  }
}

const tryMutants = (): Promise<unknown> =>
  Promise.all(
    MUTANTS.map(async (mutant) => {
      const found = await attempt(mutant.name, tryMutant(mutant, { folder, screenProgram }));
      tell(found.length > 0, `a build that ${mutant.name} is caught`, found.slice(0, 1));
    }),
  );

// Each has a cluster of its own, and most of a run is waiting for locks, heartbeats and spells to pass.
await Promise.all([runSeeds(), hasMutants && tryMutants()]);

writeResults();
console.log(`\nWhat was checked · what was lost, seeds ${seeds.join(', ')}:\n\n${renderTable(outcomes)}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
