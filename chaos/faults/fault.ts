import type { Cluster } from '../cluster.ts';

/** Something that goes wrong. */
export interface Fault {
  /** As the table names it. */
  name: string;
  /** Lets it happen, and resolves when what was taken away is back. */
  strike(cluster: Cluster, random: () => number): Promise<void>;
}
