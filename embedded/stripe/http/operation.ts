import type { Books } from '../store/store.ts';
import type { ApiError } from './api-error.ts';

/** One call of the API, its form already read. */
export interface Call {
  books: Books;
  /** The id in the path, or an empty string. */
  id: string;
  /** Parameters of query or body, without `expand`. */
  params: unknown;
  /** What the key in use may do: a publishable key only what a browser with the client secret may. */
  caller: 'secret' | 'publishable';
}

/**
 * A verb of the API. What it returns is the reply. It throws an ApiError when it refuses, and then nothing it wrote is
 * kept; a declined card is returned instead of thrown, because the failed attempt is to be remembered.
 */
export type Operation = (call: Call) => object | ApiError;
