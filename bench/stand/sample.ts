/** What a measured process has used and holds. */
export interface Sample {
  /** User and system time of all its threads since it began. */
  cpuMicros: number;
  rssBytes: number;
  heapBytes: number;
  /** Live objects, counted after a collection of garbage; null where none was asked for. */
  held: { timers: number; emitters: number; functions: number; sets: number } | null;
}

/** How a measured process is asked for one; collecting garbage first, it also counts what is left. */
export type Question = 'sample' | 'collect and sample';
