import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildNode, buildScreen, ROOT } from './builds.ts';
import { FAULTS } from './faults.ts';
import { MUTANTS, runMutant } from './mutants.ts';
import { onEach } from './on-each.ts';
import { readOptions } from './options.ts';
import { type Outcome, renderTable } from './outcome.ts';
import { runSeed } from './run-seed.ts';
import type { Topology } from './testbed/cluster.ts';

/**
 * The chaos suite. Runs, for each seed, the whole product under load with every fault once, then the
 * mutants, each of which has to be caught. Prints what was checked and lost, and writes `chaos.md` and
 * `chaos.json` to `test-results/`.
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
/** Titles and problems of failed checks, reported together at the end. */
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

/** Awaits a run. Reports it as failed if it throws. */
const attempt = <Result>(title: string, run: Promise<Result[]>): Promise<Result[]> =>
  run.catch((error: Error) => {
    report(false, title, [error.stack ?? error.message]);
    return [];
  });

// Exit handlers end the child processes; a signal alone would skip them.
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

/** A mutant has to be caught by its own check, for which two clusters at once are not too many. */
const MUTANTS_AT_ONCE = 2;

const runMutants = (): Promise<void> =>
  onEach(hasMutants ? MUTANTS : [], MUTANTS_AT_ONCE, async (mutant) => {
    const found = await attempt(mutant.name, runMutant(mutant, { folder, screenProgram, launcher }));
    report(found.length > 0, `a build that ${mutant.name} is caught`, found.slice(0, 1));
  });

// Seeds run one after another, although half of a run is spent waiting: their checks have bounds of seconds,
// which two processors meet for one cluster with its pages but not for two.
await runAllSeeds();
await runMutants();

writeResults();
console.log(`\n${renderTables()}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
