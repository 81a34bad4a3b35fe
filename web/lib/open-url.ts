/**
 * Leaves the page for another URL, such as Stripe's checkout. In its own module so that tests can mock it;
 * `location.assign` itself cannot be replaced.
 */
export const openUrl = (address: string): void => window.location.assign(address);
