import { night } from '../night.ts';

/** The lattice tower. */
export const LatticeTower = () => (
  <>
    <path
      d="M470 420C490 372 500 318 505 214M540 420C520 372 510 318 505 214M484 384H526M480 396H530M493 340H517M496 318H514M484 384L517 340M526 384L493 340M493 340L513 300M517 340L497 300M474 412Q505 372 536 412"
      fill="none"
      stroke="#B9924A"
      strokeWidth="1.1"
    />
    <path d="M505 214V190" stroke="#B9924A" strokeWidth="1.6" />
    <circle cx="505" cy="190" r="1.8" fill={night.spark} />
  </>
);
