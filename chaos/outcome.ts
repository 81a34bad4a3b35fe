/** What is checked after each fault, as the table names it. */
export const CHECKS = [
  'changes shown',
  'one driver a ride',
  'writes kept',
  'payments right',
  'jobs done',
  'pages equal',
] as const;
export type Check = (typeof CHECKS)[number];

/** How much was looked at, and what was wrong with it. */
export interface Checked {
  count: number;
  problems: string[];
}

/** What became of a fault. */
export interface Outcome {
  fault: string;
  /** From the fault until what it took away was back, and from there until every page equalled the database, in milliseconds. */
  awayMs: number;
  caughtUpMs: number;
  checks: Record<Check, Checked>;
}
