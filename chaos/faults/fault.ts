import type { Scene } from '../scene.ts';

/** Something that goes wrong. */
export interface Fault {
  /** As the table names it. */
  name: string;
  /** Lets it happen, and resolves when what was taken away is back. */
  strike(scene: Scene): Promise<void>;
}
