import type { Mutation } from '../builds.ts';
import { MUTANTS } from '../mutants.ts';

/** A build with one wrong statement, which some seed has to find. */
interface SimulationMutant {
  name: string;
  mutation: Mutation;
}

/** The mutants of the chaos suite whose bug affects the state, price or publishing of a ride. */
const SHARED = [
  'drops one publish',
  'makes an edit before it is paid',
  'loses the charge that paid for an extension',
];

/** The builds that the simulation has to catch. */
export const SIMULATION_MUTANTS: readonly SimulationMutant[] = [
  ...MUTANTS.filter(({ name }) => SHARED.includes(name)),
  {
    name: 'lets a second driver accept',
    mutation: {
      file: 'server/rides/dispatch/accept-ride.ts',
      statement: "status: { $in: statusesBefore('accepted') },\n",
      replacement: '',
    },
  },
  {
    name: 'settles a booking by phone before its link is paid',
    mutation: {
      file: 'server/rides/by-staff/settle-on-account.ts',
      statement: "ride.paymentStatus !== 'pending' || ride.charges.length > 0",
      replacement: "ride.paymentStatus !== 'pending'",
    },
  },
  {
    name: 'does not resolve the alert about a dispute',
    mutation: {
      file: 'server/payments/stripe-disputes.ts',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source
      statement: 'await resolveAlert(`${id} opened`, { mayReturn: false });',
      replacement: '',
    },
  },
];
