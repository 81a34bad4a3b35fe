/** Calls that no run can have served, by the reason. Everything else is expected to be. */
export const CANNOT_BE_SERVED: Readonly<Record<string, string>> = {
  'POST /api/rides/{rideId}/no-show':
    'Fifteen minutes have to pass after arrival and pickup time, and nothing can be booked for the past.',
};
