import type { Effort, Row } from '../figures.ts';
import type { Stand } from '../stand/stand.ts';

/** Something to measure, on a stand of its own. */
export type Measure = (stand: Stand, effort: Effort) => Promise<Row[]>;
