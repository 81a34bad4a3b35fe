import type { ReactNode } from 'react';

interface WingsProps {
  id: string;
  /** Mirrors the copies, so that a line running off one edge goes on without a step. */
  mirrored?: boolean;
  children: ReactNode;
}

/** Draws a layer of the skyline and repeats it on both sides, for screens wider than the picture. */
export function Wings({ id, mirrored = false, children }: WingsProps) {
  const [left, right] = mirrored
    ? ['scale(-1 1)', 'translate(2880 0) scale(-1 1)']
    : ['translate(-1490 0)', 'translate(1450 0)'];
  return (
    <>
      <g id={id}>{children}</g>
      <use href={`#${id}`} transform={left} />
      <use href={`#${id}`} transform={right} />
    </>
  );
}
