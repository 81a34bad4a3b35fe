import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../builds.ts';
import { onEach } from '../on-each.ts';
import { seedsOf } from '../options.ts';
import type { Ending } from './acts.ts';
import { buildWorld } from './build-world.ts';
import { formatStory } from './format-story.ts';
import { planStory } from './plan-story.ts';
import { runStory } from './run-story.ts';
import { shrinkStory } from './shrink-story.ts';
import { SIMULATION_MUTANTS } from './simulation-mutants.ts';

/** `npm run simulate`: see docs/chaos.md. */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1-10' },
    days: { type: 'string', default: '1' },
    /** Total number of rides. */
    rides: { type: 'string', default: '50' },
    /** Runs each seed twice and requires the same digest. */
    twice: { type: 'boolean', default: false },
    /** Runs builds with a known bug instead, each until a seed finds it. */
    mutants: { type: 'boolean', default: false },
    /** Runs only the mutant with this name. */
    mutant: { type: 'string' },
    'no-shrink': { type: 'boolean', default: false },
  },
});
const seeds = seedsOf(values.seeds);
const size = { days: Number(values.days), rides: Number(values.rides) };
const folder = mkdtempSync(join(tmpdir(), 'marquee-simulation-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const failures: string[] = [];
let passed = 0;

const describeEnding = ({ rides, requests, wallMs, digest }: Ending): string =>
  `${rides} rides, ${requests.toLocaleString('en-US')} requests to stores and provider, ${(wallMs / 1_000).toFixed(1)} s (${((rides / wallMs) * 1_000).toFixed(0)} rides a second), digest ${digest}`;

async function runSeed(program: string, seed: number): Promise<void> {
  const story = planStory({ seed, ...size });
  const run = (each: typeof story) => runStory(program, each);
  const ending = await run(story);
  console.log(`${ending.problem ? '✗' : '✓'} seed ${seed}: ${describeEnding(ending)}`);
  if (ending.problem) {
    const { kind, text } = ending.problem;
    failures.push(`seed ${seed}: ${kind}: ${text}`);
    console.log(`  ${kind}: ${text}`);
    if (!values['no-shrink']) console.log(formatStory(await shrinkStory({ story, ending }, run)));
    return;
  }
  const again = values.twice ? await run(story) : ending;
  if (again.digest === ending.digest) passed += 1;
  else failures.push(`seed ${seed} came to ${ending.digest}, then to ${again.digest}`);
}

async function runMutants(): Promise<void> {
  const mutants = SIMULATION_MUTANTS.filter(({ name }) => !values.mutant || name === values.mutant);
  if (mutants.length === 0) failures.push(`there is no mutant "${values.mutant}"`);
  await onEach(mutants, availableParallelism(), async ({ name, mutation }) => {
    const program = await buildWorld(join(folder, name.replaceAll(' ', '-')), mutation);
    for (const [tried, seed] of seeds.entries()) {
      const story = planStory({ seed, ...size });
      const ending = await runStory(program, story);
      if (!ending.problem) continue;
      passed += 1;
      console.log(`✓ ${name}: found by seed ${seed}, after ${tried + 1}: ${ending.problem.text}`);
      if (!values.mutant || values['no-shrink']) return;
      const run = (each: typeof story) => runStory(program, each);
      console.log(formatStory(await shrinkStory({ story, ending }, run)));
      return;
    }
    console.log(`✗ ${name}: found by none of ${seeds.length} seeds`);
    failures.push(`the build that ${name} was not caught`);
  });
}

if (values.mutants || values.mutant) await runMutants();
else {
  const program = await buildWorld(join(folder, 'product'));
  await onEach(seeds, availableParallelism(), (seed) => runSeed(program, seed));
}

const results = join(ROOT, 'test-results');
mkdirSync(results, { recursive: true });
writeFileSync(
  join(results, 'simulation.json'),
  JSON.stringify({ passed, failed: failures.length, failures }),
);
console.log(`\n${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;
