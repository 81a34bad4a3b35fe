import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { runMarquee } from '../../e2e/testing/run-marquee.ts';
import { ROOT } from '../builds.ts';
import { OWN_SERVICES, until } from '../testbed/cluster.ts';
import { Fault } from './caller.ts';
import { CANNOT_BE_SERVED } from './cannot-be-served.ts';
import { nameOf } from './documented-calls.ts';
import { type Failed, fuzz, type Report } from './lanes.ts';

/**
 * Starts a product and calls everything in its OpenAPI document, as people of every role and with rides in
 * every state. Prints the shortest sequence of steps that fails, and writes `test-results/fuzz.json`.
 */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '50000' },
    seed: { type: 'string', default: '1' },
    lanes: { type: 'string' },
  },
});
const [requests, seed] = [Number(values.requests), Number(values.seed)];
/** A lane takes a second to set up, and six lanes saturate two processors. */
const lanes = Number(values.lanes ?? Math.min(6, Math.max(2, Math.ceil(requests / 500))));

/** Shortens waits and lifts the per-minute limit. The counters of other limits are deleted continuously. */
const SETTINGS = { REQUESTS_PER_MINUTE: '100000000', PAYMENT_WAIT_MS: '500', LOG_LEVEL: 'warn' };

/** How often progress is printed, in requests. */
const PROGRESS_EVERY = 2_500;

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

const startedAt = performance.now();
const secondsSoFar = (): number => Math.round((performance.now() - startedAt) / 1_000);

/** Formats the shortest failing sequence and its fault. */
function describe({ counterexample, errorInstance, seed: ran, counterexamplePath }: Failed): string {
  const fault = errorInstance instanceof Fault ? errorInstance : null;
  // Shrinking removes steps from the front. Steps after the fault are irrelevant.
  const taken = (counterexample?.[0] ?? []).slice(0, fault?.taken ?? undefined);
  const steps = taken.map((step) => `  ${JSON.stringify(step)}`);
  const what = fault ? fault.message : String(Object(errorInstance).stack);
  return [what, `after, with seed ${ran} (${counterexamplePath}):`, ...steps].join('\n');
}

/**
 * Runs `npm run check:ledger` until the ledger is in order, for up to 90 seconds.
 *
 * @returns its last output; null when the ledger is in order
 */
async function checkLedger(dataDir: string): Promise<string | null> {
  const args = ['scripts/on-services.mjs', 'server/check-ledger.ts'];
  const check = () =>
    promisify(execFile)(process.execPath, args, { cwd: ROOT, env: { ...process.env, DATA_DIR: dataDir } });
  let output = '';
  const isInOrder = async () => {
    const { stdout } = await check().catch((error) => error);
    output = stdout;
    return output.includes('The ledger is in order.');
  };
  return until(isInOrder, { what: 'the ledger', withinMs: 90_000 }).then(
    () => null,
    () => output,
  );
}

/** Lists the calls that never succeeded although they can, and those that cannot. */
function coverageOf({ statuses, calls }: Report) {
  const names = calls.map(nameOf);
  const isServed = (call: string) => [...(statuses.get(call)?.keys() ?? [])].some((status) => status < 300);
  const cannot = names.filter((name) => name in CANNOT_BE_SERVED);
  const unserved = names.filter((name) => !isServed(name) && !cannot.includes(name));
  const could = names.length - cannot.length;
  return { cannot, unserved, summary: `${could - unserved.length} of ${could} that can be served were` };
}

const onSent = (sent: number) => {
  if (sent % PROGRESS_EVERY === 0) console.log(`${sent} requests, ${secondsSoFar()} s`);
};

const marquee = await runMarquee([], {
  env: { ...OWN_SERVICES, ...SETTINGS },
  program: join(ROOT, 'dist/launch.js'),
});
const failures: string[] = [];
let report: Report;
try {
  report = await fuzz(marquee, { requests, seed, lanes, onSent });
  failures.push(...report.failed.map(describe));
  const problem = await checkLedger(marquee.dataDir);
  if (problem) failures.push(problem);
} finally {
  await marquee.stop();
}

const { sent, statuses } = report;
const { cannot, unserved, summary } = coverageOf(report);
const results = join(ROOT, 'test-results');
mkdirSync(results, { recursive: true });
writeFileSync(
  join(results, 'fuzz.json'),
  JSON.stringify({
    // The run makes two checks: the replies, and the ledger.
    ...{ passed: Math.max(0, 2 - failures.length), failed: failures.length, failures, unserved },
    statuses: Object.fromEntries([...statuses].map(([name, counts]) => [name, Object.fromEntries(counts)])),
  }),
);
for (const failure of failures) console.log(failure);
for (const name of cannot) console.log(`cannot be served: ${name}: ${CANNOT_BE_SERVED[name]}`);
if (unserved.length > 0) console.log(`not served in this run: ${unserved.join(', ')}`);
const outcome = failures.length === 0 ? 'no fault, and the ledger is in order' : 'faults';
console.log(
  `${sent} requests of ${statuses.size} calls, ${summary}, in ${secondsSoFar()} s, seed ${seed}: ${outcome}`,
);
process.exit(failures.length === 0 ? 0 : 1);
