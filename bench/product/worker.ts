import { JOBS } from '#common/jobs.ts';
import { type Handlers, work } from '#workers/work.ts';

// Our queue as it is, with jobs that have nothing to do.

const done = async () => {
  process.send?.('done');
};
const handlers = Object.fromEntries(Object.keys(JOBS).map((name) => [name, done])) as unknown as Handlers;

await work(handlers, {});
process.send?.('ready');
