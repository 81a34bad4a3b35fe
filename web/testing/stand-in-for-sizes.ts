import { vi } from 'vitest';

/** Elements can be observed, and never change their size: jsdom has no layout. Until the test's globals are given back. */
export const standInForSizes = (): void =>
  void vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
