import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildNode, buildScreen, ROOT } from './builds.ts';
import { FAULTS } from './faults.ts';
import { MUTANTS, runMutant } from './mutants.ts';
import { readOptions } from './options.ts';
import { type Outcome, renderTable } from './outcome.ts';
import { runSeed } from './run-seed.ts';
import type { Topology } from './testbed/cluster.ts';

/**
 * The chaos suite: for each seed the whole product under load with every fault once, after it the mutants
 * that have to be caught. Prints what was checked and lost, and writes `chaos.md` and `chaos.json` in
 * `test-results/`.
 */
const { seeds, hasMutants } = readOptions(process.argv.slice(2));
const results = join(ROOT, 'test-results');
const folder = join(results, 'chaos');
mkdirSync(folder, { recursive: true });
const screenProgram = join(folder, 'screen.mjs');
await buildScreen(screenProgram);
const launcher = await buildNode(join(folder, 'build'));

let passed = 0;
let failed = 0;
/** What failed, with what was wrong, for the end of a whole run. */
const failures: string[] = [];
const report = (isPassed: boolean, title: string, problems: readonly string[] = []) => {
  if (isPassed) passed += 1;
  else {
    failed += 1;
    failures.push([title, ...problems].join('\n'));
  }
  console.log(`${isPassed ? '✓' : '✗'} ${title}`);
  for (const problem of problems) console.log(`    ${problem}`);
};

/** Awaits a run; one that throws is reported as failed. */
const attempt = <Result>(title: string, run: Promise<Result[]>): Promise<Result[]> =>
  run.catch((error: Error) => {
    report(false, title, [error.stack ?? error.message]);
    return [];
  });

// Child processes are ended by exit handlers, which a signal alone would skip.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

const TOPOLOGIES: readonly Topology[] = ['one Redis', 'Redis Cluster'];
const outcomes: Record<Topology, Outcome[]> = { 'one Redis': [], 'Redis Cluster': [] };

const renderTables = (): string =>
  TOPOLOGIES.filter((topology) => seeds[topology].length > 0)
    .map((topology) => {
      const title = `On ${topology}, seeds ${seeds[topology].join(', ')}, checked · lost:`;
      return `${title}\n\n${renderTable(outcomes[topology])}\n`;
    })
    .join('\n');

function writeResults(): void {
  writeFileSync(join(results, 'chaos.md'), renderTables());
  writeFileSync(join(results, 'chaos.json'), JSON.stringify({ passed, failed, failures, outcomes }));
}

async function runSeeds(topology: Topology): Promise<void> {
  for (const seed of seeds[topology]) {
    const title = `${topology}, seed ${seed}`;
    const isWhole = topology === 'one Redis';
    const run = runSeed({ seed, topology, faults: FAULTS[topology], isWhole, screenProgram, launcher });
    for (const outcome of await attempt(title, run)) {
      outcomes[topology].push(outcome);
      const problems = Object.values(outcome.checks).flatMap((checked) => checked.problems);
      report(problems.length === 0, `${title}: ${outcome.fault}`, problems);
    }
    writeResults();
  }
}

async function runAllSeeds(): Promise<void> {
  for (const topology of TOPOLOGIES) await runSeeds(topology);
}

async function runMutants(): Promise<void> {
  for (const mutant of hasMutants ? MUTANTS : []) {
    const found = await attempt(mutant.name, runMutant(mutant, { folder, screenProgram, launcher }));
    report(found.length > 0, `a build that ${mutant.name} is caught`, found.slice(0, 1));
  }
}

// One after another, though half of a run is waiting for locks, heartbeats and pauses: what is checked has bounds of seconds, and two
// processors keep them for one cluster with its pages and not for two.
await runAllSeeds();
await runMutants();

writeResults();
console.log(`\n${renderTables()}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
