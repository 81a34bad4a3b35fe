import type { Page } from 'playwright/test';

/** Resolves once a page is connected, of those that it opens from now on: Socket.IO's answer to that begins with 40. */
export const untilConnected = (page: Page): Promise<void> =>
  new Promise((resolve) =>
    page.once('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => void (String(payload).startsWith('40') && resolve())),
    ),
  );
