/** A socket that stands. */
export interface OpenSocket {
  /** Ends it without a word. */
  cut(): void;
}
