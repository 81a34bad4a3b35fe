import { vi } from 'vitest';

/** Stubs a ResizeObserver that never reports, since jsdom has no layout; until `vi.unstubAllGlobals`. */
export const stubResizeObserver = (): void =>
  void vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
