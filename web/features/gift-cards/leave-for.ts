/**
 * Leaves the page for another address. The promise stays open while the browser is on its way, and resolves if the visitor comes
 * back to this very page, as the back button can do.
 */
export const leaveFor = (address: string): Promise<void> =>
  new Promise((resolve) => {
    window.addEventListener('pageshow', () => resolve(), { once: true });
    window.location.assign(address);
  });
