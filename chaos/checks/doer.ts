import type { Deed } from '../screen/contract.ts';

/** Somebody, and the writes that the product acknowledged to them. */
export interface Doer {
  userId: string;
  deeds: readonly Deed[];
}
