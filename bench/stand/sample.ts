/** What a measured process has used and holds. */
export interface Sample {
  /** User and system time of all its threads since it began. */
  cpuMicros: number;
  rssBytes: number;
  /**
   * What is used of the heap once garbage is collected, where it was; compiled code apart, since V8 goes on compiling for as long as a
   * process is busy.
   */
  heapBytes: number | null;
  /** Live objects, where they were to be counted. */
  held: { timers: number; emitters: number; functions: number } | null;
}

/** How a measured process is asked for one: as it is, after a collection of garbage, or with what is left counted as well. */
export type Question = 'sample' | 'collect and sample' | 'collect and count';
