import { vi } from 'vitest';

/** Gives jsdom, which has no layout, a ResizeObserver that never reports; until `vi.unstubAllGlobals`. */
export const stubResizeObserver = (): void =>
  void vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
