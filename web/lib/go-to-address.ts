/** Leaves the page for an address that the browser loads, such as Stripe's checkout. A module of its own for tests: nothing can replace `location.assign`. */
export const goToAddress = (address: string): void => window.location.assign(address);
