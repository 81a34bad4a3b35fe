import { MUTANTS } from '../mutants.ts';

/** Of the chaos suite's mutants: those whose fault is in what a ride becomes, costs or publishes. */
const SHARED = [
  'drops one publish',
  'makes an edit before it is paid',
  'loses the charge that paid for an extension',
];

/** The builds that the simulation has to catch. */
export const SIMULATION_MUTANTS = MUTANTS.filter(({ name }) => SHARED.includes(name));
