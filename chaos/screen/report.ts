import { parentPort } from 'node:worker_threads';
import type { Entry } from '../history/record.ts';
import type { Report } from './contract.ts';

/** Tells whoever opened the page. */
export const report = (told: Report): void => parentPort?.postMessage(told);

type Unstamped = Entry extends infer Each ? (Each extends Entry ? Omit<Each, 'at'> : never) : never;

/** Writes a line of the page's record, as of now. */
export const record = (entry: Unstamped): void => report({ entry: { ...entry, at: Date.now() } as Entry });
