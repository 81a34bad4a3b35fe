/** Leaves the site for an address outside it. A call of our own, since no test can put anything in place of the browser's. */
export const goToAddress = (address: string): void => window.location.assign(address);
