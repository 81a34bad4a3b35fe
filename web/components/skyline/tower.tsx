import { LitWindows } from './lit-windows.tsx';
import { night } from './night.ts';

interface TowerProps {
  x: number;
  width: number;
  height: number;
  lit: number;
  /** Height of a gable on top of the front. */
  gable?: number;
}

/** A plain hotel tower. */
export function Tower({ x, width, height, lit, gable = 0 }: TowerProps) {
  const top = night.ground - height;
  return (
    <>
      <path
        d={`M${x} ${night.ground}V${top}L${x + width / 2} ${top - gable}L${x + width} ${top}V${night.ground}Z`}
        {...night.mass}
      />
      <LitWindows x={x} y={top + gable / 2} width={width} height={height} lit={lit} />
    </>
  );
}
