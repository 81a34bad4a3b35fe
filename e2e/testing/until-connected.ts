import type { Page } from 'playwright/test';

/**
 * Resolves once a page's next socket is connected. Call it before the socket opens. Socket.IO's connect
 * packet begins with 40.
 */
export const untilConnected = (page: Page): Promise<void> =>
  new Promise((resolve) =>
    page.once('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => void (String(payload).startsWith('40') && resolve())),
    ),
  );
