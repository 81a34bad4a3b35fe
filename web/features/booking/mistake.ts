import type { Draft } from './draft.ts';

/** Something wrong in the form: the fields it marks, and the words that stand beside the first of them. */
export interface Mistake {
  fields: (keyof Draft)[];
  message: string;
}
