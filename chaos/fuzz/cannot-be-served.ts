/**
 * Calls that no run can make succeed, with the reason. Every other call is expected to succeed in some run.
 */
export const CANNOT_BE_SERVED: Readonly<Record<string, string>> = {
  'POST /api/rides/{rideId}/no-show':
    'Fifteen minutes have to pass after arrival and pickup time, and nothing can be booked for the past.',
};
