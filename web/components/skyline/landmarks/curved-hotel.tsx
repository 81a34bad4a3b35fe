import { LitWindows } from '../lit-windows.tsx';
import { night } from '../night.ts';

/** The hotel with a curved front. */
export const CurvedHotel = () => (
  <>
    <path d="M352 420V232Q398 212 444 232V420Z" {...night.mass} />
    <LitWindows x={354} y={234} width={88} height={180} lit={0.36} grid={[6, 8]} />
    <path d="M352 240Q398 220 444 240" stroke={night.gold} strokeOpacity=".7" fill="none" />
  </>
);
