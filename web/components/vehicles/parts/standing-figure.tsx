import { FIGURE_SPACE } from '../vehicle-measures.ts';

/** A person of 1.75 m (`FIGURE_HEIGHT`) behind a vehicle, for scale, in the middle of `FIGURE_SPACE`. */
export function StandingFigure() {
  return (
    <g transform={`translate(${-FIGURE_SPACE * 50} 0)`} fill="var(--vehicle-figure)">
      <ellipse cy="163.6" rx="7.8" ry="11.4" />
      <path d="M-4 156L-4 149C-9 146 -17 146 -21 140C-24 135 -25 122 -26 108L-27 86C-27 82 -22 81 -21.4 85L-19 108L-17 122L-16.4 98L-16.6 78L-14.5 76L-13 8L-17 3C-18 0 -16 0 -14 0L-5.4 0L-4.6 8L-1 74L1 74L4.6 8L5.4 0L14 0C16 0 18 0 17 3L13 8L14.5 76L16.6 78L16.4 98L17 122L19 108L21.4 85C22 81 27 82 27 86L26 108C25 122 24 135 21 140C17 146 9 146 4 149L4 156Z" />
    </g>
  );
}
